"""What operators are told of the bot while its homeserver comes and goes."""

from frame import check, pause, scenario
from monitoring import Monitoring
from patience import until


@scenario(400)
async def a_homeserver_that_is_not_there_is_waited_for(world):
    server = world.own_server()
    alice, = await world.users("Alice")
    bot = await world.bot(start=False)
    monitoring = Monitoring(bot)
    server.kill()
    bot.start()
    await monitoring.until(503, "matrix: not connected")
    check((await monitoring.get("/healthz"))[0] == 200, "not alive while not connected")
    # Until it is told that it is tried again, and for some tries more.
    def told():
        return [line for line in bot.warnings() if "cannot log in; trying again" in line]
    await until(told, "the bot tells that it tries again")
    await pause(5)
    check(bot.alive(), f"the bot did not wait for its server:\n{bot.tail()}")
    check((await monitoring.get("/readyz"))[0] == 503, "ready without a server")
    said = told()
    check(len(said) == 1, "that was told more than once", *said)
    server.start()
    await monitoring.until(200, "ready")
    room = await world.table(bot, alice)
    await world.ask(alice, bot, room, "!help")
    await monitoring.metric("ringleader_commands_total", lambda value: value == 1, kind="help", result="done")
    await monitoring.metric("ringleader_event_to_delivery_seconds_count", lambda value: value >= 1, platform="matrix")
    # Gone in the middle, and back.
    server.kill()
    await monitoring.until(503, "matrix: not connected")
    server.start()
    await monitoring.until(200)
    await monitoring.metric("ringleader_reconnects_total", lambda value: value == 1, platform="matrix")
    await world.ask(alice, bot, room, "!status")
