"""Whether a Swiss tournament was paired by its rules, and who is ahead: those of crates/tournament's
documentation, written anew on networkx, without a line of the bot's."""

from dataclasses import dataclass, field
from fractions import Fraction

import networkx

from frame import check

HALF = Fraction(1, 2)
STRENGTHS = ["none", "mild", "strong", "absolute"]

# Whom the one with the bye is paired with.
NOBODY = ""


@dataclass
class Player:
    """What somebody has done so far."""

    seed: int
    points: Fraction = Fraction(0)
    colors: list = field(default_factory=list)
    opponents: list = field(default_factory=list)
    byes: int = 0

    def preference(self):
        """The colour they prefer, 1 for white and -1 for black, and how strongly."""
        if not self.colors:
            return 0, "none"
        difference = sum(self.colors)
        twice = self.colors[-2:].count(self.colors[-1]) == 2
        if abs(difference) > 1:
            return (-1 if difference > 0 else 1), "absolute"
        if twice:
            return -self.colors[-1], "absolute"
        if difference:
            return -difference, "strong"
        return -self.colors[-1], "mild"


@dataclass
class Game:
    """A game; `score` is that of white."""

    white: str
    black: str
    score: Fraction


class Swiss:
    """A tournament so far; `names` come in the order of the seeds."""

    def __init__(self, names):
        self.players = {name: Player(seed) for seed, name in enumerate(names)}
        self.left = set()
        self.rounds = []

    def active(self):
        """Who plays, the best first."""
        names = [name for name in self.players if name not in self.left]
        return sorted(names, key=lambda name: (-self.players[name].points, self.players[name].seed))

    def check_pairs(self, pairs, bye):
        """Fails unless no other round would have been better. `pairs` are white and black."""
        names = self.active()
        paired = [name for pair in pairs for name in pair] + ([bye] if bye else [])
        check(sorted(paired) == sorted(names), "not everybody plays once", sorted(paired), sorted(names))
        check(bool(bye) == bool(len(names) % 2), "the bye", bye, len(names))
        for white, black in pairs:
            self.check_colors(white, black)
        nodes = names + ([NOBODY] if bye else [])
        costs = {frozenset(pair): self.costs(*pair)
                 for at, one in enumerate(nodes) for pair in [(one, other) for other in nodes[at + 1:]]}
        # Each criterion is a digit of a number, larger than all after it can add up to.
        base = 1 + len(nodes) * max(max(digits) for digits in costs.values())
        weigh = {pair: sum(digit * base**power for power, digit in enumerate(reversed(digits)))
                 for pair, digits in costs.items()}
        graph = networkx.Graph()
        most = max(weigh.values())
        graph.add_weighted_edges_from((*pair, most - weight) for pair, weight in weigh.items())
        best = networkx.max_weight_matching(graph, maxcardinality=True)
        check(2 * len(best) == len(nodes), "no round exists")

        def total(matching):
            return [sum(digits) for digits in zip(*(costs[frozenset(pair)] for pair in matching), strict=True)]

        ours = total([*pairs, *([(bye, NOBODY)] if bye else [])])
        check(ours == total(best), "another round is better", ours, total(best), pairs, bye)

    def check_colors(self, white, black):
        """Whoever wants a colour more has it; of those who want different ones both have theirs."""
        (wanted, strength), (other_wanted, other_strength) = (
            self.players[name].preference() for name in (white, black))
        better, other = STRENGTHS.index(strength), STRENGTHS.index(other_strength)
        if better > other or wanted == -other_wanted != 0:
            check(wanted == 1, f"{white} should have black against {black}")
        elif other > better:
            check(other_wanted == -1, f"{black} should have white against {white}")

    def costs(self, one, other):
        """What it costs by each criterion that two meet, the better first, or that one has the bye."""
        names = self.active()
        scores = sorted({self.players[name].points for name in names}, reverse=True)
        if other == NOBODY:
            player = self.players[one]
            below = len(names) - 1 - names.index(one)
            return [0, player.byes, 0, below] + [0] * (2 * (len(scores) - 1) + 2)
        player, opponent = self.players[one], self.players[other]
        (wanted, strength), (other_wanted, other_strength) = player.preference(), opponent.preference()
        denied = 0
        if wanted == other_wanted != 0:
            denied = min(STRENGTHS.index(strength), STRENGTHS.index(other_strength))
        costs = [player.opponents.count(other), 0, int(denied == 3), 0]
        group, lower = scores.index(player.points), scores.index(opponent.points)
        for boundary in range(len(scores) - 1):
            crosses = group <= boundary < lower
            costs += [int(crosses), boundary - group if crosses else 0]
        return [*costs, int(denied > 0), int(denied > 1)]

    def play(self, games, bye):
        """A round is over."""
        for game in games:
            white, black = self.players[game.white], self.players[game.black]
            white.points += game.score
            black.points += 1 - game.score
            white.colors.append(1)
            black.colors.append(-1)
            white.opponents.append(game.black)
            black.opponents.append(game.white)
        if bye:
            self.players[bye].points += 1
            self.players[bye].byes += 1
        self.rounds.append((games, bye))

    def buchholz(self, name):
        """The points of all opponents; a round without a game counts as one against an equal."""
        player = self.players[name]
        absent = len(self.rounds) - len(player.opponents)
        return sum(self.players[other].points for other in player.opponents) + absent * player.points

    def lines(self):
        """The standings: points and Buchholz by name, the best first; equals are in any order."""
        table = {name: (player.points, self.buchholz(name)) for name, player in self.players.items()}
        return dict(sorted(table.items(), key=lambda line: line[1], reverse=True))


def number(text):
    """A number of points as players write it: 3, ½, 2½."""
    whole, half = text.removesuffix("½"), text.endswith("½")
    return Fraction(int(whole or 0)) + (HALF if half else 0)
