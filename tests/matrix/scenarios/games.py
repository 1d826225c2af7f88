"""Whole games, and who may do what in them."""

import re

import gif
from frame import check, pause, scenario, until

from .table import ACCEPT, DECLINE, begin, check_board, play


async def whole_game(world, encrypted, by):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    room = await world.table(bot, alice, bob, encrypted=encrypted)
    game = world.game("normal")
    start = await begin(world, bot, room, alice, bob, "normal", by=by)
    end = await play(world, bot, room, game, alice, bob, answer=start)
    winner = {"white": alice, "black": bob}[game.winner]
    check(winner.name in end.words, f"{winner.name} won: {end.words}")
    record = await world.ask(bob, bot, room, "!export")
    await until(lambda: len(bob.answers(room, bot.id, record.text.reply_to)) > 1, "the record comes as a file")
    said = bob.answers(room, bot.id, record.text.reply_to)[1]
    text = (await bob.media(said)).decode()
    result = {"white": "1-0", "black": "0-1"}[game.winner]
    check(f'[Result "{result}"]' in text, text)
    await seen_again(world, bot, room, alice, end)


async def seen_again(world, bot, room, alice, end):
    """The game that has just ended, as an animation, by the reaction below its end."""
    check("1️⃣ Rematch · 2️⃣ Analysis · 3️⃣ Replay · 4️⃣ Record" in end.words, end.words)
    begins = await world.choose(alice, bot, room, end, "3️⃣")
    check("drawing" in begins.words, begins.words)

    def there():
        answers = alice.answers(room, bot.id, begins.text.reply_to)
        return next((one for one in answers if one.msgtype == "m.image"), None)

    said = await until(there, "the replay", 120)
    info = said.content["info"]
    check(said.content["filename"] == "yinsh.gif" and info["size"] < 8_000_000, said.content)
    check(info["mimetype"] == "image/gif" and info["org.matrix.msc4230.is_animated"], info)
    check("Animation of" in said.body, said.body)
    shown = gif.read(await alice.media(said))
    check(shown.loops and len(shown.times) >= 20 and shown.times[-1] == 400, shown)
    refused = await world.ask(alice, bot, room, "!replay 900-901")
    check("only" in refused.words, refused.words)


# White leaves a win in one on the board, and black one turn later does not.
MISSED = """[White "Ann"] [Black "Ben"] [Variant "blitz"] [Result "0-1"]
[Position "4/7/8/r8/1RMMMM4/4R4/1R4R3/1rmmmm3/R5r1/7/1rr1 w w move 0-0 blitz"]
1. i4-i5 2. h4-h3;xh4-h8xd1 0-1"""


@scenario()
async def a_turning_point_is_shown_on_the_board(world):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    room = await world.table(bot, alice, bob, encrypted=True)
    refused = await world.ask(bob, bot, room, "!better")
    check("no review" in refused.words, refused.words)
    begins = await world.ask(alice, bot, room, "!analyze " + MISSED)

    def there():
        answers = bob.answers(room, bot.id, begins.text.reply_to)
        return next((one for one in answers if "Ann would have won on the spot." in one.body), None)

    review = await until(there, "the review", 120)
    check("was a blunder and cost" in review.body and "1️⃣ Turn 1" in review.body, review.body)
    event = await bob.react(room, review.id, "1️⃣")
    shown = await bob.answer(room, bot.id, event, True, after=review.id)
    check("Better: move E2" in shown.words, shown.words)
    check("was better than I4 → I5" in shown.pictures[0].body, shown.pictures[0].body)
    shown = await world.ask(alice, bot, room, "!better 1", picture=True)
    check("Better: move E2" in shown.words, shown.words)


@scenario(420)
async def whole_game_in_a_plain_room(world):
    await whole_game(world, False, "pill")


@scenario(420)
async def whole_game_in_an_encrypted_room(world):
    await whole_game(world, True, "mention")


@scenario()
async def friends_are_found_in_four_ways(world):
    bot = await world.bot()
    alice, bob, twin, other = await world.users("Alice", "Bob", "Twin", "Other")
    await other.rename("Twin")
    room = await world.table(bot, alice, bob, twin, other)
    for by in ("pill", "mention", "id", "name"):
        await begin(world, bot, room, alice, bob, by=by)
        await world.ask(alice, bot, room, "!resign")
        await world.ask(alice, bot, room, "!resign yes")
    # A name that two have is nobody's.
    answer = await world.ask(alice, bot, room, "!challenge @Twin")
    check(not answer.called and "@friend" in answer.words, f"an ambiguous name: {answer.words}")
    # Who is meant by m.mentions is meant even so.
    answer = await world.ask(alice, bot, room, "!challenge @Twin", mention=[other.id])
    check(answer.called == [other.id], f"an ambiguous name, mentioned: {answer.words}")
    answer = await world.choose(other, bot, room, answer, DECLINE)
    check("declined" in answer.words, answer.words)
    for name in ("@Nobody", f"@nobody-{world.mark}:localhost"):
        answer = await world.ask(alice, bot, room, f"!challenge {name}")
        check(not answer.called, answer.words)


@scenario()
async def game_against_the_bot(world):
    bot = await world.bot()
    alice, = await world.users("Alice")
    room = await world.table(bot, alice, encrypted=True)

    async def turn(text):
        """A decision, and what the bot does then: its answer, and its own turn."""
        before = len(alice.messages(room, bot.id))
        await world.ask(alice, bot, room, text, picture=True)

        def own():
            later = alice.messages(room, bot.id)[before:]
            turns = [one for one in later if one.msgtype == "m.text" and alice.id in one.content["m.mentions"]["user_ids"]]
            return turns[-1] if turns else None

        return await until(own, f"the bot's own turn after {text}")

    answer = await world.ask(alice, bot, room, "!play blitz white", picture=True)
    text = answer.text
    for _ in range(5):
        point = re.search(r"!place ([A-K]\d+)", text.body)
        check(point, f"no example to follow: {text.body}")
        text = await turn(f"!place {point[1]}")
    for _ in range(2):
        # Whatever ring can move, to wherever it can.
        ring = re.search(r"!moves ([A-K]\d+)", text.body)
        check(ring, f"no ring to ask for: {text.body}")
        targets = await world.ask(alice, bot, room, f"!moves {ring[1]}", picture=True)
        target = re.search(rf"The ring on {ring[1]} can go to ([A-K]\d+)", targets.words)
        check(target, targets.words)
        text = await turn(f"!move {ring[1]} {target[1]}")
    await until(lambda: any(where == room and bot.id in users for _, where, users in alice.typing), "a typing notice", 5)
    await until(lambda: alice.typing and bot.id not in alice.typing[-1][2], "the end of the typing notice", 40)
    commands = {one.id for one in alice.events(room, alice.id, "m.room.message")}
    read = [event for where, event, user, kind in alice.receipts
            if where == room and user == bot.id and kind == "m.read" and event in commands]
    check(read, f"no read receipt of the bot's for a command, only {alice.receipts}")


@scenario()
async def spectators_change_nothing(world):
    bot = await world.bot()
    alice, bob, carol = await world.users("Alice", "Bob", "Carol")
    room = await world.table(bot, alice, bob, carol)
    game = world.game("blitz")
    offer = await world.ask(alice, bot, room, "!challenge @Bob blitz white")
    # Not Carol's to accept, neither by reaction nor by text.
    await carol.react(room, offer.text.id, ACCEPT)
    answer = await world.ask(carol, bot, room, "!accept")
    check("begins" not in answer.words, answer.words)
    start = await world.choose(bob, bot, room, offer, ACCEPT, picture=True)
    await play(world, bot, room, game, alice, bob, last=10, answer=start)
    position = game.steps[9]["position"]
    for command in [game.steps[10]["command"], "!undo", "!draw", "!resign", "!resign yes", "!accept", "!rematch", "!flip",
                    "!theme dark", "!pass", "!row 1", "!play", "!challenge @Bob", "!withdraw"]:
        answer = await world.ask(carol, bot, room, command)
        check("begins" not in answer.words and "resigned" not in answer.words, f"{command}: {answer.words}")
    # Bob is a player, but it is not his turn; and what has been answered is stale.
    who = {"white": bob, "black": alice}[game.steps[10]["who"]]
    answer = await world.ask(who, bot, room, game.steps[10]["command"])
    check("'s turn" in answer.words, answer.words)
    await bob.react(room, offer.text.id, DECLINE)
    await carol.react(room, offer.text.id, DECLINE)
    for player in (carol, alice, bob):
        check_board(await world.ask(player, bot, room, "!board", picture=True), position)
    await play(world, bot, room, game, alice, bob, first=10, last=14)


@scenario(300)
async def the_quickest_reactions_count(world):
    """Whoever reacts before the bot has put its own reactions is understood. Limits make it slow
    enough for that: a challenge is three events, and the server takes ten at once."""
    world.own_server("default")
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    for encrypted in (False, True):
        room = await world.table(bot, alice, bob, encrypted=encrypted)
        for _ in range(3):
            event = await alice.say(room, "!challenge @Bob", mention=[bob.id])
            offer = await bob.answer(room, bot.id, event, picture=False, seconds=150)
            reaction = await bob.react(room, offer.text.id, DECLINE)
            answer = await bob.answer(room, bot.id, reaction, after=offer.text.id, seconds=150)
            check("declined" in answer.words, answer.words)


@scenario()
async def stale_and_foreign_choices_do_no_harm(world):
    bot = await world.bot()
    alice, bob, carol = await world.users("Alice", "Bob", "Carol")
    room = await world.table(bot, alice, bob, carol)
    game = world.game("blitz")
    start = await begin(world, bot, room, alice, bob)
    first = next(number for number, step in enumerate(game.steps) if step["choice"])
    asked = await play(world, bot, room, game, alice, bob, last=first, answer=start)
    position = game.steps[first - 1]["position"]
    decider, other = (alice, bob) if game.steps[first]["who"] == "white" else (bob, alice)
    for player in (other, carol):
        await player.react(room, asked.text.id, "1️⃣")
    for key in ("🎉", "9️⃣", "👍", "", "1", "x" * 200):
        await carol.react(room, asked.text.id, key)
    check_board(await world.ask(carol, bot, room, "!board", picture=True), position)
    # Taken back before the bot could hear it, or after: either way one answer at most.
    event = await other.react(room, start.text.id, "1️⃣")
    await other.redact(room, event)
    await play(world, bot, room, game, alice, bob, first=first, answer=asked)
    # It is over: the old choices are stale.
    await decider.react(room, asked.text.id, "2️⃣")
    await pause(2)
    check_board(await world.ask(carol, bot, room, "!board", picture=True), game.steps[-1]["position"])


@scenario()
async def hints_and_reviews_stay_in_their_thread(world):
    bot = await world.bot()
    alice = await world.user("Alice")
    room = await world.table(bot, alice, encrypted=True)
    await world.ask(alice, bot, room, "!play 1 blitz white", picture=True)
    thread = await alice.say(room, "Another game, in this thread?")

    async def ask(text, picture=None):
        answer = await world.ask(alice, bot, room, text, picture, thread=thread)
        everything = [answer.text, *answer.pictures]
        check(all(one.thread == thread for one in everything), f"not in the thread: {everything}")
        return answer

    await ask("!play 1 blitz white", picture=True)
    nudge = await ask("!hint 1", picture=True)
    before = len([one for one in alice.messages(room, bot.id) if one.thread is None])
    # Each choice is for the game in the thread, and is answered there.
    signs = await alice.choices(room, bot.id, nudge, 1)
    more = await world.choose(alice, bot, room, nudge, signs[0], picture=True)
    check(more.text.thread == thread, f"not in the thread: {more.text}")
    await ask("!place A2", picture=True)
    await ask("!resign")
    await ask("!resign yes")
    begins = await ask("!analyze")
    await until(lambda: any(one.thread == thread and "review" in one.body.lower() and one.id != begins.text.id
                            for one in alice.messages(room, bot.id)[-3:]), "the review stands in the thread")
    now = len([one for one in alice.messages(room, bot.id) if one.thread is None])
    check(now == before, "something of it stands in the room")
    check("ring 1 of 5" in (await world.ask(alice, bot, room, "!status")).words, "the room's game has gone on")


@scenario()
async def two_games_in_a_room_and_its_thread(world):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    room = await world.table(bot, alice, bob, encrypted=True)
    game = world.game("blitz")
    thread = await alice.say(room, "Another game, in this thread?")
    in_room = await begin(world, bot, room, alice, bob)
    in_thread = await begin(world, bot, room, bob, alice, thread=thread)
    check(in_thread.text.thread == thread, f"the answer stands in {in_thread.text.thread}")
    # Both at once, step by step, with the colours changed.
    half = 14
    for number in range(half):
        in_room = await play(world, bot, room, game, alice, bob, number, number + 1, answer=in_room)
        in_thread = await play(world, bot, room, game, bob, alice, number, number + 1, thread, in_thread)
    # One ends, the other goes on.
    await world.ask(alice, bot, room, "!resign")
    await world.ask(alice, bot, room, "!resign yes")
    end = await play(world, bot, room, game, bob, alice, half, None, thread, in_thread)
    check(end.text.thread == thread, "the end stands in the thread")
