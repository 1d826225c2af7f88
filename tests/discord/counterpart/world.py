"""What the counterpart knows: people, guilds, channels, messages, interactions, and how each is
told to a bot. Everything is kept in the form in which Discord documents it."""

import re
import time
from datetime import UTC, datetime

# Discord counts its ids from the first second of 2015, in milliseconds.
EPOCH_MS = 1_420_070_400_000

# Permissions by their bits.
ADMINISTRATOR = 1 << 3
VIEW, SEND, EMBED, ATTACH, HISTORY = 1 << 10, 1 << 11, 1 << 14, 1 << 15, 1 << 16
REACT, MAKE_THREADS, SEND_IN_THREADS = 1 << 6, 1 << 35, 1 << 38
USUAL = VIEW | SEND | EMBED | ATTACH | HISTORY | MAKE_THREADS | SEND_IN_THREADS | REACT | 1 << 31

# Kinds of channels.
TEXT, PRIVATE, GROUP, THREAD, PRIVATE_THREAD = 0, 1, 3, 11, 12
THREADS = THREAD, PRIVATE_THREAD

# The kind of message by which Discord tells a thread's new name.
RENAMED = 4

# Flags of messages.
EPHEMERAL, LOADING = 1 << 6, 1 << 7


class World:
    """All things by id. Ids are text, as Discord sends them."""

    def __init__(self):
        self._last = 0
        self.users, self.guilds, self.channels, self.messages = {}, {}, {}, {}
        self.order = {}          # ids of the messages of each channel, oldest first
        self.files = {}          # contents of attachments
        self.commands = {}       # registered commands, by guild or None
        self.interactions = {}   # by token
        self.uninvited = set()   # guilds that the bot is not in
        self.installs = ["0", "1"]  # who may install the bot, as the portal says: servers, people
        self.flags = 1 << 19     # of the application: the intent to read messages is on
        self.bot = self.user("Ringleader", bot=True)

    def snowflake(self):
        """A new id, greater than all before."""
        self._last = max(self._last + 1, int(time.time() * 1000) - EPOCH_MS << 22)
        return str(self._last)

    # -- people and places

    def user(self, name, bot=False, shown=None):
        plain = re.sub(r"[^a-z0-9_.]", "", name.lower()) or "somebody"
        user = {"id": self.snowflake(), "username": plain, "global_name": shown or (None if bot else name),
                "discriminator": "0", "avatar": None, "bot": bot, "public_flags": 0}
        self.users[user["id"]] = user
        return user

    def guild(self, name, members=(), permissions=USUAL, channels=("general",), invited=True):
        """A guild with these members; the bot is one if it is invited, and the first of the others owns it."""
        made = self.snowflake()
        guild = {
            "id": made, "name": name, "icon": None, "splash": None, "discovery_splash": None,
            "owner_id": (list(members) or [self.bot])[0]["id"], "afk_channel_id": None, "afk_timeout": 300,
            "verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0, "emojis": [],
            "features": [], "mfa_level": 0, "application_id": None, "system_channel_id": None, "system_channel_flags": 0,
            "rules_channel_id": None, "max_members": 500_000, "vanity_url_code": None, "description": None, "banner": None,
            "premium_tier": 0, "preferred_locale": "en-US", "public_updates_channel_id": None, "nsfw_level": 0,
            "premium_progress_bar_enabled": False, "stickers": [], "safety_alerts_channel_id": None,
            "joined_at": stamp(made), "large": False,
            "roles": [{"id": made, "name": "@everyone", "color": 0, "hoist": False, "icon": None, "unicode_emoji": None,
                       "position": 0, "permissions": str(permissions), "managed": False, "mentionable": False, "flags": 0,
                       "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None}}],
        }
        self.guilds[made] = {"guild": guild, "members": {}}
        for user in [*([self.bot] if invited else []), *members]:
            self.join(made, user)
        if not invited:
            self.uninvited.add(made)
        for channel in channels:
            self.channel(made, channel)
        return guild

    def join(self, guild, user, nick=None):
        member = {"nick": nick, "roles": [], "joined_at": stamp(self.snowflake()), "deaf": False, "mute": False, "flags": 0,
                  "avatar": None, "premium_since": None, "pending": False, "communication_disabled_until": None, "banner": None}
        self.guilds[guild]["members"][user["id"]] = member
        return member

    def channel(self, guild, name, kind=TEXT, parent=None, owner=None, id=None):
        channel = {"id": id or self.snowflake(), "type": kind, "guild_id": guild, "name": name, "position": len(self.channels),
                   "permission_overwrites": [], "topic": None, "nsfw": False, "last_message_id": None, "parent_id": parent,
                   "rate_limit_per_user": 0, "flags": 0}
        if kind in THREADS:
            del channel["permission_overwrites"], channel["topic"], channel["position"]
            channel |= {"owner_id": owner, "message_count": 0, "member_count": 1, "total_message_sent": 0,
                        "thread_metadata": {"archived": False, "auto_archive_duration": 1440, "locked": False,
                                            "archive_timestamp": stamp(self.snowflake()),
                                            "create_timestamp": stamp(self.snowflake())}}
        self.channels[channel["id"]] = channel
        self.order[channel["id"]] = []
        return channel

    def private(self, user):
        """The private chat between the bot and somebody."""
        for channel in self.channels.values():
            if channel["type"] == PRIVATE and channel["recipients"][0]["id"] == user["id"]:
                return channel
        channel = {"id": self.snowflake(), "type": PRIVATE, "last_message_id": None, "recipients": [user], "flags": 0}
        self.channels[channel["id"]] = channel
        self.order[channel["id"]] = []
        return channel

    def group(self, name, people):
        """A private group of people, in which no bot can be."""
        channel = {"id": self.snowflake(), "type": GROUP, "name": name, "last_message_id": None, "recipients": list(people),
                   "flags": 0}
        self.channels[channel["id"]] = channel
        self.order[channel["id"]] = []
        return channel

    def is_closed(self, channel):
        """Whether the bot has no access to a channel but by interactions."""
        return channel["type"] == GROUP or channel.get("guild_id") in self.uninvited

    def invite(self, guild):
        """The bot comes into a guild."""
        self.uninvited.discard(guild)
        self.join(guild, self.bot)

    def deny(self, channel, bits):
        """The bot may not do this in the channel from now on."""
        channel["permission_overwrites"] = [
            {"id": self.bot["id"], "type": 1, "allow": "0", "deny": str(bits)}] if bits else []

    def may(self, channel, bits):
        """Whether the bot may do this in the channel."""
        return not bits & ~self.permissions(channel)

    def permissions(self, channel):
        """What the bot may do in the channel."""
        if channel["type"] in (PRIVATE, GROUP):
            return USUAL
        allowed = int(self.guilds[channel["guild_id"]]["guild"]["roles"][0]["permissions"])
        if allowed & ADMINISTRATOR:
            return USUAL | ADMINISTRATOR
        place = self.channels.get(channel["parent_id"], channel) if channel["type"] in THREADS else channel
        for overwrite in place.get("permission_overwrites", []):
            if overwrite["id"] in (self.bot["id"], channel["guild_id"]):
                allowed = allowed & ~int(overwrite["deny"]) | int(overwrite["allow"])
        return allowed if allowed & VIEW else 0

    # -- as a bot is told of it

    def told_guild(self, guild):
        """A guild as in GUILD_CREATE."""
        known = self.guilds[guild]
        here = [channel for channel in self.channels.values() if channel.get("guild_id") == guild]
        members = [self.told_member(guild, user) for user in list(known["members"])[:50]]
        return known["guild"] | {
            "member_count": len(known["members"]), "unavailable": False, "members": members, "voice_states": [], "presences": [],
            "channels": [channel for channel in here if channel["type"] not in THREADS],
            "threads": [channel for channel in here if channel["type"] in THREADS],
            "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": []}

    def told_member(self, guild, user):
        return self.guilds[guild]["members"][user] | {"user": self.users[user]}

    def told_message(self, message):
        """A message as in MESSAGE_CREATE."""
        told = dict(message)
        channel = self.channels.get(message["channel_id"])
        if channel and channel.get("guild_id"):
            told["guild_id"] = channel["guild_id"]
            member = self.guilds[channel["guild_id"]]["members"].get(message["author"]["id"])
            if member:
                told["member"] = member
        return told

    # -- messages

    def message(self, author, channel, content, **more):
        """A new message, kept and not yet told."""
        made = self.snowflake()
        message = {
            "id": made, "channel_id": channel["id"], "author": author, "content": content, "timestamp": stamp(made),
            "edited_timestamp": None, "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [],
            "attachments": [], "embeds": [], "pinned": False, "type": 0, "flags": 0, "components": []} | more
        if message.get("message_reference"):
            message["type"] = 19
            original = self.messages.get(message["message_reference"]["message_id"])
            message["referenced_message"] = original and {k: v for k, v in original.items() if k != "referenced_message"}
        # A message brings an archived thread back.
        if channel["type"] in THREADS and message["type"] != RENAMED and not channel["thread_metadata"]["locked"]:
            channel["thread_metadata"]["archived"] = False
        self.messages[made] = message
        self.order[channel["id"]].append(made)
        channel["last_message_id"] = made
        return message

    def called(self, content, allowed, replied=None):
        """Whom a text calls, and whether everyone, where `allowed` are the allowed mentions."""
        parse = {"users", "everyone", "roles"} if allowed is None else set(allowed.get("parse") or [])
        listed = set() if allowed is None else set(map(str, allowed.get("users") or []))
        users = [self.users[found] for found in dict.fromkeys(re.findall(r"<@!?(\d+)>", content))
                 if found in self.users and ("users" in parse or found in listed)]
        ping = replied if replied and (allowed is None or allowed.get("replied_user")) else None
        if ping and ping not in users:
            users.append(ping)
        return users, "everyone" in parse and bool(re.search("@everyone|@here", content))

    def forget(self, message):
        """A message is deleted."""
        self.messages.pop(message)
        for order in self.order.values():
            if message in order:
                order.remove(message)


def stamp(snowflake):
    """The moment at which an id was made, as Discord writes it."""
    moment = datetime.fromtimestamp(((int(snowflake) >> 22) + EPOCH_MS) / 1000, UTC)
    return moment.isoformat(timespec="microseconds")
