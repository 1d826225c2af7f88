"""The counterpart's gateway: sessions, heartbeats, resuming, and what may go wrong with them."""

import asyncio
import contextlib
import json
import secrets
import time

from aiohttp import WSMsgType, web

# What a bot may ask to be told of.
GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES, CONTENT = 1 << 0, 1 << 9, 1 << 12, 1 << 15

# Opcodes.
DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT, MEMBERS, INVALID, HELLO, ACK = 0, 1, 2, 3, 6, 7, 8, 9, 10, 11

# Updates of the presence that a session may send, and in how many seconds.
MOST_PRESENCES, PRESENCE_SECONDS = 5, 20


class Session:
    """One session: what was sent, and the connection, if there is one."""

    def __init__(self, asked):
        self.id = secrets.token_hex(8)
        self.intents = asked.get("intents", 0)
        self.shard = asked.get("shard") or [0, 1]
        self.sent = []           # all events, the first with number 1
        self.socket = None
        # What stands beside the bot's name, and when that was changed.
        self.presence = presence_text(asked.get("presence"))
        self.presence_changes = []

    @property
    def connected(self):
        return self.socket is not None and not self.socket.closed

    def sees(self, guild):
        if guild is None:
            return self.shard[0] == 0
        return (int(guild) >> 22) % self.shard[1] == self.shard[0]


def presence_text(presence):
    """What a presence shows as text."""
    return next((one.get("state") for one in (presence or {}).get("activities") or []), None)


class Gateway:
    """All sessions. `held` is None, or the list of events that are held back."""

    def __init__(self, server):
        self.server, self.world = server, server.world
        self.sessions = {}
        self.connections = set()
        self.twice = set()       # kinds of events that are sent twice
        self.held = None
        self.refused = 0         # intents that close the connection with 4014
        self.heartbeat_ms = 41_250
        self.identified, self.resumed, self.refusals, self.beats = [], 0, 0, 0
        self.up = True           # whether connections are let in
        self.deaf = False        # heartbeats are not answered
        self.shards = 1          # how many a bot is to have
        self.away = set()        # shards whose connections break off at once
        self.remaining = 1000    # sessions that a bot may still begin
        self.exclusive = False   # whether a shard is to have one connection at most
        self.reset_after = 14_400_000  # milliseconds until it may begin more

    # -- telling

    def tell(self, kind, data, guild=None, intent=GUILDS):
        """An event for all sessions that may see it."""
        for _ in range(2 if kind in self.twice else 1):
            if self.held is not None:
                self.held.append((kind, data, guild, intent))
            else:
                self._send(kind, data, guild, intent)

    def hold(self):
        """From now on events are held back."""
        self.held = []

    def release(self, order=lambda events: events):
        """What was held back is told, in this order."""
        events, self.held = self.held, None
        for event in order(events):
            self._send(*event)

    def _send(self, kind, data, guild, intent):
        for session in list(self.sessions.values()):
            if not session.sees(guild) or not session.intents & intent:
                continue
            hidden = kind in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and guild and not session.intents & CONTENT
            if hidden and not self._meant_for_bot(data):
                data = data | {"content": "", "attachments": [], "embeds": [], "components": []}
            self._to(session, kind, data)

    def _meant_for_bot(self, data):
        bot = self.world.bot["id"]
        return data["author"]["id"] == bot or any(user["id"] == bot for user in data["mentions"])

    def _to(self, session, kind, data):
        event = json.dumps({"op": DISPATCH, "t": kind, "s": len(session.sent) + 1, "d": data})
        session.sent.append(event)
        if session.socket is not None:
            self._write(session.socket, event)

    def _write(self, socket, text):
        if not socket.closed:
            socket.queue.put_nowait(text)

    # -- what may go wrong

    async def drop(self, resumable=True, code=None, said=None, shard=None):
        """Breaks all connections off, or those of one shard: with this code or, without one, in the
        middle. Before that the operation `said` is sent, if any. What is not resumable is forgotten."""
        meant = {id: one for id, one in self.sessions.items() if shard is None or one.shard[0] == shard}
        sockets = self.connections if shard is None else [one.socket for one in meant.values() if one.connected]
        for socket in list(sockets):
            if said is not None:
                self._write(socket, json.dumps(said))
                await asyncio.sleep(0.05)
            for id, session in meant.items():
                if not resumable:
                    self.sessions.pop(id, None)
                elif session.socket is socket or shard is None:
                    session.socket = None
            socket.writer.cancel()
            if code is None:
                if socket.request.transport is not None:
                    socket.request.transport.abort()
            else:
                with contextlib.suppress(ConnectionError, TimeoutError):
                    await asyncio.wait_for(socket.close(code=code), 2)
            self.connections.discard(socket)

    async def reconnect(self):
        """Asks the bot to come again (operation 7)."""
        for socket in self.connections:
            self._write(socket, json.dumps({"op": RECONNECT, "d": None}))

    async def invalidate(self, resumable):
        """Tells all sessions that they are invalid (operation 9)."""
        for session in list(self.sessions.values()):
            if session.socket is not None:
                self._write(session.socket, json.dumps({"op": INVALID, "d": resumable}))
        if not resumable:
            self.sessions.clear()

    def ready(self):
        """Whether a bot is connected."""
        return any(session.connected for session in self.sessions.values())

    def on_shards(self):
        """The sessions that are connected, by their shards."""
        return {session.shard[0]: session for session in self.sessions.values() if session.connected}

    # -- one connection

    async def serve(self, request):
        if not self.up:
            return web.Response(status=503)
        socket = web.WebSocketResponse(max_msg_size=0, autoping=True, timeout=1)
        await socket.prepare(request)
        socket.request, socket.queue = request, asyncio.Queue()
        socket.writer = asyncio.create_task(self._writing(socket))
        self.connections.add(socket)
        self._write(socket, json.dumps({"op": HELLO, "d": {"heartbeat_interval": self.heartbeat_ms}}))
        try:
            async for message in socket:
                if message.type == WSMsgType.TEXT:
                    await self._heard(socket, json.loads(message.data))
        finally:
            self.connections.discard(socket)
            socket.writer.cancel()
            for session in self.sessions.values():
                if session.socket is socket:
                    session.socket = None
        return socket

    async def _writing(self, socket):
        with contextlib.suppress(ConnectionError, RuntimeError):
            while True:
                await socket.send_str(await socket.queue.get())

    async def _heard(self, socket, packet):
        op, d = packet["op"], packet.get("d")
        if op == HEARTBEAT:
            self.beats += 1
            if not self.deaf:
                self._write(socket, json.dumps({"op": ACK}))
        elif op == IDENTIFY:
            await self._identify(socket, d)
        elif op == RESUME:
            await self._resume(socket, d)
        elif op == MEMBERS:
            self._members(d)
        elif op == PRESENCE:
            self._presence(socket, d)

    async def _identify(self, socket, d):
        if d["token"].removeprefix("Bot ") != self.server.token:
            await socket.close(code=4004, message=b"Authentication failed.")
        elif d["intents"] & self.refused:
            self.refusals += 1
            await socket.close(code=4014, message=b"Disallowed intent(s).")
        elif not 0 <= (d.get("shard") or [0, 1])[0] < (d.get("shard") or [0, 1])[1]:
            await socket.close(code=4010, message=b"Invalid shard.")
        elif (d.get("shard") or [0])[0] in self.away:
            socket.request.transport.abort()
        else:
            if self.remaining <= 0:
                self.server.strict.append("a session was begun although none was left")
            self.remaining -= 1
            session = Session(d)
            twice = [one for one in self.sessions.values() if one.connected and one.shard == session.shard]
            if self.exclusive and twice:
                self.server.strict.append(f"shard {session.shard} was connected twice")
            session.socket = socket
            self.sessions[session.id] = session
            self.identified.append(d | {"at": time.monotonic()})
            guilds = [guild for guild in self.world.guilds if session.sees(guild) and guild not in self.world.uninvited]
            bot = self.world.bot | {"mfa_enabled": False, "verified": True, "email": None, "flags": 0}
            self._to(session, "READY", {
                "v": 10, "user": bot, "guilds": [{"id": guild, "unavailable": True} for guild in guilds],
                "session_id": session.id, "resume_gateway_url": self.server.gateway_at(socket.request.host), "shard": session.shard,
                "application": {"id": self.world.bot["id"], "flags": 1 << 19}})
            for guild in guilds:
                if session.intents & GUILDS:
                    self._to(session, "GUILD_CREATE", self.world.told_guild(guild))

    async def _resume(self, socket, d):
        session = self.sessions.get(d["session_id"])
        if session is None or d["token"].removeprefix("Bot ") != self.server.token:
            self._write(socket, json.dumps({"op": INVALID, "d": False}))
            return
        if session.shard[0] in self.away:
            socket.request.transport.abort()
            return
        self.resumed += 1
        session.socket = socket
        for event in session.sent[d["seq"]:]:
            self._write(socket, event)
        self._to(session, "RESUMED", {})

    def _presence(self, socket, d):
        """The bot changes what stands beside its name."""
        for session in self.sessions.values():
            if session.socket is socket:
                now = time.monotonic()
                session.presence = presence_text(d)
                session.presence_changes.append(now)
                if len([at for at in session.presence_changes if at > now - PRESENCE_SECONDS]) > MOST_PRESENCES:
                    self.server.strict.append("the presence was changed too often")

    def _members(self, d):
        """The members of a guild that a bot asks for."""
        guild = str(d["guild_id"])
        known = self.world.guilds[guild]["members"]
        wanted = d.get("user_ids")
        wanted = [str(one) for one in (wanted if isinstance(wanted, list) else [wanted])] if wanted else [
            one for one in known if self.world.users[one]["username"].startswith(d.get("query", "").lower())]
        chunk = {"guild_id": guild, "members": [self.world.told_member(guild, one) for one in wanted if one in known],
                 "not_found": [one for one in wanted if one not in known], "chunk_index": 0, "chunk_count": 1}
        if d.get("nonce"):
            chunk["nonce"] = d["nonce"]
        for session in self.sessions.values():
            if session.sees(guild):
                self._to(session, "GUILD_MEMBERS_CHUNK", chunk)
