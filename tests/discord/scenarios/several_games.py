"""Several games of one person: lists with links, conditional moves, and games whose place is gone."""

from frame import check, scenario, until

from .places import threads
from .table import begin, check_board, play


def points(step):
    """The points of a step, as they are typed."""
    return " ".join(step["command"].split()[1:])


@scenario()
async def conditional_moves_are_seen_by_their_player_alone(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob)
    await play(world, channel, game, alice, bob, last=10, answer=start)
    foreseen, answer = game.steps[10], game.steps[11]
    check(foreseen["who"] == "white" and answer["who"] == "black", "the game goes on otherwise")
    line = f"{points(foreseen)} then {points(answer)}"

    typed = await world.ask(bob, channel, f"!if {line}")
    check("stay between you and me" in typed.words, typed.words)
    given = await world.slash(bob, channel, "if", line=line)
    check(given.text.private and "Only you and I know" in given.words, f"{given.text}")
    listed = await world.slash(bob, channel, "if")
    check(listed.text.private and points(answer).split()[1].lower() in listed.words, listed.words)
    nothing = await world.slash(alice, channel, "if")
    check(nothing.text.private and points(answer).split()[1].lower() not in nothing.words, nothing.words)

    both = await world.ask(alice, channel, foreseen["command"], picture=True)
    check_board(both, answer["position"], "the move and its answer")
    await play(world, channel, game, alice, bob, first=12, last=14)


@scenario()
async def games_are_listed_with_links(world):
    alice, bob, carol = world.people_of("Alice", "Bob", "Carol")
    guild = world.guild(alice, bob, carol)
    second = world.server.world.channel(world.server.world.channels[guild]["guild_id"], "second")["id"]
    await world.bot()
    await begin(world, guild, alice, bob)
    await begin(world, second, carol, alice)
    listed = await world.slash(alice, guild, "games")
    check(listed.text.private, f"others see the list: {listed.text}")
    for place in (guild, second):
        check(f"<#{place}>" in listed.words, f"no link to {place}: {listed.words}")
    following = await world.slash(alice, second, "next", picture=True)
    check(following.text.private and f"<#{guild}>" in following.words, following.words)
    private = await alice.private()
    await world.slash(alice, private, "play", level=1, variant="blitz", picture=True)
    listed = await world.slash(alice, guild, "games")
    check(f"https://discord.com/channels/@me/{private}" in listed.words, f"no link to the private chat: {listed.words}")


@scenario()
async def a_game_whose_thread_is_gone_is_resumed_elsewhere(world):
    bot, channel, alice, bob, carol, dave = await world.table("Alice", "Bob", "Carol", "Dave")
    w = world.server.world
    guild = w.channels[channel]["guild_id"]
    game = world.game("blitz")
    await begin(world, channel, alice, bob)
    await carol.say(channel, f"!challenge <@{dave.id}> blitz white")
    await until(lambda: threads(world), "a thread is opened")
    place = threads(world)[0]["id"]
    await until(lambda: [one for one in carol.said(place) if one.author == bot.id], "an offer in the thread")
    start = await world.ask(dave, place, "!accept", picture=True)
    await play(world, place, game, carol, dave, last=4, answer=start)
    # What was said before counts, however late it is read.
    await bot.end()
    step = game.steps[4]
    await {"white": carol, "black": dave}[step["who"]].say(place, step["command"])
    held = world.server.keep(f"^GET /channels/{place}/messages$")
    await world.again(bot)
    await until(lambda: held.seen, "the history is asked for")
    world.server.gateway.tell("THREAD_DELETE", w.channels[place], guild)
    await world.ask(alice, channel, "!status")
    held.release()
    for person in (carol, dave):
        private = await person.private()
        told = await until(lambda person=person, private=private: [one for one in person.said(private) if one.author == bot.id],
                           f"{person.name} is told")
        check("is gone, so I've put it aside" in told[0].content, told[0])
    w.channels.pop(place)
    other = w.channel(guild, "other")
    world.server.gateway.tell("CHANNEL_CREATE", other, guild)
    resumed = await world.slash(carol, other["id"], "resume", picture=True)
    check_board(resumed, step["position"], "the resumed game")
    await play(world, other["id"], game, carol, dave, first=5, last=7)
