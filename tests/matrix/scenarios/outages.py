"""The bot or its server is gone for a while: nothing is missed, nothing is done twice."""

import asyncio
import random
import sqlite3

from frame import check, pause, scenario, until
from proxy import Proxy

from .table import begin, begun, check_board, order, play


async def killed(world, encrypted):
    chance = random.Random(85)
    done = 6
    bot, alice, bob, room, game = await begun(world, done, encrypted)
    seats = {"white": alice, "black": bob}
    # Dead while commands come in.
    bot.kill()
    commands = []
    for step in game.steps[done:done + 4]:
        player = seats[step["who"]]
        await player.say(room, "it seems to be asleep")
        commands.append(await player.say(room, step["command"]))
    commands.append(await bob.say(room, "!status"))
    done += 4
    bot.start()
    for command in commands:
        answer = await alice.answer(room, bot.id, command)
    await order(alice, bot, room, commands)
    # Killed in the middle of an answer, again and again: sooner or later in every part of it.
    for _ in range(6):
        step = game.steps[done]
        command = await seats[step["who"]].say(room, step["command"])
        await asyncio.sleep(chance.uniform(0, 0.25))
        bot.kill()
        later = await alice.say(room, "!status")
        bot.start()
        answer = await alice.answer(room, bot.id, command, picture=True)
        check_board(answer, step["position"])
        await alice.answer(room, bot.id, later)
        await order(alice, bot, room, [command, later])
        done += 1
    end = await play(world, bot, room, game, alice, bob, first=done)
    check("won" in end.words, end.words)


@scenario(400)
async def killed_bot_answers_all_in_a_plain_room(world):
    await killed(world, False)


@scenario(400)
async def killed_bot_answers_all_in_an_encrypted_room(world):
    await killed(world, True)


@scenario(400)
async def killed_server_is_found_again(world):
    server = world.own_server()
    done = 8
    bot, alice, bob, room, game = await begun(world, done, encrypted=True)
    await pause(2)
    before = bot.warnings()
    server.kill()
    await pause(25)
    check(bot.alive(), f"the bot did not outlive its server:\n{bot.tail()}")
    said = bot.warnings()[len(before):]
    check(1 <= len(said) <= 2, f"in 25 s the log told of the loss {len(said)} times:\n" + "\n".join(said))
    server.start()
    await play(world, bot, room, game, alice, bob, first=done, last=done + 3)
    # Once more, with a command in hand.
    done += 3
    step = game.steps[done]
    command = await {"white": alice, "black": bob}[step["who"]].say(room, step["command"])
    server.kill()
    await pause(4)
    server.start()
    answer = await alice.answer(room, bot.id, command, picture=True, seconds=120)
    check_board(answer, step["position"])
    end = await play(world, bot, room, game, alice, bob, first=done + 1, answer=answer)
    check("won" in end.words, end.words)
    check(len(bot.warnings()) < 30, f"the log is full of it:\n{bot.tail()}")


@scenario(400)
async def a_gap_in_the_timeline_is_filled(world):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    game = world.game("blitz")
    rooms = [await world.table(bot, alice, bob, encrypted=encrypted) for encrypted in (False, True)]
    for room in rooms:
        await begin(world, bot, room, alice, bob)
    bot.kill()
    asked = {}
    for room in rooms:
        first = await alice.say(room, game.steps[0]["command"])
        for number in range(60):
            await bob.say(room, f"where is it? ({number})")
        asked[room] = [first, await bob.say(room, game.steps[1]["command"])]
        for number in range(60):
            await alice.say(room, f"still nothing ({number})")
        asked[room].append(await alice.say(room, game.steps[2]["command"]))
    bot.start()
    for room in rooms:
        for number, command in enumerate(asked[room]):
            answer = await alice.answer(room, bot.id, command, picture=True)
            check_board(answer, game.steps[number]["position"])
        await order(alice, bot, room, asked[room])


@scenario()
async def the_same_events_again_change_nothing(world):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    room = await world.table(bot, alice, bob, encrypted=True)
    game = world.game("blitz")

    def marks(value=None):
        base = sqlite3.connect(bot.database, timeout=10)
        try:
            if value is not None:
                base.execute("DELETE FROM marks")
                base.executemany("INSERT INTO marks (name, value) VALUES (?, ?)", value)
                base.commit()
            return base.execute("SELECT name, value FROM marks").fetchall()
        finally:
            base.close()

    start = await begin(world, bot, room, alice, bob)
    await bot.end()
    early = marks()
    check(early, "the bot keeps no mark of how far it has read")
    bot.start()
    answer = await play(world, bot, room, game, alice, bob, last=8, answer=start)
    told = len(alice.messages(room, bot.id))
    for mark in (early, []):
        await bot.end()
        check(marks() != early, "the mark does not move")
        marks(mark)
        bot.start()
        # Whatever is to be heard again is older than this.
        answer = await world.ask(alice, bot, room, "!board", picture=True)
        check_board(answer, game.steps[7]["position"])
        told += 2
        await pause(2)
        now = len(alice.messages(room, bot.id))
        check(now == told, f"{now - told} more messages when events came again")


@scenario()
async def sigterm_finishes_what_is_in_hand(world):
    bot, alice, bob, room, game = await begun(world)
    seats = {"white": alice, "black": bob}
    done = 0
    for wait in (0, 0.02, 0.05, 0.1, 0.2):
        commands = []
        for step in game.steps[done:done + 2]:
            commands.append(await seats[step["who"]].say(room, step["command"]))
        await asyncio.sleep(wait)
        await bot.end()
        bot.start()
        for number, command in enumerate(commands):
            answer = await alice.answer(room, bot.id, command, picture=True)
            check_board(answer, game.steps[done + number]["position"])
        await order(alice, bot, room, commands)
        done += 2


@scenario()
async def invitations_wait_for_the_bot(world):
    server = world.own_server()
    bot = await world.bot()
    alice, = await world.users("Alice")
    await world.table(bot, alice)
    await bot.end()
    room = await alice.create(invite=[bot.id])
    await pause(1)
    bot.start()
    await alice.until_member(room, bot.id)
    answer = await world.ask(alice, bot, room, "!help")
    check("!challenge" in answer.words, answer.words)
    # The server dies right after the invitation: the join may fail, and is tried again.
    room = await alice.create(invite=[bot.id])
    server.kill()
    await pause(2)
    server.start()
    await alice.until_member(room, bot.id, seconds=90)
    await world.ask(alice, bot, room, "!help")
    world.rooms.append((alice, room, bot))
    await until(bot.alive, "the bot lives", 1)


@scenario()
async def a_proxy_that_fails_loses_nothing(world):
    async with Proxy(world.url) as proxy:
        done = 2
        bot, alice, bob, room, game = await begun(world, done, homeserver=proxy.url)
        seats = {"white": alice, "black": bob}
        before = len(bot.warnings())
        # With everything, or with what is said only: then it fails in the middle of an answer.
        for status, kinds in ((403, ("/send/",)), (404, ("/upload",)), (404, ("",)), (502, ("/send/", "/upload")),
                              (401, ("",)), (400, ("",))):
            failed = proxy.failed
            proxy.meddle = lambda _, path, status=status, kinds=kinds: any(kind in path for kind in kinds) and status
            commands = [await seats[step["who"]].say(room, step["command"]) for step in game.steps[done:done + 2]]
            await until(lambda failed=failed: proxy.failed > failed + 1, f"the proxy says {status} to the bot")
            proxy.meddle = lambda method, path: None
            for number, command in enumerate(commands):
                answer = await alice.answer(room, bot.id, command, picture=True, seconds=90)
                check_board(answer, game.steps[done + number]["position"], f"after {status} for {kinds}")
            await order(alice, bot, room, commands)
            done += 2
        said = bot.warnings()[before:]
        check(len(said) <= 12, "the log is full of it:\n" + "\n".join(said))
        await bot.end()


@scenario()
async def empty_pieces_of_history_are_not_its_end(world):
    async with Proxy(world.url) as proxy:
        bot, alice, bob, room, game = await begun(world, homeserver=proxy.url)
        await bot.end()
        first = await alice.say(room, game.steps[0]["command"])
        for number in range(60):
            await bob.say(room, f"where is it? ({number})")
        last = await bob.say(room, game.steps[1]["command"])
        real = {}

        def reword(request, target):
            """The first piece of history is empty, as one whose events are all filtered out."""
            if not request.path.endswith("/messages"):
                return None, target
            start = request.query.get("from")
            if start in real:
                return None, str(request.rel_url.update_query({"from": real[start]}))
            real[f"empty-{len(real)}"] = start
            return {"chunk": [], "start": start, "end": f"empty-{len(real) - 1}"}, target

        proxy.reword = reword
        bot.start()
        for number, command in enumerate((first, last)):
            check_board(await alice.answer(room, bot.id, command, picture=True), game.steps[number]["position"])
        await order(alice, bot, room, [first, last])
        check(real, "the bot asked for no history")
        await bot.end()


@scenario()
async def a_gap_that_is_not_filled_holds_up_no_other_room(world):
    bot = await world.bot(start=False)
    alice, bob = await world.users("Alice", "Bob")
    game = world.game("blitz")
    async with Proxy(world.url) as proxy:
        bot.matrix["homeserver"] = proxy.url
        bot.start()
        broken = await world.table(bot, alice, bob)
        other = await world.table(bot, alice, bob)
        await begin(world, bot, broken, alice, bob)
        await world.ask(alice, bot, other, "!help")
        await bot.end()
        asked = [await alice.say(broken, game.steps[0]["command"])]
        for number in range(60):
            await bob.say(broken, f"where is it? ({number})")
        asked.append(await bob.say(broken, game.steps[1]["command"]))
        early = await bob.say(other, "!status")
        proxy.meddle = lambda _, path: path.endswith("/messages") and broken in path and 502
        bot.start()
        await alice.answer(other, bot.id, early)
        # What is said behind the gap waits for it, also over a crash; nobody else does.
        asked.append(await alice.say(broken, game.steps[2]["command"]))
        for number in range(8):
            await world.ask(alice, bot, other, "!status")
            if number == 4:
                bot.kill()
                bot.start()
        check(proxy.failed > 2, f"the history was asked for {proxy.failed} times")
        check(not any(alice.answers(broken, bot.id, one) for one in asked), "answered out of order")
        proxy.meddle = lambda method, path: None
        for number, command in enumerate(asked):
            answer = await alice.answer(broken, bot.id, command, picture=True, seconds=60)
            check_board(answer, game.steps[number]["position"])
        await order(alice, bot, broken, asked)
        check(len(alice.answers(other, bot.id, early)) == 1, "answered again")
        await bot.end()


@scenario()
async def a_message_that_is_not_handed_out_stops_no_room(world):
    bot = await world.bot(start=False)
    alice, bob = await world.users("Alice", "Bob")
    async with Proxy(world.url) as proxy:
        bot.matrix["homeserver"] = proxy.url
        bot.start()
        broken = await world.table(bot, alice, bob)
        other = await world.table(bot, alice, bob)
        said = await bob.say(broken, "shall we?")
        await world.ask(alice, bot, other, "!help")
        # A reaction to what the bot does not know makes it look.
        proxy.meddle = lambda _, path: "/event/" in path and broken in path and 502
        await alice.react(broken, said, "✅")
        await until(lambda: proxy.failed, "the bot asks for the message")
        await world.ask(alice, bot, other, "!status")
        await world.ask(alice, bot, broken, "!status")
        await bot.end()


@scenario()
async def a_server_that_falls_silent_is_not_waited_for_room_by_room(world):
    bot = await world.bot(start=False)
    alice, bob = await world.users("Alice", "Bob")
    async with Proxy(world.url) as proxy:
        bot.matrix["homeserver"] = proxy.url
        bot.start()
        rooms = [await world.table(bot, alice, bob) for _ in range(3)]
        await world.ask(alice, bot, rooms[-1], "!help")
        await bot.end()
        asked = {}
        for room in rooms:
            asked[room] = await alice.say(room, "!status")
            for number in range(55):
                await bob.say(room, f"where is it? ({number})")
        # Each history that is asked for costs as long as a request may take.
        proxy.hold = lambda path: path.endswith(("/messages", "/whoami"))
        histories = []
        proxy.meddle = lambda _, path: histories.append(path) if path.endswith("/messages") else None
        before = len(bot.warnings())
        bot.start()
        await until(lambda: [line for line in bot.warnings()[before:] if "does not answer" in line],
                    "the bot sees that the server is silent", 300)
        check(0 < len(histories) < len(rooms), f"the bot waited for {len(histories)} histories of {len(rooms)}")
        proxy.hold = lambda path: False
        for room, command in asked.items():
            await alice.answer(room, bot.id, command, seconds=300)
        await bot.end()


@scenario()
async def nothing_is_said_before_the_rooms_are_known(world):
    """A room becomes encrypted while the bot is down with an answer that it could not give."""
    async with Proxy(world.url) as proxy:
        bot, alice, bob, room, game = await begun(world, homeserver=proxy.url)
        proxy.meddle = lambda _, path: "/send/" in path and 502
        command = await alice.say(room, game.steps[0]["command"])
        await until(lambda: proxy.failed, "the bot tries to answer")
        bot.kill()
        await alice.state(room, "m.room.encryption", {"algorithm": "m.megolm.v1.aes-sha2"})
        await until(lambda: alice.client.rooms[room].encrypted, "the room is encrypted")
        # What the bot says first must wait for what the server takes its time to tell.
        proxy.meddle = lambda method, path: None
        proxy.hold = lambda path: path.endswith("/sync")
        bot.start()
        await until(lambda: proxy.held, "the bot listens")
        await pause(3)
        check(not alice.answers(room, bot.id, command), "answered before it knew the room")
        proxy.hold = lambda path: False
        answer = await alice.answer(room, bot.id, command, picture=True)
        check_board(answer, game.steps[0]["position"])
        check(answer.text.encrypted and answer.pictures[0].encrypted, "answered in the clear")
        await bot.end()


@scenario()
async def a_database_that_is_held_loses_nothing(world):
    bot, alice, bob, room, game = await begun(world, 2)
    before = len(bot.warnings())
    other = sqlite3.connect(bot.database, timeout=10, isolation_level=None)
    try:
        other.execute("BEGIN EXCLUSIVE")
        command = await alice.say(room, game.steps[2]["command"])
        # Until the bot has given up once. Nothing else is said: the server has no more to tell.
        await until(lambda: len(bot.warnings()) > before, "the bot says that its database fails", 60)
        await pause(1)
    finally:
        other.close()
    check_board(await alice.answer(room, bot.id, command, picture=True), game.steps[2]["position"])
    await play(world, bot, room, game, alice, bob, first=3, last=6)


@scenario()
async def a_database_older_than_the_store_catches_up(world):
    """As after a crash between the library's note of a sync and ours of what was in it."""
    world.own_server("no presence")
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    game = world.game("blitz")
    for encrypted in (False, True):
        room = await world.table(bot, alice, bob, encrypted=encrypted)
        start = await begin(world, bot, room, alice, bob)
        await play(world, bot, room, game, alice, bob, last=2, answer=start)
        await bot.end()
        older = bot.database.read_bytes()
        command = await alice.say(room, game.steps[2]["command"])
        bot.start()
        check_board(await alice.answer(room, bot.id, command, picture=True), game.steps[2]["position"])
        # Once more, to be told all that follows from it: so the next start is told no more.
        await bot.restart()
        await pause(3)
        await bot.end()
        bot.database.write_bytes(older)
        bot.start()
        answer = await world.ask(bob, bot, room, "!board", picture=True)
        check_board(answer, game.steps[2]["position"], "after a start with an older database")
        await play(world, bot, room, game, alice, bob, first=3, last=5)
