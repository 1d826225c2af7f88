"""Ratings and results, computed from the records of finished games alone.

    python3 compute.py FOLDER NOW

reads all records in a folder and prints one line for each player and variant, as of the moment NOW:

    alice normal 1662 290 1 1 0 2

rating, deviation, number of rated games; games won, drawn and lost. It shares nothing with the bot
but Glickman's paper: http://www.glicko.net/glicko/glicko2.pdf
"""

import datetime
import math
import pathlib
import re
import sys

SCALE = 173.7178
TAU = 0.5
PERIOD = 30 * 24 * 60 * 60


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
        new.last, new.games = now, self.games + 1
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


def main():
    folder, now = sys.argv[1:]
    now = int(datetime.datetime.fromisoformat(now.replace("Z", "+00:00")).timestamp())
    games = [tags_of(path.read_text()) for path in sorted(pathlib.Path(folder).glob("*.txt"))]
    ratings, results = {}, {}
    for game in games:
        scores = {"1-0": (0, 2), "0-1": (2, 0), "1/2-1/2": (1, 1)}.get(game["Result"])
        if scores is None:
            continue
        for player, score in zip((game["White"], game["Black"]), scores):
            results.setdefault((player, game["Variant"]), [0, 0, 0])[score] += 1
    rated = [game for game in games if game.get("Rated") == "yes"]
    for game in sorted(rated, key=lambda game: int(game["GameId"])):
        ended = moment(game["EndDate"], game["EndTime"])
        keys = [(game[color], game["Variant"]) for color in ("White", "Black")]
        white, black = [ratings.get(key, Rating()).at(ended) for key in keys]
        told = int(game["WhiteRating"]), int(game["BlackRating"])
        assert told == (rounded(white.rating), rounded(black.rating)), game
        score = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[game["Result"]]
        ratings[keys[0]] = white.after(black, score, ended)
        ratings[keys[1]] = black.after(white, 1 - score, ended)
    for player, variant in sorted(results):
        rating = ratings.get((player, variant), Rating()).at(now)
        numbers = rounded(rating.rating), rounded(rating.deviation), rating.games
        print(player, variant, *numbers, *results[player, variant])


main()
