"""Settings of persons, channels and servers, by those who may make them."""

from frame import check, scenario, until

from .places import threads


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
