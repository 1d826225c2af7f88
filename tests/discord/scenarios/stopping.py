"""The bot is told to stop while Discord answers nothing: it ends in time, and nothing is lost."""

import contextlib
import signal

from frame import check, scenario, until

from .table import begin, check_board, check_once


@contextlib.asynccontextmanager
async def silent(server):
    """The server answers nothing until the block ends."""
    held = server.keep(".*")
    try:
        yield held
    finally:
        held.release()
        server.faults.remove(held)


@scenario(300)
async def a_stop_does_not_wait_for_a_silent_server(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    step = world.game("blitz").steps[0]
    await begin(world, channel, alice, bob)

    async def once():
        """It has to end within ten seconds, which `end` checks."""
        await bot.end()
        check("is delivered after the next start" in bot.tail(5), bot.tail(5))

    async def twice():
        for _ in range(2):
            bot.process.send_signal(signal.SIGTERM)
            await until(lambda: "a second signal stops at once" in bot.tail(5), "it begins to stop")
        await until(lambda: not bot.alive(), "a second signal ends it at once", 2)

    for command, stop in (step["command"], once), ("!board", twice):
        async with silent(world.server) as held:
            asked = await alice.say(channel, command)
            await until(lambda held=held: held.seen, "the answer is on its way")
            await stop()
        bot.start()
        answer = await alice.answer(bot.id, asked, picture=True)
        check_board(answer, step["position"], "after a stop")
        await world.server.quiet()
        check_once(alice, bot.id, [asked], channel)


@scenario()
async def a_stop_does_not_wait_for_a_start(world):
    bot = await world.bot(start=False)
    async with silent(world.server) as held:
        bot.start()
        await until(lambda: held.seen, "it asks Discord who it is")
        await bot.end()
    bot.start()
    await until(world.server.gateway.ready, "connected")
