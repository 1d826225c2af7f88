"""Several games of one person: lists with links, and conditional moves."""

from urllib.parse import unquote

from frame import check, scenario

from .table import begin, check_board, play


def points(step):
    """The points of a step, as they are typed."""
    return " ".join(step["command"].split()[1:])


@scenario()
async def conditional_moves_are_seen_by_their_player_alone(world):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    room = await world.table(bot, alice, bob)
    private = await world.table(bot, bob, encrypted=True, name="Private", direct=True)
    game = world.game("blitz")
    start = await begin(world, bot, room, alice, bob)
    await play(world, bot, room, game, alice, bob, last=10, answer=start)
    foreseen, answer = game.steps[10], game.steps[11]
    check(foreseen["who"] == "white" and answer["who"] == "black", "the game goes on otherwise")
    line = f"{points(foreseen)} then {points(answer)}"

    typed = await world.ask(bob, bot, room, f"!if {line}")
    check("stay between you and me" in typed.words, typed.words)
    listed = await world.ask(bob, bot, private, "games")
    check("1. " in listed.words and "Alice" in listed.words, listed.words)
    check(room in unquote(listed.text.content["formatted_body"]), f"no link to the room: {listed.text.content}")
    before = len(alice.messages(room, bot.id))
    wrong = await world.ask(bob, bot, private, f"if #2 {line}")
    check("no running game with the number 2" in wrong.words, wrong.words)
    given = await world.ask(bob, bot, private, f"if #1 {line}")
    check("Only you and I know" in given.words, given.words)
    check(len(alice.messages(room, bot.id)) == before, "something is said in the room")

    both = await world.ask(alice, bot, room, foreseen["command"], picture=True)
    check_board(both, answer["position"], "the move and its answer")
    await play(world, bot, room, game, alice, bob, first=12, last=14)
