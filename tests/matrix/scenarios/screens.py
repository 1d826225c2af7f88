"""A whole short game, to be read through as those see it who play in another language."""

import asyncio
import re
import time

from frame import scenario, until
from screens import AFTER, APART, BEFORE, DURING, PRIVATE, Screens


async def read_through(world, language):
    bot = await world.bot(start=False, greeting=True)
    bot.top["language"] = language
    bot.start()
    people = alice, bob, carol = await world.users("Alice", "Bob", "Carol")
    room = await world.table(bot, *people)
    screens = Screens("matrix", language)

    def plain(text):
        text = text.replace(f"-{world.mark}", "")
        text = re.sub(r"https://matrix\.to/\S+", "<link>", text)
        text = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC", "<time>", text)
        text = re.sub(r"\d{4}-\d\d-\d\d", "<day>", text)
        return re.sub(rf"\b{time.gmtime().tm_year}\b", "<year>", text)

    def note(text, pictures=(), files=()):
        screens.told(plain(text.body), pictures=[plain(one.body) for one in pictures])
        for file in files:
            screens.told(f"<{plain(file.body)}>")

    async def say(who, text, picture=False):
        if text in PRIVATE:
            return
        await asyncio.sleep(APART)
        named = {"@Bob": bob, "@Carol": carol}
        mention = [person.id for name, person in named.items() if name in text]
        event = await people[who].say(room, text, mention=mention)
        answer = await people[who].answer(room, bot.id, event, picture)
        screens.said(people[who].name, text)
        note(answer.text, answer.pictures, answer.files)

    hello = await until(lambda: alice.messages(room, bot.id), "the greeting")
    note(hello[0])
    for step in BEFORE:
        await say(*step)
    game = world.game("blitz")
    await say(0, "!challenge @Bob blitz rated white")
    await say(1, "!accept", True)
    for number, step in enumerate(game.steps):
        for aside in DURING.get(number, []):
            await say(*aside)
        await say(0 if step["who"] == "white" else 1, step["command"], True)
    for step in AFTER:
        await say(*step)
    screens.compare()


@scenario()
async def a_short_game_is_read_through_in_polish(world):
    await read_through(world, "pl")


@scenario()
async def a_short_game_is_read_through_in_russian(world):
    await read_through(world, "ru")
