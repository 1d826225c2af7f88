"""Places where the bot may only answer: private groups, and servers that have not invited it. People
have installed it for themselves."""

import re

from frame import check, pause, scenario, until

from .games import own_turn
from .table import begin, check_board, play


# What only those are told who may not have installed the bot.
TIP = "add me to your apps"


def by_interaction(number, step):
    """Buttons where there are any, else slash commands."""
    return "button" if step["choice"] else "slash"


def check_untouched(world, channel):
    """The bot has not even tried to reach the channel but by interactions."""
    touched = world.requests(path=f"/channels/{channel}")
    check(not touched, f"{len(touched)} requests for a channel that is closed to the bot: {touched[:3]}")


def told(bot, person, channel, after=None):
    """What the bot said in a channel, all or after a message."""
    return [one for one in person.said(channel) if one.author == bot.id and (after is None or int(one.id) > int(after))
            and TIP not in one.content]


@scenario(400)
async def a_game_in_a_private_group_goes_on_by_interactions(world):
    bot, group, alice, bob = await world.private_group("Alice", "Bob")
    game = world.game("blitz")
    start = await begin(world, group, alice, bob, slash=True)
    check("`/place " in start.words, f"commands that nobody can type there: {start.words}")
    half = len(game.steps) // 2
    answer = await play(world, group, game, alice, bob, last=half, way=by_interaction, answer=start)
    # The tokens run out; the next move or button goes on.
    world.expire(group)
    answer = await play(world, group, game, alice, bob, first=half, last=half + 2, way=by_interaction, answer=answer)
    # The bot is started anew in between.
    await bot.end()
    await world.again(bot)
    end = await play(world, group, game, alice, bob, first=half + 2, way=by_interaction, answer=answer)
    winner = {"white": alice, "black": bob}[game.winner]
    check(winner.name in end.words, f"{winner.name} won: {end.words}")
    record = await world.slash(bob, group, "export")
    check(record.files, f"no file: {record.words}")
    # Nobody else's results are told elsewhere, and nobody looks after the group.
    refused = await world.slash(alice, group, "set", key="language", value="fr", **{"for": "channel"})
    check(refused.text.private, f"told to all: {refused.text}")
    # Messages are not seen there.
    before = len(told(bot, alice, group))
    await alice.say(group, "!board")
    await alice.say(group, f"<@{bot.id}> board")
    await pause(1)
    check(len(told(bot, alice, group)) == before, "a message was answered")
    check_untouched(world, group)


@scenario(400)
async def the_bot_plays_in_a_private_group(world):
    bot, group, alice, bob = await world.private_group("Alice", "Bob")
    start = await world.slash(alice, group, "play", picture=True, level=1, colour="white", variant="blitz")
    words = start.words
    for number in range(2):
        point = re.search(r"place ([A-K]\d+)", words)
        check(point, f"no example to follow: {words}")
        before = len(alice.said(group))
        asked = await alice.slash(group, "place", point=point[1])
        turn = await own_turn(bot, alice, group, before)
        check(turn.answers == asked, f"turn {number} does not answer the move: {turn}")
        words = turn.content

    async def unasked(spoil):
        """A ring is placed, and the bot's turn finds nothing to answer."""
        point = re.search(r"place ([A-K]\d+)", words)
        private = await alice.private()
        before = len(told(bot, alice, private))
        held = world.server.keep("^POST /webhooks/")
        asked = await alice.interact(group, "place", point=point[1])
        await until(lambda: held.seen, "the bot's turn is on its way")
        spoil()
        held.release()
        world.server.faults.remove(held)
        await until(lambda: len(told(bot, alice, private)) > before, "it is told in private")
        said = told(bot, alice, private)[-1]
        check(f"https://discord.com/channels/@me/{group}" in said.content, f"it does not say where: {said}")
        check(said.pictures and alice.id in said.called and not said.parts, f"no board: {said}")
        await world.server.quiet()
        check(told(bot, alice, group)[-1].answers == asked.id, "told in the group")
        return said

    def exhaust():
        for interaction in world.server.world.interactions.values():
            interaction.follow_ups.extend("12345")

    for spoil in (lambda: world.expire(group), exhaust):
        said = await unasked(spoil)
        # The next interaction there brings it, before its answer, and only the last board is shown.
        answer = await world.slash(alice, group, "board", picture=True)
        await world.server.quiet()
        here = told(bot, alice, group, after=answer.text.id)
        check(answer.text.content in said.content and alice.id in answer.text.called, f"not told: {answer.text}")
        check(not answer.text.pictures and len(here) == 1 and here[0].pictures, f"told are {answer.text}, {[str(one) for one in here]}")
        again = await world.slash(bob, group, "board", picture=True)
        check(len(again.messages) == 1, f"told again: {again.words}")
        words = said.content
    check_untouched(world, group)


@scenario(400)
async def what_happens_in_a_private_group_meanwhile_is_told_at_the_next_interaction(world):
    bot, group, alice, bob = await world.private_group("Alice", "Bob")
    offer = await world.slash(alice, group, "challenge", player=bob.id, variant="blitz", colour="white", time="1m")
    start = await world.press(bob, offer.last, "Accept", picture=True)
    check("<t:" in start.words, f"no deadline: {start.words}")
    # Bob has only pressed a button so far.
    tips = await until(lambda: [one for one in bob.said(group) if TIP in one.content], "how to install it")
    check(tips[0].private and tips[0].answers != offer.last.answers, f"told to all: {tips[0]}")
    world.expire(group)
    # Bob takes no private messages.
    closed = await bob.private()
    refusal = {"code": 50007, "message": "Cannot send messages to this user"}
    world.server.fail(f"^POST /channels/{closed}/messages$", 1000, 403, refusal)
    private = await alice.private()
    ended = await until(lambda: [one for one in told(bot, alice, private) if "time's up!" in one.content], "the end in private")
    check(group in ended[0].content, f"it does not say where: {ended[0]}")
    await bot.end()
    await world.again(bot)
    await world.server.quiet()
    check(told(bot, alice, group)[-1].id == start.last.id, "told in the group")
    status = await world.slash(bob, group, "status")
    await until(lambda: len(told(bot, alice, group, after=start.last.id)) == 2, "the end and the status")
    end, after = told(bot, alice, group, after=start.last.id)
    check("time's up!" in end.content and set(end.called) == {alice.id, bob.id}, f"no end: {end}")
    check("ran out of time" in after.content and not after.called, f"no status: {after}")
    again = await world.slash(alice, group, "status")
    check(len(again.messages) == 1, f"told again: {status.words} {again.words}")
    check(len([one for one in bob.said(group) if TIP in one.content]) == 1, "told again how to install it")
    check_untouched(world, group)


@scenario(400)
async def an_answer_in_a_private_group_survives_a_kill(world):
    bot, group, alice, bob = await world.private_group("Alice", "Bob")
    start = await world.slash(alice, group, "play", picture=True, level=1, colour="white", variant="blitz")
    # The answer is lost with the bot; it is not given twice.
    held = world.server.keep("^POST /interactions/")
    point = re.search(r"place ([A-K]\d+)", start.words)[1]
    asked = await alice.interact(group, "place", point=point)
    await until(lambda: held.seen, "it is about to be answered")
    failing = world.server.fail("^POST /webhooks/", 1000)
    bot.kill()
    world.server.gateway.sessions.clear()
    held.release()
    world.server.faults.remove(held)
    await until(lambda: asked.answered is not None, "it is answered")
    await world.again(bot)
    await until(lambda: failing.seen, "the bot's turn is on its way")
    # Killed before the bot's turn is told: the next run tells it in answer to the same command.
    bot.kill()
    world.server.gateway.sessions.clear()
    world.server.faults.remove(failing)
    await world.again(bot)
    turn = (await until(lambda: told(bot, alice, group, after=asked.original), "the bot's turn"))[0]
    check(turn.answers == asked.id and alice.id in turn.called and turn.pictures, f"no turn: {turn}")
    await world.server.quiet()
    check(len(told(bot, alice, group)) == 3, "said twice", *told(bot, alice, group))
    check_untouched(world, group)


@scenario(400)
async def a_server_that_has_not_invited_the_bot_may_do_so_later(world):
    alice, bob, carol = world.people_of("Alice", "Bob", "Carol")
    channel = world.guild(alice, bob, carol, invited=False)
    guild = world.server.world.channels[channel]["guild_id"]
    bot = await world.bot()
    game = world.game("blitz")
    offer = await world.menu(alice, channel, "Challenge to YINSH", user=bob.id)
    check(offer.called == [bob.id], f"it calls {offer.called}: {offer.words}")
    await world.slash(alice, channel, "withdraw")
    start = await begin(world, channel, alice, bob, slash=True)
    offered = await alice.complete(channel, "place", "point", point="g1")
    check(len(offered) == 2, f"g1: {offered}")
    answer = await play(world, channel, game, alice, bob, last=5, way=by_interaction, answer=start)
    # There is no thread for a second game, and no moderator.
    refused = await world.slash(carol, channel, "challenge", player=bob.id)
    check(refused.text.private, f"told to all: {refused.text}")
    for where in ("channel", "server"):
        refused = await world.slash(alice, channel, "set", key="language", value="fr", **{"for": where})
        check(refused.text.private, f"told to all: {refused.text}")
    check_untouched(world, channel)
    check(not world.requests(path=f"/guilds/{guild}"), "the bot looks into a server that it is not in")
    world.expire(channel)
    # Now it is invited, and goes on as everywhere else.
    world.server.world.invite(guild)
    answer = await play(world, channel, game, alice, bob, first=5, last=8, answer=answer)
    check("`!place " in answer.words, f"not the usual commands: {answer.words}")
    answer = await play(world, channel, game, alice, bob, first=8, last=9, way=by_interaction, answer=answer)
    check_board(await world.ask(carol, channel, "!board", picture=True), game.steps[8]["position"])
    await bot.end()
    await world.again(bot)
    await play(world, channel, game, alice, bob, first=9, last=10, answer=answer)


@scenario(400)
async def games_in_a_private_group_are_not_watched(world):
    bot, group, alice, bob, carol = await world.private_group("Alice", "Bob", "Carol")
    game = world.game("blitz")
    start = await begin(world, group, alice, bob, slash=True)
    for _ in range(2):
        refused = await world.slash(carol, group, "watch")
        check(refused.text.private and "I can't message you about this game" in refused.words, refused.words)
        check("`/board`" in refused.words, refused.words)
    shown = await world.slash(carol, group, "board", picture=True)
    check(shown.pictures, shown.words)
    await play(world, group, game, alice, bob, last=2, way=by_interaction, answer=start)
    check("watches no longer" not in bot.log(), "somebody watched")
    check_untouched(world, group)
