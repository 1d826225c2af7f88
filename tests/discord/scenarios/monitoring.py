"""What operators are told of the bot while its connection comes and goes."""

import json
import re
import socket
import tempfile

from frame import check, scenario, until
from monitoring import Monitoring


@scenario(400)
async def operators_are_told_how_the_bot_is(world):
    alice, = world.people_of("Alice")
    channel = world.guild(alice)
    bot = await world.bot(start=False)
    monitoring = Monitoring(bot)
    # It listens although Discord refuses every connection.
    world.server.gateway.up = False
    bot.start()
    await monitoring.until(503, "discord: not connected")
    status, text = await monitoring.get("/healthz")
    check((status, text) == (200, "alive\n"), status, text)
    before = await monitoring.metrics()
    answered = ("ringleader_commands_total", frozenset({("kind", "help"), ("result", "done")}))
    check(before[answered] == 0, "a command was counted before there was one")
    check(before["ringleader_ready", frozenset()] == 0, "ready without a connection")
    world.server.gateway.up = True
    await world.connected(bot)
    await monitoring.until(200, "ready")
    await world.ask(alice, channel, "!help")
    await monitoring.metric("ringleader_commands_total", lambda value: value == 1, kind="help", result="done")
    # There is no game.
    await world.ask(alice, channel, "!status")
    await monitoring.metric("ringleader_commands_total", lambda value: value == 1, kind="status", result="refused")
    # What is delivered is written down a moment after it was seen.
    await monitoring.metric("ringleader_event_to_delivery_seconds_count", lambda value: value == 2, platform="discord")
    after = await monitoring.metrics()
    check(set(before) == set(after), "series came or went", set(before) ^ set(after))
    check(after["ringleader_event_to_commit_seconds_count", frozenset({("platform", "discord")})] == 2, "commits")
    check(after["ringleader_ready", frozenset()] == 1, "not ready with a connection")
    await monitoring.metric("ringleader_heartbeat_timestamp_seconds", lambda value: value > 0)
    await monitoring.metric("ringleader_outbox_replies", lambda value: value == 0)
    # The connection breaks, and no other is let in.
    world.server.gateway.up = False
    await world.server.gateway.drop()
    await monitoring.until(503, "discord: not connected")
    check((await monitoring.get("/healthz"))[0] == 200, "not alive while not connected")
    world.server.gateway.up = True
    await monitoring.until(200)
    await monitoring.metric("ringleader_reconnects_total", lambda value: value >= 1, platform="discord")
    await world.ask(alice, channel, "!status")


@scenario()
async def systemd_is_told_when_the_bot_is_ready(world):
    alice, = world.people_of("Alice")
    channel = world.guild(alice)
    bot = await world.bot(start=False)
    told = []
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
        # A short path: a socket's has at most 108 bytes.
        path = tempfile.mkdtemp() + "/notify"
        notify.bind(path)
        notify.setblocking(False)

        def heard(line):
            while True:
                try:
                    told.extend(notify.recv(1000).decode().splitlines())
                except BlockingIOError:
                    return line in told

        world.server.gateway.up = False
        bot.start({"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "2000000"})
        await until(lambda: heard("STATUS=discord: not connected"), "it is told that the bot waits for Discord")
        check("READY=1" not in told, "told that it is ready before it is connected", told)
        world.server.gateway.up = True
        await until(lambda: heard("READY=1"), "it is told that the bot is ready")
        await world.ask(alice, channel, "!help")
        alive = told.count("WATCHDOG=1")
        await until(lambda: heard("WATCHDOG=1") and told.count("WATCHDOG=1") > alive + 2, "it is told that the bot is alive")
        # An outage is no reason to start it again.
        world.server.gateway.up = False
        await world.server.gateway.drop()
        told.clear()
        await until(lambda: heard("STATUS=discord: not connected"), "it is told of the outage")
        await until(lambda: heard("WATCHDOG=1"), "it is told that the bot is alive during an outage")
        world.server.gateway.up = True
        await until(lambda: heard("STATUS=ready"), "it is told that the outage is over")
        check("READY=1" not in told and "STOPPING=1" not in told, "told of a start or an end", told)
        await bot.end()
        check(heard("STOPPING=1"), "not told that the bot ends", told)


@scenario()
async def one_search_of_the_log_shows_the_way_of_an_event(world):
    alice, = world.people_of("Alice")
    channel = world.guild(alice)
    bot = await world.bot(start=False)
    bot.sections["log"] = {"format": "json"}
    bot.start({"RUST_LOG": "warn,ringleader=debug"})
    await world.connected(bot)
    secret = "the cat sleeps on the piano"
    await alice.say(channel, secret)
    # Written, but not delivered before it is killed: what is delivered after that has the same id.
    fault = world.server.fail("^POST /channels/[0-9]+/messages$", 10_000, 500)
    asked = await alice.say(channel, "!status")
    await until(lambda: "cannot deliver a reply yet" in bot.log(), "the delivery fails")
    bot.kill()
    world.server.faults.remove(fault)
    await world.again(bot, {"RUST_LOG": "warn,ringleader=debug"})
    await alice.answer(bot.id, asked)
    await until(lambda: "a reply is done with" in bot.log(), "the delivery is logged")
    lines = [line for line in bot.log().splitlines() if line.startswith("{")]
    check(len(lines) > 10, "there is hardly a line of JSON")
    others = [line for line in bot.log().splitlines() if not line.startswith(("{", "---"))]
    check(not others, "not all lines are JSON", others[:5])
    read = [json.loads(line) for line in lines]
    check(all({"timestamp", "level", "target"} <= set(one) for one in read), "a line lacks a field")
    way = [one["message"] for line, one in zip(lines, read) if re.search(rf"\b{asked}\b", line)]
    steps = ["something was said or pressed", "a command", "what follows from an event is written",
             "cannot deliver a reply yet", "a reply is done with"]
    found = [step for step in way if step in steps]
    check(list(dict.fromkeys(found)) == steps, "the way of an event is", way)
    check(secret not in bot.log() and "!status" not in bot.log(), "a text was logged")
