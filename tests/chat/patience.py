"""Checks that tell what they saw, and waits that have a limit."""

import asyncio
import time

# How long an answer may take before it counts as missing, in seconds: several bots and servers
# share the cores of a small machine, and the bot may be a debug build.
PATIENCE = 120

# How often it is looked whether something has come, in seconds.
STEP = 0.02


class Failed(AssertionError):
    """Something did not come out as it must."""


def check(holds, *said):
    """An assertion that tells what it saw."""
    if not holds:
        raise Failed(" ".join(str(part) for part in said))


async def until(what, told, seconds=PATIENCE):
    """Waits until `what()` gives something true, and gives that."""
    end = time.monotonic() + seconds
    while True:
        found = what()
        if found:
            return found
        if time.monotonic() > end:
            raise Failed(f"{told}: not within {seconds:g} s")
        await asyncio.sleep(STEP)


async def pause(seconds):
    """For “nothing happens”: there is nothing else to wait for."""
    await asyncio.sleep(seconds)
