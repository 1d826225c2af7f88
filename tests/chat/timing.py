"""What measurements of answers share: a bare echo to hold them against, and how times are told."""

import contextlib
import math
import subprocess

import leash


@contextlib.contextmanager
def running(command, log, env=None):
    """A program for as long as the block; what it says is written to the file `log`."""
    with open(log, "wb") as out:
        process = subprocess.Popen(command, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                   preexec_fn=leash.die_with_parent)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def told(what, times):
    """Prints median and 99th percentile of times in seconds. The median in milliseconds."""
    times = sorted(times)
    median, worst = (1000 * times[max(0, math.ceil(share * len(times)) - 1)] for share in (0.5, 0.99))
    print(f"{what:58} median {median:7.1f} ms   99th percentile {worst:7.1f} ms   ({len(times)} answers)", flush=True)
    return median


def told_memory(when, bot):
    """Prints the memory of the bot's process."""
    rss, pss = bot.memory()
    print(f"{f'memory {when}':58} RSS {rss / 1024:7.1f} MiB   PSS {pss / 1024:7.1f} MiB", flush=True)
