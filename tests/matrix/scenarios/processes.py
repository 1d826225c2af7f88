"""Several processes with one account on the homeserver, on one database of a PostgreSQL server."""

import asyncio
import random
import signal
import time
from urllib.parse import urlsplit

from bot import Bot
from frame import check, pause, scenario, until
from patience import PATIENCE
from several_processes import (
    CUT_OFF, KILLS, KILLS_LIMIT, LEASE, befall, chances, database, last_start, nothing_left, share,
)
from tunnel import Tunnel

from .table import begin, check_board, order

# How many processes share the account.
PROCESSES = 3

# What the process logs that has the account.
TAKEN = "this process runs the account on Matrix now"

# What the others log, if they reach the homeserver and if they do not.
STANDS_BY = "another process runs the account on Matrix; standing by"
UNREACHED = "this one could not take over"

UNDELIVERED = "SELECT count(*) FROM outbox WHERE delivered_at IS NULL"

# What a process without the recovery key logs, once for each client: it catches up with one and goes on
# with another.
UNVERIFIED = "the bot's device is not verified"

# How many messages between devices wait for a device: a server sends fewer at a time.
WAITING = 120


async def processes(world, server, count, own_stores=False):
    """So many processes with one account, which are not started yet."""
    first = await world.bot(start=False)
    for number in range(1, count):
        folder = world.folder / f"{first.local}-{number}"
        store = {} if own_stores else {"store": str(first.store)}
        world.add(Bot(world.args.bot, folder, world.url, first.local, first.matrix["password"], store), start=False)
    for bot in world.bots:
        share(bot).top["database"] = server.address


def holders(world):
    """The processes that have the account: one, or none yet."""
    return [bot for bot in world.bots if bot.alive() and TAKEN in last_start(bot)]


async def holder(world):
    """The process that has the account, once one has it."""
    await until(lambda: holders(world), "a process has the account")
    found = holders(world)
    check(len(found) == 1, f"{len(found)} processes have the account")
    return found[0]


async def say(world, room, step, seats, asked):
    """Says the command of a step; its board comes, whatever happens meanwhile."""
    player = seats[step["who"]]
    command = await player.say(room, step["command"])
    asked.append(command)
    answer = await player.answer(room, world.bots[0].id, command, picture=True, seconds=PATIENCE)
    check_board(answer, step["position"], step["command"])


class Match:
    """Two people, and their games in a plain room and in an encrypted one."""

    async def begin(self, world):
        self.world, self.bot, self.game = world, world.bots[0], world.game("blitz")
        self.alice, self.bob = await world.users("Alice", "Bob")
        self.seats = {"white": self.alice, "black": self.bob}
        self.rooms = [await world.table(self.bot, self.alice, self.bob, encrypted=encrypted) for encrypted in (False, True)]
        self.asked, self.done = {room: [] for room in self.rooms}, 0
        for room in self.rooms:
            await begin(world, self.bot, room, self.alice, self.bob)
        return self

    async def step(self):
        """The next step in both rooms."""
        step = self.game.steps[self.done]
        self.done += 1
        await asyncio.gather(*(say(self.world, room, step, self.seats, self.asked[room]) for room in self.rooms))

    async def check(self):
        """Each command was answered once, and in order."""
        for room in self.rooms:
            await order(self.alice, self.bot, room, self.asked[room])


@scenario()
async def processes_take_the_account_over(world):
    with database(world) as server:
        if server is None:
            return
        await processes(world, server, PROCESSES)
        for bot in world.bots:
            bot.start()
        match = await Match().begin(world)
        await match.step()
        # It is killed, and others answer what was said meanwhile.
        killed = await holder(world)
        killed.kill()
        await match.step()
        check(await holder(world) is not killed, "it was not started again")
        killed.start()
        await match.step()
        # It hangs for longer than its lease, and answers when it goes on.
        hung = await holder(world)
        hung.process.send_signal(signal.SIGSTOP)
        hanging = asyncio.create_task(match.step())
        await pause(2 * LEASE)
        hung.process.send_signal(signal.SIGCONT)
        await hanging
        check("goes on under a new number" in hung.log(), "it does not know that it was declared dead")
        check(await holder(world) is hung, "another process has its key store")
        # It hangs, and a service manager kills it.
        hung.process.send_signal(signal.SIGSTOP)
        hanging = asyncio.create_task(match.step())
        await pause(2 * LEASE)
        hung.kill()
        await hanging
        hung.start()
        # It is stopped, and the lease is not waited for.
        stopped = await holder(world)
        await stopped.end()
        ended = time.monotonic()
        await holder(world)
        took = time.monotonic() - ended
        check(took < LEASE, f"the account was taken over after {took:.1f} s")
        await match.step()
        await match.check()
        nothing_left(server)
        await world.stop_bots()


@scenario()
async def processes_with_stores_of_their_own_read_on(world):
    with database(world) as server:
        if server is None:
            return
        await processes(world, server, 2, own_stores=True)
        one, other = world.bots
        one.start()
        match = await Match().begin(world)
        await match.step()
        # The other one runs the account once, so that people encrypt for its device too. It has no recovery
        # key, and so no backup of the keys that it does not receive.
        await one.end()
        other.start()
        await until(lambda: other.log().count(UNVERIFIED) == 2, "the other process has caught up", PATIENCE)
        await match.step()
        # Each reads with keys that were sent while the other one read, and writes for people who came then.
        encrypted, newcomers = match.rooms[1], await world.users("Carol", "Dave", "Erin")
        for now, then, newcomer in zip((other, one, other), (one, other, one), newcomers, strict=True):
            for number in range(WAITING):
                path = f"/_matrix/client/v3/sendToDevice/example.noise/{newcomer.id}-{number}"
                await match.alice.api("PUT", path, {"messages": {match.bot.id: {"*": {"number": number}}}})
            await match.alice.invite(encrypted, newcomer.id)
            await newcomer.join(encrypted)
            for player in match.seats.values():
                player.client.invalidate_outbound_session(encrypted)
            await match.step()
            then.start()
            await now.end()
            check(await holder(world) is then, "the account was not taken over")
            await match.step()
            await match.step()
            await newcomer.answer(encrypted, match.bot.id, match.asked[encrypted][-1], picture=True)
        # It hangs for longer than its lease, and ends when it goes on.
        other.start()
        await until(lambda: STANDS_BY in last_start(other), "the other process stands by")
        # What is on its way then is seen twice: the server takes the other device's for something new.
        await until(lambda: server.ask(UNDELIVERED) == "0", "all is delivered")
        one.process.send_signal(signal.SIGSTOP)
        await match.step()
        one.process.send_signal(signal.SIGCONT)
        await until(lambda: not one.alive(), "the process ends that lost the account")
        check("another one runs the account on Matrix now" in one.log(), one.tail())
        one.start()
        await until(lambda: STANDS_BY in last_start(one), "the process stands by that lost the account")
        await match.step()
        await match.check()
        nothing_left(server)
        await world.stop_bots()


@scenario()
async def a_process_that_is_cut_off_leaves_the_account_to_the_others(world):
    with database(world) as server:
        if server is None:
            return
        await processes(world, server, PROCESSES)
        first, second, third = world.bots
        port = urlsplit(world.url).port
        async with Tunnel(port) as first_tunnel, Tunnel(port) as second_tunnel:
            for bot, tunnel in ((first, first_tunnel), (second, second_tunnel), (third, second_tunnel)):
                bot.matrix["homeserver"] = tunnel.url
            first.start()
            match = await Match().begin(world)
            second.start()
            await until(lambda: STANDS_BY in last_start(second), "the other process stands by")
            # It still reaches the database. The other one answers what is said meanwhile.
            first_tunnel.cut()
            await match.step()
            await until(lambda: not first.alive(), "it ends")
            check("cannot be reached from here" in first.log(), "it does not say why")
            check(first.process.returncode == 1, f"it has ended with {first.process.returncode}")
            # A service manager starts it again. The next one to take the account is one that reaches the homeserver.
            first.start()
            third.start()
            await until(lambda: UNREACHED in last_start(first), "the process that is cut off warns")
            await until(lambda: STANDS_BY in last_start(third), "the third process stands by")
            await second.end()
            await match.step()
            check(await holder(world) is third, "a process that is cut off has the account")
            check(TAKEN not in last_start(first), "a process that is cut off has had the account")
            second.start()
            await until(lambda: STANDS_BY in last_start(second), "the second process stands by")
            # If no process reaches the homeserver, none ends.
            second_tunnel.cut()
            spoken = asyncio.create_task(match.step())
            await pause(CUT_OFF)
            for tunnel in (first_tunnel, second_tunnel):
                tunnel.mend()
            await spoken
            check(all(bot.alive() for bot in world.bots), "a process has ended in an outage")
            await match.check()
            nothing_left(server)
            await world.stop_bots()


@scenario(KILLS_LIMIT)
async def killed_processes_answer_all(world):
    with database(world) as server:
        if server is None:
            return
        await processes(world, server, PROCESSES)
        for bot in world.bots:
            bot.start()
        match = await Match().begin(world)
        chance, over, played = chances(), asyncio.Event(), 0

        async def games(room):
            """Game after game, until nothing fails any more."""
            nonlocal played
            while True:
                for step in match.game.steps:
                    if over.is_set():
                        return
                    await say(world, room, step, match.seats, match.asked[room])
                    await pause(random.uniform(0, 0.5))
                played += 1
                for player, command in ((match.alice, f"!challenge {match.bob.id} blitz white"), (match.bob, "!accept")):
                    match.asked[room].append(await player.say(room, command))
                    await player.answer(room, match.bot.id, match.asked[room][-1], seconds=PATIENCE)

        async def fail_all():
            for _ in range(KILLS):
                # Mostly the one that matters.
                found = holders(world)
                await befall(chance.choice(world.bots + found + found), chance)
            over.set()

        async with asyncio.TaskGroup() as tasks:
            for room in match.rooms:
                tasks.create_task(games(room))
            tasks.create_task(fail_all())
        await holder(world)
        await match.check()
        answered = sum(map(len, match.asked.values()))
        print(f"{KILLS} times, {answered} commands answered, {played} games played to the end")
        nothing_left(server)
        await world.stop_bots()
