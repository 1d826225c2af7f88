"""Two hundred hostile messages in one channel: nobody else is hurt."""

import itertools
import statistics
import string
import time

from frame import check, pause, scenario, until

from .table import begin, check_board, play

# The largest file that is read is a megabyte.
SIZE = 960_000

# How many hostile messages there are, and after how many somebody elsewhere plays on.
MESSAGES, PLAYS_AFTER = 200, 10

# Hostile messages a second: ten times what Discord takes from one account in a channel.
PACE = 10

# What an answer elsewhere may take beyond twice its time when all is quiet, in seconds: the machine
# does other things as well.
SLACK = 3

# How much memory may be kept of it, in KiB.
KEPT = 50 * 1024


def bombs():
    """Files that a careless reader chokes on."""
    letters = itertools.product(string.ascii_lowercase, repeat=4)
    tags = "".join(f"[{''.join(four)}]" for four in itertools.islice(letters, SIZE // 6))
    return [text.encode()[:SIZE] for text in (
        tags, "[]" * (SIZE // 2), "* " * (SIZE // 2), f'[White "{"w" * SIZE}"]\n\n1. f6 *', "(" * SIZE, '[White "' * (SIZE // 8),
        "1. f6 {" * (SIZE // 7), "\\\"" * (SIZE // 2), "\x00" * SIZE, "1." * (SIZE // 2))] + [b"\xff\xfe" * (SIZE // 2)]


def texts(victim):
    """Messages that have nothing good in mind."""
    return [
        f"!challenge <@{victim}>", "!challenge anyone", "!board", "!status", f"!challenge {'Ludwig ' * 250}"[:2000],
        "!move " + "e4-e10;" * 250, "!place " + "\u202e" * 500, "!" * 2000, "!help " + "\u200b" * 1900, "<@" * 900,
        "!challenge " + "<@1>" * 400, f"!challenge <@{'9' * 30}>", "!import [White \"" + "x" * 1900, "!row 99999999999999999999",
        "!export", "!rules", "!undo", "!draw", "!resign", "!accept", "!hint", "!play 10", "!analyze [[[[((((", "!language \x00"]


def payloads(guild, channel, user):
    """Events in forms that they do not have."""
    message = {"id": "1", "channel_id": channel, "guild_id": guild, "author": user, "content": "!status", "mentions": []}
    return [("MESSAGE_CREATE", one) for one in (
        {}, {"id": "x"}, message, message | {"author": None}, message | {"content": 7}, message | {"id": 0},
        message | {"mentions": {"a": [[[[]]]]}}, message | {"timestamp": "never"}, message | {"id": "9" * 40})] + [
        ("INTERACTION_CREATE", one) for one in (
            {}, {"id": "1", "type": 99, "token": "t"}, {"id": "2", "type": 2, "token": "", "data": None},
            {"id": "3", "type": 3, "application_id": "1", "token": "t", "version": 1, "data": {"custom_id": 1}})] + [
        ("THREAD_DELETE", {}), ("READY", {}), ("NO_SUCH_EVENT", {"a": 1}), ("RESUMED", [])]


@scenario(600)
async def hostile_messages_hurt_nobody(world):
    alice, bob, mallory, trudy = world.people_of("Alice", "Bob", "Mallory", "Trudy")
    hostile = world.guild(alice, bob, mallory, trudy, channels=("hostile", "second", "calm"))
    guild = world.server.world.channels[hostile]["guild_id"]
    hostile, second, calm = world.channels(guild)
    server, gateway = world.server, world.server.gateway
    bot = await world.bot()
    game = world.game("blitz")
    start = await begin(world, hostile, alice, bob)
    await begin(world, calm, alice, bob)
    await play(world, hostile, game, alice, bob, last=2, answer=start)

    async def waits(person):
        began = time.monotonic()
        await world.ask(person, calm, "!status")
        return time.monotonic() - began

    idle = statistics.median([await waits(bob) for _ in range(7)])
    # What is needed now and then is loaded: pictures, and the reader of records.
    await world.ask(trudy, second, "!import", file=("game.txt", b"1. f6 2. a5 *"))
    await pause(1)
    before = bot.memory()[0]
    server.fail("/threads$", 100_000, 500)
    files, said = itertools.cycle(bombs()), itertools.cycle(texts(trudy.id))
    events = itertools.cycle(payloads(guild, hostile, mallory.user))
    busy = []
    for number in range(MESSAGES):
        next_at = time.monotonic() + 1 / PACE
        villain = (mallory, trudy)[number % 2]
        match number % 10:
            case 0:
                for place in (hostile, second):
                    await villain.say(place, "!import" if number % 20 else "!analyze", file=("game.txt", next(files)))
            case 1 | 2 | 3 | 4 | 5:
                await villain.say(hostile, next(said))
            case 6:
                await villain.interact(hostile, ("status", "board", "challenge")[number // 10 % 3])
            case 7:
                shown = [one for one in villain.said(hostile) if one.buttons]
                if shown:
                    await villain.press(shown[-1], shown[-1].buttons[0])
                    await villain.press(shown[-1], shown[-1].buttons[0] | {"custom_id": "choice:99999999999999999999:-1"})
            case 8:
                kind, data = next(events)
                gateway.tell(kind, data, guild, ~0)
            case 9:
                await villain.say(hostile, "!challenge anyone")
        if number % PLAYS_AFTER == PLAYS_AFTER - 1:
            busy.append(await waits((alice, bob)[number // PLAYS_AFTER % 2]))
        await pause(max(0, next_at - time.monotonic()))
    check(bot.alive(), "the bot is dead")
    median = statistics.median(busy)
    print(f"elsewhere {idle * 1000:.0f} ms when all is quiet, {median * 1000:.0f} ms (median), {max(busy) * 1000:.0f} ms (most) meanwhile")
    check(median < 2 * idle + SLACK, f"elsewhere an answer took {median:.2f} s, and {idle:.2f} s when all is quiet")
    # Who plays where it happens is answered as well, and the game stands.
    for number in (2, 3):
        step = game.steps[number]
        await world.ask({"white": alice, "black": bob}[step["who"]], hostile, step["command"], picture=True)
    check_board(await world.ask(bob, hostile, "!board", picture=True), game.steps[3]["position"])
    await world.slash(alice, hostile, "status")
    # So is who asks where nothing but files was sent.
    await bob.answer(bot.id, await bob.say(second, "!status"), seconds=300)
    await world.server.quiet(2, 120)
    await pause(2)

    def is_small():
        return bot.memory()[0] - before < KEPT

    print(f"memory {before / 1024:.0f} MiB before, {bot.memory()[0] / 1024:.0f} MiB behind it")
    await until(is_small, f"{before} KiB before: the memory is given back", 90)
    # And so is the next run.
    await bot.end()
    await world.again(bot)
    await world.ask(alice, hostile, "!board", picture=True)
