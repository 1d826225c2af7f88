"""Settings of persons, channels and servers, by those who may make them."""

from frame import check, pause, scenario, until
from setting_keys import KEYS, every_key

from .places import threads

# https://discord.com/developers/docs/topics/permissions
MANAGE_CHANNELS, MANAGE_GUILD = 1 << 4, 1 << 5


@scenario()
async def settings_are_made_by_those_who_manage_the_place(world):
    # Alice owns the server.
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    refused = await world.ask(bob, channel, "!set server prefix y!")
    check("Only those who manage this server" in refused.words, refused.words)
    refused = await bob.answer(bot.id, await bob.slash(channel, "set", key="theme", value="dark", **{"for": "channel"}))
    check("Only those who manage this channel" in refused.words, refused.words)
    check(refused.text.private, "a refused slash command is seen by all")
    own = await bob.answer(bot.id, await bob.slash(channel, "set", key="theme", value="dark"))
    check("theme is dark" in own.words and own.text.private, own.words)
    done = await world.ask(alice, channel, "!set server prefix y!")
    check("set prefix to y!" in done.words, done.words)
    done = await alice.answer(bot.id, await alice.slash(channel, "set", key="hints", value="off", **{"for": "channel"}))
    check("set hints to off" in done.words, done.words)
    before = len(alice.said(channel))
    await bob.say(channel, "!status")
    await world.quiet(1)
    check(len(alice.said(channel)) == before + 1, "the old prefix still works")
    shown = await world.ask(bob, channel, "y!settings")
    for line in ("prefix: y! (this server)", "theme: dark (yours)", "hints: off (this channel)"):
        check(line in shown.words, shown.words)


@scenario()
async def every_game_begins_in_a_thread_where_that_is_set(world):
    # Alice owns the server.
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    refused = await world.ask(bob, channel, "!set channel games threads")
    check("Only those who manage this channel" in refused.words, refused.words)
    private = await bob.private()
    refused = await world.ask(bob, private, "!set channel games threads")
    check("can't open threads here" in refused.words, refused.words)
    done = await world.ask(alice, channel, "!set server games threads")
    check("games to in threads" in done.words, done.words)
    await bob.say(channel, f"!challenge <@{alice.id}> blitz white")
    await until(lambda: threads(world), "a thread is opened")
    place = threads(world)[0]["id"]
    await until(lambda: [one for one in bob.said(place) if one.author == bot.id], "an offer in the thread")
    await world.ask(alice, place, "!accept", picture=True)
    await world.slash(alice, channel, "play", level=1)
    await until(lambda: len(threads(world)) == 2, "the game against the bot has a thread too")
    second = next(one["id"] for one in threads(world) if one["id"] != place)
    await until(lambda: [one for one in alice.said(second) if one.author == bot.id], "the board in the thread")
    done = await world.ask(alice, channel, "!set channel games channel")
    check("one at a time" in done.words, done.words)
    await world.ask(alice, channel, "!play 1", picture=True)
    check(len(threads(world)) == 2, "a thread is opened where that is turned off")


@scenario()
async def results_are_announced_in_the_channel_that_was_chosen(world):
    alice, bob = world.people_of("Alice", "Bob")
    lounge = world.guild(alice, bob, channels=("lounge", "news"))
    news, = [one for one in world.channels(guild_of(world, lounge)) if one != lounge]
    elsewhere = world.guild(alice, bob)
    bot = await world.bot()
    refused = await world.ask(bob, news, "!set server announceto here")
    check("Only those who manage this server" in refused.words, refused.words)
    done = await world.slash(alice, news, "set", **{"for": "server", "key": "announceto", "value": "here"})
    check("for the whole server" in done.words, done.words)

    def told():
        return [one for one in alice.said(news) if one.author == bot.id and "(white) against" in one.content]

    async def game(channel):
        await world.ask(alice, channel, f"!challenge <@{bob.id}> white")
        await world.ask(bob, channel, "!accept", picture=True)
        ended = await world.ask(bob, channel, "!resign yes", picture=True)
        check("resigned" in ended.words, ended.words)

    await game(elsewhere)
    await game(lounge)
    announced = await until(told, "the result is announced")
    check("Bob resigned. Alice won!" in announced[0].content, announced[0].content)
    check(f"<#{lounge}>" in announced[0].content, announced[0].content)
    check(not announced[0].message["mentions"], "an announcement mentions somebody")
    done = await world.ask(alice, lounge, "!set channel announcements off")
    check("set announcements to off" in done.words, done.words)
    await game(lounge)
    await world.quiet(3)
    check(len(told()) == 1, [str(one) for one in told()])


def guild_of(world, channel):
    return world.server.world.channels[channel]["guild_id"]


@scenario()
async def settings_are_picked_from_buttons_and_lists(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")

    async def step(person, said, label, words):
        """Picks a button or an option of a list; the step takes the place of the one before."""
        buttons = [(one, None) for one in said.buttons if one["label"] == label]
        options = [(one, [option["value"]]) for one in said.selects for option in one["options"] if option["label"] == label]
        check(len(buttons + options) == 1, f"“{label}” under {said}")
        part, values = (buttons + options)[0]
        await person.press(said, part, values)

        def shown():
            there = [one for one in person.said(channel) if one.id == said.id]
            return there[0] if there and there[0].content.startswith(words) else None

        return await until(shown, f"a step that begins with “{words}”")

    listed = (await world.slash(bob, channel, "settings")).last
    check(listed.private and len(listed.buttons) == 10 and not listed.selects, str(listed))
    check({one["style"] for one in listed.buttons} == {2}, "one of equals stands out")
    values = await step(bob, listed, "theme", "theme: ")
    check([one["label"] for one in values.buttons] == ["classic", "dark", "contrast", "✓ default", "Back"], str(values))
    done = await step(bob, values, "dark", "For you, theme is dark from now on.")
    listed = await step(bob, done, "Back", "Settings here")
    check("theme: dark (yours)" in listed.content, listed.content)
    values = await step(bob, listed, "theme", "theme: ")
    check("✓ dark" in [one["label"] for one in values.buttons], str(values))
    # What is for everybody there: the keys are more than fit into buttons.
    listed = await step(bob, await step(bob, values, "Back", "Settings here"), "This channel", "Settings of this channel")
    check(len(listed.selects) == 1 and len(listed.selects[0]["options"]) >= 16, str(listed))
    refused = await step(bob, listed, "hints", "hints: ")
    check("Only those who manage this channel" in refused.content, refused.content)
    check([one["label"] for one in refused.buttons] == ["Back"] and not refused.selects, str(refused))
    # Alice owns the server.
    listed = (await world.slash(alice, channel, "settings", **{"for": "server"})).last
    values = await step(alice, listed, "hints", "hints: ")
    off, = [one for one in values.buttons if one["label"] == "off"]
    done = await alice.pressed(bot.id, values, off)
    check("Alice set hints to off for the whole server." in done.words and not done.text.private, done.words)
    shown = await world.ask(bob, channel, "!settings")
    check("hints: off (this server)" in shown.words and "theme: dark (yours)" in shown.words, shown.words)
    # In front of all they are for the one who asked.
    answer = await alice.pressed(bot.id, shown.last, shown.last.button("theme"))
    check("That's for someone else" in answer.words and answer.text.private, answer.words)


@scenario()
async def every_key_is_set_by_those_who_may(world):
    _, channel, _owner, alice, carol, bob = await world.table("Olga", "Alice", "Carol", "Bob")
    known = world.server.world
    guild = known.guilds[guild_of(world, channel)]
    everybody, = guild["guild"]["roles"]
    guild["guild"]["roles"].append(everybody | {"id": known.snowflake(), "name": "staff", "permissions": str(MANAGE_GUILD)})
    guild["members"][alice.id]["roles"] = [guild["guild"]["roles"][1]["id"]]
    known.channels[channel]["permission_overwrites"] = [
        {"id": carol.id, "type": 1, "allow": str(MANAGE_CHANNELS), "deny": "0"}]

    async def ask(person, text):
        # Faster, it would be told to wait.
        await pause(0.1)
        # Without what keeps Discord from taking signs for markup.
        return (await world.ask(person, channel, text)).words.replace("\\", "")

    people = [(bob, ()), (carol, ("channel",)), (alice, ("server",))]
    check(await every_key(ask, people) == len(KEYS) == 18, "not every key")
    listed = await world.ask(bob, channel, "!settings")
    check([line.split(":")[0] for line in listed.words.splitlines()[1:1 + len(KEYS)]] == list(KEYS), listed.words)
    check("(yours)" not in listed.words and "(this" not in listed.words, listed.words)
