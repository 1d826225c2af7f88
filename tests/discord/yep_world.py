"""What a scenario on YEPCord stands on: accounts, a guild, a bot that is a member of it."""

import asyncio
import json
import secrets
from pathlib import Path

import aiohttp

from frame import BotGround
from patience import Failed, check, pause
from yep_server import Yepcord
from yep_player import Api, YepPlayer, account


class YepWorld(BotGround):
    """One scenario's own accounts and guild on a server that others may share."""

    def __init__(self, args):
        super().__init__(args)
        self.server, self.about, self.http = None, args.server, None
        self.mark = secrets.token_hex(3)
        self.token = self.application = self.guild = None

    async def start(self):
        self.http = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=60))
        if self.about is None:
            self.server = Yepcord(self.folder / "yepcord", self.args.home / "server/bin/python")
            await asyncio.to_thread(self.server.start)
            self.about = self.server.about()

    @property
    def url(self):
        return self.about["url"]

    async def table(self, *names, **more):
        """A bot, a channel of a guild, and people in it."""
        accounts = [await account(self.http, self.url, f"{name.lower()}-{self.mark}") for name in names]
        owner = Api(self.http, self.url, accounts[0]["token"])
        guild = await owner("POST", "/guilds", {"name": "Guild"})
        channels = guild.get("channels") or await owner("GET", f"/guilds/{guild['id']}/channels")
        channel = next(one for one in channels if one["type"] == 0)["id"]
        for one in accounts[1:]:
            invitation = await owner("POST", f"/channels/{channel}/invites", {"max_age": 0, "max_uses": 0})
            await Api(self.http, self.url, one["token"])("POST", f"/invites/{invitation['code']}", {})
        made = await owner("POST", "/applications", {"name": f"Ringleader-{self.mark}"})
        self.application = made["id"]
        self.token = (await owner("POST", f"/applications/{made['id']}/bot/reset", {}))["token"]
        self.guild = guild["id"]
        await self.invite(owner)
        for name, one in zip(names, accounts, strict=True):
            player = YepPlayer(self.http, self.url, name, one)
            player.application, player.bot_api = self.application, Api(self.http, self.url, f"Bot {self.token}")
            self.people.append(await player.start())
        bot = self.make_bot(self.url, self.token, self.application, **more)
        await self.connected()
        return bot, channel, *self.people

    async def invite(self, owner):
        """The bot becomes a member of the guild."""
        await owner("POST", f"/oauth2/authorize?client_id={self.application}&scope=bot",
                    {"guild_id": self.guild, "permissions": "8", "authorize": True})

    async def kick(self, owner):
        await owner("DELETE", f"/guilds/{self.guild}/members/{self.application}")

    async def connected(self):
        """Waits until the bot has registered its commands and answers."""
        end = asyncio.get_running_loop().time() + 45
        while not await self.people[0].commands():
            check(self.bots[0].alive(), f"the bot ended by itself:\n{self.bots[0].tail()}")
            if asyncio.get_running_loop().time() > end:
                raise Failed(f"no commands were registered:\n{self.bots[0].tail()}")
            await asyncio.sleep(0.2)

    async def ask(self, person, channel, text, picture=None, **more):
        """A command in words, and the bot's answer to it."""
        return await person.answer(self.application, await person.say(channel, text, **more), bool(picture))

    async def slash(self, person, channel, name, picture=None, **options):
        """A slash command, and the bot's answer to it."""
        return await person.answer(self.application, await person.slash(channel, name, **options), bool(picture))

    async def quiet(self, seconds):
        """Waits until the bot asks for nothing any more, as far as can be known from here."""
        await pause(seconds)

    def requests(self):
        """What the bot has asked the server."""
        lines = Path(self.about["record"]).read_text(encoding="utf-8").splitlines()
        # People look up the commands in the bot's name by an older version.
        return [one for one in map(json.loads, lines) if one["token"] == self.token and one["path"].startswith("/api/v10/")]

    # -- the end

    async def check_end(self):
        await self.check_all(self.people[:1], self.requests())

    async def close(self):
        self.kill_bots()
        for person in self.people:
            await person.stop()
        if self.http is not None:
            await self.http.close()
        if self.server is not None:
            self.server.kill()

    def report(self):
        parts = [self.report_said(person.said(), f"what {person.name} saw") for person in self.people[:1]]
        log = Path(self.about["folder"]) / "yepcord.log" if self.about else None
        if log and log.exists():
            parts.append("the server's log:\n" + "\n".join(log.read_text(errors="replace").splitlines()[-25:]))
        return "\n\n".join(parts + self.bot_logs())
