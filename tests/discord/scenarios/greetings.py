"""Hello in servers into which the bot comes for the first time."""

import contextlib
import sqlite3

from frame import check, scenario, until
from counterpart.world import SEND, stamp

HELLO = {"en": "Hi! I run games of YINSH here.", "pl": "Cześć! Prowadzę tu partie YINSH.",
         "ru": "Привет! Я веду здесь партии в YINSH.", "fr": "Salut ! J'organise ici des parties de YINSH."}


def hellos(world, guild):
    """What was said to a guild to which nobody has said anything."""
    return [one for channel in world.channels(guild) for one in world.people[0].said(channel) if one.author == world.bots[0].id]


async def greeted(world, guild, language="en"):
    said = await until(lambda: hellos(world, guild), "the guild is greeted")
    check(len(said) == 1, *said)
    lines = said[0].content.split("\n")
    check(len(lines) == 3 and lines[0].startswith(HELLO[language]), said[0].content)
    for command in ("!challenge @friend", "!play", "!tutorial", "!rules", "!help", "!set server language"):
        check(f"`{command}" in said[0].content, f"{command}: {said[0].content}")
    check(not said[0].pictures and not said[0].called and not said[0].buttons, said[0])
    check(world.server.world.messages[said[0].id]["flags"] & 1 << 12, "it wakes people")
    return said[0]


def invite(world, **more):
    """The bot is invited to a new guild. Its id."""
    w = world.server.world
    guild = w.guild("New", [person.user for person in world.people], **more)
    return guild["id"]


def tell(world, guild):
    """The gateway tells of a guild that the bot has come into."""
    world.server.gateway.tell("GUILD_CREATE", world.server.world.told_guild(guild), guild)


def remove(world, guild):
    world.server.world.uninvited.add(guild)
    world.server.gateway.tell("GUILD_DELETE", {"id": guild}, guild)


@scenario()
async def a_new_server_is_greeted_once(world):
    w = world.server.world
    alice, = world.people_of("Alice")
    # Invited just before its very first start, and long before.
    recent = invite(world, channels=("rules", "general", "games"))
    before = invite(world)
    w.guilds[before]["guild"]["joined_at"] = "2024-05-01T12:00:00.000000+00:00"
    w.guilds[recent]["guild"]["system_channel_id"] = world.channels(recent)[1]
    bot = await world.bot(greeting=True)
    said = await greeted(world, recent)
    check(said.channel == world.channels(recent)[1], "not where members are welcomed")
    # While it runs: in the server's language, where it may speak.
    closed = invite(world, channels=("announcements", "general"))
    w.deny(w.channels[world.channels(closed)[0]], SEND)
    w.guilds[closed]["guild"]["preferred_locale"] = "pl"
    tell(world, closed)
    said = await greeted(world, closed, "pl")
    check(said.channel == world.channels(closed)[1], "not where it may speak")
    for language in ("ru", "fr"):
        one = invite(world)
        w.guilds[one]["guild"]["preferred_locale"] = language
        tell(world, one)
        await greeted(world, one, language)
    # Where it may speak nowhere it does not try.
    mute = invite(world, permissions=1 << 10)
    tell(world, mute)
    # Neither an outage nor a new session nor another invitation is a new server.
    tell(world, recent)
    remove(world, closed)
    w.invite(closed)
    w.guilds[closed]["guild"]["joined_at"] = stamp(w.snowflake())
    tell(world, closed)
    await world.server.gateway.drop(resumable=False)
    await until(world.server.gateway.ready, "the bot is connected again")
    # While it was down.
    await bot.end()
    down = invite(world)
    await world.again(bot)
    await greeted(world, down)
    await world.quiet(2)
    for guild in (recent, closed, down):
        check(len(hellos(world, guild)) == 1, "greeted again:", *hellos(world, guild))
    for guild in (before, mute):
        check(not hellos(world, guild), "greeted:", *hellos(world, guild))
    # What it proposes works.
    await world.ask(alice, world.channels(recent)[2], "!set server language pl")
    check(not bot.warnings(), *bot.warnings())


@scenario()
async def servers_of_before_the_greetings_are_not_greeted(world):
    alice, = world.people_of("Alice")
    guild = world.server.world.channels[world.guild(alice)]["guild_id"]
    bot = await world.bot(greeting=True)
    await greeted(world, guild)
    await world.ask(alice, world.channels(guild)[0], "!status")
    await bot.end()
    # As a version wrote the database that greeted nobody.
    with contextlib.closing(sqlite3.connect(bot.database)) as database, database:
        database.execute("DELETE FROM marks WHERE name LIKE 'discord-greeted:%'")
        database.execute("DELETE FROM events WHERE event LIKE 'greeting:%'")
    count = len(hellos(world, guild))
    await world.again(bot)
    await world.quiet(2)
    check(len(hellos(world, guild)) == count, *hellos(world, guild))
    new = invite(world)
    tell(world, new)
    await greeted(world, new)
    # Turned off, it is not caught up with either.
    await bot.end()
    await world.again(bot, greeting=False)
    off = invite(world)
    tell(world, off)
    await world.quiet(2)
    await bot.end()
    await world.again(bot, greeting=True)
    await world.quiet(2)
    check(not hellos(world, off), *hellos(world, off))
