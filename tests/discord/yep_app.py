"""YEPCord for bots of today: the server as an ASGI application behind a thin adapter.

YEPCord is a Discord-compatible server that speaks version 9 of the API and leaves out some things
that libraries for bots insist on. The adapter adds just those:

* version 10 is answered as version 9, `/gateway/bot` exists, and addresses are not behind TLS;
* IDENTIFY may say `Bot TOKEN`; READY names the application, and guilds follow as GUILD_CREATE;
* events alone are numbered, from 1;
* what Discord documents as always there is filled in;
* files may come with an edit, or with the answer to an interaction;
* all commands can be put at once;
* a bot may open a private chat, look a member up, and ask who may install its application;
* a description of an attachment is kept, which the server forgets;
* a message with a nonce that is enforced is taken once.

Every request of a bot is written as a line of JSON to the file RINGLEADER_YEPCORD_RECORD names.
"""

import asyncio
import io
import json
import os
import re
from typing import Optional

from PIL import Image
from werkzeug.formparser import parse_form_data
from yepcord.asgi import app as yepcord
from yepcord.gateway.events import GuildDeleteEvent, GuildMemberRemoveEvent, MessageUpdateEvent, RawDispatchEventWrapper
from yepcord.rest_api.main import core, storage
from yepcord.rest_api.main import gateway as dispatcher
from yepcord.rest_api.models import applications
from yepcord.rest_api.models.channels import MessageCreate
from yepcord.rest_api.utils import allowBots
from yepcord.yepcord.core import Core
from yepcord.yepcord.enums import ChannelType
from yepcord.yepcord.models import Attachment, Channel, Message
from yepcord.yepcord.snowflake import Snowflake

HOST = os.environ["RINGLEADER_YEPCORD_AT"]
RECORD = os.environ["RINGLEADER_YEPCORD_RECORD"]
GATEWAY = f"ws://{HOST}/gateway"

# Descriptions of attachments by their ids, and those of files that are being sent by the channel
# and their name: the message is told of before the request is answered.
DESCRIPTIONS, COMING = {}, {}

# What was answered to messages with `enforce_nonce`, by sender, channel and nonce: the server does
# not know that the same nonce is the same message.
ANSWERS = {}

# What Discord documents as always there.
GUILD = {
    "emojis": [], "stickers": [], "features": [], "roles": [], "threads": [], "members": [], "presences": [],
    "voice_states": [], "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [], "large": False,
    "unavailable": False, "joined_at": "2020-01-01T00:00:00.000000+00:00", "nsfw_level": 0,
    "premium_progress_bar_enabled": False, "system_channel_flags": 0, "verification_level": 0,
    "default_message_notifications": 0, "explicit_content_filter": 0, "mfa_level": 0, "premium_tier": 0,
    "preferred_locale": "en-US", "afk_timeout": 300}
MESSAGE = {
    "pinned": False, "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [], "attachments": [],
    "embeds": [], "edited_timestamp": None, "type": 0}
INTERACTION = {
    "version": 1, "entitlements": [], "locale": "en-US", "attachment_size_limit": 26_214_400,
    "authorizing_integration_owners": {}}

# -- faults of the server, version 1.0.0b3

# It looks into the event of a presence, which has none, and so ends the connection of everybody
# who has a private chat with a bot.
RawDispatchEventWrapper.__init__.__defaults__ = ({},)


def validate_reply(self, channel, message, original=MessageCreate.validate_reply):
    """A reply in a private chat would look for the guild."""
    if channel.guild is not None or message is None:
        return original(self, channel, message)
    self.message_reference.channel_id = channel.id
    return None


async def messages_after(self, channel, limit, before=0, after=0, original=Core.getChannelMessages):
    """Of the messages after a given one it would give the newest; Discord gives the next."""
    if not after:
        return await original(self, channel, limit, before)
    found = Message.filter(channel=channel, ephemeral=False, id__gt=after).select_related(*Message.DEFAULT_RELATED)
    return (await found.order_by("id").limit(limit).all())[::-1]


async def in_channel(self, channel, user, original=Core.getUserByChannel):
    """Only its maker would be in a thread, and nobody could join. A public thread is open to all
    who see the channel."""
    if channel.type != ChannelType.GUILD_PUBLIC_THREAD:
        return await original(self, channel, user)
    return await self.getGuildMember(channel.guild, user)


async def related(self, channel, ids=True, original=Core.getRelatedUsersToChannel):
    """And all of them are told what is said there."""
    if isinstance(channel, int):
        channel = await Channel.get_or_none(id=channel).select_related("guild")
    if channel is None or channel.type != ChannelType.GUILD_PUBLIC_THREAD:
        return await original(self, channel, ids)
    return [member.user.id for member in await self.getGuildMembers(channel.guild)]


async def dispatch(event, *args, original=dispatcher.dispatch, **more):
    """Who is removed from a guild would not be told that it is gone: that goes to another id."""
    await original(event, *args, **more)
    if isinstance(event, GuildMemberRemoveEvent) and more.get("users"):
        await original(GuildDeleteEvent(event.guild_id), users=more["users"])


dispatcher.dispatch = dispatch
Core.getUserByChannel = in_channel
Core.getRelatedUsersToChannel = related
MessageCreate.validate_reply = validate_reply
Core.getChannelMessages = messages_after
# The choices of a command's option are objects, not plain values; and that it is required is
# remembered, which as the usual would be forgotten.
applications.CommandOption.model_fields["choices"].annotation = Optional[list[dict]]
applications.CommandOption.model_fields["required"].default = None
applications.CommandOption.model_rebuild(force=True)
applications.CreateCommand.model_rebuild(force=True)
yepcord.view_functions["users_@me.new_dm_channel"] = allowBots(yepcord.view_functions["users_@me.new_dm_channel"])


# -- what is filled in


def plain(text):
    """It takes for granted that it is behind TLS."""
    return text.replace(f"https://{HOST}", f"http://{HOST}")


def fill(known, d):
    for key, value in known.items():
        if d.get(key) is None:
            d[key] = value
    return d


def fill_guild(g):
    """A guild as in GUILD_CREATE."""
    g = fill(GUILD, {**g.pop("properties", {}), **g})
    for channel in g.get("channels") or []:
        if channel.get("nsfw", False) is None:
            channel["nsfw"] = False
    for role in g["roles"]:
        role.setdefault("colors", {"primary_color": role["color"], "secondary_color": None, "tertiary_color": None})
    # Some of these are members of threads.
    g["threads"] = [one for one in g["threads"] if "type" in one]
    return g


def fill_message(m):
    """A message, and the one that it answers."""
    fill(MESSAGE, m)
    for one in m["attachments"]:
        one.setdefault("proxy_url", one["url"])
        id, coming = str(one["id"]), COMING.get((str(m["channel_id"]), one["filename"]))
        if coming is not None and id not in DESCRIPTIONS:
            DESCRIPTIONS[id] = coming
        if id in DESCRIPTIONS:
            one["description"] = DESCRIPTIONS[id]
    if m.get("referenced_message"):
        fill_message(m["referenced_message"])
    if m.get("author") and m["author"].get("discriminator") is None:
        m["author"]["discriminator"] = "0"
    return m


# -- the gateway


def for_bot(event):
    """What a bot is told in place of one event of the server."""
    kind, d = event.get("t"), event.get("d")
    if kind == "READY":
        guilds = d["guilds"]
        d["resume_gateway_url"] = GATEWAY
        d["guilds"] = [{"id": one["id"], "unavailable": True} for one in guilds]
        d["application"] = {"id": d["user"]["id"], "flags": 0}
        d["user"].update(bot=True, mfa_enabled=False)
        return [event] + [{"op": 0, "t": "GUILD_CREATE", "d": fill_guild(one)} for one in guilds]
    if kind == "GUILD_CREATE":
        event["d"] = fill_guild(d)
    elif kind == "INTERACTION_CREATE":
        fill(INTERACTION, d)
    elif kind == "MESSAGE_REACTION_ADD":
        d["emoji"] = {"id": d["emoji"].get("emoji_id"), "name": d["emoji"].get("emoji_name")}
        d.update(burst=False, type=0)
    return [event]


def gateway(receive, send):
    """The two ends of a connection, adapted."""
    state = {"bot": False, "number": 0}

    async def adapted_receive():
        message = await receive()
        if message["type"] != "websocket.receive" or not message.get("text"):
            return message
        packet = json.loads(message["text"])
        if packet.get("op") not in (2, 6):
            return message
        token = packet["d"].get("token", "").removeprefix("Bot ")
        packet["d"]["token"] = token
        # A person's token has two dots.
        state["bot"] = token.count(".") == 1
        return {**message, "text": json.dumps(packet)}

    async def adapted_send(message):
        if message["type"] != "websocket.send" or not message.get("text"):
            await send(message)
            return
        packet = json.loads(plain(message["text"]))
        if packet.get("t") in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            fill_message(packet["d"])
        if packet.get("t") == "READY":
            packet["d"]["resume_gateway_url"] = GATEWAY
        for one in for_bot(packet) if state["bot"] and packet.get("op") == 0 else [packet]:
            if one.get("op") == 0:
                state["number"] += 1
                one["s"] = state["number"]
            await send({"type": "websocket.send", "text": json.dumps(one)})

    return adapted_receive, adapted_send


# -- requests


async def reply(send, status, body):
    data = json.dumps(body).encode() if status != 204 else b""
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(data)).encode())] if data else []
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": data})


async def whole_body(receive):
    data, more = b"", True
    while more:
        message = await receive()
        data += message.get("body", b"")
        more = message.get("more_body", False)
    return data


def form(body, kind):
    """The fields and the files of a form."""
    environment = {"wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body)), "CONTENT_TYPE": kind,
                   "REQUEST_METHOD": "POST"}
    _, fields, files = parse_form_data(environment)
    return fields, files


def with_body(scope, body, kind=None):
    """The same request with another body."""
    dropped = {b"content-length"} | ({b"content-type"} if kind else set())
    headers = [(key, value) for key, value in scope["headers"] if key not in dropped]
    headers.append((b"content-length", str(len(body)).encode()))
    if kind:
        headers.append((b"content-type", kind))
    parts = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive():
        return parts.pop() if parts else await asyncio.Event().wait()

    return {**scope, "headers": headers}, receive


async def ask(scope, method, path, data=None):
    """One request of our own in the name of whoever sent that of `scope`: status and JSON."""
    status, parts = 500, []

    async def send(message):
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
        else:
            parts.append(message.get("body", b""))

    changed = {**scope, "method": method, "path": path, "raw_path": path.encode()}
    changed, receive = with_body(changed, json.dumps(data).encode(), b"application/json")
    await yepcord(changed, receive, send)
    return status, json.loads(b"".join(parts) or b"null")


async def put_commands(scope, body, send, path):
    """All commands at once: one by one."""
    wanted = json.loads(body)
    own = re.sub(r"(/guilds/\d+)?/commands$", "/commands", path)
    _, known = await ask(scope, "GET", own)
    inside = re.search(r"/guilds/(\d+)/", path)
    guild = inside and inside[1]
    names = {one["name"] for one in wanted}
    for old in known:
        if (old.get("guild_id") or None) == guild and old["name"] not in names:
            await ask(scope, "DELETE", f"{path}/{old['id']}")
    made = []
    for command in wanted:
        # The server knows no menus.
        if command.get("type", 1) != 1:
            made.append(command)
            continue
        for option in command.get("options") or []:
            # What does not say that it is required would be.
            for one in [option, *(option.get("options") or [])]:
                one.setdefault("required", False)
        status, answer = await ask(scope, "POST", path, command)
        if status >= 400:
            await reply(send, status, answer)
            return
        made.append(answer)
    await reply(send, 200, made)


async def look_up(send, guild, user):
    """A member of a guild."""
    found = await core.getGuild(guild)
    member = await core.getGuildMember(found, user) if found else None
    if member is None:
        await reply(send, 404, {"code": 10007, "message": "Unknown Member"})
    else:
        await reply(send, 200, await member.ds_json())


async def with_files(scope, body, send, path, kind):
    """An edit, or an answer to an interaction, that comes with files: first the text, then they."""
    fields, files = form(body, kind)
    payload = json.loads(fields["payload_json"])
    answers = path.endswith("/callback")
    data = payload["data"] if answers else payload
    described = data.pop("attachments", None) or []
    kept = {str(one["id"]) for one in described}
    if answers:
        # It takes no empty text.
        data["content"] = data.get("content") or "\u200b"
    status, answer = await ask(scope, scope["method"], path, payload)
    if status >= 300:
        await reply(send, status, answer)
        return
    if answers:
        id = int(path.split("/")[4])
        message = await Message.filter(interaction__id=id).select_related(*Message.DEFAULT_RELATED).first()
    else:
        message = await Message.get(id=int(answer["id"])).select_related(*Message.DEFAULT_RELATED)
    for old in await Attachment.filter(message=message):
        if str(old.id) not in kept:
            await old.delete()
    for field, file in files.items():
        content = file.read()
        try:
            with Image.open(io.BytesIO(content)) as image:
                size = {"height": image.height, "width": image.width}
        except OSError:
            size = {"height": None, "width": None}
        attachment = await Attachment.create(
            id=Snowflake.makeId(), channel=message.channel, message=message, filename=file.filename, size=len(content),
            content_type=file.content_type or "application/octet-stream", metadata=size)
        describe(attachment.id, field, described)
        await storage.uploadAttachment(content, attachment)
    new = json.loads(plain(json.dumps(await message.ds_json())))
    await dispatcher.dispatch(MessageUpdateEvent(new), channel_id=message.channel.id)
    await reply(send, status, fill_message(new) if status != 204 else None)


def describe(id, field, described):
    """Keeps the description of the file that came in this field."""
    for one in described:
        if f"files[{one['id']}]" == field and one.get("description"):
            DESCRIPTIONS[str(id)] = one["description"]


def older(path, data):
    """A request in the older form that the server takes."""
    if path.endswith("/threads"):
        return {"auto_archive_duration": 1440, **data}
    if "recipient_id" in data:
        return {"recipients": [data["recipient_id"]]}
    return data


def filled(path, data):
    """An answer with what it lacks."""
    if re.fullmatch(r"/api/v9/(channels|webhooks)/.*/messages(/[^/]*)?|/api/v9/webhooks/\d+/[^/]+", path):
        return [fill_message(one) for one in data] if isinstance(data, list) else fill_message(data)
    return data


def record(scope, path, body, kind, token):
    """Writes a bot's request down."""
    files = {}
    if kind.startswith("multipart/"):
        fields, sent = form(body, kind)
        body = fields.get("payload_json", "").encode()
        files = {key: [one.filename, one.content_type] for key, one in sent.items()}
    line = {"token": token, "method": scope["method"], "path": path, "query": scope["query_string"].decode(),
            "type": kind.split(";")[0], "json": json.loads(body) if body else None, "files": files}
    with open(RECORD, "a", encoding="utf-8") as out:
        out.write(json.dumps(line) + "\n")


def expect_files(line, body, kind):
    """Keeps how the files of a new message are described."""
    found = re.fullmatch(r"POST /api/v9/channels/(\d+)/messages", line)
    if not found or not kind.startswith("multipart/"):
        return
    fields, files = form(body, kind)
    data = json.loads(fields.get("payload_json") or "{}")
    described = {f"files[{one['id']}]": one.get("description") for one in data.get("attachments") or []}
    for field, file in files.items():
        COMING[found[1], file.filename] = described.get(field)


def known_by(token, line, body, kind):
    """Sender, channel and nonce of a new message, if its nonce is enforced."""
    found = re.fullmatch(r"POST /api/v9/channels/(\d+)/messages", line)
    if not found:
        return None
    text = form(body, kind)[0].get("payload_json") if kind.startswith("multipart/") else body
    data = json.loads(text or "{}")
    return (token, found[1], data["nonce"]) if data.get("enforce_nonce") else None


async def rest(scope, receive, send):
    headers = dict(scope["headers"])
    kind = headers.get(b"content-type", b"").decode()
    token = headers.get(b"authorization", b"").decode()
    body = await whole_body(receive)
    if token.startswith("Bot "):
        record(scope, scope["path"], body, kind, token.removeprefix("Bot "))
    path = re.sub(r"^/api/v\d+/", "/api/v9/", scope["path"])
    scope = {**scope, "path": path, "raw_path": path.encode()}
    line = f"{scope['method']} {path}"
    if path in ("/api/v9/gateway", "/api/v9/gateway/bot"):
        limit = {"total": 1000, "remaining": 1000, "reset_after": 14_400_000, "max_concurrency": 1}
        await reply(send, 200, {"url": GATEWAY, "shards": 1, "session_start_limit": limit})
        return
    if line == "GET /api/v9/oauth2/applications/@me":
        await reply(send, 200, {"integration_types_config": {"0": {}}})
        return
    if found := re.fullmatch(r"GET /api/v9/guilds/(\d+)/members/(\d+)", line):
        await look_up(send, int(found[1]), int(found[2]))
        return
    if re.fullmatch(r"PUT .*/commands", line):
        await put_commands(scope, body, send, path)
        return
    if kind.startswith("multipart/") and re.fullmatch(r"PATCH .*/messages/[^/]+|POST .*/callback", line):
        await with_files(scope, body, send, path, kind)
        return
    expect_files(line, body, kind)
    once = known_by(token, line, body, kind)
    if once in ANSWERS:
        # It may still be on its way: whoever sent it first may be dead by now.
        status, data = await ANSWERS[once]
        await reply(send, status, json.loads(data))
        return
    if once:
        ANSWERS[once] = asyncio.get_running_loop().create_future()
    if re.fullmatch(r"POST (/api/v9/users/@me/channels|.*/threads)", line):
        body = json.dumps(older(path, json.loads(body))).encode()
    scope, receive = with_body(scope, body)
    start, parts = None, []

    async def collect(message):
        nonlocal start
        if message["type"] == "http.response.start":
            start = message
            return
        parts.append(message.get("body", b""))
        if message.get("more_body"):
            return
        data = b"".join(parts)
        headers = [(key, value) for key, value in start["headers"] if key.lower() != b"content-length"]
        if start["status"] == 200 and data[:1] in (b"{", b"["):
            data = json.dumps(filled(path, json.loads(plain(data.decode())))).encode()
        if start["status"] != 204:
            headers.append((b"content-length", str(len(data)).encode()))
        if once:
            ANSWERS[once].set_result((start["status"], data))
        await send({**start, "headers": headers})
        await send({"type": "http.response.body", "body": data})

    await yepcord(scope, receive, collect)


async def app(scope, receive, send):
    if scope["type"] == "http" and scope["path"].startswith("/api/"):
        await rest(scope, receive, send)
        return
    if scope["type"] == "websocket":
        receive, send = gateway(receive, send)
    await yepcord(scope, receive, send)
