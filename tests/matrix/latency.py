#!/usr/bin/env python3
"""How long a command takes, and how much memory the bot needs. `cargo bench --bench matrix` runs this.

From sending a command (its encryption included) until the answer is in the client, decrypted: the
bot's `!board text`, and its `!board` with a picture of 1000 pixels, until the picture itself is
fetched and decrypted; and the text of a bare echo bot on the same SDK, and the same picture
uploaded and sent by it, which is what the server and the SDK need for it. Everything on one
machine, in a room where nothing else happens, one command after another.
"""

import argparse
import asyncio
import logging
import random
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(1, str(ROOT / "tests/chat"))

import patience  # noqa: E402
import png  # noqa: E402
from frame import World, check, until  # noqa: E402
from timing import running, told, told_memory  # noqa: E402

# So long nothing happens between two commands, in seconds: a room that is quiet, and no rhythm
# that the answers could fall into.
QUIET = (0.2, 0.5)

# A first few commands make sessions and warm caches; they do not count.
WARM = 5


def arrived(player, said):
    return player.start_of_time + said.at


async def answers(player, what, count, chance, ask, rest=None):
    """Times until what `ask(number)` gives has arrived, until the picture in it is opened, and
    until what `rest(picture)` gives has arrived, which is said after it. The last picture."""
    arrivals, opened, later, data = [], [], [], None
    for number in range(count + WARM):
        await asyncio.sleep(chance.uniform(*QUIET))
        begun = time.monotonic()
        said = await ask(number)
        if said.msgtype == "m.image":
            data = await player.media(said)
        done = time.monotonic()
        if number >= WARM:
            arrivals.append(arrived(player, said) - begun)
            opened.append(done - begun)
        if rest:
            last = await rest(said)
            if number >= WARM:
                later.append(arrived(player, last) - begun)
    if data is None:
        told(what, arrivals)
    else:
        check(png.size(data)[0] == 1000, "a picture of 1000 pixels")
        told(f"{what}, event", arrivals)
        told(f"{what}, fetched and opened", opened)
    if rest:
        told(f"{what}, the words below it", later)
    return data


def kind(encrypted):
    return "encrypted room" if encrypted else "plain room"


async def measure_bot(world, args, chance):
    bot = await world.bot(start=False)
    bot.pictures["size"] = 1000
    bot.start()
    alice, bob = await world.users("Alice", "Bob")
    for encrypted in (False, True):
        room = await world.table(bot, alice, bob, encrypted=encrypted)
        await world.ask(alice, bot, room, "!play blitz white", picture=True)

        async def ask(_number, room=room):
            event = await alice.say(room, "!board")
            # Clients fetch a picture as soon as they hear of it, whatever is said below it.
            return await until(
                lambda: next((one for one in alice.answers(room, bot.id, event) if one.msgtype == "m.image"), None),
                "a board")

        async def below(picture, room=room):
            return (await alice.answer(room, bot.id, picture.reply_to)).text

        async def words(_number, room=room):
            event = await alice.say(room, "!board text")
            return (await alice.answer(room, bot.id, event)).text

        await answers(alice, f"{kind(encrypted)}, command to board in letters", args.count, chance, words)
        data = await answers(alice, f"{kind(encrypted)}, command to picture", args.count, chance, ask, below)
    picture = world.folder / "board.png"
    picture.write_bytes(data)
    return bot, alice, picture


async def measure_echo(world, args, chance, listening, picture=None):
    """The echo bot, which answers with this picture if there is one."""
    local, password = f"echo{len(world.players)}-{world.mark}", "the password of an echo"
    await world.register(local, password)
    command = [args.echo, "echo", world.url, local, password, listening, *([str(picture)] if picture else [])]
    with running(command, world.folder / f"{local}.log"):
        alice = await world.user(f"Hearer{len(world.players)}")
        user = f"@{local}:localhost"
        for encrypted in (False, True):
            room = await alice.create("Echo", encrypted, [user])
            await alice.until_member(room, user)

            async def ask(number, room=room):
                words = f"echo {number}"
                await alice.say(room, words)
                return await until(
                    lambda: next((one for one in alice.events(room, user)[-3:] if one.body == words), None), words)

            loop = {"once": "a loop around sync_once", "sync": "the SDK's own loop"}[listening]
            what = f"echo's picture, {picture.stat().st_size / 1000:.0f} KB" if picture else f"echo bot with {loop}"
            await answers(alice, f"{kind(encrypted)}, {what}", args.count, chance, ask)


async def measure_memory(bot, alice, rooms):
    """Memory of the process before and after it is in so many rooms."""
    told_memory("with 2 rooms", bot)
    made = [await alice.create(f"Room {number}", number % 2 == 1, [bot.id]) for number in range(rooms - 2)]
    for room in made:
        await alice.until_member(room, bot.id)
    await asyncio.sleep(5)
    told_memory(f"with {rooms} rooms", bot)


async def measure(args):
    world = World(args)
    chance = random.Random(85)
    try:
        await world.start()
        bot, alice, picture = await measure_bot(world, args, chance)
        await measure_echo(world, args, chance, "once", picture)
        for listening in ("once", "sync"):
            await measure_echo(world, args, chance, listening)
        await measure_memory(bot, alice, args.rooms)
        await world.check_end()
    except BaseException:
        print(world.report(), file=sys.stderr)
        raise
    finally:
        await world.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default=str(ROOT / "target/release/ringleader"), help="the bot's binary, a release build")
    parser.add_argument("--echo", required=True, help="the echo bot's binary: the benchmark's own")
    parser.add_argument("--home", type=lambda text: Path(text).absolute(), default=ROOT / "target/matrix-test", help="where the environments are")
    parser.add_argument("--count", type=int, default=200, help="commands of each kind")
    parser.add_argument("--rooms", type=int, default=200, help="rooms for the memory")
    args = parser.parse_args()
    # What is measured must not wait for whoever measures.
    patience.STEP = 0.001
    logging.getLogger("nio").setLevel(logging.CRITICAL)
    args.bot, args.server = [str(Path(args.bot).resolve())], None
    with tempfile.TemporaryDirectory(prefix="ringleader-", ignore_cleanup_errors=True) as args.work:
        asyncio.run(measure(args))


if __name__ == "__main__":
    main()
