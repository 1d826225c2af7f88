"""Interactions: what a person does with commands, buttons and selects, and how a bot answers."""

import secrets
import time

from .faults import Refused
from .routes import route
from .world import EPHEMERAL, GROUP, LOADING, PRIVATE

# How long Discord waits for the first answer, and how long the token is good for, in seconds.
PATIENCE, LIFE = 3.0, 900.0

# Messages after the first answer, where only a person has installed the bot.
MOST_FOLLOW_UPS = 5

# Kinds of interactions and of answers.
COMMAND, COMPONENT, COMPLETION = 2, 3, 4
MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES = 4, 5, 6, 7, 8


class Interaction:
    """One interaction, and what became of it."""

    def __init__(self, id, kind, user, channel, data, message):
        self.id, self.kind, self.user, self.channel, self.data, self.message = id, kind, user, channel, data, message
        self.token = secrets.token_urlsafe(40)
        self.made = self.sent = time.monotonic()
        self.answered = None     # kind of the first answer
        self.took = None         # seconds until it came
        self.original = None     # id of the message that is its answer
        self.follow_ups = []     # ids of further messages
        self.choices = None      # of a completion
        self.expired = False
        self.tries = 0           # first answers, also those refused

    def expire(self):
        """Its token is good for nothing from now on."""
        self.expired = True

    @property
    def alive(self):
        return not self.expired and time.monotonic() - self.sent < LIFE


def begin(rest, kind, user, channel, data, message=None):
    """Makes an interaction and tells the bot of it."""
    world = rest.world
    made = Interaction(world.snowflake(), kind, user, channel, data, message)
    world.interactions[made.token] = made
    told = {
        "id": made.id, "application_id": world.bot["id"], "type": kind, "token": made.token, "version": 1, "data": data,
        "channel_id": channel["id"], "channel": {key: channel[key] for key in ("id", "type")} | {"name": channel.get("name")},
        "app_permissions": str(world.permissions(channel)), "locale": user.get("locale", "en-US"), "entitlements": [],
        "authorizing_integration_owners": {"1": user["id"]} if world.is_closed(channel) else {"0": channel.get("guild_id", "0")},
        "attachment_size_limit": 10 << 20, "context": {PRIVATE: 1, GROUP: 2}.get(channel["type"], 0)}
    if channel["type"] in (PRIVATE, GROUP):
        told["user"] = user
    else:
        guild = channel["guild_id"]
        told["channel"]["permissions"] = str(world.permissions(channel))
        told |= {"guild_id": guild, "guild_locale": "en-US", "guild": {"id": guild, "locale": "en-US", "features": []},
                 "member": world.told_member(guild, user["id"]) | {"permissions": str(world.permissions(channel))}}
        if "parent_id" in channel and channel["type"] == 11:
            told["channel"] |= {"parent_id": channel["parent_id"], "thread_metadata": channel["thread_metadata"]}
    if message is not None:
        told["message"] = message
    # Every bot is told of interactions, whatever its intents.
    rest.server.gateway.tell("INTERACTION_CREATE", told, channel.get("guild_id"), ~0)
    return made


def find(rest, token):
    """The interaction of a token that is still good."""
    found = rest.world.interactions.get(token)
    if found is None:
        raise Refused(404, 10015, "Unknown Webhook")
    if not found.alive:
        raise Refused(401, 50027, "Invalid Webhook Token")
    return found


def say(rest, found, body, files, loading=False):
    """A message of the bot's that answers an interaction."""
    names = {"id": found.id, "type": found.kind, "user": found.user, "authorizing_integration_owners": {}}
    if found.kind == COMPONENT:
        names["interacted_message_id"] = found.message["id"]
    more = {"interaction_metadata": names, "application_id": rest.world.bot["id"], "webhook_id": rest.world.bot["id"]}
    if found.kind == COMMAND:
        more["interaction"] = {"id": found.id, "type": 2, "name": found.data["name"], "user": found.user}
    fields = rest.fields(body, files)
    if loading:
        fields["flags"] |= LOADING
    made = rest.world.message(rest.world.bot, found.channel, **fields, **more, type=20 if found.kind == COMMAND else 19)
    if not made["flags"] & EPHEMERAL:
        rest.tell("MESSAGE_CREATE", made)
    return made


def told(rest, message):
    if not message["flags"] & EPHEMERAL:
        rest.tell("MESSAGE_UPDATE", message)


@route("POST /interactions/{id}/{token}/callback")
def callback(rest, id, token, query, body, files, **_):
    found = rest.world.interactions.get(token)
    if found is None or found.id != id:
        raise Refused(404, 10062, "Unknown interaction")
    found.tries += 1
    took = time.monotonic() - found.sent
    if found.answered is not None:
        raise Refused(400, 40060, "Interaction has already been acknowledged.")
    if found.expired or took > PATIENCE:
        if not found.expired:
            rest.server.strict.append(f"the interaction {found.data.get('name') or found.data.get('custom_id')} was answered after {took:.1f} s")
        raise Refused(404, 10062, "Unknown interaction")
    kind, data = body["type"], body.get("data") or {}
    if (kind == CHOICES) != (found.kind == COMPLETION) or kind in (DEFERRED_UPDATE, UPDATE) and found.kind != COMPONENT:
        raise Refused(400, 50035, f"Invalid Form Body: type {kind} answers a {found.kind}")
    if kind == CHOICES:
        if len(data["choices"]) > 25 or any(not 1 <= len(one["name"]) <= 100 for one in data["choices"]):
            raise Refused(400, 50035, "Invalid Form Body: choices")
        found.choices = data["choices"]
    elif kind == MESSAGE:
        rest.check_message(data, files)
        found.original = say(rest, found, data, files)["id"]
    elif kind == DEFERRED:
        found.original = say(rest, found, data, {}, loading=True)["id"]
    else:
        found.original = found.message["id"]
        if kind == UPDATE:
            rest.edit(found.message, data, files)
            told(rest, found.message)
    found.answered, found.took = kind, took
    if query.get("with_response") != "true":
        return None
    return {"interaction": {"id": found.id, "type": found.kind, "response_message_id": found.original},
            "resource": {"type": kind, "message": rest.world.messages.get(found.original)}}


def original(rest, found):
    if found.original not in rest.world.messages:
        raise Refused(404, 10008, "Unknown Message")
    return rest.world.messages[found.original]


@route("GET /webhooks/{app}/{token}/messages/@original")
def get_original(rest, token, **_):
    return original(rest, find(rest, token))


@route("PATCH /webhooks/{app}/{token}/messages/@original")
def patch_original(rest, token, body, files, **_):
    message = original(rest, find(rest, token))
    rest.edit(message, body, files)
    message["flags"] &= ~LOADING
    told(rest, message)
    return message


@route("DELETE /webhooks/{app}/{token}/messages/@original")
def delete_original(rest, token, **_):
    rest.remove(original(rest, find(rest, token))["id"])


@route("POST /webhooks/{app}/{token}")
def follow_up(rest, token, body, files, **_):
    found = find(rest, token)
    if found.answered is None:
        raise Refused(404, 10015, "Unknown Webhook")
    rest.check_message(body, files)
    # The first one after a deferred answer is that answer.
    first = rest.world.messages.get(found.original)
    if first is not None and first["flags"] & LOADING:
        rest.edit(first, body, files)
        first["flags"] &= ~LOADING
        told(rest, first)
        return first
    if rest.world.is_closed(found.channel) and len(found.follow_ups) >= MOST_FOLLOW_UPS:
        raise Refused(400, 40094, "This interaction has reached the maximum number of follow-up messages")
    made = say(rest, found, body, files)
    found.follow_ups.append(made["id"])
    return made


@route("PATCH /webhooks/{app}/{token}/messages/{message}")
def patch_follow_up(rest, token, message, body, files, **_):
    asked = find(rest, token)
    found = rest.world.messages.get(message)
    if found is None or message not in [asked.original, *asked.follow_ups]:
        raise Refused(404, 10008, "Unknown Message")
    rest.edit(found, body, files)
    told(rest, found)
    return found


@route("DELETE /webhooks/{app}/{token}/messages/{message}")
def delete_follow_up(rest, token, message, **_):
    find(rest, token)
    rest.remove(message)
