"""The gateway breaks, repeats itself and mixes things up; the bot dies and comes back."""

import asyncio
import contextlib
import random
import sqlite3

from frame import check, pause, scenario, until

from .table import begin, check_board, check_once, mixed, play, words_of

# How long the bot may need to be connected again: the library waits 5 seconds between two starts
# of a session.
AGAIN = 40


@scenario(400)
async def twenty_drops_lose_nothing(world):
    chance = random.Random(85)
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    gateway = world.server.gateway
    game = world.game("blitz")
    seats = {"white": alice, "black": bob}
    start = await begin(world, channel, alice, bob)
    check(start.pictures, "no board")
    moves, asked, done = [], [], 0
    for drop in range(20):
        # A command before, one while the connection is gone, one when it may be back.
        step = game.steps[done] if done < len(game.steps) - 1 else None
        if step:
            moves.append(await seats[step["who"]].say(channel, step["command"]))
            done += 1
        await asyncio.sleep(chance.uniform(0, 0.15))
        match drop % 5:
            case 0 | 1:
                await gateway.drop()
            case 2:
                await gateway.drop(code=1001)
            case 3:
                await gateway.reconnect()
            case 4:
                await gateway.drop(resumable=False)
        asked.append(await alice.say(channel, "!status"))
        if drop % 2:
            await until(gateway.ready, "connected again", AGAIN)
    await until(gateway.ready, "connected again", AGAIN)
    for one in moves + asked:
        await alice.answer(bot.id, one, seconds=60)
    await world.server.quiet()
    # What was only asked comes behind what was done, should both wait.
    for those in (moves, asked):
        check_once(alice, bot.id, those, channel)
    check(gateway.resumed >= 3, f"resumed only {gateway.resumed} times")
    answer = await world.ask(alice, channel, "!board", picture=True)
    check_board(answer, game.steps[done - 1]["position"])
    await play(world, channel, game, alice, bob, first=done, way=mixed)


@scenario()
async def invalid_sessions_are_begun_anew(world):
    bot, channel, alice = await world.table("Alice")
    gateway = world.server.gateway
    private = await alice.private()
    for place in (channel, private):
        await world.ask(alice, place, "!status")
    for resumable in (True, False):
        before = len(gateway.identified) + gateway.resumed
        await gateway.invalidate(resumable)
        asked = [await alice.say(channel, text) for text in ("!status", "!help", "!rules goal")]
        await until(lambda before=before: len(gateway.identified) + gateway.resumed > before, "a new start", AGAIN)
        for one in asked:
            await alice.answer(bot.id, one)
        await world.server.quiet()
        check_once(alice, bot.id, asked, channel)
    # What was missed for good is read from the history, over many pages, and without what was
    # answered before.
    gateway.up = False
    await gateway.drop(resumable=False)
    asked = []
    for number in range(130):
        await alice.say(channel, f"chatter {number}")
        if number % 10 == 0:
            asked.append(await alice.say(channel, "!status"))
    in_private = await alice.say(private, "!status")
    gateway.up = True
    for one in asked:
        await alice.answer(bot.id, one, seconds=60)
    await alice.answer(bot.id, in_private)
    await world.server.quiet()
    check_once(alice, bot.id, asked, channel)


@scenario()
async def heartbeats_are_kept_and_missed(world):
    world.server.gateway.heartbeat_ms = 400
    bot, channel, alice = await world.table("Alice")
    await until(lambda: world.server.gateway.beats >= 3, "heartbeats")
    # A connection that does not answer is dead, though it stands.
    world.server.gateway.deaf = True
    before = world.server.gateway.resumed + len(world.server.gateway.identified)
    await until(lambda: world.server.gateway.resumed + len(world.server.gateway.identified) > before, "it comes again", AGAIN)
    world.server.gateway.deaf = False
    await until(world.server.gateway.ready, "connected again", AGAIN)
    await world.ask(alice, channel, "!status")


@scenario()
async def everything_twice_is_done_once(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    world.server.gateway.twice = {"INTERACTION_CREATE", "MESSAGE_CREATE"}
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob, slash=True)
    await play(world, channel, game, alice, bob, last=16, way=mixed, answer=start)
    asked = await alice.interact(channel, "status")
    await alice.answer(bot.id, asked.id)
    await world.server.quiet()
    for interaction in world.server.world.interactions.values():
        check(interaction.tries <= 1 or interaction.answered, f"{interaction.data} was answered {interaction.tries} times")
        told = [one for one in alice.said() if one.answers == interaction.id]
        check(len(told) == 1, f"{interaction.data.get('name')} has {len(told)} answers", *told)
    for one in alice.said(channel):
        if one.author in (alice.id, bob.id) and one.content.startswith("!"):
            told = [answer for answer in alice.said(channel) if answer.answers == one.id]
            check(len(told) == 1, f"{one} has {len(told)} answers", *told)


@scenario()
async def a_burst_is_answered_in_order(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    game = world.game("blitz")
    seats = {"white": alice, "black": bob}
    await begin(world, channel, alice, bob)
    asked = []
    for step in game.steps[:24]:
        asked.append(await seats[step["who"]].say(channel, step["command"]))
    # A board that a later one replaces may be left out, the last may not.
    for one, step in zip(asked, game.steps, strict=False):
        answer = await alice.answer(bot.id, one, picture=one == asked[-1])
        if answer.pictures:
            check_board(answer, step["position"], step["command"])
    check_once(alice, bot.id, asked, channel)


@scenario()
async def a_mixed_up_order_does_no_harm(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    game = world.game("blitz")
    await begin(world, channel, alice, bob)
    gateway = world.server.gateway
    seats = {"white": alice, "black": bob}
    chance = random.Random(85)
    done = 0
    for _ in range(4):
        gateway.hold()
        asked = []
        for step in game.steps[done:done + 4]:
            asked.append(await seats[step["who"]].say(channel, step["command"]))
            asked.append((await bob.interact(channel, "status")).id)

        def shuffled(events):
            events = [*events, *events[::3]]
            chance.shuffle(events)
            return events

        gateway.release(shuffled)
        for one in asked:
            await alice.answer(bot.id, one)
        await world.server.quiet(0.3)
        for one in asked:
            told = [answer for answer in alice.said(channel) if answer.answers == one]
            check(len(told) == 1, f"{one} has {len(told)} answers", *told)
        # Whatever came too early was refused; those who were refused say it again.
        answers = {one: await alice.answer(bot.id, one) for one in asked[::2]}
        for number, one in enumerate(asked[::2]):
            step = game.steps[done + number]
            if not answers[one].text.content.startswith(("Alice ", "Bob ")):
                answer = await world.ask(seats[step["who"]], channel, step["command"], picture=True)
                check(answer.pictures, step["command"])
        done += 4
        answer = await world.ask(alice, channel, "!board", picture=True)
        check_board(answer, game.steps[done - 1]["position"])


async def killed(world, kills, way=words_of, forget=lambda: None):
    """A whole game in which the bot dies, and then dies so many times in the middle of an answer.
    `forget` makes the server forget the bot's connections."""
    chance = random.Random(85)
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    game = world.game("blitz")
    seats = {"white": alice, "black": bob}
    start = await begin(world, channel, alice, bob)
    done = 6
    await play(world, channel, game, alice, bob, last=done, answer=start)
    bot.kill()
    forget()
    commands = []
    for step in game.steps[done:done + 4]:
        await seats[step["who"]].say(channel, "it seems to be asleep")
        commands.append(await seats[step["who"]].say(channel, step["command"]))
    commands.append(await bob.say(channel, "!status"))
    done += 4
    bot.start()
    for command in commands:
        await alice.answer(bot.id, command)
    check_once(alice, bot.id, commands, channel)
    # Killed in the middle of an answer, again and again: sooner or later in every part of it.
    for turn in range(kills):
        step = game.steps[done]
        command = await seats[step["who"]].say(channel, step["command"])
        await asyncio.sleep(chance.uniform(0, 0.25))
        bot.kill()
        if turn % 2:
            forget()
        later = await alice.say(channel, "!status")
        bot.start()
        # The board may be left out where the status brings it anew.
        answers = [await alice.answer(bot.id, one) for one in (command, later)]
        check_board(next(answer for answer in answers if answer.pictures), step["position"])
        await world.quiet(0.3)
        check_once(alice, bot.id, [command, later], channel)
        done += 1
    end = await play(world, channel, game, alice, bob, first=done, way=way)
    check("won" in end.words, end.words)


@scenario(400)
async def killed_bot_answers_all(world):
    await killed(world, 8, forget=world.server.gateway.sessions.clear)


@scenario()
async def an_interaction_in_hand_survives_a_kill(world):
    chance = random.Random(1)
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    game = world.game("blitz")
    seats = {"white": alice, "black": bob}
    await begin(world, channel, alice, bob)
    for step in game.steps[:6]:
        _, point = step["command"].split()
        asked = await seats[step["who"]].interact(channel, "place", point=point)
        await asyncio.sleep(chance.uniform(0, 0.3))
        bot.kill()
        world.server.gateway.sessions.clear()
        await world.again(bot)
        # Either it had been written down, and then it is answered; or it had not, and then the
        # player does it again. It is never done twice.
        await world.server.quiet(1)
        told = [one for one in alice.said(channel) if int(one.id) > int(asked.id) and one.pictures and one.author == bot.id]
        check(len(told) <= 1, "answered twice", *told)
        if told:
            board = await world.ask(alice, channel, "!board", picture=True)
            check_board(board, step["position"])
        else:
            await world.ask(seats[step["who"]], channel, step["command"])
            board = await world.ask(alice, channel, "!board", picture=True)
            check_board(board, step["position"], "after it was said again")


@scenario()
async def told_to_stop_it_finishes_what_it_heard(world):
    bot, channel, alice, bob, carol, dave = await world.table("Alice", "Bob", "Carol", "Dave")
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob)
    await play(world, channel, game, alice, bob, last=2, answer=start)
    # What it does first takes a while: the rest waits in a queue when the bot is told to stop.
    slow = world.server.slow("^POST /channels/[0-9]+/messages/[0-9]+/threads$", 2)
    asked = [await carol.interact(channel, "challenge", player=dave.id)]
    step = game.steps[2]
    asked.append(await {"white": alice, "black": bob}[step["who"]].interact(channel, "place", point=step["command"].split()[1]))
    asked.append(await alice.interact(channel, "status"))
    words = await alice.say(channel, "!status")
    await until(lambda: slow.seen and all(one.answered is not None for one in asked), "it is in hand")
    await bot.end()
    offered = [one for one in dave.said() if one.author == bot.id and one.called == [dave.id] and one.channel != channel]
    check(offered, "the challenge was lost")
    answers = {one.id: [told for told in alice.said(channel) if told.answers == one.id and not told.loading] for one in asked[1:]}
    check(all(len(told) == 1 for told in answers.values()), "lost", *[one.data for one in asked[1:] if not answers[one.id]])
    await world.again(bot)
    await alice.answer(bot.id, words)
    board = await world.ask(alice, channel, "!board", picture=True)
    check_board(board, step["position"])
    await world.server.quiet()
    check_once(alice, bot.id, [words], channel)


@scenario(300)
async def a_thousand_guilds_fit(world):
    people = world.people_of("Alice", "Bob")
    channel = world.guild(*people)
    bot = await world.bot()
    await world.ask(people[0], channel, "!help")
    await pause(1)
    few = bot.memory()
    await bot.end()
    for number in range(999):
        others = [world.server.world.user(f"m{number}x{one}") for one in range(20)]
        world.server.world.guild(f"Guild {number}", [person.user for person in people] + others,
                                 channels=[f"c{one}" for one in range(10)])
    await world.again(bot)
    await world.ask(people[0], channel, "!help")
    await pause(3)
    many = bot.memory()
    print(f"memory with 1 guild {few[0] / 1024:.1f} MiB (PSS {few[1] / 1024:.1f}), "
          f"with 1,000 guilds {many[0] / 1024:.1f} MiB (PSS {many[1] / 1024:.1f})")
    check(many[1] - few[1] < 64 * 1024, f"1,000 guilds cost {(many[1] - few[1]) / 1024:.1f} MiB")
    last = world.channels(list(world.server.world.guilds)[-1])[3]
    start = await begin(world, last, *people)
    check(start.pictures, "no game in the last guild")


@scenario()
async def what_was_said_in_new_channels_is_answered_too(world):
    alice, = world.people_of("Alice")
    channel = world.guild(alice, channels=["one", "two", "three", "four"])
    guild = world.server.world.channels[channel]["guild_id"]
    _, other, third, quiet = world.channels(guild)[:4]
    # Before the bot came.
    earlier = await alice.say(quiet, "!help")
    bot = await world.bot()
    heard = await world.ask(alice, channel, "!help")
    await bot.end()
    # Otherwise it notes this a few minutes later.
    with contextlib.closing(sqlite3.connect(bot.database, isolation_level=None)) as database:
        database.execute("INSERT INTO marks (name, value) VALUES (?, ?)",
                         (f"discord-heard:{bot.id}", str(heard.text.id)))
    for number in range(120):
        await alice.say(other, f"chatter {number}")
    asked = [await alice.say(other, "!help"), await alice.say(other, "!status")]
    chatter = await alice.say(third, "not for the bot")
    for _ in range(2):
        await world.again(bot)
        for one in asked:
            await alice.answer(bot.id, one)
        await world.server.quiet()
        check_once(alice, bot.id, asked, other)
        for place in (third, quiet):
            check(not [one for one in alice.said(place) if one.author == bot.id and one.answers in (chatter, earlier)],
                  f"spoke in {place}")
        await bot.end()
