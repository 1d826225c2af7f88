"""The server refuses, limits, stumbles and forgets: the bot waits, asks again and gives up rightly."""

import asyncio

from frame import check, pause, scenario, until

from .table import begin, check_board, check_once, deferred, play

POST = "^POST /channels/[0-9]+/messages$"


@scenario()
async def limits_are_waited_for(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob)
    limit = world.server.limit(POST, 2)
    await play(world, channel, game, alice, bob, last=2, answer=start)
    check(limit.limits == 1, "the limit was not met")
    check(not limit.early, f"asked again too early: {limit.early}")
    # Several in a row, with another request in between.
    limit = world.server.limit(POST, 1, times=3)
    asked = [await alice.say(channel, text) for text in ("!status", "!help", "!rules goal")]
    for one in asked:
        await alice.answer(bot.id, one)
    check_once(alice, bot.id, asked, channel)
    check(not limit.early, f"asked again too early: {limit.early}")
    # Everywhere.
    limit = world.server.limit(POST, 2, everywhere=True)
    private = await alice.private()
    asked = [await alice.say(channel, "!status"), await alice.say(private, "!help"), await alice.say(channel, "!help")]
    for one in asked:
        await alice.answer(bot.id, one)
    check(limit.limits == 1, "the limit was not met")
    # What was on its way when the limit came is not the bot's fault.
    late = [left for left, _ in limit.early if left < 1.5]
    check(not late, f"asked again too early: {limit.early}")
    # An interaction is limited too.
    limit = world.server.limit("^POST /interactions/", 0.5)
    await world.slash(alice, channel, "status")
    check(limit.limits == 1, "the limit was not met")
    limit = world.server.limit("^PATCH /webhooks/", 1)
    async with deferred(bot, alice, channel, "status") as asked:
        pass
    await alice.answer(bot.id, asked.id)
    check(limit.limits == 1, "the limit was not met")


@scenario()
async def what_fails_is_tried_again(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob)
    server = world.server
    asked = []

    async def survives(what, fault):
        one = await alice.say(channel, "!status")
        await alice.answer(bot.id, one, seconds=60)
        check(fault.seen, f"{what}: never met")
        asked.append(one)

    for status in (500, 502, 503, 504):
        await survives(status, server.fail(POST, 1, status))
    await survives("several", server.fail(POST, 4, 502))
    await survives("hung up", server.hang_up(POST, 2))
    await survives("the answer was lost", server.lose_answer(POST, 1))
    await survives("an answer in HTML", server.fail(POST, 1, 502))
    # The same for what answers interactions.
    for plant in (lambda path: server.fail(path, 1, 502), server.hang_up, server.lose_answer):
        fault = plant("^POST /interactions/")
        one = await alice.interact(channel, "status")
        await alice.answer(bot.id, one.id, seconds=60)
        check(fault.seen, "the first response: never met")
        fault = plant("^PATCH /webhooks/")
        async with deferred(bot, alice, channel, "status") as one:
            pass
        await alice.answer(bot.id, one.id, seconds=60)
        check(fault.seen, "the deferred answer: never met")
    await play(world, channel, game, alice, bob, last=2, answer=start)
    # A picture that was drawn is not lost with the request.
    fault = server.lose_answer(POST, 1)
    await play(world, channel, game, alice, bob, first=2, last=4)
    check(fault.seen, "never met")
    await world.server.quiet()
    check_once(alice, bot.id, asked, channel)
    told = [one.answers for one in alice.said() if one.author == bot.id]
    check(len(told) == len(set(told)), "something was answered twice")


@scenario()
async def the_server_is_gone_for_a_while(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob)
    await play(world, channel, game, alice, bob, last=4, answer=start)
    await world.server.stop()
    world.server.gateway.sessions.clear()
    before = len(bot.warnings())
    await pause(12)
    check(bot.alive(), f"it did not outlive its server:\n{bot.tail()}")
    said = bot.warnings()[before:]
    check(len(said) <= 8, f"in 12 s the log told of it {len(said)} times:\n" + "\n".join(said))
    await world.server.start()
    step = game.steps[4]
    asked = await {"white": alice, "black": bob}[step["who"]].say(channel, step["command"])
    answer = await alice.answer(bot.id, asked, picture=True, seconds=90)
    check_board(answer, step["position"])
    await play(world, channel, game, alice, bob, first=5, last=8)


@scenario()
async def an_expired_interaction_becomes_a_message(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    game = world.game("blitz")
    await begin(world, channel, alice, bob)
    seats = {"white": alice, "black": bob}
    world.taken_amiss = False
    # It expires after it was deferred: the token is good for nothing.
    step = game.steps[0]
    _, point = step["command"].split()
    before = len(alice.said(channel))
    async with deferred(bot, seats[step["who"]], channel, "place", point=point) as asked:
        asked.expire()

    def boards():
        return [one for one in alice.said(channel)[before:] if one.author == bot.id and one.pictures and one.id != asked.original]

    await until(boards, "an ordinary message")
    board = await world.ask(alice, channel, "!board", picture=True)
    check_board(board, step["position"])
    check(len(boards()) == 2, "it was said twice", *boards())
    if asked.original in world.server.world.messages:
        world.server.rest.remove(asked.original)
    # It expires before it could be acknowledged.
    step = game.steps[1]
    _, point = step["command"].split()
    before = len(alice.said(channel))
    late = world.server.slow("^POST /interactions/", 3.5)
    asked = await seats[step["who"]].interact(channel, "place", point=point)
    await until(lambda: late.seen, "it is answered too late")
    await until(lambda: [one for one in alice.said(channel)[before:] if one.author == bot.id and one.pictures], "an ordinary message")
    status = await world.ask(alice, channel, "!board", picture=True)
    done = [one for one in alice.said(channel)[before:] if one.author == bot.id and one.pictures and one.answers != status.text.answers]
    check(done, "done in silence")
    check_board(status, step["position"])


@scenario()
async def acknowledged_in_time_while_busy(world):
    people = world.people_of(*[f"P{number}" for number in range(12)])
    first = world.guild(*people, channels=[f"c{number}" for number in range(12)])
    guild = world.server.world.channels[first]["guild_id"]
    bot = await world.bot()
    channels = world.channels(guild)
    # The bot thinks at every table, and the server is slow to take what it says.
    for person, channel in zip(people, channels, strict=True):
        await world.ask(person, channel, "!play normal white", picture=True)
    world.server.slow(POST, 1.5, 60)
    world.server.slow("^PATCH /webhooks/", 1.5, 60)
    asked = []
    for round in range(3):
        for person, channel in zip(people, channels, strict=True):
            asked.append((person, await person.interact(channel, ("status", "board", "rules")[round])))
            await person.say(channel, f"!place {'ABCDEFGHIJK'[3 + round]}{4 + round}")
        await asyncio.sleep(0.3)
    for person, one in asked:
        await until(lambda one=one: one.answered is not None, "it is acknowledged")
        await person.answer(bot.id, one.id, seconds=100)
    took = sorted(one.took for _, one in asked)
    print(f"acknowledged after {took[len(took) // 2] * 1000:.0f} ms (median), {took[-1] * 1000:.0f} ms (latest) of {len(took)}")
    # The counterpart takes no first response that comes too late.
