"""Tournaments: their games are played in threads of the room, which is told how they end."""

import re

from frame import check, scenario, until


def told(person, bot, room, words, thread=None):
    """What the bot has said in the room, or in a thread of it, with these words."""
    return [one for one in person.messages(room, bot.id) if one.thread == thread and words in one.body]


@scenario()
async def a_tournament_is_played_in_threads_of_the_room(world):
    bot = await world.bot()
    alice, bob, carol = await world.users("Alice", "Bob", "Carol")
    people = {"Alice": alice, "Bob": bob, "Carol": carol}
    room = await world.table(bot, alice, bob, carol, encrypted=True)
    opened = await world.ask(alice, bot, room, "!tournament round-robin 2d blitz")
    check("round robin" in opened.words, opened.words)
    for person in people.values():
        await world.ask(person, bot, room, "!tournament join")
    await alice.say(room, "!tournament start")
    seen = set()
    for number in (1, 2, 3):
        def board():
            return [one for one in told(alice, bot, room, "Board 1:") if one.id not in seen]

        (begun,) = await until(board, f"the board of round {number}")
        seen.add(begun.id)
        names = re.search(r"Board 1: (\w+) \(white\) – (\w+)", begun.body).groups()
        white, black = (people[name] for name in names)
        await until(lambda begun=begun: told(white, bot, room, "Good luck!", begun.id), "the game begins in its thread")
        await world.ask(white, bot, room, "!A4", picture=True, thread=begun.id)
        if number == 2:
            bot.kill()
            bot.start()
        await world.ask(black, bot, room, "!resign", thread=begun.id)
        await world.ask(black, bot, room, "!resign yes", picture=True, thread=begun.id)
    (over,) = await until(lambda: told(alice, bot, room, "The tournament is over"), "the end is told")
    check("1. " in over.body, over.body)
    for number in (1, 2, 3):
        check(len(told(alice, bot, room, f"Round {number} of 3")) == 1, f"round {number} is told more than once")
    for thread in seen:
        check(len(told(alice, bot, room, "Good luck!", thread)) == 1, "a game begins twice")
