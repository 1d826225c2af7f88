"""A person in Matrix rooms: matrix-nio with encryption, driven by a test.

A player says things, good and bad ones, and keeps everything that is said in its rooms, in order
and decrypted. Whatever it waits for has a limit; what does not come in time is a failure.
"""

import asyncio
import html
import json
import time
import uuid
from dataclasses import dataclass, field
from urllib.parse import quote

import aiohttp
import nio
from nio.crypto.attachments import decrypt_attachment

from patience import PATIENCE, check, until

# Every read of the long poll is this long at most, so that a player ends quickly.
POLL_MS = 5000

# As much as the server hands out at once: players must not miss anything themselves.
FILTER = {"room": {"timeline": {"limit": 100}}}

HTML = "org.matrix.custom.html"


def text(value):
    """A value if it is text; broken events have all sorts of things everywhere."""
    return value if isinstance(value, str) else None


@dataclass
class Said:
    """One event of a room, as the player sees it."""

    room: str
    id: str
    sender: str
    type: str
    content: dict
    encrypted: bool
    readable: bool
    state_key: str | None
    at: float
    stamp: int

    @property
    def body(self):
        return text(self.content.get("body")) or ""

    @property
    def msgtype(self):
        return self.content.get("msgtype")

    @property
    def relates(self):
        relates = self.content.get("m.relates_to")
        return relates if isinstance(relates, dict) else {}

    @property
    def reply_to(self):
        inner = self.relates.get("m.in_reply_to")
        return text(inner.get("event_id")) if isinstance(inner, dict) else None

    @property
    def thread(self):
        return text(self.relates.get("event_id")) if self.relates.get("rel_type") == "m.thread" else None

    @property
    def key(self):
        """The sign of a reaction."""
        return text(self.relates.get("key")) if self.type == "m.reaction" else None

    def __str__(self):
        said = self.key or " / ".join(self.body.splitlines())
        marks = "enc" if self.encrypted else "   "
        if not self.readable:
            said = "CANNOT BE READ"
        to = f" ->{self.reply_to[1:7]}" if self.reply_to else ""
        thread = f" in {self.thread[1:7]}" if self.thread else ""
        kind = str(self.msgtype or self.type)
        return f"{self.at:8.2f} {self.id[1:7]} {marks} {self.sender.split(':')[0]:14.14} {kind:12.30}{to}{thread} {said:.150}"


@dataclass
class Answer:
    """What the bot said to one command."""

    text: Said
    pictures: list = field(default_factory=list)
    files: list = field(default_factory=list)

    @property
    def words(self):
        return self.text.body

    @property
    def called(self):
        """Whom the text calls."""
        return (self.text.content.get("m.mentions") or {}).get("user_ids", [])


class Player:
    """One user with one device."""

    start_of_time = time.monotonic()

    def __init__(self, server, folder, user, device, token, name):
        self.server, self.id, self.device, self.token, self.name = server, user, device, token, name
        self.local = user[1:].split(":")[0]
        folder.mkdir(parents=True, exist_ok=True)
        config = nio.AsyncClientConfig(
            encryption_enabled=True, store_sync_tokens=False, request_timeout=30, max_timeout_retry_wait_time=0.5)
        self.client = nio.AsyncClient(server, user, device_id=device, store_path=str(folder), config=config)
        self.client.restore_login(user, device, token)
        self.said = {}
        self.typing = []
        self.receipts = []
        self.locked = {}
        self.http = None
        self.listening = None
        self.synced = 0

    # -- beginning and end

    async def start(self):
        self.http = aiohttp.ClientSession(headers={"Authorization": f"Bearer {self.token}"})
        self.client.add_event_callback(self._heard, None)
        self.client.add_ephemeral_callback(self._typing, nio.TypingNoticeEvent)
        self.client.add_ephemeral_callback(self._receipt, nio.ReceiptEvent)
        self.client.add_to_device_callback(self._key_came, nio.RoomKeyEvent)
        self.listening = asyncio.create_task(self._listen())
        await until(lambda: self.synced, f"{self.id} is in sync")
        return self

    async def stop(self):
        if self.listening:
            self.listening.cancel()
            await asyncio.gather(self.listening, return_exceptions=True)
        await self.client.close()
        if self.http:
            await self.http.close()

    async def _listen(self):
        """Hears the rooms, as long as the player lives. A server that is down is asked again."""
        client = self.client
        while True:
            response = await client.sync(timeout=POLL_MS if self.synced else 0, sync_filter=FILTER,
                                         full_state=not self.synced)
            if not isinstance(response, nio.SyncResponse):
                await asyncio.sleep(0.3)
                continue
            self.synced += 1
            if client.should_upload_keys:
                await client.keys_upload()
            if client.should_query_keys:
                await client.keys_query()
            if client.should_claim_keys:
                await client.keys_claim(client.get_users_for_key_claiming())
            await client.send_to_device_messages()

    # -- what is heard

    def room(self, room):
        """All that was said in a room, in order."""
        return self.said.setdefault(room, [])

    def _note(self, room, event):
        source = event.source
        content = source.get("content")
        readable = not isinstance(event, nio.MegolmEvent)
        said = Said(
            room=room, id=source.get("event_id", ""), sender=source.get("sender", ""), type=source.get("type", ""),
            content=content if isinstance(content, dict) else {}, readable=readable,
            encrypted=bool(getattr(event, "decrypted", False)) or not readable,
            state_key=source.get("state_key"), at=time.monotonic() - self.start_of_time,
            stamp=source.get("origin_server_ts", 0))
        if not readable:
            self.locked[said.id] = (event, said)
        return said

    async def _heard(self, room, event):
        if isinstance(event, nio.InviteEvent) or not getattr(event, "source", {}).get("event_id"):
            return
        log = self.room(room.room_id)
        # nio shows an event again when it comes as state, too.
        if not any(one.id == event.source["event_id"] for one in log[-200:]):
            log.append(self._note(room.room_id, event))

    async def _key_came(self, _event):
        for event, said in list(self.locked.values()):
            try:
                opened = self.client.decrypt_event(event)
            except nio.EncryptionError:
                continue
            del self.locked[said.id]
            said.type = opened.source.get("type", "")
            said.content = opened.source.get("content", {})
            said.readable = True

    async def _typing(self, room, event):
        self.typing.append((time.monotonic(), room.room_id, set(event.users)))

    async def _receipt(self, room, event):
        for receipt in event.receipts:
            self.receipts.append((room.room_id, receipt.event_id, receipt.user_id, receipt.receipt_type))

    # -- the server's own interface, for what nio does not do, or does too well

    async def api(self, method, path, body=None, expect=200, token=None):
        """A request; rate limits are waited for. The answer's JSON."""
        headers = {"Authorization": f"Bearer {token}"} if token else None
        while True:
            async with self.http.request(method, f"{self.server}{path}", json=body, headers=headers) as response:
                text = await response.text()
                answer = json.loads(text) if text.startswith(("{", "[")) else {}
                if response.status == 429:
                    await asyncio.sleep(answer.get("retry_after_ms", 1000) / 1000 + 0.05)
                    continue
                if expect is not None:
                    check(response.status == expect, f"{method} {path}: {response.status} {text[:300]}")
                answer.setdefault("status", response.status)
                return answer

    async def put(self, room, kind, content, expect=200):
        """Puts an event into a room as it is, in the clear, whatever the room is. Its id."""
        path = f"/_matrix/client/v3/rooms/{quote(room)}/send/{quote(kind)}/{uuid.uuid4().hex}"
        return (await self.api("PUT", path, content, expect)).get("event_id")

    async def state(self, room, kind, content, key="", expect=200):
        """Sets a state of the room."""
        path = f"/_matrix/client/v3/rooms/{quote(room)}/state/{quote(kind)}/{quote(key)}"
        return (await self.api("PUT", path, content, expect)).get("event_id")

    async def get_state(self, room, kind, key=""):
        path = f"/_matrix/client/v3/rooms/{quote(room)}/state/{quote(kind)}/{quote(key)}"
        return await self.api("GET", path, expect=None)

    async def download(self, url):
        media = url.removeprefix("mxc://")
        async with self.http.get(f"{self.server}/_matrix/client/v1/media/download/{media}") as response:
            check(response.status == 200, f"{url} cannot be fetched: {response.status}")
            return await response.read()

    async def media(self, said):
        """The file of a message, decrypted where it is encrypted."""
        sealed = said.content.get("file")
        if sealed is None:
            return await self.download(said.content["url"])
        data = await self.download(sealed["url"])
        return decrypt_attachment(data, sealed["key"]["k"], sealed["hashes"]["sha256"], sealed["iv"])

    async def rename(self, name):
        self.name = name
        await self.api("PUT", f"/_matrix/client/v3/profile/{quote(self.id)}/displayname", {"displayname": name})

    # -- rooms

    async def create(self, name="Table", encrypted=False, invite=(), version=None, power=None, direct=False):
        """Makes a room, or a private chat. Whoever is invited can do everything here, so that nothing but the test's
        own rules stands in the way."""
        state = [{"type": "m.room.encryption", "state_key": "", "content": {"algorithm": "m.megolm.v1.aes-sha2"}}]
        body = {"preset": "private_chat", "name": name, "invite": list(invite), "initial_state": state if encrypted else []}
        if direct:
            body |= {"is_direct": True, "preset": "trusted_private_chat"}
        if version:
            body["room_version"] = version
        if power:
            body["power_level_content_override"] = power
        room = (await self.api("POST", "/_matrix/client/v3/createRoom", body))["room_id"]
        await until(lambda: room in self.client.rooms, f"{self.local} is in the new room")
        if encrypted:
            await until(lambda: self.client.rooms[room].encrypted, "the room is encrypted")
        return room

    async def join(self, room):
        await self.api("POST", f"/_matrix/client/v3/join/{quote(room)}", {})
        await until(lambda: room in self.client.rooms, f"{self.local} is in the room")

    async def invite(self, room, user):
        await self.api("POST", f"/_matrix/client/v3/rooms/{quote(room)}/invite", {"user_id": user})

    async def leave(self, room):
        await self.api("POST", f"/_matrix/client/v3/rooms/{quote(room)}/leave", {})

    async def kick(self, room, user):
        await self.api("POST", f"/_matrix/client/v3/rooms/{quote(room)}/kick", {"user_id": user})

    async def redact(self, room, event):
        path = f"/_matrix/client/v3/rooms/{quote(room)}/redact/{quote(event)}/{uuid.uuid4().hex}"
        return (await self.api("PUT", path, {})).get("event_id")

    async def members(self, room):
        """Who is in the room, as the server says."""
        answer = await self.api("GET", f"/_matrix/client/v3/rooms/{quote(room)}/joined_members")
        return set(answer["joined"])

    async def membership(self, room, user):
        """How somebody stands to the room: join, invite, leave, ban, or nothing."""
        return (await self.get_state(room, "m.room.member", user)).get("membership")

    async def until_member(self, room, user, membership="join", seconds=60):
        end = time.monotonic() + seconds
        while (now := await self.membership(room, user)) != membership:
            check(time.monotonic() < end, f"{user} is not “{membership}” in the room within {seconds} s but “{now}”")
            await asyncio.sleep(0.1)
        if membership == "join":
            await self.until_known(room, user)

    async def until_known(self, room, user):
        """Waits until this player's client knows that somebody is there, and in an encrypted room
        to which devices it has to give its keys."""
        def known():
            seen = self.client.rooms[room]
            here = user in seen.users and user not in seen.invited_users
            return here and (not seen.encrypted or list(self.client.device_store.active_user_devices(user)))

        await until(known, f"{self.local} knows of {user}")

    # -- what is said

    async def send(self, room, content, kind="m.room.message"):
        """Sends an event, encrypted where the room is. Its id."""
        client = self.client
        if client.rooms[room].encrypted:
            # The room's key goes to everybody's devices; they have to be known.
            if not client.rooms[room].members_synced:
                await client.joined_members(room)
            if client.should_query_keys:
                await client.keys_query()
        sent = await client.room_send(room, kind, content, ignore_unverified_devices=True)
        check(isinstance(sent, nio.RoomSendResponse), f"{self.local} cannot send: {sent}")
        return sent.event_id

    async def put_sealed(self, room, kind, content, expect=200):
        """Encrypts whatever it is, and puts it into the room. Its id."""
        client = self.client
        if client.olm.should_share_group_session(room):
            await client.share_group_session(room, ignore_unverified_devices=True)
        return await self.put(room, *client.encrypt(room, kind, content), expect)

    def words(self, text, mention=(), thread=None, reply=None, formatted=None, kind="m.text"):
        """The content of a text message."""
        content = {"msgtype": kind, "body": text}
        if formatted is not None:
            content |= {"format": HTML, "formatted_body": formatted}
        if mention is not None:
            content["m.mentions"] = {"user_ids": list(mention)} if mention else {}
        if thread:
            content["m.relates_to"] = {
                "rel_type": "m.thread", "event_id": thread, "is_falling_back": reply is None,
                "m.in_reply_to": {"event_id": reply or thread}}
        elif reply:
            content["m.relates_to"] = {"m.in_reply_to": {"event_id": reply}}
        return content

    async def say(self, room, text, **more):
        """Says something. The event's id."""
        return await self.send(room, self.words(text, **more))

    async def react(self, room, event, key):
        relates = {"rel_type": "m.annotation", "event_id": event, "key": key}
        return await self.send(room, {"m.relates_to": relates}, "m.reaction")

    async def edit(self, room, event, text):
        content = {**self.words(f"* {text}"), "m.new_content": self.words(text),
                   "m.relates_to": {"rel_type": "m.replace", "event_id": event}}
        return await self.send(room, content)

    def pill(self, user, name):
        """A link to a user, as clients write a mention."""
        return f'<a href="https://matrix.to/#/{quote(user, safe="@:")}">{html.escape(name)}</a>'

    # -- what the bot says

    def events(self, room, sender, kind=None):
        return [one for one in self.room(room) if one.sender == sender and (kind is None or one.type == kind)]

    def messages(self, room, sender):
        """The messages of somebody that are answers or statements: no reactions, no state."""
        return [one for one in self.events(room, sender) if one.state_key is None and one.type != "m.reaction"
                and one.type != "m.room.redaction"]

    def answers(self, room, sender, event, after=None):
        """What somebody said in reply to an event; for a reaction, also to what it stands under."""
        targets = {event} | ({after} if after else set())
        found, begun = [], after is None
        for one in self.room(room):
            begun = begun or one.id == event
            if begun and one.sender == sender and one.reply_to in targets and one.type != "m.reaction":
                found.append(one)
        return found

    async def answer(self, room, bot, event, picture=None, after=None, seconds=PATIENCE):
        """The bot's answer to an event: its text, and its picture if there is to be one."""
        told = next((str(one) for one in self.room(room) if one.id == event), event)

        def come():
            found = self.answers(room, bot, event, after)
            texts = [one for one in found if one.msgtype in ("m.text", "m.notice")]
            pictures = [one for one in found if one.msgtype == "m.image"]
            files = [one for one in found if one.msgtype == "m.file"]
            if texts and (pictures or not picture):
                return Answer(texts[0], pictures, files)
            return None

        return await until(come, f"an answer{' with a picture' if picture else ''} to: {told}", seconds)

    async def choices(self, room, bot, answer, count, seconds=PATIENCE):
        """The reactions that the bot has put under its answer, in order, once there are so many."""
        def under():
            return [one.key for one in self.events(room, bot, "m.reaction") if one.relates.get("event_id") == answer.text.id]

        await until(lambda: len(under()) >= count, f"{count} choices under “{answer.words}”", seconds)
        return under()
