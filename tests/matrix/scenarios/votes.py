"""A room plays the bot by votes: who votes is not answered at length, and the tally is one message."""

import re

from frame import check, scenario, until

# A round, in seconds: the shortest that there is.
ROUND = 60


def marks(person, room, bot, event):
    """The bot's reactions to a message."""
    return [one.key for one in person.events(room, bot.id, "m.reaction") if one.relates.get("event_id") == event]


def tallies(person, room, bot):
    """The tallies, and the edits of each."""
    told = [one for one in person.messages(room, bot.id) if one.msgtype == "m.notice" and " vote" in one.body]
    edits = {}
    for one in told:
        if one.relates.get("rel_type") == "m.replace":
            edits.setdefault(one.relates["event_id"], []).append(one.content["m.new_content"]["body"])
        elif re.fullmatch(r"(One|\d+) votes?: .*", one.body):
            edits.setdefault(one.id, []).append(one.body)
    return edits


async def votes(world, encrypted):
    bot = await world.bot()
    alice, bob, carol = await world.users("Alice", "Bob", "Carol")
    room = await world.table(bot, alice, bob, carol, encrypted=encrypted)
    start = await world.ask(alice, bot, room, "!vote-game 1 2 1m blitz white", picture=True)
    check("Vote on where to place ring 1" in start.words and not start.called, start.words)
    first = await alice.say(room, "!A4")
    await until(lambda: marks(alice, room, bot, first) == ["✅"], "the vote is marked")
    (tally,) = await until(lambda: tallies(alice, room, bot), "the tally is told")
    told = tallies(alice, room, bot)[tally]
    check(told == ["One vote: !place A4 (1)."], told)
    second = await bob.say(room, "!B4")
    third = await carol.say(room, "!B4")
    await until(lambda: marks(alice, room, bot, second) == marks(alice, room, bot, third) == ["✅"], "the votes are marked")
    await until(lambda: tallies(alice, room, bot)[tally][-1] == "3 votes: !place B4 (2), !place A4 (1).", "the tally is edited")
    played = await until(lambda: [one for one in alice.messages(room, bot.id) if "The crowd placed a white ring on B4" in one.body],
                         "the vote is over", ROUND + 30)
    check(played[0].body.startswith("3 votes: !place B4 (2), !place A4 (1)."), played[0].body)
    check(list(tallies(alice, room, bot)) == [tally], f"several tallies: {tallies(alice, room, bot)}")


@scenario()
async def a_room_votes_and_one_message_tells_the_tally(world):
    await votes(world, encrypted=False)


@scenario()
async def so_does_an_encrypted_room(world):
    await votes(world, encrypted=True)
