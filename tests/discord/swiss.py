"""Whether a Swiss tournament was paired by its rules, and who is ahead. Written from the rules in the
documentation of crates/tournament, with networkx for the matching, and without a line of the bot's."""

from dataclasses import dataclass, field
from fractions import Fraction

import networkx

from frame import check

HALF = Fraction(1, 2)

# How strongly somebody prefers a colour.
NONE, MILD, STRONG, ABSOLUTE = range(4)

# Whom the one with the bye is paired with.
NOBODY = ""


@dataclass
class Player:
    """What somebody has done so far."""

    seed: int
    points: Fraction = Fraction(0)
    # 1 for a game with white, -1 for one with black.
    colors: list = field(default_factory=list)
    # The opponents, and what was scored against each.
    games: list = field(default_factory=list)
    byes: int = 0
    # By round: 1 if the opponent had more, -1 if they had less or there was none, else 0.
    floats: list = field(default_factory=list)

    def preference(self):
        """The colour they prefer, if any, and how strongly."""
        if not self.colors:
            return 0, NONE
        difference, last = sum(self.colors), self.colors[-1]
        if abs(difference) > 1:
            return (-1 if difference > 0 else 1), ABSOLUTE
        if self.colors[-2:].count(last) == 2:
            return -last, ABSOLUTE
        return (-difference, STRONG) if difference else (-last, MILD)


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
        self.rounds = 0

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
            check(self.white_of(*sorted((white, black), key=names.index)) == white, "the colours", white, black)
        nodes = names + ([NOBODY] if bye else [])
        costs = {frozenset(pair): self.costs(names, *pair)
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

    def white_of(self, better, other):
        """Who of two has white; `better` has more points or the better seed."""
        one, two = self.players[better], self.players[other]
        (wanted, strength), (other_wanted, other_strength) = one.preference(), two.preference()
        if strength == other_strength == NONE:
            return other if one.seed % 2 else better
        if wanted != other_wanted:
            # Whoever has no preference takes what is left.
            color = wanted or -other_wanted
        else:
            order = strength - other_strength
            if order == 0 and strength == ABSOLUTE:
                order = abs(sum(one.colors)) - abs(sum(two.colors))
            different = (own for own, others in zip(reversed(one.colors), reversed(two.colors)) if own != others)
            color = wanted if order > 0 else -wanted if order < 0 else -next(different, -wanted)
        return better if color == 1 else other

    def costs(self, names, one, other):
        """What it costs by each criterion that two meet, the better first, or that one has the bye."""
        scores = sorted({self.players[name].points for name in names}, reverse=True)
        player = self.players[one]
        if other == NOBODY:
            below = len(names) - 1 - names.index(one)
            return [0, player.byes, 0, below] + [0] * (2 * (len(scores) - 1) + 8)
        opponent = self.players[other]
        (wanted, strength), (other_wanted, other_strength) = player.preference(), opponent.preference()
        denied = min(strength, other_strength) if wanted == other_wanted else NONE
        met = [name for name, _ in player.games].count(other)
        costs = [met, 0, int(denied == ABSOLUTE), 0]
        group, lower = scores.index(player.points), scores.index(opponent.points)
        for boundary in range(len(scores) - 1):
            crosses = group <= boundary < lower
            costs += [int(crosses), boundary - group if crosses else 0]
        costs += [int(denied > NONE), int(denied > MILD)]
        for ago in (1, 2):
            down = group != lower and player.floats[-ago:][:1] == [-1] and len(player.floats) >= ago
            up = group != lower and opponent.floats[-ago:][:1] == [1] and len(opponent.floats) >= ago
            costs += [int(down), int(up)]
        of_group = [name for name in names if self.players[name].points == player.points]
        place = of_group.index(one)
        if group == lower:
            return [*costs, 0, (of_group.index(other) - place - len(of_group) // 2) ** 2]
        of_lower = [name for name in names if self.players[name].points == opponent.points]
        return [*costs, len(of_group) - 1 - place + of_lower.index(other), 0]

    def play(self, games, bye):
        """A round is over."""
        before = {name: player.points for name, player in self.players.items()}
        for player in self.players.values():
            player.floats.append(0)
        for game in games:
            for name, other, score, color in ((game.white, game.black, game.score, 1),
                                              (game.black, game.white, 1 - game.score, -1)):
                player = self.players[name]
                player.points += score
                player.colors.append(color)
                player.games.append((other, score))
                player.floats[-1] = (before[other] > before[name]) - (before[other] < before[name])
        if bye:
            self.players[bye].points += 1
            self.players[bye].byes += 1
            self.players[bye].floats[-1] = -1
        self.rounds += 1

    def standings(self):
        """By name, the best first: points, Buchholz and Sonneborn-Berger. A round without a game
        counts as one against somebody with as many points."""
        def line(player):
            absent = self.rounds - len(player.games)
            opponents = [(self.players[name].points, score) for name, score in player.games]
            buchholz = sum(points for points, _ in opponents) + absent * player.points
            berger = sum(points * score for points, score in opponents) + player.byes * player.points
            return player.points, buchholz, berger

        table = {name: line(player) for name, player in self.players.items()}
        return dict(sorted(table.items(), key=lambda entry: entry[1], reverse=True))


def points_of(text):
    """Points as players write them: 3, ½, 2½."""
    whole, half = text.removesuffix("½"), text.endswith("½")
    return Fraction(int(whole or 0)) + (HALF if half else 0)
