"""Several shards in one process, and what stands beside the bot's name on each."""

import time

from frame import check, pause, scenario, until
from counterpart.world import EPOCH_MS

from .table import begin, play

# Discord lets one session begin every five seconds. Less a little: what is measured is when a
# session was begun, and the bot counts from when it connected.
APART = 4

# How long shards may need to be connected, each after the other.
ALL = 90

# How long the presence may need to be up to date: it is changed once a minute at most.
SHOWN = 100


def guild_on(world, shard, shards, *people):
    """A channel of a guild that belongs to this shard."""
    while True:
        while (int(time.time() * 1000) - EPOCH_MS) % shards != shard:
            time.sleep(0.0002)
        channel = world.guild(*people)
        guild = world.server.world.channels[channel]["guild_id"]
        if (int(guild) >> 22) % shards == shard:
            return channel


async def on_shards(world, shards, **more):
    """A bot on so many shards, two people, and a channel on each shard."""
    alice, bob = world.people_of("Alice", "Bob")
    world.server.gateway.shards = shards
    channels = [guild_on(world, shard, shards, alice, bob) for shard in range(shards)]
    bot = await world.bot(**more)
    await all_there(world, shards)
    return bot, channels, alice, bob


async def all_there(world, shards):
    await until(lambda: sorted(world.server.gateway.on_shards()) == [*range(shards)], "all shards are there", ALL)


def histories(world, since):
    """The channels whose histories were read after so many requests."""
    asked = world.server.requests[since:]
    return {one["path"].split("/")[4] for one in asked if one["method"] == "GET" and one["path"].endswith("/messages")}


@scenario()
async def a_lost_shard_leaves_the_others_alone(world):
    bot, channels, alice, bob = await on_shards(world, 3)
    gateway = world.server.gateway
    check(sorted(one["shard"] for one in gateway.identified) == [[0, 3], [1, 3], [2, 3]], gateway.identified)
    begun = [one["at"] for one in gateway.identified]
    check(all(later - one > APART for one, later in zip(begun, begun[1:])), f"sessions begin too soon: {begun}")
    game = world.game("blitz")
    for channel in channels:
        await begin(world, channel, alice, bob)
        await play(world, channel, game, alice, bob, last=2)
    # Private chats are the first shard's.
    private = await alice.private()
    await world.ask(alice, private, "!status")
    # The second loses its connection for a while: the others play on, and nobody begins anew.
    resumed = gateway.resumed
    gateway.away = {1}
    await gateway.drop(shard=1)
    step = game.steps[2]
    missed = await {"white": alice, "black": bob}[step["who"]].say(channels[1], step["command"])
    for channel in (channels[0], channels[2]):
        await play(world, channel, game, alice, bob, first=2, last=6)
    await world.ask(alice, private, "!status")
    check(1 not in gateway.on_shards(), "the second shard is there already")
    check(not [one for one in alice.said(channels[1]) if one.answers == missed], "it hears what it cannot hear")
    gateway.away = set()
    await alice.answer(bot.id, missed, picture=True, seconds=60)
    await all_there(world, 3)
    await play(world, channels[1], game, alice, bob, first=3, last=6)
    check(gateway.resumed > resumed or len(gateway.identified) > 3, "it neither resumed nor began anew")
    # The third loses its session: what was missed is read from the histories of its own channels.
    begun = len(gateway.identified)
    gateway.away = {2}
    await gateway.drop(shard=2, resumable=False)
    step = game.steps[6]
    missed = await {"white": alice, "black": bob}[step["who"]].say(channels[2], step["command"])
    await play(world, channels[0], game, alice, bob, first=6, last=8)
    known = len(world.server.requests)
    gateway.away = set()
    await alice.answer(bot.id, missed, picture=True, seconds=60)
    await all_there(world, 3)
    check({one["shard"][0] for one in gateway.identified[begun:]} <= {1, 2}, gateway.identified[begun:])
    check(channels[2] in histories(world, known), "the history is not read")
    check(not histories(world, known) & {channels[0], private}, "histories of other shards are read")
    for channel, done in zip(channels, (8, 6, 7)):
        await play(world, channel, game, alice, bob, first=done)


@scenario()
async def the_presence_tells_of_running_games(world):
    bot, channels, alice, bob = await on_shards(world, 2)
    gateway = world.server.gateway

    def shown():
        return {shard: session.presence for shard, session in gateway.on_shards().items()}

    check(shown() == {0: "/help", 1: "/help"}, f"before any game: {shown()}")
    game = world.game("blitz")
    for channel in channels:
        await begin(world, channel, alice, bob)
        await play(world, channel, game, alice, bob, last=3)
    # What is only offered does not count.
    await alice.say(channels[0], "!challenge anyone")
    await until(lambda: set(shown().values()) == {"/help · 2 games"}, "two games are told of", SHOWN)
    changes = [len(session.presence_changes) for session in gateway.on_shards().values()]
    check(max(changes) <= 2, f"changed {changes} times")
    # One that is over does not count. A shard that begins anew says it as well.
    await world.ask(alice, channels[0], "!resign")
    await world.ask(alice, channels[0], "!resign yes", picture=True)
    await gateway.drop(shard=1, resumable=False)
    await all_there(world, 2)
    await until(lambda: set(shown().values()) == {"/help · 1 game"}, "one game is told of", SHOWN)
    # Another run tells it from the beginning, in the language that is set.
    await bot.end()
    bot.top["language"] = "pl"
    gateway.sessions.clear()
    await world.again(bot)
    await all_there(world, 2)
    check(set(shown().values()) == {"/help · 1 partia"}, f"in Polish: {shown()}")
    check(all(not session.presence_changes for session in gateway.on_shards().values()), "told again")


@scenario()
async def a_shard_waits_where_few_sessions_are_left(world):
    bot, channels, alice, bob = await on_shards(world, 2)
    gateway = world.server.gateway
    await world.ask(alice, channels[0], "!status")
    # Once more, and Discord would take the token away.
    gateway.remaining, gateway.reset_after = 1, 8_000
    await bot.end()
    gateway.sessions.clear()
    begun = len(gateway.identified)
    bot.start()
    await until(lambda: any("no more sessions" in line for line in bot.warnings()), "it is logged")
    asked = await alice.say(channels[0], "!status")
    await pause(1)
    check(len(gateway.identified) == begun, "a session begins although not all can")
    gateway.remaining = 1000
    await all_there(world, 2)
    await alice.answer(bot.id, asked)
