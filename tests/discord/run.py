#!/usr/bin/env python3
"""Run one scenario against the bot.

    run.py SCENARIO [--bot BINARY] [--keep] [--openapi FILE]
    run.py --list

Run it with the Python of the players' environment (target/discord-test/players/bin/python). The
scenarios in independent.py start a YEPCord server of their own unless --server names a running
one; all others bring their counterpart of Discord along. The exit status is 0 if all came out as
it must, and 1 otherwise; what was said, what was requested and the bot's log are printed then.
"""

import os
import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "chat"))

import scenarios  # noqa: E402, F401  (the scenarios make themselves known)
import suite  # noqa: E402
from frame import World  # noqa: E402
from yep_world import YepWorld  # noqa: E402


def main():
    parser = suite.options(__doc__, "discord")
    parser.add_argument("--openapi", type=Path, default=os.environ.get("RINGLEADER_DISCORD_OPENAPI") or None,
                        help="Discord's description of its API (default: RINGLEADER_DISCORD_OPENAPI)")
    return suite.run(parser, lambda function: YepWorld if function.__module__.endswith(".independent") else World)


if __name__ == "__main__":
    sys.exit(main())
