"""How a game is begun and played in a channel, and whether the board shows what the rules say."""

import asyncio
import contextlib
import sqlite3

from counterpart.interactions import DEFERRED
from frame import check, until
from rules import check_shown


def check_board(answer, position, told=""):
    """The picture of an answer shows this position."""
    check(answer.pictures, f"{told}: no picture with “{answer.words}”")
    check_shown(answer.pictures[-1].get("description") or "", position, told)


def options(command):
    """The name and the options of the slash command that says the same as a command in words."""
    name, *words = command.removeprefix("!").split()
    match name, words:
        case ("place" | "ring"), [point]:
            return name, {"point": point}
        case "move", [start, end]:
            return name, {"from": start, "to": end}
        case "row", [number]:
            return name, {"number": int(number)}
        case _, []:
            return name, {}
    raise ValueError(command)


async def begin(world, channel, white, black, variant="blitz", slash=False, **more):
    """A challenge by white, which black accepts: both in words, or both by slash commands."""
    if slash:
        offer = await world.slash(white, channel, "challenge", player=black.id, variant=variant, colour="white")
    else:
        offer = await world.ask(white, channel, f"!challenge <@{black.id}> {variant} white", **more)
    check(offer.called == [black.id], f"a challenge calls {offer.called}: {offer.words}")
    there = offer.text.channel
    if slash:
        start = await world.slash(black, there, "accept", picture=True)
    else:
        start = await world.ask(black, there, "!accept", picture=True)
    check("begins" in start.words, start.words)
    check(start.called == [white.id], f"the start calls {start.called}")
    return start


# Seconds between two steps of a game: nobody is to say more than the bot hears.
APART = 0.1


@contextlib.asynccontextmanager
async def deferred(bot, person, channel, name, **options):
    """A slash command that cannot be answered at once, since another program holds the database:
    the interaction, once it is deferred. It is answered after the block."""
    with contextlib.closing(sqlite3.connect(bot.database, isolation_level=None, timeout=30)) as database:
        database.execute("BEGIN IMMEDIATE")
        asked = await person.interact(channel, name, **options)
        await until(lambda: asked.answered is not None, "it is deferred")
        check(asked.answered == DEFERRED, f"it was answered with {asked.answered}")
        yield asked
        database.execute("ROLLBACK")


def words_of(number, step):
    return "words"


def mixed(number, step):
    """Words and slash commands in turn."""
    return ("words", "slash")[number % 2]


def with_buttons(number, step):
    """Buttons where there are any, else words and slash commands in turn."""
    return "button" if step["choice"] else mixed(number, step)


async def act(world, channel, player, step, way, before):
    """One step of a game, done in some way. The answer."""
    if way == "slash":
        name, told = options(step["command"])
        return await world.slash(player, channel, name, picture=True, **told)
    if way == "button":
        word = "Row" if step["command"].startswith("!row") else "Ring"
        offered = [one for one in before.last.buttons if one["label"].startswith(word)]
        check(len(offered) >= step["choice"], f"{step['command']}: no such button under {before.last}")
        return await player.pressed(world.bots[0].id, before.last, offered[step["choice"] - 1], picture=True)
    return await world.ask(player, channel, step["command"], picture=True)


async def play(world, channel, game, white, black, first=0, last=None, way=words_of, answer=None):
    """Plays the steps `first` to `last` (not included) of a game. The last answer."""
    seats = {"white": white, "black": black}
    last = len(game.steps) if last is None else last
    for number in range(first, last):
        step = game.steps[number]
        await asyncio.sleep(APART)
        answer = await act(world, channel, seats[step["who"]], step, way(number, step), answer)
        check_board(answer, step["position"], f"step {number}, {step['command']}")
        game.check_calls(answer, number, seats)
    return answer


def check_once(person, bot, asked, channel=None):
    """Each of these was answered, once, and in this order."""
    told = [one.answers for one in person.said(channel) if one.author == bot and one.answers in asked]
    check(told == list(asked), "answered are", [asked.index(one) for one in told], "of", len(asked))
