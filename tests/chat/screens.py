"""What people read of a whole short game in one language, as a text to be read through: what is said, what
the bot answers, its choices, and the descriptions of its pictures. It is the same on every run."""

import difflib
import os
from pathlib import Path

from patience import check

FOLDER = Path(__file__).resolve().parents[1] / "data/screens"

# White, black, and somebody who looks on. White looks after the place.
WHITE, BLACK, OTHER = 0, 1, 2

# Somebody says something, and whether a picture comes with the answer. A number is the step of the game
# before which it is said; the game has 42.
BEFORE = [
    (WHITE, "!help", False), (WHITE, "!help challenge", False), (WHITE, "!help if", False), (BLACK, "!rules", False),
    (BLACK, "!rules row", False), (BLACK, "!settings", False), (BLACK, "!stats", False), (WHITE, "!status", False),
    (WHITE, "!challange @Bob", False), (WHITE, "!challenge anyone 3d rated", False), (WHITE, "!withdraw", False),
]
DURING = {
    1: [(WHITE, "!place F7", False), (OTHER, "!place A4", False), (BLACK, "!place F7", False), (BLACK, "!place Z9", False),
        (BLACK, "!move F7 F8", False)],
    5: [(BLACK, "!undo", True), (WHITE, "!decline", True)],
    12: [(OTHER, "!status", True), (WHITE, "!moves E7", True), (WHITE, "!board text", False), (WHITE, "!move E7 E8 E9", False),
         (WHITE, "!move E7 K7", False), (WHITE, "!row 1", False)],
    15: [(BLACK, "!history", False), (BLACK, "!theme dark", True), (BLACK, "!theme classic", True)],
    24: [(WHITE, "!draw", True), (BLACK, "!decline", True), (WHITE, "!pause", False)],
    30: [(WHITE, "!games", False), (BLACK, "!rows", True), (BLACK, "!remind off", False), (BLACK, "!auto on", False),
         (BLACK, "!auto off", False)],
}
AFTER = [
    (BLACK, "!rematch", False), (WHITE, "!decline", False), (WHITE, "!board", True), (WHITE, "!board #1", True),
    (WHITE, "!archive", False), (OTHER, "!stats @Bob", False), (OTHER, "!top", False), (BLACK, "!undo", False),
    (WHITE, "!resume", False), (WHITE, "!set language xx", False), (WHITE, "!set channel tips off", False),
    (OTHER, "!set channel tips on", False), (WHITE, "!mute @Carol 7d", False),
    (WHITE, "!unmute @Carol", False), (WHITE, "!audit", False), (BLACK, "!holiday", False), (BLACK, "!forget-me", False),
    (WHITE, "!challenge @Bob casual black", False), (BLACK, "!accept", True), (BLACK, "!E5", True), (WHITE, "!resign", True),
    (WHITE, "!resign yes", True),
]

# Answered in a private chat, which the channel is told of.
PRIVATE = {"!audit"}

# Seconds between two commands: nobody is to say more than the bot hears.
APART = 0.2


class Screens:
    """The transcript of one platform in one language."""

    def __init__(self, platform, language):
        self.path = FOLDER / f"{platform}-{language}.txt"
        self.lines = []

    def said(self, name, text):
        self.lines += ["", f"{name}: {text}"]

    def told(self, text, choices=(), pictures=(), alone=False):
        """What the bot says, and whether one person alone sees it."""
        mark = "(alone) " if alone else ""
        self.lines += [f"    {mark if not number else ''}{line}".rstrip() for number, line in enumerate(text.splitlines())]
        if choices:
            self.lines.append("    " + " ".join(f"[{label}]" for label in choices))
        for picture in pictures:
            self.lines += [f"    | {line}".rstrip() for line in picture.splitlines()]

    def compare(self):
        """It is the one that was read through. RENEW_SCREENS=1 writes it anew."""
        text = "\n".join(self.lines).strip() + "\n"
        if os.environ.get("RENEW_SCREENS"):
            FOLDER.mkdir(parents=True, exist_ok=True)
            self.path.write_text(text)
            return
        known = self.path.read_text() if self.path.exists() else ""
        changed = list(difflib.unified_diff(known.splitlines(), text.splitlines(), self.path.name, "now", lineterm="", n=1))
        check(not changed, "not as it was read through (RENEW_SCREENS=1 writes it anew):", *changed[:60])
