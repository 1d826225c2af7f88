"""What a scenario on the counterpart stands on: the server, people, a bot, and places."""

import json

import checks
import openapi
from bot import Bot
from counterpart import Counterpart
from patience import check, pause, until
from persons import Person
from suite import Ground, scenario


class BotGround(Ground):
    """What scenarios on either kind of server have: people, and what they see of the bot."""

    def __init__(self, args):
        super().__init__(args)
        self.people = []

    def make_bot(self, url, token, id, start=True, top=None, **discord):
        return self.add(Bot(self.args.bot, self.folder / f"bot{len(self.bots)}", url, token, id, discord, top), start)

    async def check_all(self, witnesses, requests):
        """What everything that the bots have said and asked must meet, and that they end well."""
        wrong = []
        for witness in witnesses:
            asked = {one.id for one in witness.said()}
            for bot in {bot.id for bot in self.bots}:
                wrong += await checks.faults(witness, bot, asked)
        await self.stop_bots()
        if not requests:
            pass
        elif self.args.openapi is None:
            print("SKIPPED: no description of Discord's API: the requests were not checked")
        else:
            faults, taken = openapi.check(self.args.openapi, requests)
            wrong += faults
            print(f"{taken.total()} requests of {len(taken)} kinds are as Discord describes them" if not faults else "")
        self.check_faults(wrong)

    def report_said(self, said, told):
        return f"{told}, {len(said)} messages:\n" + "\n".join(str(one) for one in said[-60:])


class World(BotGround):
    """One scenario's own counterpart of Discord."""

    def __init__(self, args):
        super().__init__(args)
        self.server = Counterpart()
        self.taken_amiss = True  # whether what Discord would not take is a fault

    async def start(self):
        await self.server.start()

    # -- people, places, bot

    def person(self, name, shown=None):
        person = Person(self.server, self.server.world.user(name, shown=shown))
        self.people.append(person)
        return person

    def people_of(self, *names):
        return [self.person(name) for name in names]

    def guild(self, *people, **more):
        """A guild with these people. Its first channel's id."""
        guild = self.server.world.guild("Guild", [person.user for person in people], **more)
        return self.channels(guild["id"])[0]

    def channels(self, guild):
        return [id for id, one in self.server.world.channels.items() if one.get("guild_id") == guild]

    async def bot(self, start=True, **more):
        """The bot; it is connected when this returns."""
        bot = self.make_bot(self.server.url, self.server.token, self.server.world.bot["id"], start, **more)
        if start:
            await self.connected(bot)
        return bot

    async def connected(self, bot=None, seconds=45):
        """Waits until the bot is connected and has registered its commands."""
        bot = bot or self.bots[0]

        def there():
            check(bot.alive(), f"the bot ended by itself:\n{bot.tail()}")
            return self.server.gateway.ready() and self.server.world.commands

        await until(there, "the bot is connected", seconds)

    async def table(self, *names, **more):
        """A bot, people, and a channel of a guild with them."""
        people = self.people_of(*names)
        channel = self.guild(*people)
        bot = await self.bot(**more)
        return bot, channel, *people

    async def private_group(self, *names, **more):
        """A bot, people, and a private group of them, in which the bot is not."""
        people = self.people_of(*names)
        group = self.server.world.group("Group", [person.user for person in people])
        bot = await self.bot(**more)
        return bot, group["id"], *people

    def expire(self, channel):
        """The tokens of all interactions in a channel run out."""
        for interaction in self.server.world.interactions.values():
            if interaction.channel["id"] == channel:
                interaction.expire()

    async def again(self, bot, environment=None, **changed):
        """Starts the bot once more, and waits until it has a session of its own."""
        before = len(self.server.gateway.identified)
        bot.start(environment, **changed)

        def there():
            check(bot.alive(), f"the bot ended by itself:\n{bot.tail()}")
            return len(self.server.gateway.identified) > before and self.server.gateway.ready()

        await until(there, "the bot is connected again")

    # -- commands

    async def ask(self, person, channel, text, picture=None, **more):
        """A command in words, and the bot's answer to it."""
        return await person.answer(self.bots[0].id, await person.say(channel, text, **more), bool(picture))

    async def slash(self, person, channel, name, picture=None, **options):
        """A slash command, and the bot's answer to it."""
        return await person.answer(self.bots[0].id, await person.slash(channel, name, **options), bool(picture))

    async def menu(self, person, channel, name, picture=None, **target):
        """An entry in the menu of a user or a message, and the bot's answer."""
        return await person.answer(self.bots[0].id, await person.menu(channel, name, **target), bool(picture))

    async def press(self, person, said, label, picture=None):
        """A button by the words on it, and the bot's answer."""
        return await person.pressed(self.bots[0].id, said, said.button(label), None, bool(picture))

    # -- what the bot asked the server

    async def quiet(self, seconds):
        """Waits until the bot asks for nothing any more."""
        await self.server.quiet(seconds)

    def requests(self, method=None, path=""):
        return [one for one in self.server.requests if (method is None or one["method"] == method) and path in one["path"]]

    # -- the end

    async def check_end(self):
        witness = self.people[0] if self.people else Person(self.server, self.server.world.user("Witness"))
        await self.check_all([witness], self.server.requests)
        if self.taken_amiss:
            check(not self.server.strict, "Discord would not have taken:\n  " + "\n  ".join(self.server.strict[:20]))

    async def close(self):
        self.kill_bots()
        await self.server.stop()

    def report(self):
        parts = []
        if self.people:
            parts.append(self.report_said(self.people[0].said(), "what was said"))
        lines = [f"{one['at'] - self.began:8.2f} {one['status']} {one['method']} {one['path'][7:90]} "
                 f"{json.dumps(one['json'], ensure_ascii=False)[:160]}" for one in self.server.requests[-40:]]
        parts.append(f"the last of {len(self.server.requests)} requests:\n" + "\n".join(lines))
        return "\n\n".join(parts + self.bot_logs())


__all__ = ["BotGround", "World", "check", "pause", "scenario", "until"]
