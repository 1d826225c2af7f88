"""`ringleader setup`, by somebody at a terminal."""

import time

import aiohttp
from bot import Bot
from frame import check, scenario
from terminal import DOWN, Terminal

FILES = {"config.toml": 0o640, "password": 0o600, "store-passphrase": 0o600}


async def devices(world, local, password):
    """The names of an account's devices, without the one that asks."""
    async with aiohttp.ClientSession(world.url) as http:
        login = {"type": "m.login.password", "password": password, "identifier": {"type": "m.id.user", "user": local}}
        async with http.post("/_matrix/client/v3/login", json=login) as response:
            made = await response.json()
        token = {"Authorization": f"Bearer {made['access_token']}"}
        async with http.get("/_matrix/client/v3/devices", headers=token) as response:
            found = (await response.json())["devices"]
        async with http.post("/_matrix/client/v3/logout", headers=token, json={}):
            return [one["display_name"] for one in found if one["device_id"] != made["device_id"]]


@scenario()
async def a_stranger_sets_the_bot_up(world):
    local, password = f"stranger-{world.mark}", "S3CRET \"# of the bot"
    await world.register(local, password, "Ringleader")
    folder = world.folder / "stranger"
    folder.mkdir(parents=True)
    began = time.monotonic()
    at = Terminal([*world.args.bot, "setup"], folder)
    await at.answer("Config file")
    await at.answer("Where do people play?", DOWN)
    await at.answer("Homeserver", "http://127.0.0.1:9")
    await at.until("cannot be reached")
    await at.answer("Homeserver", world.url)
    await at.answer("User name of the bot's account", local)
    await at.answer("Its password", "a wrong one")
    await at.until("does not take this name with this password")
    await at.answer("User name of the bot's account")
    await at.answer("Its password", password)
    await at.until(f"the bot is @{local}:localhost")
    await at.answer("Who may invite the bot")
    await at.answer("Database")
    shown = await at.ends(0)
    there = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
    check(there == FILES, there)
    check("S3CRET" not in shown + (folder / "config.toml").read_text(), "the password was shown")
    check(f"/invite @{local}:localhost" in shown and "failed:" not in shown, shown)
    check(await devices(world, local, password) == [], "setup left a device")

    bot = Bot(world.args.bot, world.folder / "bot", world.url, local, password)
    bot.settings = lambda **_: folder / "config.toml"
    world.add(bot)
    alice, = await world.users("Alice")
    room = await world.table(bot, alice)
    await world.ask(alice, bot, room, "!play 1 blitz white", picture=True)
    print(f"{at.keys} keys; {time.monotonic() - began:.1f} s to the first board")
