"""Several processes of the bot on one database of a PostgreSQL server, and what befalls them."""

import contextlib
import os
import random
import signal
import sys
from pathlib import Path

from patience import check, pause, until

sys.path.append(str(Path(__file__).resolve().parents[1] / "postgres"))

from postgres_server import NOT_INSTALLED, Server  # noqa: E402

# How long a process counts as alive after it was last heard of, in seconds: on a busy machine one that
# does not hang has to be heard of in time.
LEASE = 5

# More than four leases, after which a process ends that is cut off from its platform while another one
# is not.
CUT_OFF = 5 * LEASE

# How often a process is killed, stopped or made to hang, or the database fails, in the scenarios that do
# it at random.
KILLS = int(os.environ.get("RINGLEADER_KILLS", 8))

# What a process logs when it runs.
RUNNING = "running; Ctrl-C or SIGTERM ends it"

# How long such a scenario may take, in seconds.
KILLS_LIMIT = 300 + 60 * KILLS


@contextlib.contextmanager
def database(world, *settings):
    """A server's database; None, and it is said, where there is no PostgreSQL."""
    with contextlib.closing(Server(world.folder, *settings)) as server:
        if not server.address:
            check(server.process.wait() == NOT_INSTALLED, "PostgreSQL does not start")
            check("RINGLEADER_POSTGRES_TESTS" not in os.environ, "PostgreSQL is not installed")
            print("SKIPPED: PostgreSQL is not installed")
        yield server if server.address else None


def share(bot):
    """Has a bot, which is not started yet, share its database with others."""
    bot.sections["processes"] = {"several": True, "lease": f"{LEASE}s"}
    return bot


def last_start(bot):
    """What a process has logged since it was last started."""
    return bot.log().rsplit("--- start ", 1)[-1]


def chances():
    """The same each time for the same seed."""
    return random.Random(int(os.environ.get("RINGLEADER_SEED", 18)))


async def befall(bot, chance):
    """After a while a process is killed, hangs or is stopped, and comes back."""
    way = chance.choice(("kill", "kill", "hang", "stop"))
    pauses = [chance.uniform(0, LEASE), chance.uniform(0, 2 * LEASE)]
    await pause(pauses[0])
    if way == "hang" and bot.alive():
        bot.process.send_signal(signal.SIGSTOP)
        await pause(pauses[1])
        bot.process.send_signal(signal.SIGCONT)
        return
    if not bot.alive():
        # It hung as it started, and could not use the database: a service manager starts it again.
        check("the database failed" in bot.tail(3), bot.tail())
        way = "none"
    if way == "kill":
        bot.kill()
    elif way == "stop":
        # Until it runs, the signal kills it.
        await until(lambda: RUNNING in last_start(bot), "it runs")
        await bot.end()
    await pause(pauses[1])
    bot.start()


def nothing_left(server):
    """Nothing that a process has handed over to another one is left to be done."""
    left = server.ask("SELECT count(*) FROM handovers")
    check(left == "0", f"{left} jobs are left that were handed over")
