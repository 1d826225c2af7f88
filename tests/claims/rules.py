"""Checks the checker's own rules against reference counts: rules.py PERFT.epd DEPTH."""

from __future__ import annotations

import re
import sys

from yinsh import Position


def count(position: Position, depth: int) -> int:
    actions = position.actions()
    if depth == 1:
        return len(actions)
    return sum(count(position.play(action), depth - 1) for action in actions)


def main() -> int:
    suite, most = sys.argv[1], int(sys.argv[2])
    wrong = 0
    for line in open(suite, encoding="utf-8"):
        position = Position.parse(line.split(";")[0])
        for depth, expected in re.findall(r";D(\d+) (\d+)", line):
            if int(depth) <= most and count(position, int(depth)) != int(expected):
                print(f"wrong at depth {depth}: {line.strip()}")
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
