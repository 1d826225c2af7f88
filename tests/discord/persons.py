"""People on the counterpart: they say, command, press and pick."""

from counterpart import interactions
from patience import check, until
from said import Answer, Listener, Said

# Kinds of options by their number.
STRING, INTEGER, BOOLEAN, USER = 3, 4, 5, 6


class Person(Listener):
    """One user of the counterpart."""

    def __init__(self, server, user):
        self.server, self.world, self.user = server, server.world, user
        self.id, self.name = user["id"], user["global_name"]

    # -- seeing

    def said(self, channel=None):
        """Everything that was said, also what only one can see."""
        return [Said(one) for one in self.world.messages.values() if channel is None or one["channel_id"] == channel]

    async def fetch(self, attachment):
        return self.world.files[attachment["id"]]

    # -- doing

    async def private(self):
        return self.world.private(self.user)["id"]

    async def say(self, channel, text, reply_to=None, file=None, **more):
        """A message. Its id."""
        place = self.world.channels[channel]
        mentions, everyone = self.world.called(text, None)
        if reply_to:
            original = self.world.messages[reply_to]
            more["message_reference"] = {"type": 0, "channel_id": channel, "message_id": reply_to}
            mentions = mentions + [original["author"]] if original["author"] not in mentions else mentions
        if file:
            name, data = file
            id = self.world.snowflake()
            url = f"{self.server.url}/files/{id}/{name}"
            self.world.files[id] = data
            more["attachments"] = [{"id": id, "filename": name, "size": len(data), "url": url, "proxy_url": url,
                                    "content_type": "text/plain"}]
        made = self.world.message(self.user, place, text, mentions=mentions, mention_everyone=everyone, nonce="1", **more)
        self.server.rest.tell("MESSAGE_CREATE", made)
        return made["id"]

    async def edit(self, message, text):
        found = self.world.messages[message]
        found["content"] = text
        found["edited_timestamp"] = found["timestamp"]
        self.server.rest.tell("MESSAGE_UPDATE", found)

    async def delete(self, message):
        self.server.rest.remove(message)

    def command(self, name, channel, kind=1):
        """A registered command, or the entry of a menu."""
        guild = self.world.channels[channel].get("guild_id")
        known = self.world.commands.get(guild, []) + self.world.commands.get(None, [])
        found = [one for one in known if one["name"] == name and one["type"] == kind]
        check(found, f"the command /{name} is not registered, only {[one['name'] for one in known]}")
        place = self.world.channels[channel]
        if self.world.is_closed(place):
            for key, kind in (("integration_types", 1), ("contexts", 2 if guild is None else 0)):
                check(kind in found[0][key], f"/{name} is not offered there: {found[0][key]}")
        return found[0]

    async def menu(self, channel, name, user=None, message=None):
        """An entry in the menu of a person or of a message, by their ids. The interaction's id."""
        kind, target = (2, user) if user else (3, message)
        command = self.command(name, channel, kind)
        resolved = {"users": {user: self.world.users[user]}} if user else {"messages": {message: self.world.messages[message]}}
        data = {"id": command["id"], "name": name, "type": kind, "target_id": target, "resolved": resolved}
        return interactions.begin(self.server.rest, interactions.COMMAND, self.user, self.world.channels[channel], data).id

    def _data(self, command, options, focused=None):
        told, users = [], {}
        known = {one["name"]: one for one in command.get("options") or []}
        for name, value in options.items():
            check(name in known, f"/{command['name']} has no option {name}, only {list(known)}")
            option = known[name]
            if option["type"] == USER:
                users[value] = self.world.users[value]
            elif option["type"] == INTEGER and name != focused:
                check(isinstance(value, int), f"the option {name} wants a number, not {value!r}")
            offered = [one["value"] for one in option.get("choices") or []]
            check(not offered or value in offered, f"{value!r} is not among the choices of {name}: {offered}")
            told.append({"name": name, "type": option["type"], "value": value} | ({"focused": True} if name == focused else {}))
        if focused is None:
            missing = [one["name"] for one in known.values() if one.get("required") and one["name"] not in options]
            check(not missing, f"/{command['name']} needs {missing}")
        data = {"id": command["id"], "name": command["name"], "type": 1, "options": told}
        if users:
            data["resolved"] = {"users": users, "members": {}}
        return data

    async def slash(self, channel, name, **options):
        """A slash command. The interaction's id."""
        return (await self.interact(channel, name, **options)).id

    async def interact(self, channel, name, **options):
        """A slash command. The interaction."""
        data = self._data(self.command(name, channel), options)
        place = self.world.channels[channel]
        if "guild_id" in place:
            for user, resolved in data.get("resolved", {}).get("users", {}).items():
                member = self.world.guilds[place["guild_id"]]["members"].get(resolved["id"])
                if member:
                    data["resolved"]["members"][user] = {k: v for k, v in member.items() if k not in ("deaf", "mute")} | {
                        "permissions": "0"}
        return interactions.begin(self.server.rest, interactions.COMMAND, self.user, place, data)

    async def complete(self, channel, name, focused, **options):
        """What is offered while an option is being typed: names and values."""
        command = self.command(name, channel)
        option = next(one for one in command["options"] if one["name"] == focused)
        check(option.get("autocomplete"), f"the option {focused} of /{name} completes nothing")
        data = self._data(command, options, focused)
        asked = interactions.begin(self.server.rest, interactions.COMPLETION, self.user, self.world.channels[channel], data)
        await until(lambda: asked.answered is not None, f"a completion of {focused} of /{name}")
        return [(one["name"], one["value"]) for one in asked.choices]

    async def press(self, said, part, values=None):
        """Presses a button of a message, or picks values of a select. The interaction."""
        data = {"custom_id": part["custom_id"], "component_type": part["type"], "id": part.get("id", 1)}
        if part["type"] == 3:
            data["values"] = values
        return interactions.begin(self.server.rest, interactions.COMPONENT, self.user,
                                  self.world.channels[said.channel], data, said.message)

    async def pressed(self, bot, said, part, values=None, picture=False):
        """Presses, and waits for the answer: one that only we see, or a new message for all."""
        asked = await self.press(said, part, values)

        def found():
            new = [one for one in self.said(said.channel) if one.author == bot and int(one.id) > int(asked.id)]
            here = [one for one in new if one.answers in (None, asked.id) and (one.pictures or not picture or one.private)]
            return here or None

        return Answer(await until(found, f"an answer to the button {part.get('label')}"))
