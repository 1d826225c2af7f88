"""Hello in rooms into which the bot comes for the first time."""

import contextlib
import sqlite3
from urllib.parse import quote

from frame import check, scenario, until

HELLO = {"en": "Hi! I run games of YINSH here.", "pl": "Cześć! Prowadzę tu partie YINSH.",
         "ru": "Привет! Я веду здесь партии в YINSH.", "fr": "Salut ! J'organise ici des parties de YINSH."}


async def greeted(player, bot, room, language="en", scope="channel"):
    said = await until(lambda: player.messages(room, bot.id), "the room is greeted")
    check(len(said) == 1, *said)
    lines = said[0].body.split("\n")
    check(len(lines) == 3 and lines[0].startswith(HELLO[language]), said[0].body)
    for command in ("!challenge @friend", "!play", "!tutorial", "!rules", "!help", f"!set {scope} language"):
        check(command in said[0].body, f"{command}: {said[0].body}")
    check(said[0].content["msgtype"] == "m.notice", said[0])
    check(not [one for one in player.events(room, bot.id) if one.type == "m.reaction"], "it offers something")


async def not_greeted(world, player, bot, room, count=0):
    """The bot answers, and has said nothing but that and what was said before."""
    answer = await world.ask(player, bot, room, "!status")
    said = [one for one in player.messages(room, bot.id) if one.id != answer.text.id]
    check(len(said) == count, "it says hello:", *said)


@scenario()
async def a_new_room_is_greeted_once(world):
    bot = await world.bot(greeting=True)
    alice, bob = await world.users("Alice", "Bob")
    open_room = await world.table(bot, alice, bob)
    await greeted(alice, bot, open_room)
    # An encrypted room and a private chat are rooms as well.
    secret = await world.table(bot, alice, bob, encrypted=True)
    await greeted(alice, bot, secret)
    private = await world.table(bot, bob, direct=True)
    await greeted(bob, bot, private)
    # What it proposes works.
    await world.ask(alice, bot, open_room, "!set channel language pl")
    # Removed and invited again it is known.
    await alice.kick(open_room, bot.id)
    await alice.until_member(open_room, bot.id, "leave")
    await alice.invite(open_room, bot.id)
    await alice.until_member(open_room, bot.id)
    await not_greeted(world, alice, bot, open_room, count=2)
    # A room that takes the place of another is not new.
    path = f"/_matrix/client/v3/rooms/{quote(secret)}/upgrade"
    new = (await alice.api("POST", path, {"new_version": "11"}))["replacement_room"]
    await until(lambda: new in alice.client.rooms, "Alice is in the new room")
    with contextlib.suppress(AssertionError):
        await alice.invite(new, bot.id)
    await alice.until_member(new, bot.id, seconds=120)
    await not_greeted(world, alice, bot, new)
    world.rooms.append((alice, new, bot))
    # In the language of the settings, invited while it was down.
    await bot.end()
    down = await alice.create(invite=[bot.id])
    bot.top["language"] = "ru"
    bot.start()
    await alice.until_member(down, bot.id)
    await greeted(alice, bot, down, "ru")
    world.rooms.append((alice, down, bot))
    await bot.restart()
    check(len(alice.messages(down, bot.id)) == 1, "greeted again after a restart")
    await not_greeted(world, alice, bot, down, count=1)
    check(not bot.warnings(), *bot.warnings())


@scenario()
async def rooms_of_before_the_greetings_are_not_greeted(world):
    bot = await world.bot()
    alice = await world.user("Alice")
    stays = await world.table(bot, alice)
    left = await world.table(bot, alice)
    await alice.kick(left, bot.id)
    await alice.until_member(left, bot.id, "leave")
    await world.ask(alice, bot, stays, "!help")
    await bot.end()
    # As a version wrote the database that greeted nobody.
    with contextlib.closing(sqlite3.connect(bot.database)) as database, database:
        database.execute("DELETE FROM marks WHERE name LIKE 'matrix-greeted:%'")
    bot.start(greeting=True)
    await alice.invite(left, bot.id)
    await alice.until_member(left, bot.id)
    await not_greeted(world, alice, bot, stays, count=1)
    await not_greeted(world, alice, bot, left)
    new = await world.table(bot, alice)
    await greeted(alice, bot, new)
    # A space is no room.
    space = (await alice.api("POST", "/_matrix/client/v3/createRoom", {
        "preset": "private_chat", "name": "Space", "invite": [bot.id], "creation_content": {"type": "m.space"}}))["room_id"]
    await alice.until_member(space, bot.id)
    await world.ask(alice, bot, new, "!status")
    check(not alice.messages(space, bot.id), "the bot speaks in a space")
