"""A channel plays the bot by votes: who votes is not answered at length, and the tally is one message."""

import re

from frame import check, scenario, until
from counterpart.world import REACT, USUAL

# A round, in seconds: the shortest that there is.
ROUND = 60


def marks(world, message):
    """The bot's reactions to a message."""
    return [one["emoji"]["name"] for one in world.server.world.messages[message].get("reactions", [])]


def words(said):
    return said.content.replace("`", "")


def tallies(person, channel):
    return [one for one in person.said(channel) if re.fullmatch(r"(One|\d+) votes?: .*", one.content)]


@scenario()
async def a_channel_votes_and_one_message_tells_the_tally(world):
    bot, channel, alice, bob, carol = await world.table("Alice", "Bob", "Carol")
    start = await world.ask(alice, channel, "!vote-game 1 2 1m blitz white", picture=True)
    check("Vote on where to place ring 1" in start.words and not start.called, start.words)
    first = await alice.say(channel, "!A4")
    await until(lambda: marks(world, first) == ["✅"], "the vote is marked")
    tally = (await until(lambda: tallies(alice, channel), "the tally is told"))[0]
    check(words(tally) == "One vote: !place A4 (1).", tally.content)
    slash = await world.slash(bob, channel, "place", point="B4")
    check(slash.text.private and words(slash.text) == "Your vote: !place B4.", slash.words)
    again = await bob.say(channel, "!B4")
    answer = await bob.answer(bot.id, again)
    check("already voted" in answer.words and not marks(world, again), answer.words)
    second = await carol.say(channel, "!B4")
    await until(lambda: marks(world, second) == ["✅"], "the vote is marked")
    await until(lambda: words(tally) == "3 votes: !place B4 (2), !place A4 (1).", f"the tally is edited: {tally}")
    asked = await world.ask(alice, channel, "!votes", picture=True)
    check("!place B4 (2)" in words(asked.text) and len(asked.pictures) == 1, asked.words)
    before = len([one for one in alice.said(channel) if one.pictures])
    # Over a restart the message is still known.
    await bot.end()
    await world.again(bot)
    await alice.say(channel, "!B4")
    await until(lambda: words(tally) == "3 votes: !place B4 (3).", f"the tally is edited: {tally}")
    played = await until(lambda: [one for one in alice.said(channel) if "The crowd placed a white ring on B4" in one.content],
                         "the vote is over", ROUND + 30)
    check(words(played[0]).startswith("3 votes: !place B4 (3)."), played[0].content)
    await until(lambda: [one for one in alice.said(channel) if "Vote on where to place ring 2" in one.content], "the next round")
    told = [one for one in tallies(alice, channel) if one.id != asked.text.id]
    check([one.id for one in told] == [tally.id], "several tallies:", *told)
    # The board of the round, and what the bot plays.
    after = len([one for one in alice.said(channel) if one.pictures])
    check(after - before <= 2, f"{after - before} pictures")


@scenario()
async def a_tally_that_was_removed_is_told_anew(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    await world.ask(alice, channel, "!vote-game 1 2 1m blitz white", picture=True)
    await alice.say(channel, "!A4")
    tally = (await until(lambda: tallies(alice, channel), "the tally is told"))[0]
    world.server.rest.remove(tally.id)
    await bob.say(channel, "!A4")
    await until(lambda: [one for one in tallies(alice, channel) if words(one) == "2 votes: !place A4 (2)."], "it is told anew")


@scenario()
async def a_vote_is_answered_in_words_where_the_bot_may_not_react(world):
    alice, bob = world.people_of("Alice", "Bob")
    channel = world.guild(alice, bob, permissions=USUAL & ~REACT)
    bot = await world.bot()
    await world.ask(alice, channel, "!vote-game 1 2 1m blitz white", picture=True)
    vote = await bob.say(channel, "!A4")
    answer = await bob.answer(bot.id, vote)
    check(words(answer.text) == "Your vote: !place A4." and not answer.text.private, answer.words)


@scenario()
async def forty_people_vote_at_once(world):
    names = [f"Voter{number}" for number in range(40)]
    bot, channel, *people = await world.table(*names)
    await world.ask(people[0], channel, "!vote-game 1 40 1m blitz white", picture=True)
    points = ["A4", "B4", "C4", "D4"]
    said = [await person.say(channel, f"!{points[number % 7 % 4]}") for number, person in enumerate(people)]
    await until(lambda: all(marks(world, vote) == ["✅"] for vote in said), "all votes are marked")
    played = await until(lambda: [one for one in people[0].said(channel) if "The crowd placed" in one.content],
                         "the vote is over", ROUND + 30)
    counted = [sum(points[number % 7 % 4] == point for number in range(40)) for point in points]
    check(played[0].content.startswith("40 votes: "), played[0].content)
    for point, votes in zip(points, counted):
        check(f"!place {point} ({votes})" in words(played[0]), f"{point} has {votes} votes: {played[0].content}")
    check(len(tallies(people[0], channel)) == 1, "several tallies:", *tallies(people[0], channel))
    edits = world.requests("PATCH", f"/channels/{channel}/messages/")
    check(len(edits) <= 12, f"{len(edits)} edits")
