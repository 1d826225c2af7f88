"""What is known beforehand: games as the rules play them, and positions in the one-line form."""

import json
import re
from pathlib import Path

from patience import check

# The letters of the board, and the lowest and highest number of each.
COLUMNS = dict(zip("ABCDEFGHIJK", [(2, 5), (1, 7), (1, 8), (1, 9), (1, 10), (2, 10), (2, 11), (3, 11), (4, 11), (5, 11),
                                   (7, 10)], strict=True))

# What the words of every picture tell of, in any language: rings, ratings or chances.
PICTURED = (r"rings|^A table. Standings|^A bracket|[Rr]atings|^Chances over|anneaux|[Cc]ote|^Chances au|pierścienie|[Rr]anking|^Szanse"
            r"|кольца|[Рр]ейтинг|^Шансы")


def pieces(position):
    """The pieces of a position in the one-line form: points of each kind (R, r, M, m)."""
    found = {kind: set() for kind in "RrMm"}
    for (letter, (low, high)), column in zip(COLUMNS.items(), position.split()[0].split("/"), strict=True):
        number, run = low, ""
        for sign in column + " ":
            if sign.isdigit():
                run += sign
                continue
            number += int(run or 0)
            run = ""
            if sign != " ":
                found[sign].add(f"{letter}{number}")
                number += 1
        check(number == high + 1, f"the column {letter} of {position} is {column}")
    return found


def shown(words):
    """The pieces that a picture's words tell of."""
    found = {}
    for color, (ring, marker) in {"White": "RM", "Black": "rm"}.items():
        told = re.search(rf"{color} \(.*?\): rings ([^;]*); markers ([^;]*);", words, re.S)
        check(told, f"the picture's words do not tell about {color}: {words}")
        for kind, points in zip((ring, marker), told.groups(), strict=True):
            found[kind] = set(re.findall(r"[A-K]\d+", points))
    return found


def check_shown(words, position, told):
    """A picture's words tell of this position."""
    check(shown(words) == pieces(position), f"{told}: the picture shows another position than {position}:\n{words}")


class Game:
    """A whole game: who decides what, and how the board stands after it."""

    def __init__(self, path):
        told = json.loads(Path(path).read_text())
        self.variant, self.winner, self.steps = told["variant"], told["winner"], told["steps"]

    def check_calls(self, answer, number, seats):
        """The answer to a step calls who decides next, and nobody when it is over."""
        over = number + 1 == len(self.steps)
        due = [] if over else [seats[self.steps[number + 1]["who"]].id]
        check(answer.called == due, f"step {number}: calls {answer.called} and not {due}: {answer.words}")
        check(("won" in answer.words) == over, f"step {number}: {answer.words}")
