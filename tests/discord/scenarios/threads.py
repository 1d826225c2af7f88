"""Threads live as long as their games: names, and how long they stay open."""

from frame import check, pause, scenario, until

from .places import threads
from .table import begin, play

DAY, WEEK = 1440, 10_080


async def opened(world, channel, white, black, number=1):
    """The thread of a second game, in which it has begun."""
    await white.say(channel, f"!challenge <@{black.id}> blitz white")
    await until(lambda: len(threads(world)) == number, "a thread is opened")
    thread = threads(world)[-1]
    bot = world.bots[0].id
    await until(lambda: [one for one in white.said(thread["id"]) if one.author == bot and one.buttons], "an offer")
    check(thread["thread_metadata"]["auto_archive_duration"] == WEEK, thread)
    await world.ask(black, thread["id"], "!accept", picture=True)
    return thread


def changes(world, thread):
    """How the bot has changed a thread."""
    return [one["json"] for one in world.requests("PATCH") if one["path"].endswith(f"/channels/{thread['id']}")]


async def looks(world, thread, name, minutes, archived=False):
    def does():
        details = thread["thread_metadata"]
        return (thread["name"], details["auto_archive_duration"], details["archived"]) == (name, minutes, archived)

    await until(does, f"the thread is called “{name}” and archived after {minutes} minutes, and not {thread}", 45)


async def resign(world, channel, person):
    await world.ask(person, channel, "!resign")
    return await world.ask(person, channel, "!resign yes", picture=True)


@scenario()
async def a_thread_lives_as_long_as_its_game(world):
    bot, channel, alice, bob, carol, dave = await world.table("Alice", "Bob", "Carol", "Dave")
    game = world.game("blitz")
    await begin(world, channel, alice, bob)
    thread = await opened(world, channel, carol, dave)
    place = thread["id"]
    await play(world, place, game, carol, dave, last=4)
    await world.quiet(1)
    check(thread["name"] == "YINSH: Carol – Dave" and not changes(world, thread), f"{thread['name']}, {changes(world, thread)}")
    # The game is over: the thread tells how, and goes after a day of silence.
    await resign(world, place, carol)
    await looks(world, thread, "YINSH: Carol – Dave · 0–1", DAY)
    # Discord archives it. Whoever speaks there brings it back, as it is.
    thread["thread_metadata"]["archived"] = True
    await world.ask(dave, place, "!status")
    await world.quiet(1)
    await looks(world, thread, "YINSH: Carol – Dave · 0–1", DAY)
    check(len(changes(world, thread)) == 1, changes(world, thread))
    # A rematch gets the name back, and the week. The colours are the other way round.
    thread["thread_metadata"]["archived"] = True
    await world.ask(carol, place, "!rematch")
    check(len(changes(world, thread)) == 1, "renamed before it begins")
    await world.ask(dave, place, "!accept", picture=True)
    await looks(world, thread, "YINSH: Dave – Carol", WEEK)
    # It may not be renamed so often: that waits, and holds up no game.
    await resign(world, place, carol)
    await world.ask(dave, place, "!status")
    check(thread["name"] == "YINSH: Dave – Carol", thread["name"])
    # Nor does a stop lose it. What was done is not done again.
    await bot.end()
    world.server.rest.renames.clear()
    await world.again(bot)
    await looks(world, thread, "YINSH: Dave – Carol · 1–0", DAY)
    done = len(changes(world, thread))
    await bot.end()
    await world.again(bot)
    await world.ask(dave, place, "!status")
    await world.quiet(1)
    check(len(changes(world, thread)) == done, changes(world, thread)[done:])
    check(not bot.warnings(), "warnings", *bot.warnings())


@scenario()
async def a_thread_is_named_by_whoever_wants_to(world):
    carol, dave = world.person("c", shown="@everyone <@17>"), world.person("d", shown="d" * 32)
    alice, bob = world.people_of("Alice", "Bob")
    channel = world.guild(alice, bob, carol, dave)
    bot = await world.bot()
    await begin(world, channel, alice, bob)
    # Killed before the result is told, it is told after the next start.
    thread = await opened(world, channel, carol, dave)
    check("@" not in thread["name"] and "<" not in thread["name"], thread["name"])
    fault = world.server.fail("^PATCH /channels/[0-9]+$", times=1000)
    await resign(world, thread["id"], dave)
    await until(lambda: fault.seen, "it is tried")
    bot.kill()
    world.server.gateway.sessions.clear()
    fault.times = 0
    await world.again(bot)
    await until(lambda: thread["name"].endswith(" · 1–0"), "the result is told")
    check(len(thread["name"]) <= 100, thread["name"])
    # A name that somebody has given stays.
    other = await opened(world, channel, dave, carol, number=2)
    other["name"] = "Final"
    await resign(world, other["id"], dave)
    await looks(world, other, "Final", DAY)
    # Refused, it is not tried for ever, and nobody is bothered.
    third = await opened(world, channel, dave, carol, number=3)
    refused = world.server.fail("^PATCH /channels/[0-9]+$", times=1000, status=403,
                                body={"code": 50013, "message": "Missing Permissions"})
    await resign(world, third["id"], dave)
    await until(lambda: refused.seen, "it is tried")
    await pause(3)
    check(refused.seen == 1, f"tried {refused.seen} times")
    # A challenge that nobody takes leaves no open thread behind.
    refused.times = 0
    await dave.say(channel, f"!challenge <@{carol.id}> blitz")
    await until(lambda: len(threads(world)) == 4, "a thread is opened")
    fourth = threads(world)[-1]
    await until(lambda: [one for one in carol.said(fourth["id"]) if one.buttons], "an offer")
    await world.ask(carol, fourth["id"], "!decline")
    await until(lambda: fourth["thread_metadata"]["auto_archive_duration"] == DAY, "it goes after a day")
    # The threads of people are their own affair.
    theirs = world.server.world.channel(third["guild_id"], "YINSH: ours", third["type"], channel, alice.id)
    await begin(world, theirs["id"], dave, carol)
    await resign(world, theirs["id"], dave)
    await world.quiet(1)
    check(not changes(world, theirs), changes(world, theirs))


@scenario()
async def a_thread_keeps_no_name_of_who_is_forgotten(world):
    bot, channel, alice, bob, carol, dave = await world.table("Alice", "Bob", "Carol", "Dave")
    await begin(world, channel, alice, bob)
    running = await opened(world, channel, carol, dave)
    over = await opened(world, channel, carol, bob, number=2)
    await resign(world, over["id"], bob)
    await looks(world, over, "YINSH: Carol – Bob · 1–0", DAY)
    done = await carol.answer(bot.id, await carol.slash(channel, "forget-me", answer="yes"))
    check("I no longer know you" in done.words, done.words)
    await looks(world, running, "YINSH: someone – Dave", DAY)
    await looks(world, over, "YINSH: someone – Bob · 1–0", DAY)
    check(not bot.warnings(), *bot.warnings())
