"""The counterpart's REST side: what a request does, and what Discord would refuse."""

import struct
import time
from urllib.parse import unquote

from . import interactions  # noqa: F401  (its routes make themselves known)
from .faults import Refused
from .gateway import DIRECT_MESSAGES, GUILD_MESSAGES
from .routes import ROUTES, route
from .world import ATTACH, HISTORY, MAKE_THREADS, PRIVATE, REACT, RENAMED, SEND, SEND_IN_THREADS, THREAD, THREADS, VIEW, stamp

# Discord's limits.
LONGEST, LONGEST_DESCRIPTION, LONGEST_NONCE, MOST_FILES = 2000, 1024, 25, 10
ARCHIVED_AFTER = (60, 1440, 4320, 10080)
MOST_RENAMES, RENAME_SECONDS = 2, 600
LONGEST_ID, LONGEST_LABEL, MOST_IN_ROW, MOST_ROWS, MOST_OPTIONS = 100, 80, 5, 5, 25


def wrong(what):
    return Refused(400, 50035, "Invalid Form Body", errors={"_errors": [{"code": "BASE_TYPE", "message": what}]})


class Rest:
    """Everything that can be requested."""

    def __init__(self, server):
        self.server, self.world = server, server.world
        self.nonces = {}         # messages by author and nonce
        self.renames = {}        # when each thread was renamed
        self.host = ""           # by which the current request has come

    async def do(self, method, path, query, body, files):
        line = f"{method} {path}"
        for pattern, function in ROUTES:
            if found := pattern.match(line):
                gaps = {name: unquote(value) for name, value in found.groupdict().items() if value is not None}
                answer = function(self, query=query, body=body, files=files, **gaps)
                return answer if isinstance(answer, tuple) else (200, answer)
        self.server.strict.append(f"there is no route {line}")
        raise Refused(404, 0, "404: Not Found")

    # -- what many need

    def channel(self, channel, bits=VIEW):
        found = self.world.channels.get(channel)
        if found is None:
            raise Refused(404, 10003, "Unknown Channel")
        if self.world.is_closed(found):
            raise Refused(403, 50001, "Missing Access")
        if not self.world.may(found, VIEW):
            raise Refused(403, 50001, "Missing Access")
        if not self.world.may(found, bits):
            raise Refused(403, 50013, "Missing Permissions")
        return found

    def own(self, channel, message):
        self.channel(channel)
        found = self.world.messages.get(message)
        if found is None or found["channel_id"] != channel:
            raise Refused(404, 10008, "Unknown Message")
        return found

    def intent(self, channel):
        return DIRECT_MESSAGES if channel["type"] == PRIVATE else GUILD_MESSAGES

    def tell(self, kind, message):
        """MESSAGE_CREATE or MESSAGE_UPDATE."""
        channel = self.world.channels[message["channel_id"]]
        if self.world.is_closed(channel):
            return
        self.server.gateway.tell(kind, self.world.told_message(message), channel.get("guild_id"), self.intent(channel))

    def remove(self, message):
        """A message is gone, and all are told."""
        found = self.world.messages[message]
        channel = self.world.channels[found["channel_id"]]
        self.world.forget(message)
        told = {"id": message, "channel_id": channel["id"]} | ({"guild_id": channel["guild_id"]} if "guild_id" in channel else {})
        self.server.gateway.tell("MESSAGE_DELETE", told, channel.get("guild_id"), self.intent(channel))

    def check_message(self, body, files, known=None):
        """Refuses what Discord would refuse of a message, or of an edit of the message `known`."""
        content = body.get("content")
        if content is not None and len(content) > LONGEST:
            raise wrong(f"content has {len(content)} characters")
        described = body.get("attachments") or []
        if len(files) > MOST_FILES or any(len(one.get("description") or "") > LONGEST_DESCRIPTION for one in described):
            raise wrong("attachments")
        ids = [f"files[{one['id']}]" for one in described]
        if any(field not in ids for field in files) and described:
            raise wrong(f"the files {list(files)} are described as {ids}")
        self.check_components(body.get("components") or [])
        before = known or {}
        there = [content if content is not None else before.get("content"), files, body.get("embeds"), before.get("embeds"),
                 described if "attachments" in body else before.get("attachments"), body.get("components"),
                 body.get("sticker_ids"), body.get("poll")]
        if not any(there):
            raise Refused(400, 50006, "Cannot send an empty message")

    def check_components(self, rows):
        """Rows of buttons and selects. Their ids must differ."""
        ids = []
        if len(rows) > MOST_ROWS:
            raise wrong(f"{len(rows)} rows")
        for row in rows:
            inner = row.get("components") or []
            if row.get("type") != 1 or not 1 <= len(inner) <= MOST_IN_ROW or any(one["type"] == 3 for one in inner) and len(inner) > 1:
                raise wrong(f"a row of {[one.get('type') for one in inner]}")
            for one in inner:
                ids.append(one.get("custom_id"))
                if not 1 <= len(one.get("custom_id") or "") <= LONGEST_ID:
                    raise wrong(f"custom_id {one.get('custom_id')!r}")
                if one["type"] == 2 and (not (one.get("label") or one.get("emoji")) or len(one.get("label") or "") > LONGEST_LABEL):
                    raise wrong(f"label {one.get('label')!r}")
                if one["type"] == 3:
                    options = one.get("options") or []
                    values = [option["value"] for option in options]
                    if not 1 <= len(options) <= MOST_OPTIONS or len(set(values)) != len(values):
                        raise wrong(f"options {values}")
                    if any(not 1 <= len(option[key]) <= LONGEST_ID for option in options for key in ("label", "value")):
                        raise wrong(f"options {options}")
        if len(set(ids)) != len(ids):
            raise wrong(f"custom ids {ids}")

    def fields(self, body, files, replied=None):
        """What a body says about a message, in the message's own form."""
        allowed, content = body.get("allowed_mentions"), body.get("content") or ""
        mentions, everyone = self.world.called(content, allowed, replied)
        made = {"content": content, "mentions": mentions, "mention_everyone": everyone, "embeds": body.get("embeds") or [],
                "components": self.numbered(body.get("components") or []), "flags": body.get("flags") or 0,
                "attachments": self.attach(body, files)}
        return made

    def numbered(self, rows):
        """Components as Discord gives them back: each with an id."""
        number = 0
        for row in rows:
            for one in [row, *row["components"]]:
                number += 1
                one["id"] = number
        return rows

    def attach(self, body, files):
        """Keeps new files; the attachments that they become."""
        described = {f"files[{one['id']}]": one for one in body.get("attachments") or []}
        made = []
        for field, file in files.items():
            about = described.get(field, {})
            one = {"id": self.world.snowflake(), "filename": about.get("filename") or file.name, "size": len(file.data),
                   "content_type": file.kind or "application/octet-stream"}
            if about.get("description"):
                one["description"] = about["description"]
            if file.data[:8] == b"\x89PNG\r\n\x1a\n":
                one["width"], one["height"] = struct.unpack(">II", file.data[16:24])
            elif file.data[:6] == b"GIF89a":
                one["width"], one["height"] = struct.unpack("<HH", file.data[6:10])
            one["url"] = one["proxy_url"] = f"{self.server.url}/files/{one['id']}/{one['filename']}"
            self.world.files[one["id"]] = file.data
            made.append(one)
        return made

    def edit(self, message, body, files):
        """Changes a message as a body says."""
        self.check_message(body, files, message)
        new = self.fields(body, files)
        if body.get("content") is not None:
            for key in ("content", "mentions", "mention_everyone"):
                message[key] = new[key]
        elif "content" in body:
            message["content"] = ""
        for key in ("embeds", "components"):
            if body.get(key) is not None:
                message[key] = new[key]
        if body.get("attachments") is not None:
            kept = {str(one["id"]) for one in body["attachments"]}
            message["attachments"] = [one for one in message["attachments"] if one["id"] in kept]
        message["attachments"] = message["attachments"] + new["attachments"]
        message["edited_timestamp"] = stamp(self.world.snowflake())


# -- about the bot


@route("GET /gateway/bot")
def gateway_bot(rest, **_):
    told = rest.server.gateway
    return {"url": told.server.gateway_at(rest.host), "shards": told.shards,
            "session_start_limit": {"total": 1000, "remaining": told.remaining, "reset_after": told.reset_after,
                                    "max_concurrency": 1}}


@route("GET /gateway")
def gateway(rest, **_):
    return {"url": rest.server.gateway_at(rest.host)}


@route("GET /users/@me")
def me(rest, **_):
    return rest.world.bot | {"mfa_enabled": False, "verified": True, "email": None, "flags": 0}



@route("GET /(?:oauth2/)?applications/@me")
def application(rest, **_):
    bot = rest.world.bot
    return {"id": bot["id"], "name": bot["username"], "icon": None, "description": "", "bot_public": True,
            "bot_require_code_grant": False, "verify_key": "0" * 64, "team": None, "flags": rest.world.flags, "owner": bot, "summary": "",
            "integration_types_config": {kind: {} for kind in rest.world.installs}}


@route("GET /users/{user}")
def user(rest, user, **_):
    if user not in rest.world.users:
        raise Refused(404, 10013, "Unknown User")
    return rest.world.users[user]


@route("POST /users/@me/channels")
def private(rest, body, **_):
    user = rest.world.users.get(str(body["recipient_id"]))
    if user is None:
        raise Refused(400, 50033, "Invalid Recipient(s)")
    return rest.world.private(user)


# -- commands


@route("GET /applications/{app}(?:/guilds/(?P<guild>[^/]+))?/commands")
def commands(rest, guild=None, **_):
    return rest.world.commands.get(guild, [])


@route("PUT /applications/{app}(?:/guilds/(?P<guild>[^/]+))?/commands")
def put_commands(rest, body, guild=None, **_):
    names = [(one["name"], one.get("type", 1)) for one in body]
    if len(set(names)) != len(names) or len(names) > 100:
        raise wrong(f"names {names}")
    installs = {str(kind) for one in body for kind in one.get("integration_types", [])}
    if not installs <= set(rest.world.installs):
        raise wrong(f"integration_types {installs}")
    before = {(one["name"], one["type"]): one for one in rest.world.commands.get(guild, [])}
    made = []
    for one in body:
        known = before.get((one["name"], one.get("type", 1)))
        same = known and all(known.get(key) == value for key, value in one.items())
        made.append(known if same else {
            "type": 1, "default_member_permissions": None, "nsfw": False, "contexts": None, "integration_types": [0]} | one | {
            "id": known["id"] if known else rest.world.snowflake(), "version": rest.world.snowflake(),
            "application_id": rest.world.bot["id"]} | ({"guild_id": guild} if guild else {}))
    rest.world.commands[guild] = made
    return made


# -- guilds


def known_guild(rest, guild):
    if guild not in rest.world.guilds or guild in rest.world.uninvited:
        raise Refused(404, 10004, "Unknown Guild")
    return rest.world.guilds[guild]


@route("GET /guilds/{guild}")
def guild(rest, guild, **_):
    return known_guild(rest, guild)["guild"]


@route("GET /guilds/{guild}/channels")
def channels(rest, guild, **_):
    known_guild(rest, guild)
    return [one for one in rest.world.channels.values() if one.get("guild_id") == guild and one["type"] not in THREADS]


@route("GET /guilds/{guild}/threads/active")
def threads(rest, guild, **_):
    known_guild(rest, guild)
    return {"members": [], "threads": [one for one in rest.world.channels.values()
                                       if one.get("guild_id") == guild and one["type"] in THREADS]}


@route("GET /guilds/{guild}/roles")
def roles(rest, guild, **_):
    return known_guild(rest, guild)["guild"]["roles"]


@route("GET /guilds/{guild}/members/search")
def search(rest, guild, query, **_):
    wanted = query["query"].lower()
    found = [rest.world.told_member(guild, one) for one in known_guild(rest, guild)["members"]]
    return [one for one in found if any((name or "").lower().startswith(wanted) for name in
            (one["nick"], one["user"]["username"], one["user"]["global_name"]))][:int(query.get("limit", 1))]


@route("GET /guilds/{guild}/members/{user}")
def member(rest, guild, user, **_):
    if user not in known_guild(rest, guild)["members"]:
        raise Refused(404, 10007, "Unknown Member")
    return rest.world.told_member(guild, user)


# -- channels


@route("GET /channels/{channel}")
def channel(rest, channel, **_):
    return rest.channel(channel)


@route("POST /channels/{channel}/typing")
def typing(rest, channel, **_):
    rest.channel(channel, SEND)


@route("POST /channels/{channel}(?:/messages/(?P<message>[^/]+))?/threads")
def thread(rest, channel, body, message=None, **_):
    parent = rest.channel(channel, MAKE_THREADS)
    if parent["type"] in (*THREADS, PRIVATE):
        raise Refused(400, 50024, "Cannot execute action on this channel type")
    if not 1 <= len(body["name"]) <= 100:
        raise wrong(f"name {body['name']!r}")
    if message:
        rest.own(channel, message)
        if message in rest.world.channels:
            raise Refused(400, 160004, "A thread has already been created for this message")
    elif body.get("type") != THREAD:
        raise wrong(f"type {body.get('type')}")
    made = rest.world.channel(parent["guild_id"], body["name"], THREAD, parent["id"], rest.world.bot["id"], message)
    made["thread_metadata"]["auto_archive_duration"] = archived_after(body) or 1440
    rest.server.gateway.tell("THREAD_CREATE", made | {"newly_created": True}, parent["guild_id"])
    return 201, made


def archived_after(body):
    minutes = body.get("auto_archive_duration")
    if minutes is not None and minutes not in ARCHIVED_AFTER:
        raise wrong(f"auto_archive_duration {minutes}")
    return minutes


@route("PATCH /channels/{channel}")
def patch_channel(rest, channel, body, **_):
    """A thread is changed. Who has made it may do that, but for one that is locked."""
    found = rest.channel(channel)
    details = found.get("thread_metadata")
    if details is None or found["owner_id"] != rest.world.bot["id"] or details["locked"]:
        raise Refused(403, 50013, "Missing Permissions")
    if unknown := set(body) - {"name", "archived", "auto_archive_duration"}:
        raise wrong(f"a thread has no {unknown}")
    if details["archived"] and body.get("archived") is not False:
        raise Refused(400, 50083, "Thread is archived")
    name = body.get("name")
    if name is not None:
        if not 1 <= len(name) <= 100:
            raise wrong(f"name {name!r}")
        now = time.monotonic()
        recent = rest.renames[channel] = [at for at in rest.renames.get(channel, []) if at > now - RENAME_SECONDS]
        if len(recent) >= MOST_RENAMES:
            raise Refused(429, 0, "You are being rate limited.", retry_after=recent[0] + RENAME_SECONDS - now, **{"global": False})
        recent.append(now)
    details["archived"] = body.get("archived", details["archived"])
    details["auto_archive_duration"] = archived_after(body) or details["auto_archive_duration"]
    if name is not None:
        found["name"] = name
        rest.tell("MESSAGE_CREATE", rest.world.message(rest.world.bot, found, name, type=RENAMED))
    rest.server.gateway.tell("THREAD_UPDATE", found, found["guild_id"])
    return found


@route("PUT /channels/{channel}/thread-members/{user}")
def join_thread(rest, channel, user, **_):
    if rest.channel(channel, SEND_IN_THREADS)["type"] not in THREADS:
        raise Refused(400, 50024, "Cannot execute action on this channel type")
    if user != "@me" and user not in rest.world.users:
        raise Refused(404, 10013, "Unknown User")


# -- messages


@route("GET /channels/{channel}/messages")
def messages(rest, channel, query, **_):
    found = rest.channel(channel)
    if not rest.world.may(found, HISTORY):
        return []
    limit, order = int(query.get("limit", 50)), rest.world.order[channel]
    if not 1 <= limit <= 100:
        raise wrong(f"limit {limit}")
    seen = [one for one in order if not rest.world.messages[one]["flags"] & 64]
    if "after" in query:
        seen = [one for one in seen if int(one) > int(query["after"])][:limit]
    elif "before" in query:
        seen = [one for one in seen if int(one) < int(query["before"])][-limit:]
    else:
        seen = seen[-limit:]
    # The content of what others said is hidden here as it is in the gateway.
    told = [rest.world.messages[one] for one in reversed(seen)]
    if found["type"] != PRIVATE and not any(s.intents & 1 << 15 for s in rest.server.gateway.sessions.values()):
        told = [one if rest.server.gateway._meant_for_bot(one) else one | {"content": ""} for one in told]
    return told


@route("GET /channels/{channel}/messages/{message}")
def message(rest, channel, message, **_):
    return rest.own(channel, message)


@route("POST /channels/{channel}/messages")
def post(rest, channel, body, files, **_):
    found = rest.channel(channel)
    needed = (SEND_IN_THREADS if found["type"] in THREADS else SEND) | (ATTACH if files else 0)
    rest.channel(channel, needed)
    if found["type"] in THREADS and found["thread_metadata"]["locked"]:
        raise Refused(400, 160005, "Thread is locked")
    rest.check_message(body, files)
    nonce = body.get("nonce")
    if nonce is not None and len(str(nonce)) > LONGEST_NONCE:
        raise wrong(f"nonce {nonce!r}")
    if nonce is not None and body.get("enforce_nonce") and (channel, str(nonce)) in rest.nonces:
        return rest.nonces[channel, str(nonce)]
    reference, replied = body.get("message_reference"), None
    more = {}
    if reference:
        if not rest.world.may(found, HISTORY):
            raise Refused(400, 160002, "Cannot reply without permission to read message history")
        original = rest.world.messages.get(str(reference["message_id"]))
        if original is not None and original["channel_id"] == channel:
            replied = original["author"]
            more["message_reference"] = {"type": 0, "channel_id": channel, "message_id": original["id"]} | (
                {"guild_id": found["guild_id"]} if "guild_id" in found else {})
        elif reference.get("fail_if_not_exists", True):
            raise wrong("Unknown message")
    if nonce is not None:
        more["nonce"] = nonce
    made = rest.world.message(rest.world.bot, found, **rest.fields(body, files, replied), **more)
    rest.nonces[channel, str(nonce)] = made
    rest.tell("MESSAGE_CREATE", made)
    return made


@route("PATCH /channels/{channel}/messages/{message}")
def patch(rest, channel, message, body, files, **_):
    found = rest.own(channel, message)
    if found["author"] is not rest.world.bot:
        raise Refused(403, 50005, "Cannot edit a message authored by another user")
    rest.edit(found, body, files)
    rest.tell("MESSAGE_UPDATE", found)
    return found


@route("PUT /channels/{channel}/messages/{message}/reactions/{emoji}/@me")
def react(rest, channel, message, emoji, **_):
    """The bot's own reaction: the count of an emoji is kept, as who put it is not asked for."""
    rest.channel(channel, REACT | HISTORY)
    reactions = rest.own(channel, message).setdefault("reactions", [])
    name = unquote(emoji)
    if not [one for one in reactions if one["emoji"]["name"] == name]:
        reactions.append({"emoji": {"id": None, "name": name}, "count": 1, "me": True, "burst_colors": [],
                          "count_details": {"burst": 0, "normal": 1}, "me_burst": False})


@route("DELETE /channels/{channel}/messages/{message}")
def delete(rest, channel, message, **_):
    rest.own(channel, message)
    rest.remove(message)
