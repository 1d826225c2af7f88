"""The bot may not speak for a while: what it could not say is made up for as soon as it may again."""

import re

from frame import check, scenario, until
from counterpart.world import SEND, THREAD, VIEW

from .table import begin, check_board, play

# Whether the bot may speak again is tried every half minute; the rest is for a busy machine.
AGAIN = 120


def refused(world, since):
    """Whether a message was refused since so many requests."""
    return [one for one in world.server.requests[since:]
            if one["method"] == "POST" and one["path"].endswith("/messages") and one["status"] in (400, 403, 404)]


async def unanswered(world, person, channel, command):
    """A command whose answer cannot be said. The message's id."""
    since = len(world.server.requests)
    asked = await person.say(channel, command)
    await until(lambda: refused(world, since), "the answer is refused")
    return asked


async def missed(world, channel, game, seats, first, silence, speak):
    """Two moves while the bot is silent, and what it says when it may speak again: how the table
    stands, in answer to the last of them."""
    bot = world.bots[0]
    silence()
    steps = game.steps[first:first + 2]
    asked = [await unanswered(world, seats[steps[0]["who"]], channel, steps[0]["command"])]
    asked.append(await seats[steps[1]["who"]].say(channel, steps[1]["command"]))
    await world.server.quiet(1)
    said = [one for one in seats["white"].said(channel) if one.author == bot.id and one.answers in asked]
    check(not said, "it spoke where it may not:", *said)
    speak()
    answer = await seats["white"].answer(bot.id, asked[1], picture=True, seconds=AGAIN)
    check_board(answer, steps[1]["position"], "once it may speak again")
    await world.server.quiet(1)
    said = [one for one in seats["white"].said(channel) if one.author == bot.id and one.answers in asked]
    check(len(said) == 1, "it said more than how the table stands:", *said)
    return answer


@scenario(600)
async def what_a_silent_bot_missed_is_made_up_for(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    w = world.server.world
    place = w.channels[channel]
    guild = place["guild_id"]
    game = world.game("blitz")
    seats = {"white": alice, "black": bob}
    await begin(world, channel, alice, bob)

    def told():
        """What the bot said in private of what it lacks."""
        return [one for one in alice.said() if one.author == bot.id and w.channels[one.channel]["type"] == 1]

    # It may not send messages, and again: each time somebody is told what is missing.
    for number, first in enumerate((0, 2), 1):
        await missed(world, channel, game, seats, first, lambda: w.deny(place, SEND), lambda: w.deny(place, 0))
        await until(lambda number=number: len(told()) == number, f"somebody is told {number} times")

    # It is removed from the server, and added again.
    def removed():
        w.deny(place, VIEW)
        world.server.gateway.tell("GUILD_DELETE", {"id": guild}, guild)

    def added():
        w.deny(place, 0)
        world.server.gateway.tell("GUILD_CREATE", w.told_guild(guild), guild)

    await missed(world, channel, game, seats, 4, removed, added)
    await play(world, channel, game, alice, bob, first=6, last=8)


@scenario(600)
async def a_locked_thread_gets_its_state_when_it_is_unlocked(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    w = world.server.world
    thread = w.channel(w.channels[channel]["guild_id"], "Our game", THREAD, channel, alice.id)
    world.server.gateway.tell("THREAD_CREATE", thread, thread["guild_id"])
    game = world.game("blitz")
    await begin(world, thread["id"], alice, bob)
    # While it is locked, those who manage threads still speak there.
    about = thread["thread_metadata"]
    await missed(world, thread["id"], game, {"white": alice, "black": bob}, 0,
                 lambda: about.update(locked=True, archived=True), lambda: about.update(locked=False, archived=False))
    await play(world, thread["id"], game, alice, bob, first=2, last=4)


@scenario(600)
async def a_silent_bot_goes_on_with_its_own_game(world):
    bot, channel, alice = await world.table("Alice")
    place = world.server.world.channels[channel]
    start = await world.ask(alice, channel, "!play 1 blitz white", picture=True)

    def example(words):
        return re.search(r"place ([A-K]\d+)", words)[1]

    world.server.world.deny(place, SEND)
    asked = await unanswered(world, alice, channel, f"!place {example(start.words)}")
    await world.server.quiet(2)
    world.server.world.deny(place, 0)
    answer = await alice.answer(bot.id, asked, picture=True, seconds=AGAIN)

    def turn():
        """The bot has had its turn: what it said last calls Alice."""
        said = [one for one in alice.said(channel) if one.author == bot.id and int(one.id) >= int(answer.text.id)]
        return [one for one in said if alice.id in one.called]

    said = (await until(turn, "it is Alice's turn"))[-1]
    before = len(alice.said(channel))
    await alice.say(channel, f"!place {example(said.content)}")
    await until(lambda: [one for one in alice.said(channel)[before:] if one.author == bot.id and alice.id in one.called], "the game goes on")
