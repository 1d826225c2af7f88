"""What is stored about a person: handed to them alone, and deleted."""

import json

from frame import check, scenario, until

from .table import begin, play


def naming(bot, *words):
    """Which files of the database hold one of these words."""
    files = [bot.database, bot.database.with_name(bot.database.name + "-wal")]
    return [(file.name, word) for file in files if file.exists() for word in words
            if word.lower().encode() in file.read_bytes().lower()]


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
