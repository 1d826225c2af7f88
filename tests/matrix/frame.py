"""What a scenario stands on: a server, users, a bot, and rooms."""

import hashlib
import hmac
import secrets
from pathlib import Path

import aiohttp

import checks
from bot import Bot
from homeserver import Synapse
from patience import check, pause, until
from players import Player
from suite import Ground, scenario


class World(Ground):
    """One scenario's own users, bots and rooms on a server that others may share."""

    def __init__(self, args):
        super().__init__(args)
        self.about = args.server
        self.log_begins = self.server_log().stat().st_size if self.about and self.server_log().exists() else 0
        self.mark = secrets.token_hex(3)
        self.players, self.rooms, self.servers = [], [], []

    async def start(self):
        if self.about is None:
            self.own_server()

    @property
    def url(self):
        return self.about["url"]

    # -- the server

    def server_log(self):
        return Path(self.about["folder"]) / "synapse.log"

    def own_server(self, limits="lifted"):
        """A server of the scenario's own, to be killed or with its own limits."""
        server = Synapse(self.folder / f"synapse{len(self.servers)}", self.args.home / "server/bin/python", limits)
        server.start()
        self.servers.append(server)
        self.about = server.about()
        self.log_begins = 0
        return server

    async def register(self, local, password, name=None, admin=False, device=False):
        """Makes an account, as the server's owner would, with a first device if asked for."""
        path = f"{self.url}/_synapse/admin/v1/register"
        async with aiohttp.ClientSession() as http:
            async with http.get(path) as response:
                nonce = (await response.json())["nonce"]
            signed = "\0".join([nonce, local, password, "admin" if admin else "notadmin"]).encode()
            mac = hmac.new(self.about["secret"].encode(), signed, hashlib.sha1).hexdigest()
            body = {"nonce": nonce, "username": local, "password": password, "admin": admin, "mac": mac,
                    "displayname": name or local, "inhibit_login": not device}
            async with http.post(path, json=body) as response:
                check(response.status == 200, f"{local} cannot be registered: {await response.text()}")
                return await response.json()

    async def user(self, name, admin=False):
        """A new user of this display name, with one device, who listens."""
        local = f"{name.lower()}-{self.mark}"
        made = await self.register(local, "the password of a player", name, admin, device=True)
        player = Player(self.url, self.folder / local, made["user_id"], made["device_id"], made["access_token"], name)
        self.players.append(player)
        return await player.start()

    async def users(self, *names):
        return [await self.user(name) for name in names]

    async def second_device(self, player):
        """The same user once more, on another device."""
        answer = await player.api("POST", "/_matrix/client/v3/login", {
            "type": "m.login.password", "password": "the password of a player",
            "identifier": {"type": "m.id.user", "user": player.id}})
        other = Player(self.url, self.folder / f"{player.local}-2", player.id, answer["device_id"],
                       answer["access_token"], player.name)
        self.players.append(other)
        return await other.start()

    # -- the bot

    async def bot(self, name="Ringleader", start=True, **matrix):
        """A bot with an account of its own; it is started at once."""
        local = f"bot{len(self.bots) or ''}-{self.mark}"
        password = f"the password of {local}"
        await self.register(local, password, name)
        return self.add(Bot(self.args.bot, self.folder / local, self.url, local, password, matrix), start)

    # -- rooms

    async def table(self, bot, owner, *others, encrypted=False, name="Table", power=None, version=None, direct=False):
        """A room with all of them in it, or a private chat."""
        everybody = {bot.id, *(player.id for player in others)}
        room = await owner.create(name, encrypted, everybody, version, power, direct)
        self.rooms.append((owner, room, bot))
        for player in others:
            await player.join(room)
        for user in everybody:
            await owner.until_member(room, user)
        for player in others:
            await player.until_known(room, bot.id)
        return room

    async def ask(self, player, bot, room, text, picture=None, **more):
        """A command in words, and the bot's answer to it."""
        event = await player.say(room, text, **more)
        return await player.answer(room, bot.id, event, picture)

    async def choose(self, player, bot, room, answer, key, picture=None):
        """A command by reaction, and the bot's answer to it."""
        event = await player.react(room, answer.text.id, key)
        return await player.answer(room, bot.id, event, picture, after=answer.text.id)

    # -- the end

    async def check_end(self):
        wrong = []
        for witness, room, bot in self.rooms:
            wrong += await checks.faults(witness, room, bot.id)
        self.check_faults(wrong)
        await self.stop_bots()

    async def close(self):
        for player in self.players:
            await player.stop()
        self.kill_bots()
        for server in self.servers:
            server.kill()

    def report(self):
        parts = []
        for number, (witness, room, _bot) in enumerate(self.rooms):
            lines = [str(said) for said in witness.room(room)]
            parts.append(f"room {number} {room} as {witness.local} saw it, {len(lines)} events:\n" + "\n".join(lines[-50:]))
        parts += self.bot_logs()
        if self.about and self.server_log().exists():
            with open(self.server_log(), errors="replace") as log:
                log.seek(self.log_begins)
                loud = [line.rstrip() for line in log if " ERROR " in line or " WARNING " in line]
            # Every client that goes away in the middle of its poll is told of.
            loud = [line for line in loud if "Not sending response" not in line]
            parts.append("the server's warnings:\n" + "\n".join(loud[-15:]))
        return "\n\n".join(parts)


__all__ = ["World", "check", "pause", "scenario", "until"]
