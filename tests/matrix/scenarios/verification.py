"""Verification of the bot by emoji, between devices and in rooms."""

import asyncio

from frame import check, pause, scenario, until
from players import Player
from verifier import Verifier, bare, cross_sign

from .accounts import until_verified


def shown(bot):
    """The emoji of each verification in the bot's log."""
    told = [line.split("emoji=")[1] for line in bot.log().splitlines() if "emoji=" in line]
    return [[bare(part.split()[0]) for part in one.split(", ")] for one in told]


async def until_shown(bot, emoji):
    await until(lambda: emoji in shown(bot), f"{emoji} stand in the log")


async def has_signed(alice, bot, master):
    """Whether the bot's account has signed a master key of Alice, as only the bot itself can see."""
    login = {"type": "m.login.password", "password": bot.matrix["password"],
             "identifier": {"type": "m.id.user", "user": bot.id}}
    token = (await alice.api("POST", "/_matrix/client/v3/login", login))["access_token"]
    told = await alice.api("POST", "/_matrix/client/v3/keys/query", {"device_keys": {alice.id: []}}, token=token)
    return told["master_keys"][alice.id]["keys"].get(f"ed25519:{master}") == master and bot.id in told[
        "master_keys"][alice.id].get("signatures", {})


@scenario()
async def the_operator_verifies_the_bot(world):
    bot = await world.bot(start=False)
    alice, = await world.users("Alice")
    bot.matrix["verify_with"] = [alice.id]
    bot.start()
    master = await cross_sign(alice)
    # In a room that is made for it, as clients do: the request is there before the bot.
    room = await alice.create(encrypted=True, invite=[bot.id], direct=True)
    await alice.until_member(room, bot.id)
    world.rooms.append((alice, room, bot))
    devices, bots_master, _ = await until_verified(alice, bot)
    device, = devices
    confirmed = {f"ed25519:{device}", f"ed25519:{bots_master}"}
    for times, place in enumerate((room, None), 1):
        one = Verifier(alice, bot.id, place, master)
        await one.request(device)
        emoji = await one.exchange()
        await until_shown(bot, emoji)
        check(await one.confirm() == confirmed, "the bot's identity is not verified as a whole")
        # Two at once end both.
        await until(lambda times=times: bot.log().count("verification: verified ") == times, "the bot has seen the end")
    check(await has_signed(alice, bot, master), "the bot's account has not signed the operator's")
    await world.ask(alice, bot, room, "!help")


@scenario()
async def a_request_may_come_before_the_bot(world):
    bot = await world.bot(start=False)
    alice, = await world.users("Alice")
    bot.matrix["verify_with"] = [alice.id]
    bot.start()
    await until_verified(alice, bot)
    await bot.end()
    # Not encrypted: this client gives its keys to nobody who is only invited.
    room = await alice.create(invite=[bot.id], direct=True)
    one = Verifier(alice, bot.id, room)
    world.rooms.append((alice, room, bot))
    asking = asyncio.create_task(one.request())
    await until(lambda: one.flow, "the request is sent")
    bot.start()
    await asking
    emoji = await one.exchange()
    await until_shown(bot, emoji)
    await one.confirm()


@scenario()
async def others_are_not_confirmed(world):
    bot = await world.bot(start=False)
    alice, mallory = await world.users("Alice", "Mallory")
    # The bot's own account is nobody's friend: it would hand out its secrets.
    bot.matrix["verify_with"] = [alice.id, bot.id]
    bot.start()
    room = await world.table(bot, mallory, encrypted=True)
    devices, _, _ = await until_verified(mallory, bot)
    device, = devices
    login = {"type": "m.login.password", "identifier": {"type": "m.id.user", "user": bot.id},
             "password": bot.matrix["password"]}
    made = await mallory.api("POST", "/_matrix/client/v3/login", login)
    thief = Player(world.url, world.folder / "thief", bot.id, made["device_id"], made["access_token"], "Thief")
    world.players.append(thief)
    await thief.start()
    # Once the bot knows that device.
    await pause(2)
    for player, place in ((mallory, room), (thief, None)):
        one = Verifier(player, bot.id, place)
        await one.request(device)
        emoji = await one.exchange()
        await until_shown(bot, emoji)
        await pause(2)
        check("mac" not in one.heard, f"confirmed with {player.local}")
        await one.cancel()
        ends = "a verification was cancelled"
        await until(lambda player=player, ends=ends: any(
            ends in line and player.id in line for line in bot.log().splitlines()), "it ends for the bot, too")
    await world.ask(mallory, bot, room, "!help")
