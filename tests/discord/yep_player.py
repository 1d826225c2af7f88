"""A person on YEPCord: its REST and its gateway, spoken by hand."""

import asyncio
import contextlib
import json
import time

import aiohttp

from patience import Failed, check, until
from said import Listener, Said

PASSWORD = "a Password of the tests 1"

# The server takes larger frames than a client would expect.
NO_LIMIT = 0

# How often a slash command is said that has changed since it was looked up.
MOST_CHANGES = 10

# The type of the message that the server itself writes in the name of who joins a guild.
JOINED = 7


class Api:
    """Requests as one user, or as nobody."""

    def __init__(self, http, url, token=None):
        self.http, self.base, self.token = http, f"{url}/api/v9", token

    async def __call__(self, method, path, body=None, data=None):
        headers = {"authorization": self.token} if self.token else {}
        async with self.http.request(method, self.base + path, json=body, data=data, headers=headers) as response:
            text = await response.text()
            if response.status >= 400:
                raise Failed(f"{method} {path}: {response.status} {text[:600]}")
            return json.loads(text) if text[:1] in ("{", "[") else None


class YepPlayer(Listener):
    """One user with one connection. All that is said in its channels is kept as it is now."""

    def __init__(self, http, url, name, account):
        self.http, self.name, self.id, self.token = http, name, account["id"], account["token"]
        self.api = Api(http, url, self.token)
        self.known, self.channels, self.session = {}, {}, None
        self.application, self.bot_api = None, None
        self.number, self.nonce = None, int(time.time() * 1000) << 22
        self.tasks, self.socket = [], None

    # -- the connection

    async def start(self):
        url = (await self.api("GET", "/gateway"))["url"]
        self.socket = await self.http.ws_connect(f"{url}/?v=9&encoding=json", max_msg_size=NO_LIMIT)
        self.tasks.append(asyncio.create_task(self._read()))
        await until(lambda: self.session, f"{self.name} is connected", 30)
        return self

    async def stop(self):
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        if self.socket is not None:
            with contextlib.suppress(asyncio.TimeoutError, aiohttp.ClientError):
                await asyncio.wait_for(self.socket.close(), 2)

    async def _beat(self, seconds):
        while True:
            await asyncio.sleep(seconds)
            await self.socket.send_json({"op": 1, "d": self.number})

    async def _read(self):
        async for message in self.socket:
            packet = json.loads(message.data)
            if packet["op"] == 10:
                self.tasks.append(asyncio.create_task(self._beat(packet["d"]["heartbeat_interval"] / 1000)))
                about = {"os": "linux", "browser": "tests", "device": "tests"}
                await self.socket.send_json({"op": 2, "d": {"token": self.token, "properties": about}})
            elif packet["op"] == 0:
                self.number = packet["s"]
                self._heard(packet["t"], packet["d"])

    def _heard(self, kind, d):
        match kind:
            case "READY":
                self.session = d["session_id"]
            case "MESSAGE_CREATE" if d.get("type") != JOINED:
                self.known[d["id"]] = d
            case "MESSAGE_UPDATE":
                self.known.setdefault(d["id"], {}).update(d)
            case "MESSAGE_DELETE":
                self.known.pop(d["id"], None)
            case "THREAD_CREATE" | "CHANNEL_CREATE":
                self.channels[d["id"]] = d

    # -- seeing

    def said(self, channel=None):
        return [Said(one) for id, one in sorted(self.known.items(), key=lambda item: int(item[0]))
                if "author" in one and (channel is None or one["channel_id"] == channel)]

    async def fetch(self, attachment):
        async with self.http.get(attachment["url"]) as response:
            check(response.status == 200, f"{attachment['url']}: {response.status}")
            return await response.read()

    # -- doing

    def _nonce(self):
        self.nonce += 1
        return str(self.nonce)

    async def private(self):
        return (await self.api("POST", "/users/@me/channels", {"recipients": [self.application]}))["id"]

    async def say(self, channel, text, reply_to=None, file=None):
        """A message. Its id."""
        body = {"content": text, "nonce": self._nonce()}
        if reply_to:
            body["message_reference"] = {"channel_id": channel, "message_id": reply_to}
        if file is None:
            return (await self.api("POST", f"/channels/{channel}/messages", body))["id"]
        name, data = file
        form = aiohttp.FormData()
        form.add_field("payload_json", json.dumps(body))
        form.add_field("files[0]", data, filename=name, content_type="application/octet-stream")
        return (await self.api("POST", f"/channels/{channel}/messages", data=form))["id"]

    async def edit(self, channel, message, text):
        await self.api("PATCH", f"/channels/{channel}/messages/{message}", {"content": text})

    async def thread(self, channel, message, name):
        """A thread under a message. Its id."""
        body = {"name": name, "auto_archive_duration": 1440, "type": 11}
        return (await self.api("POST", f"/channels/{channel}/messages/{message}/threads", body))["id"]

    async def commands(self):
        return await self.bot_api("GET", f"/applications/{self.application}/commands")

    async def slash(self, channel, name, **options):
        """A slash command. The interaction's id."""
        for _ in range(MOST_CHANGES):
            try:
                return await self._slash(channel, name, options)
            except Failed as error:
                # The bot is registering its commands: as the client does, look again.
                if "INTERACTION_APPLICATION_COMMAND_INVALID_VERSION" not in str(error):
                    raise
            await asyncio.sleep(0.5)
        raise Failed(f"the server's commands keep changing: {name}")

    async def _slash(self, channel, name, options):
        found = [one for one in await self.commands() if one["name"] == name]
        check(found, f"the server knows no command {name}")
        command = found[0]
        known = {one["name"]: one for one in command.get("options") or []}
        told = [{"name": key, "type": known[key]["type"], "value": value} for key, value in options.items()]
        nonce = self._nonce()
        place = await self.api("GET", f"/channels/{channel}")
        body = {"type": 2, "application_id": self.application, "channel_id": channel, "session_id": self.session, "nonce": nonce,
                "data": {"id": command["id"], "version": command["version"], "name": name, "type": 1, "options": told,
                         "application_command": command, "attachments": []}}
        if place.get("guild_id"):
            body["guild_id"] = place["guild_id"]
        before = set(self.known)
        form = aiohttp.FormData(default_to_multipart=True)
        form.add_field("payload_json", json.dumps(body))
        await self.api("POST", "/interactions", data=form)

        def begun():
            return [one.answers for id, one in ((id, Said(m)) for id, m in self.known.items()) if id not in before
                    and one.message.get("interaction") and one.message["interaction"]["name"] == name and one.channel == channel]

        return (await until(begun, f"an answer to /{name}"))[-1]


async def account(http, url, name):
    """A new account."""
    body = {"username": name, "email": f"{name}@example.org", "password": PASSWORD, "consent": True, "date_of_birth": "1990-01-01"}
    token = (await Api(http, url)("POST", "/auth/register", body))["token"]
    return {"token": token, "id": (await Api(http, url, token)("GET", "/users/@me"))["id"]}
