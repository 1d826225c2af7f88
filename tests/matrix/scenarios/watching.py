"""Games elsewhere: people see their boards, and are told of each turn in private."""

from urllib.parse import quote

from frame import check, pause, scenario, until
from rules import pieces, shown

from .table import begin, check_board, play


@scenario()
async def those_who_watch_are_told_in_a_private_chat(world):
    bot = await world.bot()
    alice, bob, carol, dave = await world.users("Alice", "Bob", "Carol", "Dave")
    room = await world.table(bot, alice, bob, carol, dave, encrypted=True)
    private = await world.table(bot, carol, encrypted=True, name="Private", direct=True)
    game = world.game("blitz")
    start = await begin(world, bot, room, alice, bob)
    for player in (carol, dave):
        answer = await world.ask(player, bot, room, "!watch")
        check("You now watch Alice – Bob" in answer.words, answer.words)
    refused = await world.ask(alice, bot, room, "!watch")
    check("You play in this game yourself" in refused.words, refused.words)
    # Dave has left: the game is not for him any more.
    await dave.leave(room)

    def told(words):
        return [one for one in carol.messages(private, bot.id) if words in one.body]

    async def told_of(number):
        """The messages that tell of a step of the game: its board and its sentence."""
        said = (await until(lambda: told(f"played {number}. "), f"turn {number} is told"))[-1]
        check(said.msgtype == "m.notice" and not said.content.get("m.mentions", {}).get("user_ids"), f"with a sound: {said}")

        # A picture that takes long comes after its sentence.
        position = pieces(game.steps[number - 1]["position"])
        await until(lambda: [one for one in carol.messages(private, bot.id)
                             if one.msgtype == "m.image" and shown(one.body) == position], f"the board of turn {number}")

    answer = await play(world, bot, room, game, alice, bob, last=1, answer=start)
    await told_of(1)
    await until(lambda: "watches no longer" in bot.log(), "Dave's watching ends")
    await play(world, bot, room, game, alice, bob, first=1, last=4, answer=answer)
    await told_of(4)
    listed = await world.ask(carol, bot, private, "watch")
    check("1. " in listed.words and "Alice – Bob" in listed.words, listed.words)
    await world.ask(bob, bot, room, "!resign")
    await world.ask(bob, bot, room, "!resign yes")
    await until(lambda: told("That was the game you watched."), "the end is told")
    check("aren't watching a game" in (await world.ask(carol, bot, private, "watch off")).words, "it goes on")


@scenario()
async def who_does_not_come_to_the_private_chat_is_not_written_to_there(world):
    bot = await world.bot()
    alice, bob, carol = await world.users("Alice", "Bob", "Carol")
    room = await world.table(bot, alice, bob, carol)
    game = world.game("blitz")
    start = await begin(world, bot, room, alice, bob)
    await world.ask(carol, bot, room, "!watch")
    answer = await play(world, bot, room, game, alice, bob, last=1, answer=start)
    invited = await until(lambda: list(carol.client.invited_rooms), "Carol is invited to a private chat")
    # Each turn would be told by itself.
    for number in (1, 2):
        await pause(11)
        answer = await play(world, bot, room, game, alice, bob, first=number, last=number + 1, answer=answer)
    await pause(5)
    check("watches no longer" not in bot.log(), "Carol's watching has ended")
    await carol.join(invited[0])
    await pause(11)
    await play(world, bot, room, game, alice, bob, first=3, last=4, answer=answer)
    await until(lambda: [one for one in carol.messages(invited[0], bot.id) if "played 4. " in one.body], "the next turn is told")
    await pause(2)
    # Whether Carol can read them or not: the board and the sentence of the first turn, which came with the
    # invitation, and of the last.
    said = [one for one in carol.said[invited[0]] if one.sender == bot.id and (one.encrypted or one.type == "m.room.message")]
    check(len(said) == 4, "messages have piled up", *map(str, said))


@scenario()
async def the_board_of_a_game_elsewhere_is_shown_to_its_players_in_private(world):
    bot = await world.bot()
    alice, bob, carol = await world.users("Alice", "Bob", "Carol")
    room = await world.table(bot, alice, bob, carol)
    other = await world.table(bot, carol, alice, name="Other")
    private = await world.table(bot, alice, encrypted=True, name="Private", direct=True)
    game = world.game("blitz")
    alias = f"#games-{world.mark}:localhost"
    await alice.api("PUT", f"/_matrix/client/v3/directory/room/{quote(alias)}", {"room_id": room})
    await alice.state(room, "m.room.canonical_alias", {"alias": alias})
    thread = await alice.say(room, "Another game, in this thread?")
    start = await begin(world, bot, room, bob, alice, thread=thread)
    await play(world, bot, room, game, bob, alice, last=2, thread=thread, answer=start)
    start = await begin(world, bot, room, alice, bob)
    await play(world, bot, room, game, alice, bob, last=3, answer=start)
    link = f"https://matrix.to/#/{room}"
    for text in (f"board {alias}", f"board {room}", f"board {link}?via=localhost"):
        shown = await world.ask(alice, bot, private, text, picture=True)
        check_board(shown, game.steps[2]["position"], text)
        check("Alice – Bob" in shown.words, shown.words)
    for text in (f"!board {thread}", f"!board {link}/{thread}"):
        shown = await world.ask(carol, bot, room, text, picture=True)
        check_board(shown, game.steps[1]["position"], text)
    # Nobody sees it where people of another room read along.
    missing = "There's no running game there"
    for player in (carol, alice):
        for named in (alias, room, "#nowhere:localhost", "!nowhere:localhost"):
            answer = await world.ask(player, bot, other, f"!board {named}")
            check(answer.words.startswith(missing), answer.words)
