"""On YEPCord, a server that knows nothing of the tests."""

import aiohttp

from frame import check, pause, scenario, until

from .connection import killed
from .games import placed_against_the_bot
from .table import begin, check_board, mixed, play


@scenario(500)
async def yepcord_whole_game(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    game = world.game("normal")
    start = await begin(world, channel, alice, bob, "normal")
    end = await play(world, channel, game, alice, bob, way=mixed, answer=start)
    winner = {"white": alice, "black": bob}[game.winner]
    check(winner.name.lower() in end.words, f"{winner.name} won: {end.words}")
    for ask in (world.ask(bob, channel, "!export"), world.slash(bob, channel, "export")):
        record = await ask
        # The server shows the text of an edit first, and then its file.
        await until(lambda record=record: record.files, "the record comes as a file")
        text = (await bob.fetch(record.files[0])).decode()
        result = {"white": "1-0", "black": "0-1"}[game.winner]
        check(f'[Result "{result}"]' in text, text)


@scenario()
async def yepcord_private_game_against_the_bot(world):
    await placed_against_the_bot(world)


@scenario()
async def yepcord_thread(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    game = world.game("blitz")
    message = await alice.say(channel, "Another game, in this thread?")
    thread = await alice.thread(channel, message, "Another game")
    in_channel = await begin(world, channel, alice, bob)
    in_thread = await begin(world, thread, bob, alice)
    check(in_thread.text.channel == thread, "it begins elsewhere")
    for number in range(8):
        in_channel = await play(world, channel, game, alice, bob, number, number + 1, mixed, in_channel)
        in_thread = await play(world, thread, game, bob, alice, number, number + 1, mixed, in_thread)
    # A challenge where a game is running opens a thread of the bot's own.
    known = set(alice.channels)
    await world.ask(alice, channel, "!resign")
    await world.ask(alice, channel, "!resign yes")
    await begin(world, channel, alice, bob)
    await bob.say(channel, f"!challenge <@{alice.id}> blitz white")
    opened = await until(lambda: set(alice.channels) - known, "a thread is opened")
    place = opened.pop()
    start = await until(lambda: [one for one in alice.said(place) if one.author == bot.id], "an offer in the thread")
    check(alice.id in start[0].called, f"calls {start[0].called}")
    await world.ask(alice, place, "!accept", picture=True)
    await play(world, place, game, bob, alice, 0, 2, mixed)


@scenario(400)
async def yepcord_killed_bot_answers_all(world):
    await killed(world, 3, mixed)


@scenario()
async def yepcord_kicked_bot_puts_timed_games_aside(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob, "blitz 3d")
    await play(world, channel, game, alice, bob, last=3, answer=start)

    def told(person):
        return [one for one in person.said() if "I've put it aside" in one.content]

    # While the bot is up, and while it is down.
    for number, done in enumerate((3, 5), 1):
        if number == 2:
            await bot.end()
        await world.kick(alice.api)
        if number == 2:
            bot.start()
        for person in (alice, bob):
            await until(lambda person=person: len(told(person)) == number, f"{person.name} is told for the {number}. time")
            check("no longer in the channel" in told(person)[-1].content, told(person)[-1])
        await world.invite(alice.api)
        resumed = await world.slash(bob, channel, "resume", picture=True)
        check_board(resumed, game.steps[done - 1]["position"], "the resumed game")
        await play(world, channel, game, alice, bob, first=done, last=done + 2)


@scenario()
async def yepcord_what_is_spoken_of_is_not_a_command(world):
    bot, channel, alice, bob, carol = await world.table("Alice", "Bob", "Carol")
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob)
    point = game.steps[0]["command"]
    before = len(alice.said(channel))
    for text in (f"> {point}", f"`{point}`", f"```\n{point}\n```", f"@everyone {point}", "hello", "!"):
        await alice.say(channel, text)
    edited = await alice.say(channel, "I thought of something")
    await alice.edit(channel, edited, point)
    # Another bot of the same guild.
    owner = alice.api
    made = await owner("POST", "/applications", {"name": f"Robot-{world.mark}"})
    token = (await owner("POST", f"/applications/{made['id']}/bot/reset", {}))["token"]
    guild = (await owner("GET", f"/channels/{channel}"))["guild_id"]
    await owner("POST", f"/oauth2/authorize?client_id={made['id']}&scope=bot",
                {"guild_id": guild, "permissions": "8", "authorize": True})
    headers = {"authorization": f"Bot {token}"}
    async with aiohttp.ClientSession(headers=headers) as http:
        async with http.post(f"{world.url}/api/v9/channels/{channel}/messages", json={"content": point}) as response:
            check(response.status == 200, await response.text())
    await pause(2)
    new = [one for one in alice.said(channel)[before:] if one.author == bot.id]
    check(not new, "the bot said:", *new)
    # A spectator changes nothing.
    for command in (point, "!resign yes", "!accept", "!undo", "!flip"):
        await world.ask(carol, channel, command)
    await play(world, channel, game, alice, bob, last=3, way=mixed, answer=start)
