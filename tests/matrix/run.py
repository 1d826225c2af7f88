#!/usr/bin/env python3
"""Run one scenario against the bot.

    run.py SCENARIO --bot BINARY [--server ABOUT.json] [--keep]
    run.py --list

Run it with the Python of the players' environment (target/matrix-test/players/bin/python).
Without --server, which names a running server (what homeserver.py prints), a server is started
for the scenario. The exit status is 0 if all came out as it must, and 1 otherwise; what was said
in the rooms, the log of the bot and the server's warnings are printed then.
"""

import argparse
import asyncio
import json
import logging
import shlex
import shutil
import sys
import tempfile
import time
import traceback
from pathlib import Path

import leash
import scenarios  # noqa: F401  (the scenarios make themselves known)
from frame import SCENARIOS, World

ROOT = Path(__file__).resolve().parents[2]


async def play(args):
    function, limit = SCENARIOS[args.scenario]
    world = World(args)
    try:
        if args.server is None:
            world.own_server()
        await asyncio.wait_for(function(world), limit)
        await asyncio.wait_for(world.check_all(), 120)
        return None
    except BaseException as error:  # also what was cancelled or asked to exit is reported
        late = f" (not done within {limit} s)" if isinstance(error, TimeoutError) else ""
        return f"{''.join(traceback.format_exception(error))}{late}\n{world.report()}\n\n{args.scenario}: {error}{late}"
    finally:
        await world.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenario", nargs="?")
    parser.add_argument("--list", action="store_true", help="print the names of all scenarios")
    parser.add_argument("--bot", help="the bot's binary, with arguments if need be",
                        default=str(ROOT / "target/debug/ringleader"), type=str)
    parser.add_argument("--server", help="a file that tells about a running server")
    parser.add_argument("--home", type=Path, default=ROOT / "target/matrix-test", help="where the environments are")
    parser.add_argument("--games", type=Path, help="where the games are (default HOME/games)")
    parser.add_argument("--work", type=Path, help="an empty folder (default: a temporary one)")
    parser.add_argument("--keep", action="store_true", help="keep that folder")
    parser.add_argument("--leash", action="store_true", help="end when standard input closes")
    args = parser.parse_args()
    if args.list:
        print("\n".join(SCENARIOS))
        return 0
    if args.scenario not in SCENARIOS:
        parser.error(f"no such scenario: {args.scenario}")
    if args.leash:
        leash.end_with_input()
    # What nio says about broken events, of which we send many, is not of interest.
    logging.getLogger("nio").setLevel(logging.CRITICAL)
    args.bot = shlex.split(args.bot)
    args.server = json.loads(Path(args.server).read_text()) if args.server else None
    args.server_python = args.home / "server/bin/python"
    args.games = args.games or args.home / "games"
    args.work = args.work or Path(tempfile.mkdtemp(prefix="ringleader-"))
    began = time.monotonic()
    wrong = asyncio.run(play(args))
    if args.keep:
        print(f"everything is in {args.work}", file=sys.stderr)
    else:
        shutil.rmtree(args.work, ignore_errors=True)
    if wrong:
        print(wrong)
        return 1
    print(f"{args.scenario}: all as it must be, {time.monotonic() - began:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
