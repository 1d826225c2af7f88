"""Tournaments: their games are played in threads of their own, and the channel is told how they end."""

import asyncio
import contextlib
import os
import random
import re
from datetime import UTC, datetime, timedelta
from fractions import Fraction

from frame import check, scenario, until
from patience import Failed
from swiss import HALF, Game, Swiss, points_of

from .places import threads

# How many play the Swiss tournament, at least six, and how many rounds.
PLAYERS = int(os.environ.get("RINGLEADER_PLAYERS", 13))
ROUNDS = int(os.environ.get("RINGLEADER_ROUNDS", 4))

# How many games of it are played at the same time.
AT_ONCE = 8


def told(person, place, bot, words):
    """What the bot has said somewhere with these words."""
    return [one for one in person.said(place) if one.author == bot.id and words in one.content]


def players(thread):
    """The names of those who play in a thread, White first. Once the game is over, its name has the
    result, too."""
    return re.fullmatch("YINSH: (.*) – (.*?)( · .*)?", thread["name"]).group(1, 2)


async def lose(world, thread, people):
    """Has the player of the white rings resign."""
    white, black = (people[name] for name in players(thread))
    bot, place = world.bots[-1], thread["id"]
    await until(lambda: told(white, place, bot, "Good luck!"), "the game begins")
    await world.ask(white, place, "!resign")
    await world.ask(white, place, "!resign yes", picture=True)
    return black


@scenario()
async def a_tournament_is_played_in_threads(world):
    bot, channel, alice, bob, carol, dave = await world.table("Alice", "Bob", "Carol", "Dave")
    people = {"Alice": alice, "Bob": bob, "Carol": carol, "Dave": dave}
    opened = await world.ask(alice, channel, "!tournament round-robin 2d blitz")
    check("round robin" in opened.words and "a blitz game" in opened.words, opened.words)
    joined = await world.press(bob, opened.last, "Join")
    check("Bob has joined" in joined.words and not joined.text.private, joined.words)
    await world.slash(carol, channel, "tournament", what="join")
    for person in (alice, dave):
        await world.ask(person, channel, "!tournament join")
    refused = await world.press(bob, opened.last, "Join")
    check("already" in refused.words and refused.text.private, refused.words)
    begun = await world.slash(alice, channel, "tournament", what="start")
    check(begun.words.startswith("Round 1 of 3"), begun.words)
    points = dict.fromkeys(people, 0)
    for number in (1, 2, 3):
        await until(lambda number=number: len(threads(world)) == 2 * number, f"the threads of round {number}")
        await until(lambda number=number: told(alice, channel, bot, f"Round {number} of 3"), "the round is told")
        for index, thread in enumerate(threads(world)[-2:]):
            winner = await lose(world, thread, people)
            points[next(name for name in people if people[name] is winner)] += 1
            if (number, index) == (2, 1):
                # Killed once the end of the round's last game is told, and perhaps before the next one is paired.
                bot.kill()
                await world.again(bot)
    (over,) = await until(lambda: told(alice, channel, bot, "The tournament is over"), "the end is told")
    check(over.pictures, "no picture of the standings")
    for name, won in points.items():
        check(f"{name}: {won} (" in over.content, name, won, over.content)
    for number in (1, 2, 3):
        check(len(told(alice, channel, bot, f"Round {number} of 3")) == 1, f"round {number} is told more than once")
    boards = told(alice, channel, bot, "(white) –")
    check(len(boards) == 6, *boards)
    check(sorted(one.id for one in boards) == sorted(thread["id"] for thread in threads(world)), "threads elsewhere")
    for thread in threads(world):
        check(len(told(alice, thread["id"], bot, "Good luck!")) == 1, "a game begins twice")
    shown = await world.ask(bob, channel, "!tournament", picture=True)
    check("Final standings" in shown.words, shown.words)


async def play(world, thread, people, score):
    """A game of a few commands that ends with this score of white."""
    white, black = players(thread)
    bot, place = world.bots[-1], thread["id"]
    await until(lambda: told(people[white], place, bot, "Good luck!"), "the game begins")
    await world.ask(people[white], place, "!A4", picture=True)
    if score == HALF:
        await world.ask(people[white], place, "!draw")
        await world.ask(people[black], place, "!accept", picture=True)
    else:
        loser = people[black if score else white]
        await world.ask(loser, place, "!resign")
        await world.ask(loser, place, "!resign yes", picture=True)
    return Game(white, black, score)


@scenario(limit=120 + 4 * PLAYERS * ROUNDS)
async def a_swiss_is_paired_by_its_rules(world):
    """Some leave, the bot is killed in each round; another program says whether the rounds are right."""
    chances = random.Random(int(os.environ.get("RINGLEADER_SEED", 19)))
    names = [f"Player{seed:02}" for seed in range(1, PLAYERS + 1)]
    bot, channel, *everybody = await world.table(*names)
    people = dict(zip(names, everybody, strict=True))
    opened = await world.ask(everybody[0], channel, f"!tournament swiss {ROUNDS} 2d blitz")
    for person in everybody:
        await world.press(person, opened.last, "Join")
    await everybody[0].say(channel, "!tournament start")
    swiss, begun = Swiss(names), 0
    turns = asyncio.Semaphore(AT_ONCE)

    async def play_in_turn(thread, score):
        async with turns:
            return await play(world, thread, people, score)

    for turn in range(1, ROUNDS + 1):
        expected = begun + len(swiss.active()) // 2
        await until(lambda expected=expected: len(threads(world)) == expected, f"the threads of round {turn}", 120)
        title = f"Round {turn} of {ROUNDS}"
        (paired,) = await until(lambda title=title: told(everybody[0], channel, bot, title), "the round is told")
        bye = re.search(r"Bye this round \(one point\): (\w+)", paired.content)
        bye = bye and bye.group(1)
        boards = sorted(threads(world)[begun:], key=lambda thread: thread["name"])
        begun = expected
        pairs = [players(thread) for thread in boards]
        swiss.check_pairs(pairs, bye)
        if turn == 1:
            # With its colours exchanged, no round is right.
            with contextlib.suppress(Failed):
                swiss.check_pairs([(black, white) for white, black in pairs], bye)
                raise AssertionError("the checker accepts a wrong round")
        first, *scores = chances.choices([Fraction(0), HALF, Fraction(1)], [2, 1, 2], k=len(boards))
        others = zip(boards[1:], scores, strict=True)
        games = await asyncio.gather(*(play_in_turn(thread, score) for thread, score in others))
        if turn < ROUNDS and len(swiss.active()) > PLAYERS // 2:
            leaves = chances.choice([game.white for game in games])
            await world.ask(people[leaves], channel, "!tournament leave")
            swiss.left.add(leaves)
        # Killed once the end of the last game is told, and perhaps before the next round is paired.
        games.append(await play(world, boards[0], people, first))
        bot.kill()
        await world.again(bot)
        swiss.play(games, bye)
    (over,) = await until(lambda: told(everybody[0], channel, bot, "The tournament is over"), "the end is told")
    for thread in threads(world):
        check(len(told(everybody[0], thread["id"], bot, "Good luck!")) == 1, "a game begins twice")
    lines = re.findall(r"(\d+)\. (\w+): ([\d½]+) \(tie-break ([\d½]+)\)", over.content)
    check(len(lines) == min(PLAYERS, 10), over.content)
    standings = swiss.standings()
    before = None
    for at, (best, (place, name, points, tie_break)) in enumerate(zip(standings.values(), lines, strict=False), 1):
        check(standings[name] == best, "the order", name, best, lines, standings)
        check((points_of(points), points_of(tie_break)) == best[:2], "the score", name, best, lines)
        check(int(place) == at or before == best and int(place) < at, "the place", name, lines)
        before = best


@scenario()
async def a_tournament_goes_on_where_no_thread_can_be_opened(world):
    bot, channel, *players, erin = await world.table("Alice", "Bob", "Carol", "Dave", "Erin")
    people = dict(zip(("Alice", "Bob", "Carol", "Dave"), players, strict=True))
    await world.ask(erin, channel, "!tournament swiss 2 2d")
    for person in players:
        await world.ask(person, channel, "!tournament join")
    refused = {"message": "Missing Permissions", "code": 50013}
    fault = world.server.fail("/threads$", 1, 403, refused)
    await erin.say(channel, "!tournament start")
    await until(lambda: told(erin, channel, bot, "couldn't start board"), "what is missing is told")
    check(fault.seen and len(threads(world)) == 1, f"{len(threads(world))} threads")
    # With the permission, the game begins.
    await erin.say(channel, "!tournament start")
    await until(lambda: len(threads(world)) == 2, "the other thread is opened")
    # Or somebody sets the result.
    first, second = threads(world)
    await lose(world, first, people)
    world.server.fail("/threads$", 1, 403, refused)
    await lose(world, second, people)
    await until(lambda: len(told(erin, channel, bot, "couldn't start board")) == 2, "what is missing is told")
    missing = told(erin, channel, bot, "couldn't start board")[-1]
    board = re.search("start board ([12])", missing.content).group(1)
    await world.ask(erin, channel, f"!score {board} draw")
    await lose(world, threads(world)[2], people)
    await until(lambda: told(erin, channel, bot, "The tournament is over"), "the end is told")


@scenario()
async def one_player_meets_everybody_in_a_simul(world):
    bot, channel, alice, bob, carol, dave = await world.table("Alice", "Bob", "Carol", "Dave")
    people = {"Alice": alice, "Bob": bob, "Carol": carol, "Dave": dave}
    opened = await world.slash(alice, channel, "simul", time="2d", variant="blitz")
    check("Alice plays everyone at once" in opened.words and "white on every board" in opened.words, opened.words)
    refused = await world.press(alice, opened.last, "Join")
    check("no need to join" in refused.words and refused.text.private, refused.words)
    for person in (bob, carol, dave):
        await world.press(person, opened.last, "Join")
    await world.press(alice, opened.last, "Start")
    await until(lambda: len(threads(world)) == 3, "three threads are opened")
    first, second, third = threads(world)
    await lose(world, first, people)
    await until(lambda: told(bob, channel, bot, "0–1"), "the first result is told")
    shown = await world.ask(bob, channel, "!tournament")
    check("Simul of Alice: 0 out of 1 so far" in shown.words, shown.words)
    # The second guest resigns after Alice's first move, the third one while the bot is down.
    for thread, guest in ((second, carol), (third, dave)):
        place = thread["id"]
        await until(lambda place=place: told(alice, place, bot, "Good luck!"), "the game begins")
        await world.ask(alice, place, "!A4", picture=True)
        await world.ask(guest, place, "!resign")
        await world.ask(guest, place, "!resign yes", picture=True)
        bot.kill()
        await world.again(bot)
    (over,) = await until(lambda: told(alice, channel, bot, "The simul is over"), "the end is told")
    words = over.content
    check("Alice scored 2 out of 3" in words and "Won against Alice: Bob" in words, words)
    check(len(threads(world)) == 3, "a game begins twice")


@scenario()
async def an_arena_pairs_whoever_is_free(world):
    bot, channel, alice, bob, carol, dave, erin = await world.table("Alice", "Bob", "Carol", "Dave", "Erin")
    people = {"Alice": alice, "Bob": bob, "Carol": carol, "Dave": dave, "Erin": erin}
    opened = await world.slash(alice, channel, "tournament", what="arena", number=30, time="10m+5s", variant="blitz")
    check("arena, 30 minutes" in opened.words and "until the time is up" in opened.words, opened.words)
    for person in (alice, bob, carol, dave):
        await world.press(person, opened.last, "Join")
    begun = await world.press(alice, opened.last, "Start")
    check("The arena ends" in begun.words, begun.words)
    await until(lambda: len(threads(world)) == 2, "two threads are opened")
    first, second = threads(world)
    await lose(world, first, people)
    result = " – ".join(players(first)) + "  0–1"
    await until(lambda: told(alice, channel, bot, result), "the first result is told")
    # Killed once the end of the game is told, and perhaps before anybody is paired.
    await lose(world, second, people)
    bot.kill()
    await world.again(bot)
    await until(lambda: len(threads(world)) == 4, "everybody is paired again")
    pairs = [frozenset(players(thread)) for thread in threads(world)]
    check(len(set(pairs)) == 4, "the same two meet again", pairs)
    shown = await world.ask(erin, channel, "!tournament", picture=True)
    check(shown.words.count("still playing") == 2 and "Standings:" in shown.words, shown.words)
    joined = await world.press(erin, shown.last, "Join")
    check("5 players so far" in joined.words, joined.words)
    await lose(world, threads(world)[2], people)
    await until(lambda: len(threads(world)) == 5, "Erin is paired")
    check("Erin" in threads(world)[4]["name"], threads(world)[4])
    for thread in threads(world):
        greeted = await until(lambda place=thread["id"]: told(alice, place, bot, "Good luck!"), "the game begins")
        check(len(greeted) == 1 and "of the arena" in greeted[0].content, greeted)
    left = await world.ask(erin, channel, "!tournament leave")
    check("Erin leaves" in left.words, left.words)


@scenario()
async def a_knockout_shows_its_bracket(world):
    bot, channel, alice, bob, carol = await world.table("Alice", "Bob", "Carol")
    people = {"Alice": alice, "Bob": bob, "Carol": carol}
    await world.ask(alice, channel, "!tournament knockout 2d")
    for person in people.values():
        await world.ask(person, channel, "!tournament join")
    begun = await world.ask(alice, channel, "!tournament start", picture=True)
    check("Round 1 of 2" in begun.words, begun.words)
    alt = begun.pictures[0]["description"]
    check(alt.startswith("A bracket. Round 1 of 2.") and "Semi-finals: Bob – Carol" in alt, alt)
    for number in (1, 2):
        await until(lambda number=number: len(threads(world)) == number, "a thread is opened")
        await lose(world, threads(world)[-1], people)
    (over,) = await until(lambda: told(alice, channel, bot, "The tournament is over"), "the end is told")
    check(over.pictures and "Final: " in over.pictures[0]["description"], over)


@scenario()
async def a_scheduled_tournament_starts_by_itself(world):
    # The first one owns the server.
    bot, channel, moderator, alice, bob, carol = await world.table("Olga", "Alice", "Bob", "Carol")
    refused = await world.ask(alice, channel, "!schedule swiss daily 18:00 2d")
    check("moderat" in refused.words.lower(), refused.words)
    # More than a minute ahead, or it would start tomorrow.
    starts = datetime.now(UTC) + timedelta(minutes=2, seconds=5)
    said = await world.ask(moderator, channel, f"!schedule swiss daily {starts:%H:%M} 1 2d blitz")
    check("every day at" in said.words, said.words)
    (opened,) = await until(lambda: told(alice, channel, bot, "Sign-up is open"), "it is opened")
    check(opened.content.count("starts on its own") == 1, opened.content)
    for person in (alice, bob, carol):
        await world.press(person, opened, "Join")
    # It starts though the bot was down, and with the same players.
    bot.kill()
    await asyncio.sleep(2)
    await world.again(bot)
    await until(lambda: told(alice, channel, bot, "Round 1 of 1"), "it starts", 150)
    await until(lambda: len(threads(world)) == 1, "the thread is opened")
    check(len(told(alice, channel, bot, "Sign-up is open")) == 1, "opened twice")
    shown = await world.ask(bob, channel, "!schedule")
    check("every day at" in shown.words, shown.words)
