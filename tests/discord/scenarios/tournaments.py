"""Tournaments: their games are played in threads of their own, and the channel is told how they end."""

import re

from frame import check, scenario, until

from .places import threads


def told(person, place, bot, words):
    """What the bot has said somewhere with these words."""
    return [one for one in person.said(place) if one.author == bot.id and words in one.content]


async def lose(world, thread, people):
    """Has the player of the white rings resign."""
    names = re.fullmatch("YINSH: (.*) – (.*)", thread["name"])
    white, black = (people[name] for name in names.groups())
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
