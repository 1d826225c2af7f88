"""A homeserver with its default limits: an account may say one thing in five seconds, and ten at once."""

import asyncio
from urllib.parse import quote

from frame import check, scenario, until

from .table import check_board, order, seen

# What an answer may take that waits for those of four other games, in seconds, and a busy machine.
LONG = 240

# What the log says, once.
LIMITED = "limits how often the bot may speak"


async def unlimited(admin, *users):
    """Lifts the limits of these users, as docs/matrix.md tells."""
    for user in users:
        await admin.api("POST", f"/_synapse/admin/v1/users/{quote(user)}/override_ratelimit", {})


async def strict(world, *names):
    """A server with its default limits, a bot there, an admin, and players whom they spare."""
    world.own_server("default")
    bot = await world.bot()
    admin = await world.user("Admin", admin=True)
    players = await world.users(*names)
    await unlimited(admin, *(player.id for player in players))
    return bot, admin, players


async def begin(world, bot, room, white, black):
    """A game that needs no reactions to begin. The answer to its beginning."""
    asked = await white.say(room, f"!challenge @{black.name} blitz white", mention=[black.id])
    await white.answer(room, bot.id, asked, seconds=LONG)
    accepted = await black.say(room, "!accept")
    return await black.answer(room, bot.id, accepted, seconds=LONG)


async def step(bot, room, game, seats, number):
    """One step of a game, by text, and the answer in words."""
    told = game.steps[number]
    player = seats[told["who"]]
    event = await player.say(room, told["command"])
    answer = await player.answer(room, bot.id, event, seconds=LONG)
    game.check_calls(answer, number, seats)
    return event, answer


@scenario(400)
async def default_rate_limits_lose_nothing(world):
    world.own_server("default")
    bot = await world.bot()
    players = await world.users("Alice", "Bob", "Carol", "Dave")
    room = await world.table(bot, *players)
    topics = ["goal", "board", "placing", "moving", "turning", "rows", "rings", "end", "notation", ""]
    commands = [f"!rules {topic}" for topic in topics] + [f"!help {word}" for word in
                ("move", "row", "ring", "place", "undo", "draw", "play", "flip", "theme", "export")]
    # Everybody may say ten things at once; the bot has twenty to answer.
    sent = await asyncio.gather(*(players[number % len(players)].say(room, command)
                                  for number, command in enumerate(commands)))
    check(len(sent) == 20, len(sent))
    for command in sent:
        await players[0].answer(room, bot.id, command, seconds=LONG)
    for player in players:
        own = [one.id for one in players[0].room(room) if one.id in sent and one.sender == player.id]
        await order(players[0], bot, room, own)


@scenario(900)
async def at_default_limits_each_move_gets_its_words(world):
    bot, admin, (alice, bob) = await strict(world, "Alice", "Bob")
    room = await world.table(bot, alice, bob)
    game = world.game("blitz")
    seats = {"white": alice, "black": bob}
    await begin(world, bot, room, alice, bob)
    number, answers, before = 0, 0, None
    # Who is answered goes on at once: never a pause in which there is room for more.
    while answers < 10:
        event, answer = await step(bot, room, game, seats, number)
        number += 1
        if before is not None:
            answers += 1
        elif LIMITED in bot.log():
            await seen(answer, bot, room, alice)
            before = len(alice.events(room, bot.id))
    extra = len(alice.events(room, bot.id)) - before - answers
    check(extra <= 4, f"{extra} events beside the words of {answers} answers")
    # Boards that another has replaced are left out, but not the last.
    last = await alice.answer(room, bot.id, event, picture=True, seconds=LONG)
    check_board(last, game.steps[number - 1]["position"])
    check(bot.log().count(LIMITED) == 1, f"the operator is told of the limit once:\n{bot.tail()}")
    # The operator does as the log says.
    await unlimited(admin, bot.id)
    while "no longer limits" not in bot.log():
        check(number + 1 < len(game.steps), f"the bot does not see that the limit is lifted:\n{bot.tail()}")
        event, answer = await step(bot, room, game, seats, number)
        number += 1
    event, _ = await step(bot, room, game, seats, number)
    answer = await alice.answer(room, bot.id, event, picture=True)
    check_board(answer, game.steps[number]["position"])


@scenario(900)
async def at_default_limits_five_games_take_turns(world):
    names = [f"{side}{number}" for number in range(5) for side in ("White", "Black")]
    bot, _, players = await strict(world, *names)
    game = world.game("blitz")
    pairs = list(zip(players[::2], players[1::2], strict=True))
    rooms = [await world.table(bot, white, black) for white, black in pairs]
    for room, (white, black) in zip(rooms, pairs, strict=True):
        await begin(world, bot, room, white, black)
    check(LIMITED in bot.log(), f"five games have begun, and nothing was refused:\n{bot.tail()}")
    steps = 4
    answered = []

    async def play(room, white, black):
        for number in range(steps):
            _, answer = await step(bot, room, game, {"white": white, "black": black}, number)
            answered.append((answer.text.stamp, room))

    await asyncio.gather(*(play(room, *pair) for room, pair in zip(rooms, pairs, strict=True)))
    # While all wait, nobody is served thrice before another is served once.
    counts = dict.fromkeys(rooms, 0)
    for _, room in sorted(answered):
        counts[room] += 1
        if max(counts.values()) == steps:
            break
        check(max(counts.values()) - min(counts.values()) <= 2, f"some games are answered before others: {counts}")
    # Then there is room for the boards as well.
    for room, (white, _) in zip(rooms, pairs, strict=True):
        def shown(room=room, white=white):
            return any(one.msgtype == "m.image" for one in white.messages(room, bot.id))
        await until(shown, "a board in each room", LONG)
