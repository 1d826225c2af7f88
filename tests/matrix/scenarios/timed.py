"""Games with clocks: reminders, pauses, time that runs out, and what follows from it."""

import contextlib
import sqlite3

from frame import check, scenario, until

from .table import ACCEPT, check_board, play

# The first reminder comes at half of this, and the next when two minutes are left: in 125 and in
# 130 seconds.
SHORT = "250s"

# Both reminders and a busy machine.
REMINDED = 250


async def begin(world, bot, room, white, black, terms):
    """A challenge with a time control, which black accepts by reaction."""
    offer = await world.ask(white, bot, room, f"!challenge {black.id} blitz white {terms}")
    return await world.choose(black, bot, room, offer, ACCEPT, picture=True)


def named(player, room, bot, words):
    """What the bot said in a room with these words that mentions a player, and has not removed."""
    said = [one for one in player.messages(room, bot.id) if words in one.body]
    return [one for one in said if player.id in (one.content.get("m.mentions") or {}).get("user_ids", [])]


def removed(player, room, bot, said):
    """Whether the bot removed one of its messages."""
    gone = player.events(room, bot.id, "m.room.redaction")
    return any(one.content.get("redacts") == said.id for one in gone)


@scenario(420)
async def a_timed_game_runs_out_and_counts(world):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    room = await world.table(bot, alice, bob, encrypted=True)
    game = world.game("blitz")
    start = await begin(world, bot, room, alice, bob, "1m rated")
    check("rated" in start.words, start.words)
    # Long enough to count: three ring moves by each player.
    moves = [number for number, step in enumerate(game.steps) if step["command"].startswith("!move")]
    await play(world, bot, room, game, alice, bob, last=moves[5] + 1, answer=start)

    end = (await until(lambda: named(alice, room, bot, "time's up!"), "the time runs out"))[0]
    check(set(end.content["m.mentions"]["user_ids"]) == {alice.id, bob.id}, f"it calls {end.content['m.mentions']}")
    record = await world.ask(bob, bot, room, "!export")
    await until(lambda: len(bob.answers(room, bot.id, record.text.reply_to)) > 1, "the record comes as a file")
    text = (await bob.media(bob.answers(room, bot.id, record.text.reply_to)[1])).decode()
    for tag in ('[Termination "time forfeit"]', '[TimeControl "1m"]', '[Rated "yes"]', '[Site "matrix/localhost"]'):
        check(tag in text, f"no {tag} in {text}")

    stats = await world.ask(bob, bot, room, f"!stats {alice.id} blitz", picture=True)
    check("Ratings over time" in stats.pictures[0].body, stats.pictures[0].body)
    top = await world.ask(bob, bot, room, "!top blitz")
    check(not top.pictures and "certain enough" in top.words, top.words)
    # As after many games.
    with contextlib.closing(sqlite3.connect(bot.database, isolation_level=None, timeout=30)) as database:
        changed = database.execute("UPDATE ratings SET rating = json_set(rating, '$.deviation', 60.0)")
        check(changed.rowcount == 2, f"{changed.rowcount} ratings")
    top = await world.ask(bob, bot, room, "!top blitz", picture=True)
    told = top.pictures[0].body
    check("Best ratings" in told and "1. " in told and "2. " in told, told)


@scenario(600)
async def reminders_take_each_others_place(world):
    bot = await world.bot()
    alice, bob, carol, dave = await world.users("Alice", "Bob", "Carol", "Dave")
    room = await world.table(bot, alice, bob)
    other = await world.table(bot, carol, dave, encrypted=True, name="Other")
    private = await world.table(bot, carol, encrypted=True, name="Private", direct=True)
    game = world.game("blitz")
    await world.ask(carol, bot, private, "remind private")
    start = await begin(world, bot, room, alice, bob, SHORT)
    await begin(world, bot, other, carol, dave, SHORT)
    words = "it's your turn against"

    first = (await until(lambda: named(alice, room, bot, words), "a reminder", REMINDED))[0]
    both = await until(lambda: named(alice, room, bot, words)[1:], "another reminder", REMINDED)
    await until(lambda: removed(alice, room, bot, first), "the first is removed")
    await until(lambda: named(carol, private, bot, words), "a reminder in private", REMINDED)
    check(not named(carol, other, bot, words), "the reminder is in the room, too")

    # A turn takes the reminder with it.
    await play(world, bot, room, game, alice, bob, last=1, answer=start)
    await until(lambda: removed(alice, room, bot, both[0]), "the reminder is removed")

    offer = await world.ask(bob, bot, room, "!pause")
    check(alice.id in offer.called, f"a pause calls {offer.called}: {offer.words}")
    paused = await world.choose(alice, bot, room, offer, ACCEPT)
    check("paused until" in paused.words, paused.words)
    resumed = await world.ask(bob, bot, room, "!resume")
    check(resumed.called == [bob.id], f"who is next is not called: {resumed.words}")
    await play(world, bot, room, game, alice, bob, first=1, last=2)


@scenario()
async def kicked_bot_puts_a_timed_game_aside(world):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    room = await world.table(bot, alice, bob, encrypted=True)
    private = await world.table(bot, alice, encrypted=True, name="Private", direct=True)
    game = world.game("blitz")
    start = await begin(world, bot, room, alice, bob, "3d")
    await play(world, bot, room, game, alice, bob, last=3, answer=start)
    # What was said before counts, also if the bot learns of both at once.
    await bot.end()
    step = game.steps[3]
    await {"white": alice, "black": bob}[step["who"]].say(room, step["command"])
    await alice.kick(room, bot.id)
    bot.start()
    words = "no longer in the channel"
    await until(lambda: named(alice, private, bot, words), "Alice is told in the direct room")
    # Bob has none yet, and reads it once he is in.
    invited = await until(lambda: list(bob.client.invited_rooms), "Bob is invited to one")
    await bob.join(invited[0])
    await until(lambda: named(bob, invited[0], bot, words), "Bob is told as well")
    await alice.invite(room, bot.id)
    await alice.until_member(room, bot.id)
    resumed = await world.ask(bob, bot, room, "!resume", picture=True)
    check_board(resumed, step["position"])
    await play(world, bot, room, game, alice, bob, first=4, last=6)
