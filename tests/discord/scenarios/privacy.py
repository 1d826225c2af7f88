"""What is stored about a person: handed to them alone, and deleted."""

import json

from frame import check, scenario, until

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
async def forget_me_leaves_no_name(world):
    bot, channel, zelda, bob = await world.table("Zelda-Forgettable", "Bob")
    game = world.game("blitz")
    start = await begin(world, channel, zelda, bob)
    await play(world, channel, game, zelda, bob, last=12, answer=start)
    await world.slash(zelda, channel, "set", key="theme", value="dark")
    check(naming(bot, zelda.id) and naming(bot, zelda.name), "there is nothing to forget")
    sure = await zelda.answer(bot.id, await zelda.slash(channel, "forget-me"))
    check("There is no way back" in sure.words and sure.text.private, sure.words)
    before = len(bob.said(channel))
    done = await zelda.answer(bot.id, await zelda.slash(channel, "forget-me", answer="yes"))
    check("I no longer know you" in done.words and done.text.private, done.words)

    def told():
        return [one for one in bob.said(channel)[before:] if "called off" in one.content]

    await until(told, "the game is called off")
    check(f"<@{bob.id}>" in told()[0].content and "Someone has left" in told()[0].content, told()[0].content)
    record = await world.ask(bob, channel, "!export")
    text = (await bob.fetch(record.files[0])).decode()
    check('[White "someone"]' in text and '[Black "Bob"]' in text, text)
    again = await world.ask(bob, channel, "!rematch")
    check("isn't available" in again.words, again.words)
    await until(lambda: not naming(bot, zelda.id, zelda.name), "no name is left in the database")
    await bot.end()
    check(not naming(bot, zelda.id, zelda.name), naming(bot, zelda.id, zelda.name))
    log = bot.log()
    check(zelda.id not in log and zelda.name not in log, "the log names a person")
    await world.again(bot)
    shown = await world.ask(bob, channel, "!archive")
    check("someone" in shown.words and "Bob" in shown.words, shown.words)
