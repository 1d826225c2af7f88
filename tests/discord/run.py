#!/usr/bin/env python3
"""Run one scenario against the bot.

    run.py SCENARIO [--bot BINARY] [--keep] [--openapi FILE]
    run.py --list

Run it with the Python of the players' environment (target/discord-test/players/bin/python). The
scenarios in independent.py start a YEPCord server of their own unless --server names a running
one; all others bring their counterpart of Discord along. The exit status is 0 if all came out as
it must, and 1 otherwise; what was said, what was requested and the bot's log are printed then.
"""

import argparse
import asyncio
import json
import os
import shlex
import shutil
import sys
import tempfile
import time
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(1, str(ROOT / "tests/chat"))

import leash  # noqa: E402
import scenarios  # noqa: E402, F401  (the scenarios make themselves known)
from frame import SCENARIOS, World  # noqa: E402
from yep_world import YepWorld  # noqa: E402


async def play(args):
    function, limit = SCENARIOS[args.scenario]
    kind = YepWorld if function.__module__.endswith(".independent") else World
    world = kind(args)
    try:
        await world.start()
        await asyncio.wait_for(function(world), limit)
        await asyncio.wait_for(world.check_end(), 120)
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
                        default=str(ROOT / "target/debug/ringleader"))
    parser.add_argument("--server", help="a file that tells about a running YEPCord")
    parser.add_argument("--home", type=Path, default=ROOT / "target/discord-test", help="where the environments are")
    parser.add_argument("--games", type=Path, help="where the games are (default HOME/games)")
    parser.add_argument("--work", type=Path, help="an empty folder (default: a temporary one)")
    parser.add_argument("--keep", action="store_true", help="keep that folder")
    parser.add_argument("--openapi", type=Path, default=os.environ.get("RINGLEADER_DISCORD_OPENAPI") or None,
                        help="Discord's description of its API (default: RINGLEADER_DISCORD_OPENAPI)")
    parser.add_argument("--leash", action="store_true", help="end when standard input closes")
    args = parser.parse_args()
    if args.list:
        print("\n".join(SCENARIOS))
        return 0
    if args.scenario not in SCENARIOS:
        parser.error(f"no such scenario: {args.scenario}")
    if args.leash:
        leash.end_with_input()
    args.bot = shlex.split(args.bot)
    args.server = json.loads(Path(args.server).read_text()) if args.server else None
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
