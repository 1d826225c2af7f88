"""`ringleader setup`, by somebody at a terminal."""

import subprocess
import time

from frame import check, scenario, until
from terminal import DOWN, INTERRUPT, Terminal

FILES = {"config.toml": 0o640, "discord-token": 0o600}


def modes(folder):
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


@scenario()
async def a_stranger_sets_the_bot_up(world):
    alice, = world.people_of("Alice")
    channel = world.guild(alice)
    folder = world.folder / "stranger"
    folder.mkdir(parents=True)
    command = [*world.args.bot, "setup", "--discord-api-base", world.server.url]
    piped = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    check(piped.returncode == 1 and "run it in a terminal" in piped.stderr, piped)

    # Given up, it leaves nothing.
    given_up = Terminal(command, folder)
    await given_up.answer("Config file")
    await given_up.answer("Where do people play?")
    await given_up.until("? Token of the Discord bot")
    given_up.press("abc" + INTERRUPT)
    check("nothing was written" in await given_up.ends(1), "it does not say that nothing was written")
    check(not modes(folder), modes(folder))

    began = time.monotonic()
    world.server.world.flags = 0
    at = Terminal(command, folder)
    await at.answer("Config file")
    await at.answer("Where do people play?")
    await at.answer("Token of the Discord bot", "a.wrong.token")
    await at.until("Discord rejects it")
    await at.answer("Token of the Discord bot", world.server.token)
    await at.until("the bot is ringleader")
    # Once it is still off, then it is turned on.
    await at.answer("Message Content Intent")
    await at.until("Message Content Intent is off")
    world.server.world.flags = 1 << 19
    await at.answer("Message Content Intent")
    await at.answer("Database")
    shown = await at.ends(0)
    check(modes(folder) == FILES, modes(folder))
    check(f"client_id={world.server.world.bot['id']}&scope=bot+applications.commands&permissions=" in shown, shown)
    check(f"Start it:  ringleader run --config {folder}/config.toml" in shown, shown)
    check("failed:" not in shown and "ok:      discord.token" in shown, shown)
    # Neither on the screen nor in the config.
    check(world.server.token not in shown, "the token was shown")
    check(world.server.token not in (folder / "config.toml").read_text(), "the token stands in the config")

    # It runs in any folder.
    bot = world.make_bot(world.server.url, world.server.token, world.server.world.bot["id"], start=False)
    bot.settings = lambda **_: folder / "config.toml"
    bot.start()
    await world.connected(bot)
    await world.ask(alice, channel, "!play 1 blitz white", picture=True)
    print(f"{at.keys} keys, of which {len(world.server.token)} are the token; "
          f"{time.monotonic() - began:.1f} s to the first board")

    # What is there is not replaced by Enter, and a copy is kept of what is.
    again = Terminal(command, folder)
    await again.answer("Config file")
    await again.answer(f"{folder}/config.toml exists. Replace it?")
    await again.until("? Config file")
    again.press(INTERRUPT)
    await again.ends(1)
    world.server.world.flags = 0
    again = Terminal([*command, "--config", "config.toml"], folder)
    await again.answer(f"{folder}/config.toml exists. Replace it?", "y")
    await again.answer("Where do people play?")
    await again.answer("Token of the Discord bot", world.server.token)
    await again.answer("Message Content Intent", DOWN)
    await again.answer("Database")
    # The bot runs already, which the check finds.
    shown = await again.ends(0)
    check("in use by a running bot" in shown, shown)
    there = modes(folder)
    check({name: there.get(name) for name in (*FILES, "config.toml.1")} == FILES | {"config.toml.1": 0o640}, there)
    check('prefix = ""' in (folder / "config.toml").read_text(), (folder / "config.toml").read_text())
    world.server.world.flags = 1 << 19
    await until(bot.alive, "the bot goes on")
