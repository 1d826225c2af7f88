"""Whole games without typing, by whoever reads only alternative texts and the labels of choices."""

import asyncio
import contextlib
import os
import random
import re
import sqlite3

from frame import check, scenario

from .table import NUMBERS, begin

MORE, BACK = "➡️", "↩️"
SIGNS = (*NUMBERS, MORE, BACK)

# Games of the blind player: RINGLEADER_BLIND=100 plays the first hundred, 40-100 goes on after forty.
FIRST, _, LAST = os.environ.get("RINGLEADER_BLIND", "2").rpartition("-")
GAMES = range(int(FIRST or 0), int(LAST))

# Seconds that a game may take.
LONGEST = 900

# Games that are played at once.
AT_ONCE = 4


def offered(answer):
    """The signs under a text, each with its label: `1️⃣ E4 · 2️⃣ G7 · ↩️ Back`."""
    found = []
    for part in answer.words.splitlines()[-1].split(" · "):
        sign, _, label = part.partition(" ")
        if sign in SIGNS:
            found.append((sign, label))
    return found


def written(bot, room):
    """Length of the log of a room's table."""
    with contextlib.closing(sqlite3.connect(f"file:{bot.database}?mode=ro", uri=True, timeout=30)) as database:
        return database.execute("SELECT next FROM tables WHERE channel = ?", (room,)).fetchone()[0]


async def whole_game(world, bot, alice, bob, variant, seed):
    """Plays a game to its end. How many taps it took."""
    room = await world.table(bot, alice, bob)
    chance = random.Random(seed)
    answer = await begin(world, bot, room, alice, bob, variant)
    player, taps = alice, 0
    while "Rematch" not in (labels := [label for _, label in offered(answer)]):
        player = next((one for one in (alice, bob) if one.id in answer.called), player)
        picks = offered(answer)
        check(picks, f"nothing to pick: {answer.words}")
        alt = answer.pictures[0].body if answer.pictures else ""
        if BACK in [sign for sign, _ in picks]:
            for number, label in enumerate(labels, 1):
                point = re.fullmatch(r"[A-K]\d+", label)
                check(not point or f"{number}: {label}" in alt, f"{label} is not in {alt}")
        forward = [one for one in picks if one[0] != BACK]
        back = [one for one in picks if one[0] == BACK]
        sign, label = chance.choice(back if back and chance.random() < 0.05 else forward)
        log = written(bot, room)
        answer = await world.choose(player, bot, room, answer, sign, picture=label != "Cancel")
        check("out of date" not in answer.words and "can't" not in answer.words, f"{label}: {answer.words}")
        is_step = label == "Cancel" or BACK in [sign for sign, _ in offered(answer)]
        check(is_step == (written(bot, room) == log), f"{label}: {answer.words}")
        taps += 1
        check(taps < 5000, "the game has no end")
    check("won" in answer.words or "draw" in answer.words, answer.words)
    return taps


@scenario(200 + LONGEST * len(GAMES))
async def a_blind_player_finishes_games_by_tapping(world):
    bot = await world.bot()
    turns = asyncio.Semaphore(AT_ONCE)

    async def one(seed):
        async with turns:
            alice, bob = await world.users(f"Alice{seed}", f"Bob{seed}")
            taps = await whole_game(world, bot, alice, bob, ("normal", "blitz")[seed % 2], seed)
            print(f"game {seed}: {taps} taps", flush=True)

    await asyncio.gather(*(one(seed) for seed in GAMES))


@scenario()
async def steps_change_nothing_and_are_cancelled(world):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    room = await world.table(bot, alice, bob)
    answer = await begin(world, bot, room, alice, bob)
    log = written(bot, room)

    async def pick(answer, label, picture=True):
        sign = next(sign for sign, word in offered(answer) if label in word)
        return await world.choose(alice, bot, room, answer, sign, picture=picture)

    for _ in range(2):
        areas = await pick(answer, "Place")
        points = await world.choose(alice, bot, room, areas, NUMBERS[0], picture=True)
        areas = await pick(points, "Back")
        answer = await pick(areas, "Cancel", picture=False)
        check(written(bot, room) == log, "a step is written down")
    areas = await pick(answer, "Place")
    points = await world.choose(alice, bot, room, areas, NUMBERS[0], picture=True)
    before = len([one for one in bob.messages(room, bot.id) if one.msgtype == "m.image"])
    # The choices are hers alone.
    await bob.react(room, points.text.id, NUMBERS[0])
    await world.ask(bob, bot, room, "!top")
    check(written(bot, room) == log, "somebody else decides")
    placed = await world.choose(alice, bot, room, points, NUMBERS[0], picture=True)
    check("Alice placed a white ring" in placed.words, placed.words)
    check(written(bot, room) > log, "nothing is decided")
    await world.ask(bob, bot, room, "!top")
    after = len([one for one in bob.messages(room, bot.id) if one.msgtype == "m.image"])
    check(after == before + 1, f"{after - before} boards of one decision")
