"""Whole games without typing, by whoever reads only alternative texts and the labels of choices."""

import asyncio
import random
import re

from frame import check, scenario, until

from .table import begin

BACK = ("Back", "Cancel")

# Seconds between two taps: nobody is to tap more than the bot hears.
APART = 0.2


def offered(said):
    """All that can be picked under a message: label, part and values."""
    found = [(one["label"], one, None) for one in said.buttons]
    for select in said.selects:
        found += [(option["label"], select, [option["value"]]) for option in select["options"]]
    return found


async def tap(world, bot, channel, player, said, pick):
    """Picks something. The step that comes in place of it, or the board that all see."""
    label, part, values = pick
    before = len([one for one in player.said(channel) if one.pictures and not one.private])
    was = said.message.get("edited_timestamp")
    press = await player.press(said, part, values)

    def come():
        boards = [one for one in player.said(channel) if one.pictures and not one.private]
        if len(boards) > before:
            return boards[-1]
        steps = [one for one in player.said(channel) if one.private and (one.answers == press.id and one.id != said.id
                 or one.id == said.id and one.message.get("edited_timestamp") != was)]
        return steps[-1] if steps else None

    found = await until(come, f"what follows {label}")
    await until(lambda: press.answered is not None, f"{label} is acknowledged")
    return found


async def whole_game(world, variant, seed):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    chance = random.Random(seed)
    start = await begin(world, channel, alice, bob, variant)
    said, taps = start.last, 0
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
        said = await tap(world, bot, channel, player, said, pick)
        check("out of date" not in said.content and "can't" not in said.content, f"{pick[0]}: {said}")
        if before.private:
            # The steps take each other's place, and go with the decision.
            check(said.id == before.id if said.private else True, f"{said} is beside {before}")
        if not said.private:
            await until(lambda: not [one for one in player.said(channel) if one.private], "the steps are gone", 20)
        taps += 1
        check(taps < 5000, "the game has no end")
    check("won" in said.content or "draw" in said.content, said.content)


@scenario(900)
async def whole_game_by_tapping(world):
    await whole_game(world, "normal", 1)


@scenario(600)
async def blitz_game_by_tapping(world):
    await whole_game(world, "blitz", 2)
