"""Games elsewhere: people see their boards, and are told of each turn in private, without a sound."""

from frame import check, scenario, until
from counterpart.world import PRIVATE_THREAD
from rules import check_shown

from .table import begin, check_board, play
from .threads import opened, resign

SUPPRESS_NOTIFICATIONS = 1 << 12


@scenario()
async def those_who_watch_are_told_in_private_and_without_a_sound(world):
    bot, channel, alice, bob, carol, dave = await world.table("Alice", "Bob", "Carol", "Dave")
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob)
    for person in (carol, dave):
        answer = await world.slash(person, channel, "watch")
        check(answer.text.private and "You now watch Alice – Bob" in answer.words, answer.words)
    refused = await world.slash(alice, channel, "watch")
    check("You play in this game yourself" in refused.words, refused.words)
    # Dave takes no private messages.
    closed = await dave.private()
    refusal = {"code": 50007, "message": "Cannot send messages to this user"}
    world.server.fail(f"^POST /channels/{closed}/messages$", 1000, 403, refusal)
    private = await carol.private()

    def told():
        return [one for one in carol.said(private) if one.author == bot.id]

    def tells(said, words):
        # What comes from games is escaped.
        return words in said.content.replace("\\", "")

    async def told_of(number):
        """The message that tells of a step of the game."""
        said = await until(lambda: [one for one in told() if tells(one, f"played {number}. ")], f"turn {number} is told")
        position = game.steps[number - 1]["position"]
        check_shown(said[-1].pictures[-1].get("description") or "", position, f"turn {number}")
        check((said[-1].message.get("flags") or 0) & SUPPRESS_NOTIFICATIONS, f"with a sound: {said[-1]}")
        check(f"<#{channel}>" in said[-1].content and not said[-1].called and not said[-1].buttons, str(said[-1]))

    answer = await play(world, channel, game, alice, bob, last=1, answer=start)
    await told_of(1)
    await until(lambda: "watches no longer" in bot.log(), "Dave's watching ends")
    # Turns that come fast are told together: at least the last of them.
    answer = await play(world, channel, game, alice, bob, first=1, last=4, answer=answer)
    await told_of(4)
    # So are they over a restart.
    await bot.end()
    await world.again(bot)
    await play(world, channel, game, alice, bob, first=4, last=5)
    await told_of(5)
    await resign(world, channel, bob)
    await until(lambda: tells(told()[-1], "That was the game you watched."), "the end is told")
    check("You aren't watching a game." in (await world.slash(carol, channel, "watch", switch="off")).words, "it goes on")


@scenario()
async def the_board_of_a_thread_is_shown_in_its_channel_and_not_elsewhere(world):
    bot, channel, alice, bob, carol, dave = await world.table("Alice", "Bob", "Carol", "Dave")
    other = world.guild(alice, carol)
    game = world.game("blitz")
    await begin(world, channel, alice, bob)
    thread = (await opened(world, channel, carol, dave))["id"]
    await play(world, thread, game, carol, dave, last=3)
    for ask in (
        world.slash(alice, channel, "board", picture=True, place=thread),
        world.ask(alice, channel, f"!board <#{thread}>", picture=True),
        world.slash(carol, other, "board", picture=True, number=1),
        world.slash(carol, other, "board", picture=True, place=thread),
    ):
        answer = await ask
        check_board(answer, game.steps[2]["position"])
        check(answer.text.content.startswith(f"<#{thread}> · Carol – Dave"), answer.words)
        check(answer.text.private == (answer.text.channel == other), f"told to the wrong people: {answer.text}")
        check(not answer.last.buttons and not answer.called, str(answer.last))
    missing = "There's no running game there"
    for ask in (
        # Not theirs; theirs, but others read along; nowhere.
        world.slash(alice, other, "board", place=thread),
        world.ask(carol, other, f"!board <#{thread}>"),
        world.ask(carol, other, "!board <#17>"),
    ):
        answer = await ask
        check(answer.words.startswith(missing), answer.words)
    # What is played in a private thread is not for the channel, but for its players.
    w = world.server.world
    secret = w.channel(w.channels[channel]["guild_id"], "Secret", PRIVATE_THREAD, channel, carol.id)["id"]
    await begin(world, secret, carol, dave)
    await play(world, secret, game, carol, dave, last=2)
    for ask in (
        world.slash(alice, channel, "board", place=secret),
        world.ask(alice, channel, f"!board <#{secret}>"),
        world.slash(alice, channel, "watch", place=secret),
        world.slash(alice, thread, "watch", place=secret),
        world.ask(carol, channel, f"!board <#{secret}>"),
    ):
        answer = await ask
        check(answer.words.startswith(missing), answer.words)
    answer = await world.slash(carol, channel, "board", picture=True, place=secret)
    check_board(answer, game.steps[1]["position"])
    check(answer.text.private, f"told to all: {answer.text}")
    # So it is once the game is over.
    await resign(world, secret, dave)
    for text in ("!board #1", "!show #1", "!replay #1"):
        answer = await world.ask(alice, channel, text)
        check("#1" in answer.words and "Carol" not in answer.words, f"{text}: {answer.words}")
    answer = await world.ask(alice, channel, "!archive")
    check("Carol" not in answer.words, answer.words)
    await world.ask(alice, secret, "!board #1", picture=True)
