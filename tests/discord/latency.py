#!/usr/bin/env python3
"""How long it takes from a message to the board on it, on loopback.

    latency.py [--bot BINARY] [--echo BINARY] [--rounds N] [--channels N]

Against the counterpart of Discord, with release builds:

    cargo build --release --bin ringleader && cargo build --release --example discord_echo
    target/discord-test/players/bin/python tests/discord/latency.py

The time is that between the counterpart's sending of a message and its taking the reply to it. In
one run: a bare echo bot on serenity, one game alone, and games in many channels at once, in which
everybody moves as soon as the board is there. Then the latter again with everybody thinking for a
while, as people do. Prints median and 99th percentile of each.
"""

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(1, str(ROOT / "tests/chat"))

from bot import Bot  # noqa: E402
from counterpart import Counterpart  # noqa: E402
from patience import until  # noqa: E402
from persons import Person  # noqa: E402
from rules import Game  # noqa: E402
from timing import running, told, told_memory  # noqa: E402

# How long people think in the last part, in seconds.
THINKING = 20


class Stage:
    """A counterpart on which the time of every answer is known."""

    def __init__(self):
        self.server = Counterpart()
        self.world = self.server.world
        self.waiting, tell = {}, self.server.rest.tell

        def told(kind, message):
            tell(kind, message)
            reference = (message.get("message_reference") or {}).get("message_id")
            if message["author"] is self.world.bot and reference in self.waiting:
                waiter = self.waiting.pop(reference)
                waiter.set_result((time.perf_counter(), message))

        self.server.rest.tell = told

    async def ask(self, person, channel, text):
        """Says something. Seconds until the reply, and the reply."""
        loop = asyncio.get_running_loop()
        began = time.perf_counter()
        # The bot cannot answer before we wait: all this happens in one thread.
        id = await person.say(channel, text)
        self.waiting[id] = loop.create_future()
        at, message = await asyncio.wait_for(self.waiting[id], 120)
        return at - began, message

    def channels(self, number, people):
        """Channels of guilds, 50 to a guild."""
        made = []
        for guild in range((number + 49) // 50):
            id = self.world.guild(f"Guild {guild}", [one.user for one in people],
                                  channels=[f"c{one}" for one in range(min(50, number - guild * 50))])["id"]
            made += [channel["id"] for channel in self.world.channels.values() if channel.get("guild_id") == id]
        return made


async def echo(args, folder):
    stage = Stage()
    await stage.server.start()
    alice = Person(stage.server, stage.world.user("Alice"))
    channel, = stage.channels(1, [alice])
    env = dict(os.environ, RINGLEADER_DISCORD_TOKEN=stage.server.token)
    with running([args.echo, stage.server.url], folder / "echo.log", env):
        await until(stage.server.gateway.ready, "the echo is connected", 20)
        for _ in range(20):
            await stage.ask(alice, channel, "!move E4 E10")
        times = [(await stage.ask(alice, channel, f"!move E4 E{number}"))[0] for number in range(args.rounds)]
    await stage.server.stop()
    return times


async def play(stage, game, channel, seats, steps, times, pause=None):
    """One game, again and again, until so many steps are done."""
    while steps > 0:
        await stage.ask(seats["white"], channel, f"!challenge <@{seats['black'].id}> blitz white")
        await stage.ask(seats["black"], channel, "!accept")
        for step in game.steps:
            if pause:
                await asyncio.sleep(random.uniform(0, 2 * pause))
            took, message = await stage.ask(seats[step["who"]], channel, step["command"])
            if not message["attachments"]:
                raise SystemExit(f"no board after {step['command']}: {message['content']}")
            times.append(took)
            steps -= 1
            if steps <= 0:
                return


async def boards(args, folder):
    """Boards of one game, of many at once, and of many whose players think."""
    stage = Stage()
    await stage.server.start()
    game = Game(args.games / "blitz.json")
    people = [Person(stage.server, stage.world.user(name)) for name in ("Alice", "Bob")]
    seats = dict(zip(("white", "black"), people, strict=True))
    alone, *many = stage.channels(args.channels + 1, people)
    bot = Bot([args.bot], folder / "bot", stage.server.url, stage.server.token, stage.world.bot["id"])
    bot.pictures = {}
    bot.start({"RUST_LOG": "warn"})
    try:
        await until(lambda: stage.server.gateway.ready() and stage.world.commands, "the bot is connected", 60)
        one, all_at_once, thinking = [], [], []
        await play(stage, game, alone, seats, 20, [])
        await stage.ask(people[0], alone, "!resign")
        await stage.ask(people[0], alone, "!resign yes")
        await play(stage, game, alone, seats, args.rounds, one)
        for times, steps, pause in ((all_at_once, args.steps, None), (thinking, args.steps, THINKING)):
            began, before = time.perf_counter(), cpu(bot)
            await asyncio.gather(*(play(stage, game, channel, seats, steps, times, pause) for channel in many))
            seconds = time.perf_counter() - began
            print(f"  {len(times)} boards in {seconds:.1f} s, {len(times) / seconds:.1f} a second, "
                  f"processor time of the bot {cpu(bot) - before:.1f} s", flush=True)
            told(f"{len(many)} channels at once{f', {pause} s of thinking' if pause else ''}", times)
            for channel in many:
                await stage.ask(people[0], channel, "!resign")
                await stage.ask(people[0], channel, "!resign yes")
        told_memory("after all this", bot)
        return one
    finally:
        if bot.alive():
            bot.kill()
        await stage.server.stop()


def cpu(bot):
    """Seconds of the processor that the bot has used."""
    fields = Path(f"/proc/{bot.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(args, folder):
    base = told("echo", await echo(args, folder))
    alone = told("one game", await boards(args, folder))
    again = told("echo again", await echo(args, folder))
    print(f"one game takes {alone / min(base, again):.1f} times as long as the echo (median)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default=str(ROOT / "target/release/ringleader"))
    parser.add_argument("--echo", default=str(ROOT / "target/release/examples/discord_echo"))
    parser.add_argument("--rounds", type=int, default=300, help="messages to the echo and moves of one game")
    parser.add_argument("--channels", type=int, default=500, help="channels that play at once")
    parser.add_argument("--steps", type=int, default=6, help="moves in each of these")
    parser.add_argument("--games", type=Path, default=ROOT / "target/discord-test/games",
                        help="where the games are (made by `cargo test --test discord every_scenario`)")
    args = parser.parse_args()
    args.bot, args.echo = str(Path(args.bot).resolve()), str(Path(args.echo).resolve())
    with tempfile.TemporaryDirectory(prefix="ringleader-", ignore_cleanup_errors=True) as folder:
        asyncio.run(measure(args, Path(folder)))


if __name__ == "__main__":
    main()
