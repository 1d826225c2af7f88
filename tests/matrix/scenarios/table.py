"""How a game is begun and played in a room, and whether the board shows what the rules say."""

from frame import check, until
from rules import check_shown

ACCEPT, DECLINE = "✅", "❌"

# The signs of choices by their number.
NUMBERS = ["1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "🔟"]


def check_board(answer, position, told=""):
    """The picture of an answer shows this position."""
    check(answer.pictures, f"{told}: no picture with “{answer.words}”")
    check_shown(answer.pictures[0].body, position, told)


async def seen(answer, bot, room, *players):
    """Waits until these players have an answer: what they count from there on came after it."""
    said = {one.id for one in (answer.text, *answer.pictures, *answer.files)}
    for player in players:
        await until(lambda player=player: said <= {one.id for one in player.messages(room, bot.id)},
                    f"{player.name} sees “{answer.words}”")


async def begin(world, bot, room, white, black, variant="blitz", thread=None, by="mention"):
    """A challenge by white in the way asked for, which black accepts by reaction."""
    plain = f"!challenge @{black.name} {variant} white"
    match by:
        case "mention":
            event = await white.say(room, plain, mention=[black.id], thread=thread)
        case "pill":
            marked = f"!challenge {white.pill(black.id, black.name)} {variant} white"
            # Older clients say whom they mean by the link only.
            event = await white.say(room, f"!challenge {black.name} {variant} white", mention=None, formatted=marked,
                                    thread=thread)
        case "id":
            event = await white.say(room, f"!challenge {black.id} {variant} white", thread=thread)
        case "name":
            event = await white.say(room, plain, thread=thread)
    offer = await white.answer(room, bot.id, event)
    check(offer.called == [black.id], f"a challenge by {by} calls {offer.called}: {offer.words}")
    keys = await black.choices(room, bot.id, offer, 2)
    check(keys == [ACCEPT, DECLINE], f"choices of a challenge: {keys}")
    start = await world.choose(black, bot, room, offer, ACCEPT, picture=True)
    check("begins" in start.words, start.words)
    check(start.called == [white.id], f"the start calls {start.called}")
    await seen(start, bot, room, white, black)
    return start


async def play(world, bot, room, game, white, black, first=0, last=None, thread=None, answer=None, reactions=True):
    """Plays the steps `first` to `last` (not included) of a game; where choices are offered, in
    turn by reaction and by text. The last answer."""
    seats = {"white": white, "black": black}
    last = len(game.steps) if last is None else last
    by_reaction = reactions
    for number in range(first, last):
        step = game.steps[number]
        player = seats[step["who"]]
        if step["choice"] and by_reaction and answer:
            sign = NUMBERS[step["choice"] - 1]
            keys = await player.choices(room, bot.id, answer, step["choice"])
            check(sign in keys, f"step {number}, {step['command']}: {sign} is not among {keys}")
            answer = await world.choose(player, bot, room, answer, sign, picture=True)
        else:
            answer = await world.ask(player, bot, room, step["command"], picture=True, thread=thread)
        if step["choice"]:
            by_reaction = reactions and not by_reaction
        check_board(answer, step["position"], f"step {number}, {step['command']}")
        game.check_calls(answer, number, seats)
    if answer:
        await seen(answer, bot, room, white, black)
    return answer


async def begun(world, last=0, encrypted=False, **matrix):
    """A bot with these settings, White and Black, their room, and a game there of which so many
    steps are played."""
    bot = await world.bot(**matrix)
    alice, bob = await world.users("Alice", "Bob")
    room = await world.table(bot, alice, bob, encrypted=encrypted)
    game = world.game("blitz")
    start = await begin(world, bot, room, alice, bob)
    await play(world, bot, room, game, alice, bob, last=last, answer=start)
    return bot, alice, bob, room, game


async def order(player, bot, room, commands):
    """The bot's texts came in the order of these commands. Other clients may hear them before the
    player's does."""
    def answered():
        return [one.reply_to for one in player.messages(room, bot.id)
                if one.reply_to in commands and one.msgtype in ("m.text", "m.notice")]

    await until(lambda: set(answered()) >= set(commands), "an answer to each command")
    told = {one.id: one.body for one in player.room(room)}
    check(answered() == commands, "answers come as", [told.get(one) for one in answered()], "and not as",
          [told.get(one) for one in commands])
