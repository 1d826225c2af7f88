"""Settings of persons, channels and servers, by those who may make them."""

from frame import check, scenario


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
