"""What is stored about a person: handed to them alone, and deleted."""

import asyncio
import json

from frame import check, scenario, until

from .places import threads
from .table import begin, play


def naming(bot, *words):
    """Which files of the database hold one of these words."""
    files = [bot.database, bot.database.with_name(bot.database.name + "-wal")]
    return [(file.name, word) for file in files if file.exists() for word in words
            if word.lower().encode() in file.read_bytes().lower()]


def told(bot, person, channel, after=None):
    """What the bot said in a channel, all or after a message."""
    return [one for one in person.said(channel) if one.author == bot.id and (after is None or int(one.id) > int(after))]


@scenario()
async def my_data_goes_to_the_person_alone(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob)
    await play(world, channel, game, alice, bob, last=12, answer=start)
    handed = await alice.answer(bot.id, await alice.slash(channel, "my-data"))
    check(handed.text.private, "others see what is stored about a person")
    await until(lambda: handed.files, "the data come as a file")
    data = json.loads(await alice.fetch(handed.files[0]))
    check(data["id"] == alice.id and data["platform"] == "discord", data)
    check(len(data["running"]) == 1 and len(data["running"][0]["times"]) == 12, data["running"])
    # Typed, where others read it: the file comes into the private chat.
    chat = await alice.private()
    answer = await world.ask(alice, channel, "!my-data")
    check("private message" in answer.words and not answer.files, answer.words)

    def sent():
        return [file for one in told(bot, alice, chat) for file in one.files]

    await until(sent, "the file comes into the private chat")
    check(json.loads(await alice.fetch(sent()[0]))["id"] == alice.id, "another file")
    # Typed in the private chat it is answered there.
    answer = await world.ask(alice, chat, "!my-data")
    check(answer.files and json.loads(await alice.fetch(answer.files[0]))["id"] == alice.id, answer.words)
    # Somebody takes no private messages: nobody else gets them either.
    closed = await bob.private()
    refusal = {"code": 50007, "message": "Cannot send messages to this user"}
    failing = world.server.fail(f"^POST /channels/{closed}/messages$", 1000, 403, refusal)
    await world.ask(bob, channel, "!my-data")
    await until(lambda: failing.seen, "the file is tried")
    await world.server.quiet()
    public = [one for one in told(bot, bob, channel) if one.files and not one.private]
    check(not public, "a file for all:", *public)
    await until(lambda: not naming(bot, "ringleader-my-data-1"), "nothing is kept of the file")
    check(not bot.warnings(), bot.warnings())


@scenario()
async def a_person_is_forgotten_in_the_middle_of_three_games(world):
    zelda, bob, carol, mona = world.people_of("Zelda-Forgettable", "Bob", "Carol", "Mona")
    channel = world.guild(mona, zelda, bob, carol, channels=("one", "two"))
    second = world.channels(world.server.world.channels[channel]["guild_id"])[1]
    bot = await world.bot()
    private = await zelda.private()
    game = world.game("blitz")
    # Rated against Bob, with a plan; against Carol; against the bot in private.
    offer = await world.ask(zelda, channel, f"!challenge <@{bob.id}> blitz white 3d rated")
    start = await world.press(bob, offer.last, "Accept", picture=True)
    check("rated" in start.words, start.words)
    await play(world, channel, game, zelda, bob, last=20, answer=start)
    start = await begin(world, second, carol, zelda)
    await play(world, second, game, carol, zelda, last=11, answer=start)
    await world.ask(zelda, private, "!play 1 white", picture=True)
    await world.slash(zelda, channel, "set", key="theme", value="dark")
    await world.slash(zelda, channel, "block", player=carol.id)
    await world.slash(bob, channel, "block", player=zelda.id)
    await world.ask(mona, second, f"!mute <@{zelda.id}> 3d")
    await world.slash(bob, channel, "report", note=f"{zelda.name} is slow")
    check(naming(bot, zelda.id) and naming(bot, zelda.name), "there is nothing to forget")
    sure = await zelda.answer(bot.id, await zelda.slash(channel, "forget-me"))
    check("There is no way back" in sure.words and sure.text.private, sure.words)
    before = {one: told(bot, bob, one)[-1].id for one in (channel, second, private)}
    done = await zelda.answer(bot.id, await zelda.slash(channel, "forget-me", answer="yes"))
    check("I no longer know you" in done.words and done.text.private, done.words)
    # What the others see.
    for there, other, words in (
            (channel, bob, ("your opponent has left for good", "Someone resigned. Bob won!")),
            (second, carol, ("your opponent has left for good", "Someone has left for good, so the game is called off"))):
        def ended(there=there, words=words):
            return [one for one in told(bot, bob, there, before[there]) if all(word in one.content for word in words)]

        end = (await until(ended, f"{other.name} is told"))[0]
        check(f"<@{other.id}>" in end.content and end.pictures, f"no end: {end}")
        check(zelda.name not in end.content + json.dumps(end.message["attachments"]) and zelda.id not in end.called, f"named: {end}")
        check("Rematch" not in [one["label"] for one in end.buttons], f"a rematch against nobody: {end}")
        again = await world.ask(other, there, "!rematch")
        check("isn't available" in again.words and zelda.name not in again.words, again.words)
    for there, other, tags in ((channel, bob, ('[White "someone"]', '[Black "Bob"]', '[Result "0-1"]')),
                               (second, carol, ('[White "Carol"]', '[Black "someone"]', '[Result "*"]'))):
        record = await world.ask(other, there, "!export")
        text = (await other.fetch(record.files[0])).decode()
        check(all(tag in text for tag in tags), text)
    for person, command in ((mona, "audit"), (mona, "reports"), (bob, "block"), (bob, "games")):
        answer = await world.slash(person, channel, command)
        check(zelda.name not in answer.words and zelda.id not in answer.words, answer.words)
    await until(lambda: not naming(bot, zelda.id, zelda.name), "no name is left in the database")
    # It is new to the bot, but still muted where it was, and still blocked.
    muted = await world.slash(zelda, second, "play", level=1)
    check("You're muted" in muted.words and muted.text.private, muted.words)
    await world.ask(mona, second, f"!unmute <@{zelda.id}>")
    blocked = await zelda.answer(bot.id, await zelda.slash(channel, "challenge", player=bob.id))
    check("isn't available" in blocked.words and blocked.text.private, blocked.words)
    await world.ask(zelda, private, "!forget-me yes")
    await until(lambda: not naming(bot, zelda.id, zelda.name), "no name is left once more")
    await bot.end()
    check(not naming(bot, zelda.id, zelda.name), naming(bot, zelda.id, zelda.name))
    log = bot.log()
    check(zelda.id not in log and zelda.name not in log, "the log names a person")
    await world.again(bot)
    shown = await world.ask(bob, channel, "!archive")
    check("someone" in shown.words and "Bob" in shown.words, shown.words)


@scenario()
async def nothing_private_is_said_in_public(world):
    mona, alice, bob, carol, eve = world.people_of("Mona", "Alice", "Bob", "Carol", "Eve")
    channel = world.guild(mona, alice, bob, carol, eve, channels=("one", "two"))
    second = world.channels(world.server.world.channels[channel]["guild_id"])[1]
    bot = await world.bot()
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob)
    await play(world, channel, game, alice, bob, last=10, answer=start)
    # Bob has a plan, has blocked Eve, plays the bot in private; Carol has left a note.
    plan, answer = (" ".join(step["command"].split()[1:]) for step in game.steps[10:12])
    planned = await world.slash(bob, channel, "if", line=f"{plan} then {answer}")
    line = next(one for one in planned.words.splitlines() if one.startswith("1. ")).removeprefix("1. ")
    private = await bob.private()
    await world.ask(bob, private, "!play 1 white", picture=True)
    await world.slash(bob, channel, "block", player=eve.id)
    await world.slash(carol, channel, "report", note="quartz is what they say")
    for person in (alice, bob, carol, mona):
        for text in ("!block", f"!block <@{alice.id}>", f"!unblock <@{alice.id}>", "!if", f"!if {plan} then {answer}", "!if #1",
                     "!games", "!next", "!settings", "!remind", "!auto", "!holiday", "!my-data", "!audit", "!reports",
                     "!forget-me", "!status", "!board", "!history", "!archive", "!stats", "!top", "!export"):
            await asyncio.sleep(0.1)
            asked = await person.say(channel, text)
            if text in ("!audit", "!reports") and person is mona:
                chat = await mona.private()
                await until(lambda chat=chat: told(bot, mona, chat), f"{text} is answered in private")
                continue
            await person.answer(bot.id, asked)
    await world.server.quiet()
    secrets = (line, "quartz", eve.name, private, "ringleader-my-data")
    for said in told(bot, alice, channel):
        if said.private:
            continue
        files = [(await alice.fetch(one)).decode() for one in said.files]
        found = [secret for secret in secrets for text in (said.content, *files) if secret in text]
        check(not found, f"{found} in public: {said}")
    check(any("quartz" in one.content for one in told(bot, mona, await mona.private())), "Mona does not get the note")
    # What is refused to whoever gives a command of Discord is told to nobody else.
    for person, name, given in ((carol, "resign", {}), (carol, "undo", {}), (bob, "pass", {}), (bob, "move", {"from": "E4", "to": "E5"}),
                                (carol, "draw", {}), (carol, "audit", {}),
                                (carol, "mute", {"player": alice.id}), (carol, "set", {"key": "theme", "value": "pink"})):
        refused = await person.answer(bot.id, await person.slash(channel, name, **given))
        check(refused.text.private, f"/{name} is refused for all to see: {refused.text}")
    # Also where a challenge would get a thread of its own.
    for there in (second, channel):
        refused = await world.slash(eve, there, "challenge", player=bob.id)
        check("isn't available" in refused.words and refused.text.private, f"others learn of the block: {refused.text}")
    check(not threads(world), "a thread for a challenge that is refused")
    listed = await world.slash(bob, channel, "block")
    check(eve.name in listed.words and listed.text.private, listed.words)
