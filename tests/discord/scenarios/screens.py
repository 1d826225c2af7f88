"""A whole short game, to be read through as those see it who play in another language."""

import asyncio
import re
import time

from frame import scenario, until
from screens import AFTER, APART, BEFORE, DURING, PRIVATE, Screens

from .greetings import hellos


async def read_through(world, language):
    w = world.server.world
    people = alice, bob, carol = world.people_of("Alice", "Bob", "Carol")
    for person in people:
        person.user["locale"] = language
    channel = world.guild(*people)
    bot = world.make_bot(world.server.url, world.server.token, w.bot["id"], top={"language": language}, greeting=True)
    await world.connected(bot)
    screens = Screens("discord", language)

    def plain(text):
        text = re.sub(r"<@!?(\d+)>", lambda found: f"@{w.users[found[1]]['global_name'] or 'Ringleader'}", text)
        text = re.sub(r"<#(\d+)>", lambda found: f"#{w.channels[found[1]]['name']}", text)
        text = re.sub(r"<t:\d+:(\w)>", r"<time \1>", text)
        text = re.sub(r"\d{4}\\?-\d\d\\?-\d\d", "<day>", text)
        text = re.sub(rf"\b{time.gmtime().tm_year}\b", "<year>", text)
        return re.sub(r"/channels/[\d/]+", "/channels/…", text)

    def note(messages):
        for one in messages:
            labels = [part.get("label") or f"▾ {part['placeholder']}" for part in one.parts if not part.get("disabled")]
            pictures = [picture.get("description") or "" for picture in one.pictures]
            screens.told(plain(one.content), labels, pictures, one.private)
            for file in one.files:
                screens.told(f"<{file['filename']}>")

    async def say(who, text, picture=False):
        named = text.replace("@Bob", f"<@{bob.id}>").replace("@Carol", f"<@{carol.id}>")
        await asyncio.sleep(APART)
        asked = int(await people[who].say(channel, named))

        def answers():
            """Some come in private, in their own time, besides what is said in the channel."""
            new = [one for one in alice.said() if one.author == bot.id and int(one.id) > asked]
            if text in PRIVATE and len({one.channel for one in new}) < 2:
                return None
            new.sort(key=lambda one: one.channel != channel)
            return new if new and (not picture or any(one.pictures for one in new)) else None

        await until(answers, f"an answer to {text}")
        await world.quiet(APART)
        screens.said(people[who].name, text)
        note(answers())

    await until(lambda: hellos(world, w.channels[channel]["guild_id"]), "the greeting")
    note(hellos(world, w.channels[channel]["guild_id"]))
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
