"""Several processes that share Discord's shards, on one database of a PostgreSQL server."""

import asyncio
import random
import signal
import subprocess
import time

from frame import check, pause, scenario, until
from patience import PATIENCE
from several_processes import (
    CUT_OFF, KILLS, KILLS_LIMIT, LEASE, befall, chances, database, last_start, nothing_left, share,
)
from tunnel import Tunnel

from .shards import APART, all_there, guild_on
from .table import begin, check_board, check_once, play

# How many processes share how many shards.
PROCESSES, SHARDS = 3, 4

# How many shards a process has at most.
HELD = 2

# How long until they have shared the shards out: one session begins every five seconds.
SHARED_OUT = 90


def process(world, server, url=None, **discord):
    """One more process of the bot, which is not started yet, and reaches Discord by an address."""
    return share(world.make_bot(url or world.server.url, world.server.token, world.server.world.bot["id"], start=False,
                                top={"database": server.address}, **discord))


async def shares(server):
    """How many shards each process has; nothing before there are tables."""
    ask = "SELECT count(shard) FROM processes LEFT JOIN shards ON process = number GROUP BY number"
    try:
        return sorted(map(int, (await asyncio.to_thread(server.ask, ask)).split()))
    except subprocess.CalledProcessError:
        return []


async def shared_out(world, server, expected, shards=SHARDS):
    """Waits until the processes have so many shards each, and all are connected."""
    found = None
    for _ in range(SHARED_OUT):
        found = await shares(server)
        if found == expected:
            return await all_there(world, shards)
        await pause(1)
    check(False, f"the processes have {found} shards, not {expected}")


async def begun(world, server):
    """So many processes, two people, and their game in a channel on each shard."""
    alice, bob = world.people_of("Alice", "Bob")
    world.server.gateway.shards, world.server.gateway.exclusive = SHARDS, True
    channels = [guild_on(world, shard, SHARDS, alice, bob) for shard in range(SHARDS)]
    for _ in range(PROCESSES):
        process(world, server).start()
    await shared_out(world, server, [1, 1, 2])
    await world.connected()
    for channel in channels:
        await begin(world, channel, alice, bob)
    return channels, alice, bob


async def say(world, channel, step, seats, asked):
    """Says the command of a step; its board comes, whatever happens meanwhile."""
    player = seats[step["who"]]
    command = await player.say(channel, step["command"])
    asked.append(command)
    answer = await player.answer(world.bots[0].id, command, True, seconds=PATIENCE)
    check_board(answer, step["position"], step["command"])


@scenario()
async def processes_share_the_shards_out(world):
    with database(world) as server:
        if server is None:
            return
        channels, alice, bob = await begun(world, server)
        gateway, seats = world.server.gateway, {"white": alice, "black": bob}
        held = [one["shard"] for one in gateway.identified]
        check(sorted(held) == [[shard, SHARDS] for shard in range(SHARDS)], f"shards are connected: {held}")
        game, asked = world.game("blitz"), {channel: [] for channel in channels}
        done = 0

        async def step_everywhere():
            nonlocal done
            step = game.steps[done]
            done += 1
            await asyncio.gather(*(say(world, channel, step, seats, asked[channel]) for channel in channels))

        await step_everywhere()
        # Commands arrive where their server's shard is, and private chats at the first one's process.
        for channel in channels:
            await world.slash(alice, channel, "status")
        await world.ask(alice, await alice.private(), "!games")
        for bot in world.bots:
            # One dies: the others take its shards over, and read what was said meanwhile.
            bot.kill()
            await step_everywhere()
            await shared_out(world, server, [2, 2])
            bot.start()
            await shared_out(world, server, [1, 1, 2])
            await step_everywhere()
        begun_at = [one["at"] for one in gateway.identified]
        between = [later - one for one, later in zip(begun_at, begun_at[1:])]
        check(min(between) > APART, f"sessions begin too soon: {between}")
        # One hangs, is declared dead, and comes back. Until then its connections stay.
        gateway.exclusive = False
        hung = world.bots[0]
        hung.process.send_signal(signal.SIGSTOP)
        await step_everywhere()
        await shared_out(world, server, [2, 2])
        hung.process.send_signal(signal.SIGCONT)
        await step_everywhere()
        await shared_out(world, server, [1, 1, 2])
        gateway.exclusive = True
        check("goes on under a new number" in hung.log(), "it does not know that it was declared dead")
        # One is stopped: it gives its shards away at once. It may be on the way that a shard has come.
        await pause(5)
        await world.bots[1].end()
        ended = time.monotonic()
        await shared_out(world, server, [2, 2])
        took = time.monotonic() - ended
        check(took < 5 * HELD + LEASE, f"its shards were taken over after {took:.1f} s")
        await step_everywhere()
        for channel in channels:
            await play(world, channel, game, alice, bob, first=done, last=done + 2)
        for channel in channels:
            check_once(alice, world.bots[0].id, asked[channel], channel)
        await world.stop_bots()


@scenario()
async def processes_take_the_shards_of_their_ranges(world):
    with database(world) as server:
        if server is None:
            return
        alice, bob = world.people_of("Alice", "Bob")
        world.server.gateway.shards, world.server.gateway.exclusive = SHARDS, True
        channels = [guild_on(world, shard, SHARDS, alice, bob) for shard in range(SHARDS)]
        first, second, third = (process(world, server, shards=shards) for shards in ("0-1", "2", "3"))

        def on_shards():
            return sorted(world.server.gateway.on_shards())

        first.start()
        await until(lambda: on_shards() == [0, 1], "the first process has its shards", SHARED_OUT)
        second.start()
        await until(lambda: on_shards() == [0, 1, 2], "the second one has its shard", SHARED_OUT)
        # Nobody is to take the last one.
        for bot in (first, second):
            await until(lambda: "no process that can connect may take these shards" in bot.log(), "it is missed")
        third.start()
        await shared_out(world, server, [1, 1, 2])
        await world.connected()
        game, seats, asked = world.game("blitz"), {"white": alice, "black": bob}, {one: [] for one in channels}
        for channel in channels:
            await begin(world, channel, alice, bob)

        async def step_everywhere(done):
            step = game.steps[done]
            await asyncio.gather(*(say(world, channel, step, seats, asked[channel]) for channel in channels))

        await step_everywhere(0)
        # The others do not take the shards of one that has died; it reads what was said meanwhile.
        first.kill()
        answered = asyncio.create_task(step_everywhere(1))
        await pause(2 * LEASE + 5)
        check(await shares(server) == [1, 1], "another process has taken a shard")
        check(not answered.done(), "a shard without a process was heard")
        first.start()
        await answered
        # One without a range stands in for it, until it is back.
        process(world, server).start()
        await shared_out(world, server, [0, 1, 1, 2])
        first.kill()
        await step_everywhere(2)
        await shared_out(world, server, [1, 1, 2])
        first.start()
        await shared_out(world, server, [0, 1, 1, 2])
        await step_everywhere(3)
        for channel in channels:
            check_once(alice, world.bots[0].id, asked[channel], channel)
        await world.stop_bots()


@scenario()
async def a_process_that_is_cut_off_leaves_everything_to_the_others(world):
    with database(world) as server:
        if server is None:
            return
        alice, bob = world.people_of("Alice", "Bob")
        channel = guild_on(world, 0, 1, alice, bob)
        game, seats, asked = world.game("blitz"), {"white": alice, "black": bob}, []
        async with Tunnel(world.server.port) as first_tunnel, Tunnel(world.server.port) as second_tunnel:
            first, second = (process(world, server, tunnel.url) for tunnel in (first_tunnel, second_tunnel))
            first.start()
            await world.connected()
            second.start()
            await shared_out(world, server, [0, 1], 1)
            await begin(world, channel, alice, bob)
            await say(world, channel, game.steps[0], seats, asked)
            # It still reaches the database. The other one stands by, and answers what is said meanwhile.
            first_tunnel.cut()
            await say(world, channel, game.steps[1], seats, asked)
            await until(lambda: not first.alive(), "it ends", PATIENCE)
            check("cannot be reached from here" in first.log(), "it does not say why")
            check(first.process.returncode == 1, f"it has ended with {first.process.returncode}")
            # A service manager starts it again.
            first.start()
            await shared_out(world, server, [0, 1], 1)
            await say(world, channel, game.steps[2], seats, asked)
            first_tunnel.mend()
            await until(lambda: "logged in to Discord" in last_start(first), "it is back")
            # If no process reaches Discord, none ends.
            for tunnel in (first_tunnel, second_tunnel):
                tunnel.cut()
            spoken = asyncio.create_task(say(world, channel, game.steps[3], seats, asked))
            await pause(CUT_OFF)
            for tunnel in (first_tunnel, second_tunnel):
                tunnel.mend()
            await spoken
            # Nor if the gateway lets nobody in, while Discord answers otherwise.
            gateway = world.server.gateway
            gateway.away = {0}
            await gateway.drop(resumable=False)
            await pause(CUT_OFF)
            gateway.away = set()
            await say(world, channel, game.steps[4], seats, asked)
            check_once(alice, second.id, asked, channel)
            await world.stop_bots()


async def play_through(world, server, fail):
    """Two people play in a channel on each shard while `fail` is awaited, as often as is wanted with the
    same chance. Each command is answered once, and nothing is left over."""
    channels, alice, bob = await begun(world, server)
    # The connections of a process that hangs, or is declared dead, stay.
    world.server.gateway.exclusive = False
    chance = chances()
    seats, game = {"white": alice, "black": bob}, world.game("blitz")
    asked, played, over = {channel: [] for channel in channels}, 0, asyncio.Event()

    async def games(channel):
        """Game after game, until nothing fails any more."""
        nonlocal played
        while True:
            for step in game.steps:
                if over.is_set():
                    return
                await say(world, channel, step, seats, asked[channel])
                await pause(random.uniform(0, 0.5))
            played += 1
            for player, command in ((alice, f"!challenge <@{bob.id}> blitz white"), (bob, "!accept")):
                asked[channel].append(await player.say(channel, command))
                await player.answer(world.bots[0].id, asked[channel][-1], seconds=PATIENCE)

    async def fail_all():
        for _ in range(KILLS):
            await fail(chance)
        over.set()

    async with asyncio.TaskGroup() as tasks:
        for channel in channels:
            tasks.create_task(games(channel))
        tasks.create_task(fail_all())
    for bot in world.bots:
        if not bot.alive():
            bot.start()
    await shared_out(world, server, [1, 1, 2])
    await world.quiet(1)
    for channel in channels:
        check_once(alice, world.bots[0].id, asked[channel], channel)
    print(f"{KILLS} times, {sum(map(len, asked.values()))} commands answered, {played} games played to the end")
    nothing_left(server)
    await world.stop_bots()


@scenario(KILLS_LIMIT)
async def killed_processes_answer_all(world):
    with database(world) as server:
        if server is None:
            return

        async def kill(chance):
            await befall(chance.choice(world.bots), chance)

        await play_through(world, server, kill)


@scenario(KILLS_LIMIT)
async def a_database_that_fails_loses_no_answer(world):
    # What it has committed when it fails is on the disk.
    with database(world, "synchronous_commit=on") as server:
        if server is None:
            return

        async def fail(chance):
            """All connections are cut, or the server fails and starts again."""
            way = chance.choice((server.cut, server.cut, server.restart))
            await pause(chance.uniform(0, LEASE))
            await asyncio.to_thread(way)
            for bot in world.bots:
                check(bot.alive(), f"a process has ended by itself:\n{bot.tail()}")

        await play_through(world, server, fail)


@scenario()
async def workers_search_for_the_others(world):
    with database(world) as server:
        if server is None:
            return
        (alice,) = world.people_of("Alice")
        channel = world.guild(alice)
        bot, worker = process(world, server).start(), process(world, server)
        worker.subcommand = "worker"
        await world.connected()

        async def searches():
            """How many were asked for so far."""
            counted = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM engine_requests_id_seq"
            return int(await asyncio.to_thread(server.ask, counted))

        async def placed(point):
            """Alice places a ring, and the bot answers."""
            told = len(alice.said(channel))
            await world.ask(alice, channel, f"!place {point}", picture=True)
            await until(lambda: [one for one in alice.said(channel)[told:] if "ringleader placed" in one.content],
                        f"the bot answers {point}", PATIENCE)

        await world.ask(alice, channel, "!play 4 white", picture=True)
        await placed("E5")
        before = await searches()
        worker.start()
        await until(lambda: "are_there=true" in bot.log(), "the worker is known")
        await placed("C3")
        await world.ask(alice, channel, "!hint", picture=True)
        check(await searches() >= before + 2, "the worker was asked for nothing")
        # One that hangs is not waited for, and one that is gone is not asked.
        worker.process.send_signal(signal.SIGSTOP)
        await placed("I9")
        await until(lambda: bot.log().count("are_there=false") == 1, "the worker is declared dead")
        worker.process.send_signal(signal.SIGCONT)
        await until(lambda: bot.log().count("are_there=true") == 2, "the worker is back")
        worker.kill()
        await placed("G2")
        worker.start()
        await until(lambda: bot.log().count("are_there=true") == 3, "the worker is there again")
        # What it is at work on when it is stopped is not lost.
        await world.ask(alice, channel, "!resign")
        await world.ask(alice, channel, "!resign yes", picture=True)
        asked = await alice.say(channel, "!analyze")
        await pause(1)
        await worker.end()
        await until(lambda: [one for one in alice.said(channel) if int(one.id) > int(asked) and "turning point" in one.content.lower()
                             or "review" in one.content.lower() and one.pictures], "the review comes", PATIENCE)
        left = await asyncio.to_thread(server.ask, "SELECT count(*) FROM engine_requests")
        check(left == "0", f"{left} requests are left")
        await world.stop_bots()
