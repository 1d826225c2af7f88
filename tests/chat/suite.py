"""A suite of scenarios: their names, what every one of them has, and how one is run."""

import argparse
import asyncio
import json
import shlex
import shutil
import sys
import tempfile
import time
import traceback
from pathlib import Path

import leash
from patience import check
from rules import Game

ROOT = Path(__file__).resolve().parents[2]

# Every scenario by its name, with how long it may take in seconds.
SCENARIOS = {}

# How long it may take to look at all that was said, in seconds.
LOOKING = 120


def scenario(limit=600):
    """Marks a function as a scenario."""
    def mark(function):
        SCENARIOS[function.__name__] = (function, limit)
        return function
    return mark


class Ground:
    """A scenario's folder, the games that are known beforehand, and its bots. What it stands on
    besides is begun by `start` and ended by `close`; `check_end` looks at what everything that the
    bots did must meet, and `report` tells what there is to see when something went wrong."""

    def __init__(self, args):
        self.args, self.folder = args, Path(args.work)
        self.bots = []
        self.began = time.monotonic()

    def game(self, variant):
        return Game(self.args.games / f"{variant}.json")

    def add(self, bot, start=True):
        """One more bot, which is started at once."""
        self.bots.append(bot)
        return bot.start() if start else bot

    async def stop_bots(self):
        """Sees to it that they end well."""
        for bot in self.bots:
            await bot.stop()

    def kill_bots(self):
        for bot in self.bots:
            if bot.alive():
                bot.kill()

    def check_faults(self, wrong):
        check(not wrong, f"{len(wrong)} faults in what the bot did:\n  " + "\n  ".join(dict.fromkeys(wrong[:20])))

    def bot_logs(self):
        return [f"the log of the bot in {bot.folder.name}:\n{bot.tail()}" for bot in self.bots]


async def play(name, kind, args):
    """Plays a scenario on ground of this kind. What went wrong."""
    function, limit = SCENARIOS[name]
    ground = kind(args)
    try:
        await ground.start()
        await asyncio.wait_for(function(ground), limit)
        await asyncio.wait_for(ground.check_end(), LOOKING)
        return None
    except BaseException as error:  # also what was cancelled or asked to exit is reported
        late = f" (not done within {limit} s)" if isinstance(error, TimeoutError) else ""
        return f"{''.join(traceback.format_exception(error))}{late}\n{ground.report()}\n\n{name}: {error}{late}"
    finally:
        await ground.close()


def options(usage, platform):
    """The options that every run has."""
    parser = argparse.ArgumentParser(description=usage, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenario", nargs="?")
    parser.add_argument("--list", action="store_true", help="print the names of all scenarios")
    parser.add_argument("--bot", help="the bot's binary, with arguments if need be",
                        default=str(ROOT / "target/debug/ringleader"))
    parser.add_argument("--server", help="a file that tells about a running server")
    parser.add_argument("--home", type=Path, default=ROOT / f"target/{platform}-test", help="where the environments are")
    parser.add_argument("--games", type=Path, help="where the games are (default HOME/games)")
    parser.add_argument("--work", type=Path, help="an empty folder (default: a temporary one)")
    parser.add_argument("--keep", action="store_true", help="keep that folder")
    parser.add_argument("--failed", type=Path, help="where that folder is moved to if the scenario fails")
    parser.add_argument("--leash", action="store_true", help="end when standard input closes")
    return parser


def moved(folder, target):
    """Moves a folder to where another one may be. Where it is then."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(target, ignore_errors=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        shutil.move(folder, target)
    except OSError as error:  # sockets cannot be moved to another file system
        print(f"not all of {folder} could be moved: {error}", file=sys.stderr)
    return target


def run(parser, kind):
    """Runs the scenario that the command line names. `kind(function)` is the kind of ground that
    the scenario stands on. The exit status."""
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
    wrong = asyncio.run(play(args.scenario, kind(SCENARIOS[args.scenario][0]), args))
    if wrong:
        print(wrong, flush=True)
    if wrong and args.failed:
        args.work = moved(args.work, args.failed)
        (args.work / "failure.txt").write_text(wrong)
    if args.keep or wrong and args.failed:
        print(f"everything is in {args.work}", file=sys.stderr)
    else:
        shutil.rmtree(args.work, ignore_errors=True)
    if wrong:
        return 1
    print(f"{args.scenario}: all as it must be, {time.monotonic() - began:.1f} s")
    return 0
