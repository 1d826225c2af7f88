"""Whole games without typing, by whoever reads only alternative texts and the labels of choices."""

import asyncio
import contextlib
import os
import random
import re
import sqlite3

from frame import check, scenario, until

from .table import begin

BACK = ("Back", "Cancel")

# Seconds between two taps: nobody is to tap more than the bot hears.
APART = 0.2

# Games of the blind player: RINGLEADER_BLIND=100 plays the first hundred, 40-100 goes on after forty.
FIRST, _, LAST = os.environ.get("RINGLEADER_BLIND", "2").rpartition("-")
GAMES = range(int(FIRST or 0), int(LAST))

# Seconds that a game may take.
LONGEST = 300

# Games that are played at once.
AT_ONCE = 2


def offered(said):
    """All that can be picked under a message: label, part and values."""
    found = [(one["label"], one, None) for one in said.buttons]
    for select in said.selects:
        found += [(option["label"], select, [option["value"]]) for option in select["options"]]
    return found


def written(bot, channel):
    """Length of the log of a channel's table."""
    with contextlib.closing(sqlite3.connect(f"file:{bot.database}?mode=ro", uri=True, timeout=30)) as database:
        return database.execute("SELECT next FROM tables WHERE channel = ?", (channel,)).fetchone()[0]


def boards(player, channel):
    """The boards that all see."""
    return [one for one in player.said(channel) if one.pictures and not one.private]


async def tap(bot, channel, player, said, pick):
    """Picks something. The step that comes in place of it, or the board that all see."""
    label, part, values = pick
    before, log = len(boards(player, channel)), written(bot, channel)
    was = said.message.get("edited_timestamp")
    press = await player.press(said, part, values)

    def come():
        if len(boards(player, channel)) > before:
            return boards(player, channel)[-1]
        steps = [one for one in player.said(channel) if one.private and (one.answers == press.id and one.id != said.id
                 or one.id == said.id and one.message.get("edited_timestamp") != was)]
        return steps[-1] if steps else None

    found = await until(come, f"what follows {label}")
    await until(lambda: press.answered is not None, f"{label} is acknowledged")
    check(written(bot, channel) == log if found.private else written(bot, channel) > log, f"{label} is a step, and is written down")
    return found


async def whole_game(bot, world, channel, alice, bob, variant, seed):
    """Plays a game to its end. How many taps it took."""
    chance = random.Random(seed)
    start = await begin(world, channel, alice, bob, variant)
    said, taps, decided = start.last, 0, 1
    while "Rematch" not in [label for label, *_ in offered(said)]:
        if not said.private:
            text = said.content
            player = max((alice, bob), key=lambda one: text.rfind(f"<@{one.id}>"))
        picks = offered(said)
        check(picks, f"nothing to pick under {said}")
        if said.private and said.pictures:
            alt = said.pictures[0].get("description") or ""
            for label, *_ in picks:
                numbered = re.fullmatch(r"(\d+) · ([A-K]\d+)", label)
                check(not numbered or f"{numbered[1]}: {numbered[2]}" in alt, f"{label} is not in {alt}")
        forward = [one for one in picks if one[0] not in (*BACK, "Hint")]
        back = [one for one in picks if one[0] in BACK]
        pick = chance.choice(back if back and chance.random() < 0.05 else forward)
        before = said
        await asyncio.sleep(APART)
        said = await tap(bot, channel, player, said, pick)
        check("out of date" not in said.content and "can't" not in said.content, f"{pick[0]}: {said}")
        if before.private:
            # The steps take each other's place, and go with the decision.
            check(said.id == before.id if said.private else True, f"{said} is beside {before}")
        if not said.private:
            decided += 1
            await until(lambda: not [one for one in player.said(channel) if one.private], "the steps are gone", 20)
        taps += 1
        check(taps < 5000, "the game has no end")
    check("won" in said.content or "draw" in said.content, said.content)
    await world.server.quiet()
    check(len(boards(alice, channel)) == decided, f"{len(boards(alice, channel))} boards of {decided} decisions")
    return taps


@scenario(200 + LONGEST * len(GAMES))
async def a_blind_player_finishes_games_by_tapping(world):
    bot = await world.bot()
    turns = asyncio.Semaphore(AT_ONCE)

    async def one(seed):
        async with turns:
            alice, bob = world.people_of(f"Alice{seed}", f"Bob{seed}")
            taps = await whole_game(bot, world, world.guild(alice, bob), alice, bob, ("normal", "blitz")[seed % 2], seed)
            print(f"game {seed}: {taps} taps", flush=True)

    await asyncio.gather(*(one(seed) for seed in GAMES))


@scenario()
async def steps_change_nothing_and_are_cancelled(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    said = (await begin(world, channel, alice, bob)).last
    before = boards(alice, channel)

    def pick(said, label):
        return next(one for one in offered(said) if label in one[0])

    for _ in range(2):
        areas = await tap(bot, channel, alice, said, pick(said, "Place"))
        check(areas.private and areas.pictures, f"others see the steps: {areas}")
        points = await tap(bot, channel, alice, areas, offered(areas)[0])
        check([label for label, *_ in offered(points)][-1] == "Back", f"no way back: {points}")
        areas = await tap(bot, channel, alice, points, pick(points, "Back"))
        cancelled = await tap(bot, channel, alice, areas, pick(areas, "Cancel"))
        check(cancelled.id == areas.id and not cancelled.pictures, f"not cancelled: {cancelled}")
        check(boards(alice, channel) and len(boards(alice, channel)) == len(before), "a step is seen by all")
        # From there, and from the board that all see, it begins anew.
        said = cancelled
    areas = await tap(bot, channel, alice, said, pick(said, "Place"))
    points = await tap(bot, channel, alice, areas, offered(areas)[0])
    # Meanwhile the other one looks, and changes nothing.
    await world.ask(bob, channel, "!top")
    placed = await tap(bot, channel, alice, points, offered(points)[0])
    check("Alice placed a white ring" in placed.content, f"{placed}")
    await world.server.quiet()
    check(len(boards(alice, channel)) == len(before) + 1, "the board is posted more than once")
