"""Games with clocks: deadlines, reminders, pauses, time that runs out, and what follows from it."""

import contextlib
import sqlite3

from frame import check, scenario, until

from .table import begin, play

# The first reminder comes at half of this, and the next when two minutes are left: in 125 and in
# 130 seconds.
SHORT = "250s"

# Both reminders and a busy machine.
REMINDED = 250


def named(person, channel, bot, words):
    """What the bot said in a channel with these words that mentions a person."""
    return [one for one in person.said(channel) if one.author == bot.id and words in one.content and person.id in one.called]


@scenario(400)
async def a_timed_game_runs_out_and_counts(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    game = world.game("blitz")
    offer = await world.slash(alice, channel, "challenge", player=bob.id, variant="blitz", colour="white", time="1m",
                              rated="rated")
    check("1m" in offer.words and "rated" in offer.words, offer.words)
    start = await world.press(bob, offer.last, "Accept", picture=True)
    check("<t:" in start.words and ":R>" in start.words, f"no deadline to count down to: {start.words}")
    # Long enough to count: three ring moves by each player.
    moves = [number for number, step in enumerate(game.steps) if step["command"].startswith("!move")]
    await play(world, channel, game, alice, bob, last=moves[5] + 1, answer=start)

    await until(lambda: [one for one in named(alice, channel, bot, "time's up!") if one.pictures], "the time runs out")
    end = named(alice, channel, bot, "time's up!")[-1]
    check(set(end.called) == {alice.id, bob.id}, f"it calls {end.called}")
    record = await world.slash(bob, channel, "export")
    text = (await bob.fetch(record.files[0])).decode()
    for tag in ('[Termination "time forfeit"]', '[TimeControl "1m"]', '[Rated "yes"]'):
        check(tag in text, f"no {tag} in {text}")

    stats = await world.slash(bob, channel, "stats", player=alice.id, variant="blitz", picture=True)
    check("Ratings over time" in stats.pictures[0]["description"], stats.pictures[0]["description"])
    top = await world.slash(bob, channel, "top", variant="blitz")
    check(not top.pictures and "certain enough" in top.words, top.words)
    # As after many games.
    with contextlib.closing(sqlite3.connect(bot.database, isolation_level=None, timeout=30)) as database:
        changed = database.execute("UPDATE ratings SET rating = json_set(rating, '$.deviation', 60.0)")
        check(changed.rowcount == 2, f"{changed.rowcount} ratings")
    top = await world.slash(bob, channel, "top", variant="blitz", picture=True)
    told = top.pictures[0]["description"]
    check("Best ratings" in told and "1. " in told and "2. " in told, told)


@scenario(600)
async def reminders_take_each_others_place(world):
    alice, bob, carol, dave, erin, frank = world.people_of("Alice", "Bob", "Carol", "Dave", "Erin", "Frank")
    channel, other, third = world.guild(alice, bob), world.guild(carol, dave), world.guild(erin, frank)
    bot = await world.bot()
    game = world.game("blitz")
    for person, place in ((carol, other), (erin, third)):
        await world.slash(person, place, "remind", where="private")
    # Erin takes no private messages.
    closed = await erin.private()
    refusal = {"code": 50007, "message": "Cannot send messages to this user"}
    refused = world.server.fail(f"^POST /channels/{closed}/messages$", 1000, 403, refusal)
    start = await begin(world, channel, alice, bob, f"blitz {SHORT}")
    await begin(world, other, carol, dave, f"blitz {SHORT}")
    await begin(world, third, erin, frank, f"blitz {SHORT}")

    def reminders():
        return named(alice, channel, bot, "it's your turn against")

    first = await until(reminders, "a reminder", REMINDED)
    second = await until(lambda: [one for one in reminders() if one.id != first[0].id], "another reminder", REMINDED)
    await until(lambda: [one.id for one in reminders()] == [second[0].id], "the first is removed")
    private = await carol.private()
    await until(lambda: named(carol, private, bot, "it's your turn against"), "a reminder in private", REMINDED)
    check(not named(carol, other, bot, "it's your turn against"), "the reminder is in the channel, too")
    await until(lambda: named(erin, third, bot, "it's your turn against"), "a reminder in the channel", REMINDED)
    check(refused.seen, "it was not tried in private")

    # A turn takes the reminder with it.
    await play(world, channel, game, alice, bob, last=1, answer=start)
    await until(lambda: not reminders(), "the reminder is removed")

    offer = await world.slash(bob, channel, "pause")
    check(alice.id in offer.called, f"a pause calls {offer.called}: {offer.words}")
    paused = await world.press(alice, offer.last, "Accept")
    check("paused until <t:" in paused.words, paused.words)
    status = await world.slash(bob, channel, "status")
    check("paused until <t:" in status.words, status.words)
    resumed = await world.slash(bob, channel, "resume")
    check("<t:" in resumed.words and ":R>" in resumed.words, resumed.words)
    await play(world, channel, game, alice, bob, first=1, last=2)
