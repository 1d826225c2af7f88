"""Channels, threads, permissions, and places that go away."""

import contextlib
import sqlite3

from frame import check, pause, scenario, until
from counterpart.world import ATTACH, HISTORY, MAKE_THREADS, SEND, THREAD, VIEW

from .table import begin, check_board, play


def threads(world):
    return [one for one in world.server.world.channels.values() if one["type"] == THREAD]


@scenario()
async def a_second_game_gets_a_thread(world):
    bot, channel, alice, bob, carol, dave = await world.table("Alice", "Bob", "Carol", "Dave")
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob)
    await play(world, channel, game, alice, bob, last=3, answer=start)
    # Once in words, once by a slash command.
    for number, (white, black) in enumerate(((carol, dave), (dave, carol)), 1):
        if number == 1:
            await white.say(channel, f"!challenge <@{black.id}> blitz white")
        else:
            await white.slash(channel, "challenge", player=black.id, variant="blitz", colour="white")
        await until(lambda number=number: len(threads(world)) == number, "a thread is opened")
        thread = threads(world)[-1]
        for person in (white, black):
            check(person.name in thread["name"], f"the thread is called {thread['name']}")
        check(thread["parent_id"] == channel, "it stands elsewhere")
        place = thread["id"]
        await until(lambda place=place: [one for one in alice.said(place) if one.author == bot.id], "an offer in the thread")
        start = await world.ask(black, place, "!accept", picture=True)
        check(start.text.channel == place, "the game begins elsewhere")
        await play(world, place, game, white, black, last=2 + number, answer=start)
    # All three go on side by side.
    await play(world, channel, game, alice, bob, first=3, last=6)
    await play(world, threads(world)[0]["id"], game, carol, dave, first=3, last=6)
    check(len(threads(world)) == 2, "more threads than games")


@scenario()
async def a_challenge_opens_one_thread(world):
    bot, channel, alice, bob, carol, dave = await world.table("Alice", "Bob", "Carol", "Dave")
    w = world.server.world

    def offers(place):
        return [one for one in alice.said(place) if one.author == bot.id and one.buttons]

    # Heard again after the game has begun, as from the history: it was said in the free channel.
    first = await alice.say(channel, f"!challenge <@{bob.id}> blitz white")
    await alice.answer(bot.id, first)
    await world.ask(bob, channel, "!accept", picture=True)
    before = len(alice.said(channel))
    world.server.rest.tell("MESSAGE_CREATE", w.messages[first])
    await world.server.quiet(1)
    check(not threads(world), "a challenge that was heard before opens a thread")
    # Only the bot has levels: that is no challenge.
    await world.ask(carol, channel, f"!challenge <@{dave.id}> 3")
    await carol.answer(bot.id, await carol.slash(channel, "challenge", player=dave.id, level=3))
    check(not threads(world), "a challenge with a level opens a thread")
    # Heard again after the game has ended: it was said in its thread.
    second = await carol.say(channel, f"!challenge <@{dave.id}> blitz white")
    await until(lambda: len(threads(world)) == 1, "a thread is opened")
    await until(lambda: offers(second), "an offer in the thread")
    # Whose challenge waits is told so there, and gets no second thread; however it is said.
    waits = await carol.say(channel, "!challenge anyone")
    await until(lambda: [one for one in carol.said(second) if "still waiting" in one.content], "the first is spoken of")
    answer = await carol.answer(bot.id, await carol.slash(channel, "challenge"))
    check(answer.text.private and "still waiting" in answer.words, f"a second challenge: {answer.text}")
    await world.ask(alice, channel, "!resign")
    await world.ask(alice, channel, "!resign yes", picture=True)
    before = len(alice.said())
    for one in (first, second, waits):
        world.server.rest.tell("MESSAGE_CREATE", w.messages[one])
    await world.server.quiet(1)
    check(len(threads(world)) == 1, "more threads than challenges")
    check(len(alice.said()) == before, "answered again", *alice.said()[before:])
    # Taken back, it makes room for another.
    await world.ask(bob, channel, "!play blitz white", picture=True)
    await world.ask(carol, second, "!withdraw")
    # The database is held by another program while it is written down: the thread is the same.
    with contextlib.closing(sqlite3.connect(bot.database, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        asked = await carol.interact(channel, "challenge", player=dave.id)
        await until(lambda: len(threads(world)) == 2, "another thread is opened")
        await pause(6)
        database.execute("ROLLBACK")
    await until(lambda: offers(threads(world)[-1]["id"]), "an offer in the other thread")
    check(len(threads(world)) == 2 and threads(world)[-1]["id"] == asked.original, "it stands elsewhere")
    await world.ask(dave, asked.original, "!accept", picture=True)


@scenario()
async def a_waiting_challenge_holds_its_thread_as_long_as_that_is_there(world):
    bot, channel, alice, bob, carol, dave = await world.table("Alice", "Bob", "Carol", "Dave")
    w = world.server.world
    game = world.game("blitz")
    await begin(world, channel, alice, bob)

    async def opened(number):
        """The newest thread, once there are so many and the bot has offered a game there."""
        await until(lambda: len(threads(world)) == number, f"{number} threads")
        place = threads(world)[-1]["id"]
        await until(lambda: [one for one in alice.said(place) if one.author == bot.id and one.buttons], "an offer in it")
        return place

    async def sent_on(place):
        """A further challenge is spoken of in the thread of the first, and opens none."""
        told, there = len(carol.said(place)), len(threads(world))
        await carol.say(channel, f"!challenge <@{dave.id}> blitz")
        await until(lambda: [one for one in carol.said(place)[told:] if "still waiting" in one.content], "the first is spoken of")
        check(len(threads(world)) == there, "a further thread")

    # In a thread of people's a challenge is their own affair.
    guild = w.channels[channel]["guild_id"]
    theirs = w.channel(guild, "Our game", THREAD, channel, alice.id)["id"]
    await world.ask(carol, theirs, "!challenge anyone")
    await carol.say(channel, f"!challenge <@{dave.id}> blitz white")
    first = await opened(2)
    await sent_on(first)
    # Also when the bot has been away.
    await bot.end()
    await world.again(bot)
    await sent_on(first)
    # Put away, a thread comes back with a message.
    w.channels[first]["thread_metadata"]["archived"] = True
    await sent_on(first)
    # Nobody can answer a challenge in a thread that is gone: the next one gets another.
    gone = w.channels.pop(first)
    world.server.gateway.tell("THREAD_DELETE", gone, guild)
    await carol.say(channel, f"!challenge <@{dave.id}> blitz white")
    second = await opened(2)
    await sent_on(second)
    # Nor can the bot go on where it was locked.
    w.channels[second]["thread_metadata"] |= {"archived": True, "locked": True}
    asked = await carol.interact(channel, "challenge", player=dave.id, variant="blitz", colour="white")
    third = await opened(3)
    check(third == asked.original, "it stands elsewhere")
    await sent_on(third)
    start = await world.ask(dave, third, "!accept", picture=True)
    await play(world, third, game, carol, dave, last=2, answer=start)


@scenario()
async def a_thread_of_people_is_a_table(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    guild = world.server.world.channels[channel]["guild_id"]
    thread = world.server.world.channel(guild, "Our game", THREAD, channel, alice.id)
    world.server.gateway.tell("THREAD_CREATE", thread, guild)
    game = world.game("blitz")
    await begin(world, channel, alice, bob)
    start = await begin(world, thread["id"], bob, alice, slash=True)
    await play(world, thread["id"], game, bob, alice, last=4, answer=start)
    await play(world, channel, game, alice, bob, last=4)
    check(len(threads(world)) == 1, "a free thread needs no other")


@scenario()
async def lists_say_where_it_plays(world):
    alice, bob = world.people_of("Alice", "Bob")
    first = world.guild(alice, bob, channels=("one", "two"))
    second = world.guild(alice, bob)
    guild = world.server.world.channels[first]["guild_id"]
    one, two = world.channels(guild)
    bot = await world.bot(guilds=[guild], channels=[one])
    thread = world.server.world.channel(guild, "Thread", THREAD, one, alice.id)
    world.server.gateway.tell("THREAD_CREATE", thread, guild)
    await world.ask(alice, one, "!status")
    await world.ask(alice, thread["id"], "!status")
    await world.ask(alice, await alice.private(), "!status")
    for channel in (two, second):
        before = len(alice.said(channel))
        await alice.say(channel, "!status")
        await pause(1)
        check(len(alice.said(channel)) == before + 1, f"it answers in {channel}")
    # A slash command is refused in private rather than left without an answer.
    answer = await alice.answer(bot.id, await alice.slash(two, "status"))
    check(answer.text.private, f"said to all: {answer.text}")
    other = world.server.world.channels[second]["guild_id"]
    commands = world.server.world.commands
    check(not commands.get(other), "commands where it does not play")
    # It moves to the other server: what it offered in the first goes.
    await bot.end()
    await world.again(bot, guilds=[other], channels=[])
    await until(lambda: commands.get(other) and not commands[guild], "the commands move along")


@scenario()
async def missing_permissions_are_told_once(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    w = world.server.world
    place = w.channels[channel]
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob)

    def told_in_private():
        return [one for one in alice.said() + bob.said() if one.author == bot.id and w.channels[one.channel]["type"] == 1]

    # It may not attach: the board comes in words or it is said that the picture could not come.
    w.deny(place, ATTACH)
    step = game.steps[0]
    answer = await world.ask({"white": alice, "black": bob}[step["who"]], channel, step["command"])
    check(answer.words, "nothing said")
    w.deny(place, 0)
    await play(world, channel, game, alice, bob, first=1, last=3, answer=start)
    # It may not speak: who asks is told in private, once.
    w.deny(place, SEND)
    step = game.steps[3]
    await {"white": alice, "black": bob}[step["who"]].say(channel, step["command"])
    for _ in range(3):
        await alice.say(channel, "!status")
        await pause(0.7)
    await world.server.quiet()
    ids = {one.id for one in told_in_private()}
    check(len(ids) == 1 or any("permission" in line.lower() for line in bot.warnings()),
          f"told {len(ids)} times in private, and the log says nothing")
    check(len(ids) <= 2, "told too often", *told_in_private())
    posts = [one for one in world.server.requests if one["status"] == 403]
    check(len(posts) < 30, f"{len(posts)} requests were refused")
    # Slash commands need no permission to speak.
    await world.slash(alice, channel, "status")
    w.deny(place, 0)
    board = await world.ask(alice, channel, "!board", picture=True)
    check_board(board, game.steps[3]["position"])
    # It may not open threads: it says so in the channel.
    w.deny(place, MAKE_THREADS)
    carol = world.person("Carol")
    w.join(place["guild_id"], carol.user)
    answer = await world.ask(carol, channel, "!challenge anyone")
    check(answer.words and not threads(world), "a thread without leave")
    # Nor may it read what was said before.
    w.deny(place, HISTORY)
    answer = [one for one in alice.said(channel)]
    await alice.say(channel, "!status")
    await until(lambda: len(alice.said(channel)) > len(answer) + 1, "it answers without a reference")
    w.deny(place, VIEW)
    await alice.say(channel, "!status")
    await pause(1)
    w.deny(place, 0)
    await world.ask(alice, channel, "!status")


@scenario()
async def what_was_deleted_does_no_harm(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    w = world.server.world
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob)
    answer = await play(world, channel, game, alice, bob, last=4, answer=start)
    # The board is deleted: the game goes on, without the old buttons.
    await alice.delete(answer.last.id)
    answer = await play(world, channel, game, alice, bob, first=4, last=6)
    # The command is deleted before it can be answered.
    step = game.steps[6]
    world.server.slow("^POST /channels/", 0.3)
    before = len(alice.said(channel))
    command = await {"white": alice, "black": bob}[step["who"]].say(channel, step["command"])
    await alice.delete(command)
    await until(lambda: [one for one in alice.said(channel)[before:] if one.author == bot.id and one.pictures] or None, "an answer without a reference")
    check_board(await world.ask(alice, channel, "!board", picture=True), step["position"])
    # A channel goes, with a game in it, and with a command in hand.
    guild = w.channels[channel]["guild_id"]
    other = w.channel(guild, "other")["id"]
    await begin(world, other, alice, bob)
    world.server.slow("^POST /channels/", 0.5)
    await alice.say(other, "!status")
    gone = w.channels.pop(other)
    world.server.gateway.tell("CHANNEL_DELETE", gone, guild)
    await pause(2)
    await play(world, channel, game, alice, bob, first=7, last=9)
    check(bot.alive(), "it did not survive it")
    # So does a guild.
    lost = world.guild(alice, bob)
    await begin(world, lost, alice, bob)
    id = w.channels[lost]["guild_id"]
    del w.channels[lost]
    w.guilds.pop(id)
    world.server.gateway.tell("GUILD_DELETE", {"id": id, "unavailable": False}, id)
    await world.ask(alice, channel, "!status")
    refused = len([one for one in world.server.requests if one["status"] in (403, 404)])
    await pause(4)
    again = len([one for one in world.server.requests if one["status"] in (403, 404)])
    check(again - refused <= 1, f"it asks again and again: {again - refused} times in 4 s")
    await bot.end()
    await world.again(bot)
    await world.ask(alice, channel, "!status")
    # Their histories are not asked for again at every start. Where a game waits, whose server it is stays
    # known.

    def read():
        with contextlib.closing(sqlite3.connect(bot.database)) as database:
            return {name.split(":")[2] for name, in database.execute("SELECT name FROM marks WHERE name LIKE 'discord:%'")}

    await until(lambda: other not in read(), "a channel that was deleted is forgotten")
    check({channel, lost} <= read(), f"known are {read()}")
    check(not world.requests("GET", f"/channels/{lost}/messages"), "the history of a channel that is gone is asked for")


@scenario()
async def an_outage_of_a_server_puts_no_game_aside(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    guild = world.server.world.channels[channel]["guild_id"]
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob, "blitz 3d")
    gateway = world.server.gateway
    gateway.tell("GUILD_DELETE", {"id": guild, "unavailable": True}, guild)
    await world.server.quiet(1)
    gateway.tell("GUILD_CREATE", world.server.world.told_guild(guild), guild)
    await play(world, channel, game, alice, bob, last=2, answer=start)
    # A start at which the server is not there yet.
    await bot.end()
    await world.again(bot)
    await world.server.quiet(1)
    await play(world, channel, game, alice, bob, first=2, last=4)
