"""Whole games on the counterpart, and who may do what in them."""

import re

import gif
from frame import check, scenario, until

from .table import begin, check_board, play, with_buttons


@scenario(400)
async def whole_game_with_buttons(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    game = world.game("normal")
    start = await begin(world, channel, alice, bob, "normal", slash=True)
    end = await play(world, channel, game, alice, bob, way=with_buttons, answer=start)
    winner = {"white": alice, "black": bob}[game.winner]
    check(winner.name in end.words, f"{winner.name} won: {end.words}")
    record = await world.slash(bob, channel, "export")
    check(record.files, f"no file: {record.words}")
    text = (await bob.fetch(record.files[0])).decode()
    result = {"white": "1-0", "black": "0-1"}[game.winner]
    check(f'[Result "{result}"]' in text, text)
    await seen_again(world, channel, alice, end)


async def seen_again(world, channel, alice, end):
    """The game that has just ended, as an animation, by the button below its end; and some turns of it."""
    labels = [one["label"] for one in end.last.buttons]
    check(labels == ["Rematch", "Analysis", "Replay", "Record"], labels)
    for command, least in (("Replay", 20), ("!replay 12-14", 3)):
        pressed = command in labels
        begins = await (world.press(alice, end.last, command) if pressed else world.ask(alice, channel, command))
        check("drawing" in begins.words, begins.words)
        seen = int(begins.last.id)
        said = await until(lambda seen=seen: next(
            (one for one in alice.said(channel) if int(one.id) > seen and one.pictures), None), command, 120)
        picture = said.pictures[0]
        check(picture["filename"] == "yinsh.gif" and picture["size"] < 8_000_000, picture)
        check("Animation of Alice" in picture["description"], picture["description"])
        shown = gif.read(await alice.fetch(picture))
        check(shown.loops and len(shown.times) >= least, shown)
        check(shown.times[-1] == 400, shown.times)
    refused = await world.ask(alice, channel, "!replay 900-901")
    check("only" in refused.words, refused.words)


# White leaves a win in one on the board, and black one turn later does not.
MISSED = """[White "Ann"] [Black "Ben"] [Variant "blitz"] [Result "0-1"]
[Position "4/7/8/r8/1RMMMM4/4R4/1R4R3/1rmmmm3/R5r1/7/1rr1 w w move 0-0 blitz"]
1. i4-i5 2. h4-h3;xh4-h8xd1 0-1"""


@scenario()
async def a_turning_point_is_shown_on_the_board(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    refused = await world.ask(bob, channel, "!better")
    check("no review" in refused.words, refused.words)
    begins = await world.ask(alice, channel, "!analyze " + MISSED)
    seen = int(begins.last.id)
    review = await until(lambda: next(
        (one for one in alice.said(channel) if int(one.id) > seen and one.pictures), None), "the review", 120)
    check("was a blunder and cost" in review.content and "Ann would have won on the spot." in review.content, review.content)
    check(review.buttons[0]["label"] == "Turn 1", str(review))
    # Whoever presses sees it alone; who types it shows it to all.
    shown = await world.press(bob, review, "Turn 1", picture=True)
    check(shown.text.private and "Better: move E2" in shown.words, str(shown.text))
    check("was better than I4 → I5" in shown.pictures[0]["description"], shown.pictures[0]["description"])
    shown = await world.ask(bob, channel, "!better 1", picture=True)
    check(not shown.text.private and "Better: move E2" in shown.words, str(shown.text))


async def own_turn(bot, alice, channel, before):
    """The bot's own turn after so many messages: the one that calls Alice."""
    def there():
        new = [one for one in alice.said(channel)[before:] if one.author == bot.id and one.pictures and alice.id in one.called]
        return new[-1] if new else None

    return await until(there, "the bot's own turn")


async def placed_against_the_bot(world):
    """A game against the bot in private, whose rings are placed. The bot, Alice, the channel, and
    what the bot said last."""
    bot, _, alice = await world.table("Alice")
    channel = await alice.private()
    # In private no prefix is needed.
    answer = await world.ask(alice, channel, "play blitz white", picture=True)
    text = answer.words
    for number in range(5):
        point = re.search(r"place ([A-K]\d+)", text)
        check(point, f"no example to follow: {text}")
        before = len(alice.said(channel))
        if number % 2:
            await world.slash(alice, channel, "place", point=point[1])
        else:
            await world.ask(alice, channel, f"!place {point[1]}")
        text = (await own_turn(bot, alice, channel, before)).content
    return bot, alice, channel, text


@scenario()
async def private_game_against_the_bot(world):
    bot, alice, channel, text = await placed_against_the_bot(world)
    ring = re.search(r"moves ([A-K]\d+)", text)
    check(ring, f"no ring to ask for: {text}")
    targets = await world.slash(alice, channel, "moves", point=ring[1], picture=True)
    target = re.search(rf"The ring on {ring[1]} can go to ([A-K]\d+)", targets.words)
    check(target, targets.words)
    before = len(alice.said(channel))
    await world.ask(alice, channel, f"move {ring[1]} {target[1]}")
    await own_turn(bot, alice, channel, before)


@scenario()
async def spectators_change_nothing(world):
    bot, channel, alice, bob, carol = await world.table("Alice", "Bob", "Carol")
    game = world.game("blitz")
    offer = await world.slash(alice, channel, "challenge", player=bob.id, variant="blitz", colour="white")
    answer = await world.press(carol, offer.last, "Accept")
    check(answer.text.private and "begins" not in answer.words, f"a stranger's press: {answer.text}")
    answer = await world.ask(carol, channel, "!accept")
    check("begins" not in answer.words, answer.words)
    start = await world.press(bob, offer.last, "Accept", picture=True)
    await play(world, channel, game, alice, bob, last=10, answer=start)
    position = game.steps[9]["position"]
    for command in [game.steps[10]["command"], "!undo", "!draw", "!resign", "!resign yes", "!accept", "!rematch", "!flip",
                    "!theme dark", "!pass", "!row 1", "!withdraw"]:
        answer = await world.ask(carol, channel, command)
        check("begins" not in answer.words and "resigned" not in answer.words, f"{command}: {answer.words}")
    for name in ("undo", "draw", "resign", "pass", "flip"):
        answer = await world.slash(carol, channel, name)
        check("begins" not in answer.words and "resigned" not in answer.words, f"/{name}: {answer.words}")
    # Bob is a player, but it is not his turn.
    who = {"white": bob, "black": alice}[game.steps[10]["who"]]
    answer = await world.ask(who, channel, game.steps[10]["command"])
    check("'s turn" in answer.words, answer.words)
    for player in (carol, alice, bob):
        check_board(await world.ask(player, channel, "!board", picture=True), position)
    await play(world, channel, game, alice, bob, first=10, last=14)


@scenario()
async def seats_change_hands(world):
    bot, channel, alice, bob, carol = await world.table("Alice", "Bob", "Carol")
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob)
    answer = await play(world, channel, game, alice, bob, last=3, answer=start)
    offer = await world.slash(alice, channel, "seat", player=carol.id)
    check(offer.called == [carol.id], f"an offer calls {offer.called}: {offer.words}")
    taken = await world.press(carol, offer.last, "Accept", picture=True)
    check("takes over" in taken.words, taken.words)
    check_board(taken, game.steps[2]["position"], "the seat")
    await play(world, channel, game, carol, bob, first=3, last=5)
    # Alice has no part in it any more.
    refused = await world.slash(alice, channel, "standin")
    check(refused.text.private, f"told to all: {refused.text}")
    left = await world.slash(bob, channel, "standin", level=1, picture=True)
    check("leaves the game" in left.words, left.words)

    def turn():
        """The bot has placed a ring for Bob."""
        later = [one for one in carol.said(channel) if one.author == bot.id and int(one.id) > int(left.last.id)]
        return [one for one in later if carol.id in one.called]

    await until(turn, "the bot plays on")
