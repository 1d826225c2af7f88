"""The configuration is read again while the bot runs."""

import signal

from frame import check, scenario, until


async def reload(bot, told, **changed):
    """Changes the settings, and sees to it that the bot says this about them."""
    bot.settings(**changed)
    before = bot.log().count(told)
    bot.process.send_signal(signal.SIGHUP)
    await until(lambda: bot.log().count(told) > before, f"it says “{told}”")


@scenario()
async def a_changed_configuration_is_taken_over(world):
    bot, channel, alice = await world.table("Alice")
    w = world.server.world
    guild = w.channels[channel]["guild_id"]
    elsewhere = world.guild(alice)

    def registered(there):
        return [one for one in world.server.requests
                if one["method"] == "PUT" and one["path"].endswith(f"/guilds/{there}/commands") and one["json"]]

    await world.ask(alice, channel, "!help")
    # Somewhere else only: the commands are registered there, and nobody is answered here.
    other = w.channels[elsewhere]["guild_id"]
    await reload(bot, "the configuration was read again keys=\"discord.guilds\"", guilds=[str(other)])
    await until(lambda: registered(other), "the commands are registered in the server")
    here = await alice.say(channel, "!help")
    await world.ask(alice, elsewhere, "!help")
    await world.server.quiet()
    check(not [one for one in alice.said(channel) if one.answers == here], "answered where the bot does not play")
    # What is refused changes nothing, and what cannot be taken over is told.
    await reload(bot, "the configuration is refused", guilds=["x"])
    await reload(bot, "these changed keys take effect only after a restart keys=\"discord.prefix\"", guilds=[str(other)], prefix="?")
    await world.ask(alice, elsewhere, "!help")
    # Everywhere again.
    await reload(bot, "the configuration was read again keys=\"discord.guilds\"")
    await until(lambda: "slash commands of a server removed" in bot.log(), "the server's own commands are removed")
    check(not registered(guild), "commands were registered in a server that was never named")
    await world.ask(alice, channel, "!help")
