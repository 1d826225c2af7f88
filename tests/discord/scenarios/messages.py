"""What is a command and what is not, and names that try to break a message."""

from frame import check, pause, scenario, until

from .table import begin, check_board, play


def silent(world, person, channel, before):
    """Nothing was said by the bot since."""
    new = [one for one in person.said(channel)[before:] if one.author == world.bots[0].id]
    check(not new, "the bot said:", *new)


@scenario()
async def a_command_in_four_ways(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob)
    seats = {"white": alice, "black": bob}
    last = start
    ways = [lambda c: (c, None), lambda c: (f"<@{bot.id}> {c.removeprefix('!')}", None),
            lambda c: (f"<@!{bot.id}>, {c.removeprefix('!')}", None), lambda c: (c.removeprefix("!"), last.last.id),
            lambda c: (c.upper(), None)]
    for number, step in enumerate(game.steps[:8]):
        text, reply_to = ways[number % len(ways)](step["command"])
        if "PLACE" in text:
            text = text.replace("PLACE", "place")
        last = await world.ask(seats[step["who"]], channel, text, picture=True, reply_to=reply_to)
        check_board(last, step["position"], text)


@scenario()
async def what_is_spoken_of_is_not_a_command(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    game = world.game("blitz")
    await begin(world, channel, alice, bob)
    point = game.steps[0]["command"]
    before = len(alice.said(channel))
    for text in (f"> {point}", f">>> {point}", f"`{point}`", f"```\n{point}\n```", f"@everyone {point}", f"@here {point}",
                 "hello", "", "!", "!!", "!!!wow", "well, !board", f"||{point}||"):
        await alice.say(channel, text)
    edited = await alice.say(channel, "I thought of something")
    await alice.edit(edited, point)
    # Other bots, webhooks, and what the platform says.
    robot = world.server.world.user("Robot", bot=True)
    place = world.server.world.channels[channel]
    for more in ({"author": robot}, {"author": alice.user, "webhook_id": "5"}, {"author": alice.user, "type": 7}):
        author = more.pop("author")
        made = world.server.world.message(author, place, "!board", **more)
        world.server.rest.tell("MESSAGE_CREATE", made)
    # An edit of what was a command is none either.
    await pause(1.5)
    new = [one for one in alice.said(channel)[before:] if one.author == bot.id]
    check(not new, "the bot said:", *new)
    await play(world, channel, game, alice, bob, last=2)
    first = next(one.id for one in alice.said(channel) if one.content == point and one.author == alice.id and not one.message.get("edited_timestamp"))
    before = len(alice.said(channel))
    await alice.edit(first, "!resign yes")
    await pause(1)
    silent(world, alice, channel, before)


@scenario()
async def names_cannot_break_a_message(world):
    names = ["**bold** _x_ ~~y~~ `z`", "@everyone", "<@1> <#2> <:a:3>", "\u202egnirts\u202d \u2067x\u2069", "👩‍👩‍👧 👾", "[a](http://x.y)",
             "> quote\n# head", "```", "||spoiler||", "\\", "{ $by } { 1 }", "a" * 32]
    people = [world.person(f"p{number}", shown=name) for number, name in enumerate(names)]
    channel = world.guild(*people)
    nick = world.server.world.guilds[world.server.world.channels[channel]["guild_id"]]["members"]
    nick[people[0].id]["nick"] = "@here *nick*"
    bot = await world.bot()
    for number in range(0, len(people), 2):
        white, black = people[number:number + 2]
        offer = await world.slash(white, channel, "challenge", player=black.id, variant="blitz", colour="white")
        check(offer.called == [black.id], f"{black.name!r}: calls {offer.called}")
        start = await world.ask(black, channel, "!accept", picture=True)
        for part in start.messages:
            check(not part.message["mention_everyone"], f"calls everyone: {part}")
        status = await world.ask(white, channel, "!status")
        for mark in ("**bold**", "@everyone", "<#2>", "[a](http", "||spoiler||", "```", "\u202e"):
            check(mark not in status.words.replace("\\", "\0"), f"{mark!r} stands bare in {status.words!r}")
        await world.ask(white, channel, "!export")
        await world.ask(white, channel, "!resign")
        await world.ask(white, channel, "!resign yes")
    check(bot.alive(), "it did not survive the names")
    # The same in texts and records.
    record = '[White "@everyone **x**"]\n[Black "<@1>"]\n\n1. f6 2. a5 *'
    answer = await world.ask(people[0], channel, "!import " + record)
    check("@everyone **" not in answer.words, answer.words)
    for text in ("!challenge @everyone", "!challenge <@&1>", "!challenge <@999>", "!help @everyone", "!rules `x`", "!place " + "x" * 1900):
        await world.ask(people[0], channel, text)


@scenario()
async def a_record_comes_as_a_file(world):
    bot, channel, alice = await world.table("Alice")
    record = b'[White "alice"]\n[Black "bob"]\n\n1. f6 2. a5 3. b6 *'
    answer = await world.ask(alice, channel, "!import", picture=True, file=("game.txt", record))
    check("turns: 3" in answer.words or "alice" in answer.words, answer.words)


@scenario()
async def refused_intents_leave_the_other_ways(world):
    alice, bob = world.people_of("Alice", "Bob")
    channel = world.guild(alice, bob)
    world.server.gateway.refused = 1 << 15
    bot = await world.bot()
    check(world.server.gateway.refusals >= 1, "it never asked for the contents of messages")
    await until(lambda: any("essage" in line and "ntent" in line for line in bot.warnings()), "the log says so")
    before = len(alice.said(channel))
    await alice.say(channel, "!help")
    await pause(1)
    silent(world, alice, channel, before)
    answer = await world.ask(alice, channel, f"<@{bot.id}> help")
    await world.ask(alice, channel, "status", reply_to=answer.text.id)
    await world.slash(alice, channel, "status")
    await world.ask(alice, await alice.private(), "!help")


@scenario()
async def refused_intents_are_refused_once_for_all_shards(world):
    alice, = world.people_of("Alice")
    channel = world.guild(alice)
    gateway, shards = world.server.gateway, 3
    gateway.refused = 1 << 15
    limit = {"total": 1000, "remaining": 1000, "reset_after": 14_400_000, "max_concurrency": 1}
    world.server.fail("^GET /gateway/bot$", times=10, status=200,
                      body={"url": world.server.gateway_url, "shards": shards, "session_start_limit": limit})
    bot = await world.bot()
    await until(lambda: len(gateway.identified) == shards, "all shards are there", 60)
    # Time for what the refused connection might have left behind.
    await pause(6)
    check(gateway.refusals == 1, f"refused {gateway.refusals} times")
    check(sorted(one["shard"][0] for one in gateway.identified) == [*range(shards)], "a shard begins twice")
    await world.ask(alice, channel, f"<@{bot.id}> help")


@scenario()
async def without_a_prefix_the_intent_is_not_asked_for(world):
    bot, channel, alice = await world.table("Alice", prefix="")
    check(not world.server.gateway.identified[0]["intents"] & 1 << 15, "it asks for what it does not need")
    await world.ask(alice, channel, f"<@{bot.id}> help")
    await world.slash(alice, channel, "status")


@scenario()
async def settings_that_cannot_be_are_refused(world):
    world.guild(*world.people_of("Alice"))
    bot = await world.bot(start=False)
    await bot.refused("token", token="not a token")
    await bot.refused("token", token=None)
    await bot.refused("tokne", tokne="x")
    await bot.refused("guilds", guilds=["x"])
    await bot.refused("api_base", api_base="ftp://x")
    wrong = world.server.token + "x"
    await bot.refused("token", token=wrong)
    (world.folder / "token").write_text(world.server.token + "\n")
    await world.again(bot, token=None, token_file=str(world.folder / "token"))
    await bot.end()
    await world.again(bot, {"RINGLEADER_DISCORD_TOKEN": world.server.token}, token=None)
