#!/usr/bin/env python3
"""Run one scenario against the bot.

    run.py SCENARIO --bot BINARY [--server ABOUT.json] [--keep]
    run.py --list

Run it with the Python of the players' environment (target/matrix-test/players/bin/python).
Without --server, which names a running server (what homeserver.py prints), a server is started
for the scenario. The exit status is 0 if all came out as it must, and 1 otherwise; what was said
in the rooms, the log of the bot and the server's warnings are printed then.
"""

import logging
import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "chat"))

import scenarios  # noqa: E402, F401  (the scenarios make themselves known)
import suite  # noqa: E402
from frame import World  # noqa: E402


def main():
    # What nio says about broken events, of which we send many, is not of interest.
    logging.getLogger("nio").setLevel(logging.CRITICAL)
    return suite.run(suite.options(__doc__, "matrix"), lambda _: World)


if __name__ == "__main__":
    sys.exit(main())
