"""Ratings, results and clocks, computed from the records of finished games alone.

    python3 compute.py FOLDER NOW

reads all records in a folder, in the order of their file names, which is that of the games. Prints
an object as JSON:

    "stats": what `!stats` answers, for each "PLAYER VARIANT", as of the moment NOW
    "top": what `!top` answers somebody without a rating, for each variant
    "clocks": for each timed game, by its number, what the player of each turn had left at its end

It shares nothing with the bot but Glickman's paper, http://www.glicko.net/glicko/glicko2.pdf, and
docs/commands.md.
"""

import datetime
import json
import math
import pathlib
import re
import sys

SCALE = 173.7178
TAU = 0.5
PERIOD = 30 * 24 * 60 * 60

# Lines of `!top`, and the deviation below which a rating is listed.
LISTED, CERTAIN = 10, 110

LEVELS = {1: 0, 2: 70, 3: 310, 4: 360, 5: 430, 6: 500, 7: 600, 8: 990}

UNITS = {"d": 86400, "h": 3600, "m": 60, "s": 1}


def tags_of(text):
    return dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.MULTILINE))


def moment(date, time):
    at = datetime.datetime.strptime(f"{date} {time}", "%Y.%m.%d %H:%M:%S")
    return int(at.replace(tzinfo=datetime.timezone.utc).timestamp())


class Rating:
    def __init__(self):
        self.rating, self.deviation, self.volatility = 1500.0, 350.0, 0.06
        self.last, self.games = None, 0

    def at(self, now):
        """Every full 30 days since the last rated game are a period without games."""
        aged = Rating()
        aged.__dict__.update(self.__dict__)
        periods = 0 if self.last is None else max(0, (now - self.last) // PERIOD)
        for _ in range(periods):
            phi = math.sqrt((aged.deviation / SCALE) ** 2 + aged.volatility**2)
            aged.deviation = min(350.0, phi * SCALE)
        return aged

    def after(self, other, score, now):
        mu, phi, sigma = (self.rating - 1500) / SCALE, self.deviation / SCALE, self.volatility
        mu_j, phi_j = (other.rating - 1500) / SCALE, other.deviation / SCALE
        g = 1 / math.sqrt(1 + 3 * phi_j**2 / math.pi**2)
        e = 1 / (1 + math.exp(-g * (mu - mu_j)))
        v = 1 / (g**2 * e * (1 - e))
        delta = v * g * (score - e)
        sigma = volatility(sigma, phi, v, delta)
        phi_star = math.sqrt(phi**2 + sigma**2)
        new = Rating()
        new_phi = 1 / math.sqrt(1 / phi_star**2 + 1 / v)
        new.rating = (mu + new_phi**2 * g * (score - e)) * SCALE + 1500
        new.deviation = min(350.0, new_phi * SCALE)
        new.volatility = sigma
        # The wall clock may have been set back since the last game.
        new.last, new.games = max(now, self.last or now), self.games + 1
        return new


def volatility(sigma, phi, v, delta):
    """Step 5 of the paper, by bisection: slow, and plainly right."""
    a = math.log(sigma**2)

    def f(x):
        ex = math.exp(x)
        return ex * (delta**2 - phi**2 - v - ex) / (2 * (phi**2 + v + ex) ** 2) - (x - a) / TAU**2

    low, high = a - 20.0, a + 20.0
    for _ in range(200):
        middle = (low + high) / 2
        if f(middle) > 0:
            low = middle
        else:
            high = middle
    return math.exp((low + high) / 4)


def rounded(number):
    return math.floor(number + 0.5)


def ratings_of(games):
    """The rating of each player in each variant, with the tags of the records checked."""
    ratings = {}
    for game in games:
        if game.get("Rated") != "yes":
            continue
        ended = moment(game["EndDate"], game["EndTime"])
        keys = [(game[color], game["Variant"]) for color in ("White", "Black")]
        white, black = [ratings.get(key, Rating()).at(ended) for key in keys]
        told = int(game["WhiteRating"]), int(game["BlackRating"])
        assert told == (rounded(white.rating), rounded(black.rating)), game
        score = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[game["Result"]]
        ratings[keys[0]] = white.after(black, score, ended)
        ratings[keys[1]] = black.after(white, 1 - score, ended)
    return ratings


class Results:
    def __init__(self):
        self.colors, self.on_time, self.bot = [[0, 0, 0], [0, 0, 0]], [0, 0, 0], {}
        self.scores, self.first_rings = [], {}

    def add(self, color, score, game, turns):
        ring = re.match(r"[a-k]\d+$", turns[color]) if len(turns) > color else None
        if ring:
            point = ring.group().upper()
            self.first_rings[point] = self.first_rings.get(point, 0) + 1
        bot = re.match(r"Ringleader, level (\d+)$", game[("Black", "White")[color]])
        if bot:
            self.bot.setdefault(int(bot.group(1)), [0, 0, 0])[score] += 1
            return
        self.colors[color][score] += 1
        self.scores.append(score)
        if game.get("Termination") == "time forfeit":
            self.on_time[score] += 1

    def lines(self):
        if self.scores:
            both = [white + black for white, black in zip(*self.colors)]
            games = "One game" if sum(both) == 1 else f"{sum(both)} games"
            yield f"{games} with people: {tally(both)}."
            yield f"As white: {tally(self.colors[0])}; as black: {tally(self.colors[1])}."
        elif self.bot or self.first_rings:
            yield "No finished games with people yet."
        if sum(self.on_time):
            yield f"Decided on time: {self.on_time[0]} won, {self.on_time[2]} lost."
        if self.scores:
            last = self.scores[-1]
            streak = next(
                (n for n, one in enumerate(reversed(self.scores)) if one != last), len(self.scores)
            )
            one, many = [("win", "wins"), ("draw", "draws"), ("loss", "losses")][last]
            yield f"The last one was a {one}." if streak == 1 else f"{streak} {many} in a row."
        if self.first_rings:
            point, times = min(
                self.first_rings.items(), key=lambda one: (-one[1], one[0][0], int(one[0][1:]))
            )
            often = {1: "once", 2: "twice"}.get(times, f"{times} times")
            yield f"Favourite first ring: {point} ({often})."
        if self.bot:
            levels = []
            for level, results in sorted(self.bot.items()):
                levels.append(f"level {level} ({LEVELS.get(level, '?')}): {tally(results)}")
            yield f"Against me (not rated): {', '.join(levels)}."


def tally(results):
    return "{} won, {} drawn, {} lost".format(*results)


def stats(games, ratings, now):
    results = {}
    for tags, turns in games:
        scores = {"1-0": (0, 2), "0-1": (2, 0), "1/2-1/2": (1, 1)}.get(tags["Result"])
        for color, name in enumerate(("White", "Black")):
            if scores and not tags[name].startswith("Ringleader, level "):
                player = results.setdefault((tags[name], tags["Variant"]), Results())
                player.add(color, scores[color], tags, [text for text, _ in turns])
    answers = {}
    for (player, variant), one in results.items():
        head = "no rating yet"
        if (player, variant) in ratings:
            rating = ratings[player, variant].at(now)
            games = "one rated game" if rating.games == 1 else f"{rating.games} rated games"
            head = f"{rounded(rating.rating)} ± {rounded(rating.deviation)} after {games}"
        lines = [f"{player}, {variant}: {head}", *one.lines()]
        answers[f"{player} {variant}"] = "\n".join(lines)
    return answers


def top(ratings, variant, now):
    aged = [(name, one.at(now)) for (name, played), one in ratings.items() if played == variant]
    listed = [(name, one) for name, one in aged if one.deviation < CERTAIN]
    listed.sort(key=lambda one: -one[1].rating)
    if not listed:
        return (
            f"Nobody's rating ({variant}) is certain enough to be listed yet. "
            "Play rated games: `!challenge @friend rated`."
        )
    lines = [f"The best here, {variant}:"]
    for place, (name, one) in enumerate(listed[:LISTED], 1):
        games = "one game" if one.games == 1 else f"{one.games} games"
        numbers = f"{rounded(one.rating)} ± {rounded(one.deviation)}"
        lines.append(f"{place}. {name}: {numbers}, {games}")
    return "\n".join(lines)


def turns_of(text):
    """The turns of a record, each with the comments behind it."""
    moves = text[text.rindex('"]\n') + 3 :]
    found = re.findall(r"\d+\. (\S+)((?:\s*\{[^}]*\})*)", moves)
    return [(turn, re.findall(r"\{([^}]*)\}", comments)) for turn, comments in found]


def seconds(clock):
    hours, minutes, rest = map(int, clock.split(":"))
    return 3600 * hours + 60 * minutes + rest


def span(text):
    return sum(int(number) * UNITS[unit] for number, unit in re.findall(r"(\d+)([dhms])", text))


def clocks(control, turns):
    """What the player of each turn had left at its end."""
    bank, _, increment = control.partition("+")
    bank, increment = span(bank), span(increment) if increment else None
    left, ends = [bank, bank], []
    for number, (_, comments) in enumerate(turns):
        color, comment = number % 2, comments[0]
        for to, given in re.findall(r"\[%give ([wb]) ([\d:]+)\]", comment):
            left["wb".index(to)] += seconds(given)
        used = seconds(re.search(r"\[%emt ([\d:]+)\]", comment).group(1))
        left[color] = max(0, left[color] - used)
        ends.append(left[color])
        if increment is None:
            left[color] = bank
        else:
            left[color] = max(left[color], min(2 * bank, left[color] + increment))
    return ends


def main():
    folder, now = sys.argv[1:]
    now = int(datetime.datetime.fromisoformat(now.replace("Z", "+00:00")).timestamp())
    texts = [path.read_text() for path in sorted(pathlib.Path(folder).glob("*.txt"))]
    games = [(tags_of(text), turns_of(text)) for text in texts]
    ratings = ratings_of([tags for tags, _ in games])
    answers = {
        "stats": stats(games, ratings, now),
        "top": {variant: top(ratings, variant, now) for variant in ("normal", "blitz")},
        "clocks": {
            tags["GameId"]: clocks(tags["TimeControl"], turns)
            for tags, turns in games
            if "TimeControl" in tags
        },
    }
    json.dump(answers, sys.stdout)


main()
