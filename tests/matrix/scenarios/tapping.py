"""Whole games without typing, by whoever reads only alternative texts and the labels of choices."""

import random
import re

from frame import check, scenario

from .table import NUMBERS, begin

MORE, BACK = "➡️", "↩️"
SIGNS = (*NUMBERS, MORE, BACK)


def offered(answer):
    """The signs under a text, each with its label: `1️⃣ E4 · 2️⃣ G7 · ↩️ Back`."""
    found = []
    for part in answer.words.splitlines()[-1].split(" · "):
        sign, _, label = part.partition(" ")
        if sign in SIGNS:
            found.append((sign, label))
    return found


async def whole_game(world, variant, seed):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
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
        answer = await world.choose(player, bot, room, answer, sign, picture=label != "Cancel")
        check("out of date" not in answer.words and "can't" not in answer.words, f"{label}: {answer.words}")
        taps += 1
        check(taps < 5000, "the game has no end")
    check("won" in answer.words or "draw" in answer.words, answer.words)


@scenario(1200)
async def whole_game_by_tapping(world):
    await whole_game(world, "normal", 1)


@scenario(900)
async def blitz_game_by_tapping(world):
    await whole_game(world, "blitz", 2)
