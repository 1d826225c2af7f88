"""The rules of YINSH, written from the rulebook, on sets of points that are Python integers.

A point is a bit: column (A is 0) times 12 plus the number. Number 0 is never used, so that no line
runs over the edge into the next column.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

# The numbers of each column, from the rulebook's figure of the board.
COLUMNS = {
    "A": (2, 5), "B": (1, 7), "C": (1, 8), "D": (1, 9), "E": (1, 10), "F": (2, 10),
    "G": (2, 11), "H": (3, 11), "I": (4, 11), "J": (5, 11), "K": (7, 10),
}
STRIDE = 12
# One step along a letter's line, along a number's line, and along the third direction.
AXES = (1, STRIDE, STRIDE + 1)
MARKERS, RINGS, ROW = 51, 5, 5


def place_of(name: str) -> int:
    """The index of a point such as `e4`."""
    letter, number = name[0].upper(), int(name[1:])
    low, high = COLUMNS[letter]
    if not low <= number <= high:
        raise ValueError(f"no such point: {name}")
    return (ord(letter) - ord("A")) * STRIDE + number


PLACES = sorted(
    place_of(f"{letter}{number}")
    for letter, (low, high) in COLUMNS.items()
    for number in range(low, high + 1)
)
BOARD = sum(1 << place for place in PLACES)


def name_of(place: int) -> str:
    return f"{chr(ord('a') + place // STRIDE)}{place % STRIDE}"


def _ray(place: int, step: int) -> tuple[int, ...]:
    found, at = [], place + step
    while at >= 0 and BOARD >> at & 1:
        found.append(at)
        at += step
    return tuple(found)


# The points in each of the six directions from a point, nearest first.
RAYS = {
    place: tuple(ray for axis in AXES for step in (axis, -axis) if (ray := _ray(place, step)))
    for place in PLACES
}


@dataclass(frozen=True)
class Row:
    """Five adjacent points in a line."""

    first: int
    axis: int
    mask: int

    def overlaps(self, other: Row) -> bool:
        return self.axis == other.axis and bool(self.mask & other.mask)


ROWS = tuple(
    Row(place, axis, sum(1 << place + i * axis for i in range(ROW)))
    for axis in AXES
    for place in PLACES
    if all(BOARD >> place + i * axis & 1 for i in range(ROW) if place + i * axis >= 0)
)
BY_ENDS = {frozenset((row.first, row.first + 4 * row.axis)): row for row in ROWS}


def row_between(one: str, other: str) -> Row:
    return BY_ENDS[frozenset((place_of(one), place_of(other)))]


def places(mask: int):
    """The points of a set."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


def has_row(markers: int) -> bool:
    for axis in AXES:
        two = markers & markers >> axis
        if two & two >> 2 * axis & markers >> 4 * axis:
            return True
    return False


PASS = ("pass",)


def parse_action(text: str) -> tuple:
    """An action as a tuple: its kind, then its points."""
    text = text.lower()
    if text == "pass":
        return PASS
    removed = text.startswith("x")
    parts = [place_of(part) for part in text.removeprefix("x").split("-")]
    if len(parts) == 1:
        return ("ring" if removed else "place", parts[0])
    if removed:
        return ("row", BY_ENDS[frozenset(parts)])
    return ("move", *parts)


@dataclass(frozen=True)
class Position:
    rings: tuple[int, int]
    markers: tuple[int, int]
    actor: int
    mover: int
    stage: str
    removed: tuple[int, int]
    goal: int

    @classmethod
    def parse(cls, text: str) -> Position:
        board, actor, mover, stage, removed, variant = text.split()
        sets = {"R": 0, "r": 0, "M": 0, "m": 0}
        columns = board.split("/")
        if len(columns) != len(COLUMNS):
            raise ValueError(f"not eleven columns: {text}")
        for column, (letter, (low, high)) in zip(columns, COLUMNS.items()):
            number, count = low, ""
            for char in column + " ":
                if char.isdigit():
                    count += char
                    continue
                number, count = number + int(count or 0), ""
                if char != " ":
                    sets[char] |= 1 << place_of(f"{letter}{number}")
                    number += 1
            if number != high + 1:
                raise ValueError(f"column {letter}: {text}")
        white, black = map(int, removed.split("-"))
        return cls(
            (sets["R"], sets["r"]), (sets["M"], sets["m"]),
            "wb".index(actor), "wb".index(mover), stage, (white, black),
            {"normal": 3, "blitz": 1}[variant],
        )

    def moves_of(self, place: int):
        """Where a ring on a point can go, and the markers that it turns on the way."""
        rings = self.rings[0] | self.rings[1]
        markers = self.markers[0] | self.markers[1]
        for ray in RAYS[place]:
            jumped = 0
            for to in ray:
                if rings >> to & 1:
                    break
                if markers >> to & 1:
                    jumped |= 1 << to
                else:
                    yield to, jumped
                    if jumped:
                        break

    def ring_moves(self, color: int):
        for ring in places(self.rings[color]):
            for to, jumped in self.moves_of(ring):
                yield ring, to, jumped

    def mobility(self, color: int) -> int:
        return sum(1 for _ in self.ring_moves(color))

    def rows(self, color: int) -> list[Row]:
        own = self.markers[color]
        return [row for row in ROWS if not row.mask & ~own] if has_row(own) else []

    def actions(self) -> list[tuple]:
        me = self.actor
        if self.stage == "place":
            full = self.rings[0] | self.rings[1] | self.markers[0] | self.markers[1]
            return [("place", place) for place in places(BOARD & ~full)]
        if self.stage == "move":
            return [("move", ring, to) for ring, to, _ in self.ring_moves(me)] or [PASS]
        if self.stage == "row":
            return [("row", row) for row in self.rows(me)]
        if self.stage == "ring":
            return [("ring", place) for place in places(self.rings[me])]
        return []

    def play(self, action: tuple) -> Position:
        """The position after a legal action."""
        kind, me = action[0], self.actor
        if kind == "move":
            ring, to = action[1:]
            jumped = next(jumped for at, jumped in self.moves_of(ring) if at == to)
            return self.play_move(ring, to, jumped)
        if kind == "place":
            rings = with_(self.rings, me, self.rings[me] | 1 << action[1])
            full = all(ring.bit_count() == RINGS for ring in rings)
            return replace(
                self, rings=rings, actor=1 - me, mover=1 - me,
                stage="move" if full else "place",
            )
        if kind == "row":
            markers = with_(self.markers, me, self.markers[me] & ~action[1].mask)
            return replace(self, markers=markers, stage="ring")
        if kind == "ring":
            rings = with_(self.rings, me, self.rings[me] & ~(1 << action[1]))
            removed = with_(self.removed, me, self.removed[me] + 1)
            after = replace(self, rings=rings, removed=removed)
            if removed[me] == self.goal:
                return replace(after, stage="over")
            return after.settled()
        if me != self.mover:
            return replace(self, stage="over")
        if any(True for _ in self.ring_moves(1 - me)):
            return replace(self, actor=1 - me, mover=1 - me)
        return replace(self, actor=1 - me)

    def play_move(self, ring: int, to: int, jumped: int) -> Position:
        me = self.actor
        rings = with_(self.rings, me, self.rings[me] ^ (1 << ring | 1 << to))
        white, black = self.markers
        own = self.markers[me] ^ jumped | 1 << ring
        markers = (own, black ^ jumped) if me == 0 else (white ^ jumped, own)
        return Position(
            rings, markers, me, me, self.stage, self.removed, self.goal
        ).settled()

    def settled(self) -> Position:
        """Whose decision is next once a ring has moved or has been removed."""
        me = self.mover
        for color in (me, 1 - me):
            if has_row(self.markers[color]):
                return replace(self, actor=color, stage="row")
        if (self.markers[0] | self.markers[1]).bit_count() == MARKERS:
            return replace(self, actor=me, stage="over")
        return replace(self, actor=1 - me, mover=1 - me, stage="move")

    def winner(self) -> int | None:
        if self.stage != "over" or self.removed[0] == self.removed[1]:
            return None
        return int(self.removed[1] > self.removed[0])

    def to_move(self, color: int) -> Position:
        """The position as though a colour were to move a ring."""
        return self if self.actor == color else replace(self, actor=color, mover=color)


def with_(pair: tuple[int, int], index: int, value: int) -> tuple[int, int]:
    return (value, pair[1]) if index == 0 else (pair[0], value)
