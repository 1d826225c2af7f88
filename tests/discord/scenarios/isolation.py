"""What goes wrong with one event, one file, one thread or one session costs just that."""

import contextlib
import sqlite3
import time

from aiohttp import web
from counterpart.world import EPOCH_MS, THREAD
from frame import check, pause, scenario, until

from .table import begin, check_board, check_once, play

FILES = "^GET /files/"


@scenario()
async def a_planted_panic_costs_one_event(world):
    alice, bob = world.people_of("Alice", "Bob")
    channel = world.guild(alice, bob)
    other = world.guild(alice, bob)
    bot = await world.bot(start=False)
    bot.panics = 3
    bot.start({"FAILPOINTS": "discord-event=3*off->1*panic->1*off->1*panic->1*off->1*panic->off"})
    await world.connected(bot)
    start = await begin(world, channel, alice, bob)
    await world.ask(bob, other, "!status")
    game = world.game("blitz")
    lost = [await alice.say(channel, "!status")]
    await play(world, channel, game, alice, bob, last=1, answer=start)
    lost.append((await alice.interact(channel, "status")).id)
    await world.slash(bob, channel, "status")
    lost.append(await bob.say(channel, "!board"))
    for place in (channel, other):
        await world.ask(bob, place, "!status")
    for event in lost:
        lines = [line for line in bot.log().splitlines() if event in line]
        check(len(lines) == 1 and "ERROR" in lines[0], f"{event} is logged as", *lines)
    # They are over and done with, also for the next run.
    await bot.end()
    await world.again(bot)
    await play(world, channel, game, alice, bob, first=1, last=3)
    await world.server.quiet()
    answers = [one for one in alice.said(channel) if one.answers in lost and not one.loading]
    check(not answers, "what was skipped is answered", *answers)


@scenario()
async def a_thread_that_cannot_be_opened_holds_up_nobody(world):
    bot, channel, alice, bob, carol, dave = await world.table("Alice", "Bob", "Carol", "Dave")
    server, w = world.server, world.server.world
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob)

    def threads():
        return [one for one in w.channels.values() if one["type"] == THREAD]

    async def told(person):
        chat = await person.private()
        return await until(lambda: [one for one in person.said(chat) if "thread" in one.content], "the challenger is told why")

    # As long as it fails the game goes on, and other people play beside it.
    fault = server.fail("/threads$", 1000, 500)
    asked = await carol.say(channel, f"!challenge <@{dave.id}> blitz white")
    await until(lambda: fault.seen, "a thread is asked for")
    await play(world, channel, game, alice, bob, last=4, answer=start)
    answer = await carol.answer(bot.id, asked)
    check("are playing here" in answer.words, answer.words)
    await told(carol)
    check(fault.seen <= 4, f"asked {fault.seen} times")
    server.faults.remove(fault)
    # When it goes again, it goes, a while later: until then Discord is left alone.
    for _ in range(60):
        asked = await carol.say(channel, f"!challenge <@{dave.id}> blitz white")
        await until(lambda: threads() or [one for one in carol.said(channel) if one.answers == asked], "a thread, or none")
        if threads():
            break
        await pause(1)
    check(len(threads()) == 1, f"{len(threads())} threads")
    await world.ask(dave, asked, "!accept", picture=True)
    # What is said in a thread that is being opened waits for the challenge.
    fault = server.lose_answer("/threads$")
    asked = await alice.say(channel, f"!challenge <@{bob.id}> blitz white")
    await until(lambda: len(threads()) == 2, "another thread is opened")
    await world.ask(bob, asked, "!accept", picture=True)
    check(fault.seen, "never met")
    # Who is told to wait does.
    body = {"message": "You are being rate limited.", "retry_after": 300, "global": False}
    fault = server.fail("/threads$", 1000, 429, body)
    asked = await dave.interact(channel, "challenge", player=carol.id)
    await until(lambda: fault.seen, "a thread is asked for")
    await play(world, channel, game, alice, bob, first=4, last=6)
    await dave.answer(bot.id, asked.id)
    await told(dave)
    await dave.answer(bot.id, await dave.say(channel, f"!challenge <@{carol.id}>"))
    check(fault.seen == 1, f"asked {fault.seen} times although it had to wait")


@scenario()
async def files_come_from_discord_alone_and_soon(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    guild = world.server.world.channels[channel]["guild_id"]
    other = world.server.world.channel(guild, "other")["id"]
    server, hits = world.server, []
    record = b"[White \"a\"]\n\n1. f6 *\n"

    async def hit(request):
        hits.append(request.path)
        return web.Response(body=record)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", hit)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    elsewhere = f"http://127.0.0.1:{runner.addresses[0][1]}/files/1/record.txt"
    try:
        attached = {"id": "1", "filename": "record.txt", "size": len(record), "url": elsewhere, "proxy_url": elsewhere}
        await world.ask(alice, channel, "!import", attachments=[attached])
        moved = server.move(FILES, elsewhere)
        await world.ask(alice, channel, "!import", file=("record.txt", record))
        check(moved.seen == 1, "the file was not asked for")
        check(not hits, f"fetched from elsewhere: {hits}")
    finally:
        await runner.cleanup()
    # One that never comes holds up its channel for a while, and no other; order is kept.
    hung = server.slow(FILES, 600)
    asked = [await alice.say(channel, "!import", file=("record.txt", record)), await bob.say(channel, "!status")]
    await until(lambda: hung.seen, "the file is asked for")
    await world.ask(bob, other, "!status")
    check(not [one for one in alice.said(channel) if one.answers in asked], "answered without the file")
    for one in asked:
        await alice.answer(bot.id, one)
    check_once(alice, bot.id, asked, channel)
    # A good one is read.
    await world.ask(alice, channel, "!import", file=("record.txt", record))


@scenario()
async def channels_silent_for_a_month_are_forgotten(world):
    alice, bob = world.people_of("Alice", "Bob")
    channel = world.guild(alice, bob, channels=("one", "two", "three", "four"))
    guild = world.server.world.channels[channel]["guild_id"]
    one, two, three, four = world.channels(guild)
    bot = await world.bot()
    for place in (one, three, four):
        await world.ask(alice, place, "!play blitz white", picture=True)
    await world.ask(alice, two, "!challenge anyone")
    await bot.end()
    ages = {two: 40, three: 20, four: 40}
    with contextlib.closing(sqlite3.connect(bot.database)) as database, database:
        for place, days in ages.items():
            last = int((time.time() - days * 86400) * 1000) - EPOCH_MS << 22
            changed = database.execute("UPDATE marks SET value = ? WHERE name LIKE ?", (f"{last} {guild}", f"discord:%:{place}"))
            check(changed.rowcount == 1, f"{changed.rowcount} marks of {place}")
    before = len(world.server.requests)
    await world.again(bot)

    def read():
        asked = [one["path"] for one in world.server.requests[before:] if one["method"] == "GET"]
        return {place for place in (one, two, three, four) if any(path.endswith(f"/channels/{place}/messages") for path in asked)}

    # Somebody plays in the fourth.
    await until(lambda: read() >= {one, three, four}, "the others are read")
    await world.server.quiet()
    check(read() == {one, three, four}, f"read are {read()}")
    # It is known again when somebody comes back.
    await world.ask(alice, two, "!status")
    for place in (four, one):
        await world.ask(alice, place, "!board", picture=True)


@scenario()
async def no_token_is_logged(world):
    alice, bob = world.people_of("Alice", "Bob")
    channel = world.guild(alice, bob)
    bot = await world.bot(start=False)
    bot.start({"RUST_LOG": "trace,serenity::gateway=trace,h2::codec=trace"})
    await world.connected(bot)
    offer = await world.ask(alice, channel, f"!challenge <@{bob.id}> blitz white")
    await world.press(bob, offer.last, offer.last.buttons[0]["label"], picture=True)
    await world.slash(alice, channel, "status")
    await world.slash(alice, channel, "help")
    await alice.complete(channel, "place", "point", point="g1")
    # Also where it fails.
    for pattern in ("^PATCH /webhooks/", "^POST /interactions/", "^POST /channels/"):
        world.server.hang_up(pattern)
        await world.slash(alice, channel, "status")
    await world.ask(alice, channel, "!import", file=("record.txt", b"nonsense"))
    await world.server.gateway.drop(resumable=False)
    await until(world.server.gateway.ready, "connected again")
    await bot.end()
    log = bot.log()
    check("TRACE" in log or "DEBUG" in log, "nothing is logged that was asked for")
    tokens = [world.server.token, *world.server.world.interactions]
    found = [line for line in log.splitlines() for token in tokens if token in line]
    check(not found, f"{len(found)} lines with tokens:", *found[:5])


@scenario()
async def sessions_that_end_early_begin_less_and_less_often(world):
    bot, channel, alice = await world.table("Alice")
    gateway = world.server.gateway
    await world.ask(alice, channel, "!status")
    end = time.monotonic() + 45
    known = 0
    while time.monotonic() < end:
        if len(gateway.identified) > known:
            known = len(gateway.identified)
            await pause(0.3)
            await gateway.drop(resumable=False)
        await pause(0.05)
    check(known <= 6, f"{known} sessions in 45 s")
    check(any("end early" in line for line in bot.warnings()), f"{known} sessions in 45 s, and it is not logged")
    asked = await alice.say(channel, "!status")
    await until(gateway.ready, "connected again", 90)
    await alice.answer(bot.id, asked)


@scenario()
async def no_session_begins_where_discord_allows_none(world):
    alice, = world.people_of("Alice")
    channel = world.guild(alice)
    gateway = world.server.gateway
    gateway.remaining, gateway.reset_after = 0, 3000
    bot = await world.bot(start=False)
    bot.start()
    await until(lambda: any("no more sessions" in line for line in bot.warnings()), "it is logged")
    check(not gateway.identified, "a session begins all the same")
    gateway.remaining = 1000
    await world.connected(bot)
    await world.ask(alice, channel, "!status")


@scenario()
async def a_connection_closed_for_good_is_begun_anew(world):
    bot, channel, alice = await world.table("Alice")
    gateway = world.server.gateway
    await world.ask(alice, channel, "!status")
    for number, (code, shards) in enumerate(((4003, 1), (4010, 1), (4011, 2)), 1):
        known = len(gateway.identified)
        gateway.shards = shards
        # Nothing but what was noticed makes it begin anew: no heartbeat is due for a long time.
        gateway.heartbeat_ms = 600_000
        await gateway.drop(resumable=False, code=code)
        asked = await alice.say(channel, "!status")
        await until(lambda known=known, shards=shards: len(gateway.identified) >= known + shards, f"begun anew after {code}", 120)
        check(all(one["shard"][1] == shards for one in gateway.identified[known:]), f"after {code}: {gateway.identified[known:]}")
        await alice.answer(bot.id, asked)


@scenario()
async def who_has_left_the_server_frees_the_other(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    guild = world.server.world.channels[channel]["guild_id"]
    await begin(world, channel, alice, bob)
    answer = await world.ask(alice, channel, "!abort")
    check("still here" in answer.words, answer.words)
    # Whether somebody is there is not to be had for a while.
    fault = world.server.fail("^GET /guilds/[0-9]+/members/", 100, 403, {"message": "Missing Access", "code": 50001})
    answer = await world.ask(alice, channel, "!abort")
    check("couldn't find out" in answer.words, answer.words)
    world.server.faults.remove(fault)
    del world.server.world.guilds[guild]["members"][bob.id]
    answer = await world.ask(alice, channel, "!abort")
    check("no longer here" in answer.words, answer.words)
    # In a private chat nobody leaves.
    private = await alice.private()
    await world.ask(alice, private, "!play 1 blitz white", picture=True)
    await world.ask(alice, private, "!abort")
    # The next game can begin.
    world.server.world.join(guild, bob.user)
    await begin(world, channel, bob, alice)


@scenario()
async def a_flood_fills_its_lane_and_no_other(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    guild = world.server.world.channels[channel]["guild_id"]
    other = world.server.world.channel(guild, "other")["id"]
    # The first message of a channel waits until Discord says what kind of channel that is.
    held = world.server.keep(f"^GET /channels/{channel}$")

    def is_full():
        return any("a flood" in line for line in bot.warnings())

    for number in range(5000):
        await alice.say(channel, "!status")
        if number % 100 == 0:
            await pause(0.05)
            if is_full():
                break
    await until(is_full, "it is logged")
    asked = await bob.interact(channel, "status")
    await world.ask(bob, other, "!status")
    answer = await bob.answer(bot.id, asked.id)
    check(answer.text.private and "too much going on" in answer.words, answer.words)
    lines = [line for line in bot.warnings() if "a flood" in line]
    check(len(lines) == 1, *lines)
    held.release()
    # When it is worked off the channel is as any other.
    async def heard():
        return await bob.answer(bot.id, await bob.say(channel, "!status"), seconds=5)

    for _ in range(20):
        with contextlib.suppress(AssertionError):
            await heard()
            break
    else:
        await heard()
