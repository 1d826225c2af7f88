"""The menus of a person and of a message."""

from frame import check, scenario, until

from .table import begin, play

CHALLENGE, ANALYZE = "Challenge to YINSH", "Analyze this record"


@scenario()
async def a_person_is_challenged_from_their_menu(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    offer = await world.menu(alice, channel, CHALLENGE, user=bob.id)
    check(offer.called == [bob.id], f"it calls {offer.called}: {offer.words}")
    start = await world.press(bob, offer.last, "Accept", picture=True)
    check("begins" in start.words, start.words)
    # The next one gets a thread, as one in words does.
    carol, = world.people_of("Carol")
    world.server.world.join(world.server.world.channels[channel]["guild_id"], carol.user)
    threaded = await world.menu(carol, channel, CHALLENGE, user=bob.id)
    check(threaded.text.private or threaded.called == [bob.id] or "Carol" in threaded.words, threaded.words)
    refused = await world.menu(alice, channel, CHALLENGE, user=alice.id)
    check(refused.text.private, f"told to all: {refused.text}")


@scenario()
async def a_record_is_analyzed_from_the_menu_of_its_message(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob)
    await play(world, channel, game, alice, bob, answer=start)
    record = await world.slash(bob, channel, "export")
    text = await bob.fetch(record.files[0])
    # What has no record is answered to the one who asked.
    for words in ("good game!", "see you at 10", ""):
        said = await bob.say(channel, words)
        answer = await world.menu(alice, channel, ANALYZE, message=said)
        check(answer.text.private and "no game record" in answer.words, f"{words!r}: {answer.text}")
    broken = await bob.say(channel, "1. f6 2. z9")
    answer = await world.menu(alice, channel, ANALYZE, message=broken)
    check(answer.text.private and "can't read" in answer.words, str(answer.text))
    # A record as text, and as a file.
    other = text.decode().replace("Alice", "Dora")
    pasted = await bob.say(channel, f"Look:\n```\n{other}\n```")
    attached = await bob.say(channel, "a game", file=("game.txt", text))
    for message, name in ((pasted, "Dora"), (attached, "Alice")):
        answer = await world.menu(alice, channel, ANALYZE, message=message)
        check(name in answer.words and not answer.text.private, answer.words)
        seen = int(answer.last.id)
        await until(lambda seen=seen: [one for one in alice.said(channel) if int(one.id) > seen and one.pictures],
                    "the review", 240)
    # The command in words is meant, whatever the language.
    names = {one["name"]: one for one in world.server.world.commands[None]}
    for entry in (CHALLENGE, ANALYZE):
        check({"fr", "pl"} <= set(names[entry]["name_localizations"]), names[entry])


@scenario()
async def commands_are_for_those_who_may_install_the_bot(world):
    world.server.world.installs = ["0"]
    bot, channel, alice = await world.table("Alice")

    def offered():
        return {one["name"]: (one["contexts"], one["integration_types"]) for one in world.server.world.commands[None]}

    check(offered()["play"] == ([0, 1], [0]), offered()["play"])
    # Changed in the portal.
    world.server.world.installs = ["0", "1"]
    await bot.end()
    await world.again(bot)
    await until(lambda: offered()["play"] == ([0, 1, 2], [0, 1]), "it is offered to persons")
    for name in ("mute", "audit", "report"):
        check(offered()[name] == ([0, 1], [0]), f"/{name}: {offered()[name]}")
    for name in ("hint", "rules", "analyze", "challenge", "accept", "place", "move", "row", "ring", "board", "resign",
                 CHALLENGE, ANALYZE):
        check(offered()[name] == ([0, 1, 2], [0, 1]), f"{name}: {offered()[name]}")
    # A bot of certain servers is not for persons to take elsewhere.
    guild = world.server.world.channels[channel]["guild_id"]
    await bot.end()
    await world.again(bot, guilds=[guild])
    await until(lambda: offered()["play"] == ([1], [0]), "it is not offered to persons")
