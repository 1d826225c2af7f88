"""What claims mean, written from docs/command-line.md. Each function says whether a claim is true.

`CHECKS` has one for each kind. It gets a `Deed` and the claim, and returns whether it holds.
"""

from __future__ import annotations

from functools import cached_property

from yinsh import AXES, BOARD, PASS, Position, Row, ROWS, parse_action, place_of, places
from yinsh import row_between

# Positions looked at for one claim of a forced win before it counts as not proved.
MOST_POSITIONS = 3_000_000

# Effects that are a concrete cause. The others are true, but say little.
CONCRETE = {
    "wins-now", "wins-in", "only-choice", "makes-row", "stops-row", "prepares-row",
    "double-threat", "sure-row", "forces-reply", "avoids-row", "builds-line", "breaks-line",
    "guards-line", "prepares-line", "denies-line", "turns-for-good", "safe-markers", "frees-ring",
    "shuts-in", "opens-ring", "hampers-ring", "moves-out", "keeps-threat",
    # No other legal action shares these.
    "most-turned", "most-moves", "fewest-moves",
}


class Unproved(Exception):
    """The proof takes too long."""


def completable(position: Position, color: int) -> set[Row]:
    """The rows that a colour could complete if it were to move a ring."""
    at = position.to_move(color)
    own, rings = at.markers[color], at.rings[color]
    markers = at.markers[0] | at.markers[1]
    # A move leaves a marker only where the ring stood: a row comes about where there are markers
    # already, but for that point.
    rows = [row for row in ROWS if not row.mask & ~(markers | rings)]
    found: set[Row] = set()
    if rows:
        for ring, _, jumped in at.ring_moves(color):
            then = own ^ jumped | 1 << ring
            found.update(row for row in rows if not row.mask & ~then)
    return found


def can_complete(position: Position, color: int) -> bool:
    return bool(completable(position, color))


def moves(position: Position, ring: int) -> int:
    return sum(1 for _ in position.moves_of(ring))


class Deed:
    """An action in a position, and what comes of it."""

    def __init__(self, position: str, turn: list[str]):
        self.before = Position.parse(position)
        self.me = self.before.actor
        self.them = 1 - self.me
        self.turn = [parse_action(text) for text in turn]
        self.action = self.turn[0]
        at = self.before
        self.next = None
        for action in self.turn:
            if at.actor != self.me or action not in at.actions():
                raise ValueError(f"not a turn: {turn} in {position}")
            at = at.play(action)
            self.next = self.next or at
        # The position at the end of the turn, if the opponent is to move a ring there.
        ends = at.stage == "move" and at.actor == self.them
        self.after = at if ends else None
        self.plain = self.action[0] == "move" and ends and len(self.turn) == 1
        self.mine_before = self.before.stage == "move"

    @cached_property
    def others(self) -> list[tuple]:
        return [action for action in self.before.actions() if action != self.action]

    @cached_property
    def their_rows_before(self) -> set[Row]:
        return completable(self.before, self.them)

    @cached_property
    def their_rows_after(self) -> set[Row]:
        return completable(self.after, self.them)

    @cached_property
    def my_rows_before(self) -> set[Row]:
        return completable(self.before, self.me)

    @cached_property
    def my_rows_after(self) -> set[Row]:
        return completable(self.after, self.me)


def none_overlaps(row: Row, rows: set[Row]) -> bool:
    return not any(row.overlaps(other) for other in rows)


# Forced wins.


class Proof:
    def __init__(self, player: int):
        self.player = player
        self.left = MOST_POSITIONS
        self.known: dict[tuple, bool] = {}

    def wins(self, position: Position, turns: int, begun: bool) -> bool:
        """Whether the player wins whatever the other one does, in at most `turns` turns that begin
        here or later, or in the one that has begun."""
        if position.stage == "over":
            return position.winner() == self.player
        self.left -= 1
        if self.left < 0:
            raise Unproved
        own = position.actor == self.player
        if own and not begun:
            if turns == 0:
                return False
            turns -= 1
        key = (position, turns, begun)
        if key in self.known:
            return self.known[key]
        answer = not own
        for action in self.actions(position, own, turns):
            if self.wins(position.play(action), turns, own) == own:
                answer = own
                break
        self.known[key] = answer
        return answer

    def actions(self, position: Position, own: bool, turns: int):
        actions = position.actions()
        if position.stage != "move" or actions == [PASS]:
            return actions
        me = position.actor
        if own and turns == 0:
            # The turn has to end the game: by a ring, which takes a row, or by the last marker.
            full = (position.markers[0] | position.markers[1]).bit_count()
            if full < 50 and not can_complete(position, me):
                return []
        if not own or turns > 0:
            threat = union(completable(position, self.player))

            def rank(action):
                ring, to = action[1:]
                jumped = next(jumped for at, jumped in position.moves_of(ring) if at == to)
                touched = jumped | 1 << to
                if not own:
                    return not touched & threat
                return not can_complete(position.play(action), me)

            actions.sort(key=rank)
        return actions


def union(rows: set[Row]) -> int:
    mask = 0
    for row in rows:
        mask |= row.mask
    return mask


def wins_now(deed: Deed, _: dict) -> bool:
    return Proof(deed.me).wins(deed.next, 0, True)


def wins_in(deed: Deed, claim: dict) -> bool:
    turns = claim["turns"]
    return turns in (2, 3) and Proof(deed.me).wins(deed.after, turns - 1, False)


def loses_in(deed: Deed, claim: dict) -> bool:
    turns = claim["turns"]
    return turns in (1, 2, 3) and Proof(deed.them).wins(deed.after, turns, False)


# Rows.


def in_next(color: str):
    def check(deed: Deed, claim: dict) -> bool:
        own = deed.next.markers[getattr(deed, color)]
        return deed.action[0] == "move" and not claim["row"].mask & ~own

    return check


def stops_row(deed: Deed, claim: dict) -> bool:
    row = claim["row"]
    return row in deed.their_rows_before and none_overlaps(row, deed.their_rows_after)


def allows_row(deed: Deed, claim: dict) -> bool:
    row = claim["row"]
    return row in deed.their_rows_after and none_overlaps(row, deed.their_rows_before)


def leaves_row(deed: Deed, claim: dict) -> bool:
    return claim["row"] in deed.their_rows_before & deed.their_rows_after


def prepares_row(deed: Deed, claim: dict) -> bool:
    row = claim["row"]
    if row not in deed.my_rows_after:
        return False
    if deed.action[0] != "move":
        return deed.action[0] in ("row", "ring")
    return none_overlaps(row, deed.my_rows_before)


def keeps_threat(deed: Deed, claim: dict) -> bool:
    return deed.plain and claim["row"] in deed.my_rows_before & deed.my_rows_after


def misses_row(deed: Deed, claim: dict) -> bool:
    row = claim["row"]
    return deed.plain and row in deed.my_rows_before and none_overlaps(row, deed.my_rows_after)


def double_threat(deed: Deed, claim: dict) -> bool:
    first, second = (row_between(*ends) for ends in claim["rows"])
    return (
        {first, second} <= deed.my_rows_after
        and not first.overlaps(second)
        and none_overlaps(first, deed.my_rows_before)
    )


def is_sure(position: Position, me: int) -> bool:
    """Whether the player, when next to decide, has a row or could complete one."""
    if position.stage == "over":
        return False
    if position.actor == me:
        return position.stage in ("row", "ring") or can_complete(position, me)
    return all(is_sure(position.play(action), me) for action in position.actions())


def sure_row(deed: Deed, _: dict) -> bool:
    return is_sure(deed.after, deed.me)


def forces_reply(deed: Deed, claim: dict) -> bool:
    replies = deed.after.actions()
    answers = sum(1 for reply in replies if not is_sure(deed.after.play(reply), deed.me))
    return (
        len(replies) == claim["of"]
        and answers == claim["answers"]
        and 1 <= answers <= len(replies) / 4
        and bool(deed.my_rows_after)
    )


def avoids_row(deed: Deed, claim: dict) -> bool:
    def gives(action: tuple) -> bool:
        then = deed.before.play(action)
        if then.actor != deed.them:
            return False
        return then.stage == "row" or then.stage == "move" and can_complete(then, deed.them)

    count = sum(1 for action in deed.others if gives(action))
    return (
        deed.plain
        and not deed.their_rows_after
        and len(deed.others) == claim["of"]
        and count == claim["count"]
        and count > 0
        and 2 * count >= len(deed.others)
    )


def keeps_row(deed: Deed, claim: dict) -> bool:
    def leaves_none(action: tuple) -> bool:
        return not deed.before.play(action).rows(deed.me)

    own = deed.next.markers[deed.me]
    return (
        deed.action[0] == "row"
        and not claim["row"].mask & ~own
        and any(leaves_none(action) for action in deed.others)
    )


# Lines.


def markers_if_open(position: Position, row: Row, color: int) -> int:
    """The markers that a colour has in a row that is open to it; 0 in others."""
    other = 1 - color
    if row.mask & (position.markers[other] | position.rings[other]):
        return 0
    return (row.mask & position.markers[color]).bit_count()


def as_many(position: Position, row: Row, color: int, count: int) -> bool:
    """Whether a row that overlaps this one, and is open to a colour, has so many markers."""
    return any(
        row.overlaps(other) and markers_if_open(position, other, color) >= count for other in ROWS
    )


def builds_line(deed: Deed, claim: dict) -> bool:
    row, count = claim["row"], claim["count"]
    return (
        deed.plain
        and count >= 3
        and markers_if_open(deed.after, row, deed.me) == count
        and not as_many(deed.before, row, deed.me, count)
    )


def breaks_line(deed: Deed, claim: dict) -> bool:
    row, count = claim["row"], claim["count"]
    return (
        deed.plain
        and count >= 3
        and markers_if_open(deed.before, row, deed.them) == count
        and not as_many(deed.after, row, deed.them, count)
    )


def guards_line(deed: Deed, claim: dict) -> bool:
    row, count = claim["row"], claim["count"]

    def turned(position: Position) -> bool:
        at = position.to_move(deed.them)
        own = row.mask & position.markers[deed.me]
        return any(jumped & own for _, _, jumped in at.ring_moves(deed.them))

    return (
        deed.plain
        and count >= 3
        and markers_if_open(deed.before, row, deed.me) == count
        and markers_if_open(deed.after, row, deed.me) >= count
        and turned(deed.before)
        and not turned(deed.after)
    )


def in_reach(position: Position, color: int) -> set[tuple[Row, int]]:
    """The rows that a colour could get so many markers in, with a move."""
    at, other = position.to_move(color), 1 - color
    found: set[tuple[Row, int]] = set()
    for ring, to, jumped in at.ring_moves(color):
        own = at.markers[color] ^ jumped | 1 << ring
        foreign = at.markers[other] ^ jumped | at.rings[other]
        for row in ROWS:
            count = (row.mask & own).bit_count()
            if count >= 3 and not row.mask & foreign:
                found.add((row, count))
    return found


def so_many(lines: set[tuple[Row, int]], row: Row, count: int) -> bool:
    return any(row.overlaps(other) and most >= count for other, most in lines)


def prepares_line(deed: Deed, claim: dict) -> bool:
    row, count = claim["row"], claim["count"]
    return (
        deed.plain
        and count in (3, 4)
        and (row, count) in in_reach(deed.after, deed.me)
        and not so_many(in_reach(deed.before, deed.me), row, count)
    )


def denies_line(deed: Deed, claim: dict) -> bool:
    row, count = claim["row"], claim["count"]
    return (
        deed.plain
        and count in (3, 4)
        and (row, count) in in_reach(deed.before, deed.them)
        and not so_many(in_reach(deed.after, deed.them), row, count)
    )


# Rings and markers.


def changed(deed: Deed, claim: dict, before: int, after: int) -> bool:
    ring = place_of(claim["ring"])
    return (
        deed.plain
        and moves(deed.before, before) == claim["before"]
        and moves(deed.after, after) == claim["after"]
        and bool(deed.after.rings[0] >> ring & 1 or deed.after.rings[1] >> ring & 1)
    )


def frees_ring(deed: Deed, claim: dict) -> bool:
    ring = place_of(claim["ring"])
    return (
        changed(deed, claim, ring, ring)
        and bool(deed.before.rings[deed.me] >> ring & 1)
        and ring != deed.action[1]
        and claim["before"] <= 4
        and claim["after"] - claim["before"] >= 4
    )


def shuts_in(deed: Deed, claim: dict) -> bool:
    ring = place_of(claim["ring"])
    return (
        changed(deed, claim, ring, ring)
        and bool(deed.before.rings[deed.them] >> ring & 1)
        and claim["after"] <= 4
        and claim["before"] - claim["after"] >= 4
    )


def moves_out(deed: Deed, claim: dict) -> bool:
    return (
        deed.plain
        and place_of(claim["ring"]) == deed.action[2]
        and changed(deed, claim, deed.action[1], deed.action[2])
        and claim["after"] - claim["before"] >= 4
    )


def opens_ring(deed: Deed, claim: dict) -> bool:
    ring = place_of(claim["ring"])
    return (
        changed(deed, claim, ring, ring)
        and bool(deed.before.rings[deed.me] >> ring & 1)
        and ring != deed.action[1]
        and claim["before"] > 4
        and claim["after"] - claim["before"] >= 4
    )


def hampers_ring(deed: Deed, claim: dict) -> bool:
    ring = place_of(claim["ring"])
    return (
        changed(deed, claim, ring, ring)
        and bool(deed.before.rings[deed.them] >> ring & 1)
        and claim["after"] > 4
        and claim["before"] - claim["after"] >= 4
    )


def turnable(position: Position, color: int) -> int:
    """The markers of the other colour that this one could turn with a move."""
    at, found = position.to_move(color), 0
    for _, _, jumped in at.ring_moves(color):
        found |= jumped
    return found & at.markers[1 - color]


def turns_for_good(deed: Deed, claim: dict) -> bool:
    theirs, mine = turned(deed, deed.action)
    new = deed.before.markers[deed.them] & deed.next.markers[deed.me]
    return (
        deed.plain
        and new.bit_count() == theirs == claim["count"] > mine
        and not new & turnable(deed.after, deed.them)
    )


def safe_markers(deed: Deed, claim: dict) -> bool:
    def exposes(action: tuple) -> bool:
        then = deed.before.play(action)
        to_move = then.stage == "move" and then.actor == deed.them
        return to_move and bool(turnable(then, deed.them))

    count = sum(1 for action in deed.others if exposes(action))
    return (
        deed.plain
        and not turnable(deed.after, deed.them)
        and len(deed.others) == claim["of"]
        and count == claim["count"]
        and count > 0
        and 2 * count >= len(deed.others)
    )


def most_turnable(position: Position, color: int) -> int:
    at = position.to_move(color)
    theirs = at.markers[1 - color]
    counts = ((jumped & theirs).bit_count() for _, _, jumped in at.ring_moves(color))
    return max(counts, default=0)


def threatens_turns(deed: Deed, claim: dict) -> bool:
    return (
        deed.plain
        and most_turnable(deed.after, deed.me) == claim["count"] >= 2
        and most_turnable(deed.before, deed.me) < claim["count"]
    )


def turned(deed: Deed, action: tuple) -> tuple[int, int]:
    """How many markers of the opponent's and of the player's an action turns."""
    if action[0] != "move":
        return 0, 0
    ring, to = action[1:]
    jumped = next(jumped for at, jumped in deed.before.moves_of(ring) if at == to)
    markers = deed.before.markers
    return (jumped & markers[deed.them]).bit_count(), (jumped & markers[deed.me]).bit_count()


def most_turned(deed: Deed, claim: dict) -> bool:
    def gain(action: tuple) -> int:
        theirs, mine = turned(deed, action)
        return theirs - mine

    count = claim["count"]
    return (
        count >= 2
        and gain(deed.action) == count
        and all(gain(action) < count for action in deed.others)
    )


def most_moves(deed: Deed, claim: dict) -> bool:
    most = claim["moves"]
    return (
        deed.action[0] == "move"
        and deed.next.mobility(deed.me) == most
        and all(deed.before.play(other).mobility(deed.me) < most for other in deed.others)
    )


def fewest_moves(deed: Deed, claim: dict) -> bool:
    least = claim["moves"]
    return (
        deed.action[0] == "move"
        and deed.next.mobility(deed.them) == least
        and all(deed.before.play(other).mobility(deed.them) > least for other in deed.others)
    )


def turns(deed: Deed, claim: dict) -> bool:
    theirs, mine = turned(deed, deed.action)
    colors = ("white", "black")
    return theirs == claim["count"] > mine and colors.index(claim["of"]) == deed.them


def gains_moves(deed: Deed, claim: dict) -> bool:
    gained = deed.after.mobility(deed.me) - deed.before.mobility(deed.me)
    return deed.plain and gained == claim["moves"] >= 6


def takes_moves(deed: Deed, claim: dict) -> bool:
    if not deed.plain and deed.action[0] != "place":
        return False
    taken = deed.before.mobility(deed.them) - deed.next.mobility(deed.them)
    return taken == claim["moves"] >= 6


def central(deed: Deed, _: dict) -> bool:
    near = {place_of("f6")}
    for _ in range(2):
        steps = {at + step for at in near for axis in AXES for step in (axis, -axis)}
        near |= {at for at in steps if BOARD >> at & 1}
    return deed.action[0] == "place" and deed.action[1] in near


def reaches(deed: Deed, claim: dict) -> bool:
    return deed.action[0] == "place" and moves(deed.next, deed.action[1]) == claim["points"]


def least_use(deed: Deed, claim: dict) -> bool:
    points = claim["points"]
    return (
        deed.action[0] == "ring"
        and moves(deed.before, deed.action[1]) == points
        and all(moves(deed.before, ring) >= points for ring in places(deed.before.rings[deed.me]))
    )


CHECKS = {
    "wins-now": wins_now,
    "wins-in": wins_in,
    "loses-in": loses_in,
    "only-choice": lambda deed, _: not deed.others,
    "makes-row": in_next("me"),
    "gives-row": in_next("them"),
    "stops-row": stops_row,
    "allows-row": allows_row,
    "leaves-row": leaves_row,
    "prepares-row": prepares_row,
    "keeps-threat": keeps_threat,
    "misses-row": misses_row,
    "double-threat": double_threat,
    "sure-row": sure_row,
    "forces-reply": forces_reply,
    "avoids-row": avoids_row,
    "keeps-row": keeps_row,
    "builds-line": builds_line,
    "breaks-line": breaks_line,
    "guards-line": guards_line,
    "prepares-line": prepares_line,
    "denies-line": denies_line,
    "turns-for-good": turns_for_good,
    "safe-markers": safe_markers,
    "threatens-turns": threatens_turns,
    "frees-ring": frees_ring,
    "opens-ring": opens_ring,
    "hampers-ring": hampers_ring,
    "shuts-in": shuts_in,
    "moves-out": moves_out,
    "most-turned": most_turned,
    "most-moves": most_moves,
    "fewest-moves": fewest_moves,
    "turns": turns,
    "gains-moves": gains_moves,
    "takes-moves": takes_moves,
    "central": central,
    "reaches": reaches,
    "least-use": least_use,
}

# These are about the action alone; all others need to know how the turn ends.
ABOUT_ACTION = {
    "wins-now", "only-choice", "makes-row", "gives-row", "keeps-row", "most-turned", "most-moves",
    "fewest-moves", "turns", "central", "reaches", "least-use",
}


def holds(deed: Deed, claim: dict) -> bool:
    """Whether a claim is true. `Unproved` if that takes too long."""
    check = CHECKS.get(claim["kind"])
    if check is None:
        return False
    if deed.after is None and claim["kind"] not in ABOUT_ACTION:
        # A placed ring ends the turn, and the next one may still be a placing.
        if not (claim["kind"] == "takes-moves" and deed.action[0] == "place"):
            return False
    if "row" in claim:
        claim = {**claim, "row": row_between(*claim["row"])}
    return check(deed, claim)
