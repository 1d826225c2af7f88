"""What is stored about a person: handed to them alone, and deleted."""

import json
from pathlib import Path

import jsonschema

from frame import check, scenario, until

from .table import begin, play

SCHEMA = Path(__file__).parents[3] / "docs/my-data.schema.json"


def naming(bot, *words):
    """Which files of the database hold one of these words."""
    files = [bot.database, bot.database.with_name(bot.database.name + "-wal")]
    return [(file.name, word) for file in files if file.exists() for word in words
            if word.lower().encode() in file.read_bytes().lower()]


async def handed(player, bot, room, answer):
    """The data that come with an answer, as their schema describes them."""
    await until(lambda: any(one.msgtype == "m.file" for one in player.messages(room, bot.id)), "the data come as a file")
    file = [one for one in player.messages(room, bot.id) if one.msgtype == "m.file"][-1]
    data = json.loads(await player.media(file))
    jsonschema.validate(data, json.loads(SCHEMA.read_text()))
    return data


@scenario()
async def my_data_goes_to_the_person_alone(world):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    room = await world.table(bot, alice, bob)
    private = await world.table(bot, alice, encrypted=True, name="Private", direct=True)
    game = world.game("blitz")
    start = await begin(world, bot, room, alice, bob)
    await play(world, bot, room, game, alice, bob, last=12, answer=start)
    told = await world.ask(alice, bot, room, "!my-data")
    check("private message" in told.words, told.words)
    data = await handed(alice, bot, private, told)
    check(data["id"] == alice.id and len(data["running"][0]["times"]) == 12, data)
    check(not [one for one in bob.messages(room, bot.id) if one.msgtype == "m.file"], "a file for all")
    await until(lambda: not naming(bot, "ringleader-my-data-1"), "nothing is kept of the file")


@scenario()
async def forget_me_leaves_no_name(world):
    bot = await world.bot()
    zelda, bob = await world.users("Zelda-Forgettable", "Bob")
    room = await world.table(bot, zelda, bob)
    game = world.game("blitz")
    start = await begin(world, bot, room, zelda, bob)
    await play(world, bot, room, game, zelda, bob, last=12, answer=start)
    check(naming(bot, zelda.id) and naming(bot, zelda.name), "there is nothing to forget")
    sure = await world.ask(zelda, bot, room, "!forget-me")
    check("There is no way back" in sure.words, sure.words)
    before = len(bob.messages(room, bot.id))
    done = await world.ask(zelda, bot, room, "!forget-me yes")
    check("I no longer know you" in done.words, done.words)

    def told():
        return [one for one in bob.messages(room, bot.id)[before:] if "called off" in (one.body or "")]

    await until(told, "the game is called off")
    check("Someone has left" in told()[0].body, told()[0].body)
    record = await world.ask(bob, bot, room, "!export")
    await until(lambda: len(bob.answers(room, bot.id, record.text.reply_to)) > 1, "the record comes as a file")
    text = (await bob.media(bob.answers(room, bot.id, record.text.reply_to)[1])).decode()
    check('[White "someone"]' in text and '[Black "Bob"]' in text, text)
    await until(lambda: not naming(bot, zelda.id, zelda.name), "no name is left in the database")
    await bot.end()
    check(not naming(bot, zelda.id, zelda.name), naming(bot, zelda.id, zelda.name))
    bot.start()
    shown = await world.ask(bob, bot, room, "!archive")
    check("someone" in shown.words and "Bob" in shown.words, shown.words)
