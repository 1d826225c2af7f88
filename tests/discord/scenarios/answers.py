"""How interactions are answered: at once where the answer is there, and to the right people. What
cannot be said to one person holds nobody else up."""

from counterpart.interactions import DEFERRED, MESSAGE
from frame import check, scenario, until

from .table import begin, check_board, deferred, play

# So often a fault is met that it might as well last for ever.
ALWAYS = 10_000


def withdrawn(world):
    return [one for one in world.requests("DELETE") if one["path"].endswith("/messages/@original")]


@scenario()
async def what_is_there_at_once_is_the_first_response(world):
    bot, channel, alice, bob, carol = await world.table("Alice", "Bob", "Carol")
    game = world.game("blitz")

    async def at_once(person, name, private, picture=False, **options):
        """Asked until the machine was quick enough to answer within a second."""
        for _ in range(10):
            asked = await person.interact(channel, name, **options)
            answer = await person.answer(bot.id, asked.id, picture)
            check(answer.text.private == private, f"/{name}: {answer.text}")
            if asked.answered == MESSAGE:
                check(answer.text.id == asked.original, f"/{name} has another answer: {answer.text}")
                return answer
        check(False, f"/{name} is always deferred")

    start = await begin(world, channel, alice, bob, slash=True)
    await play(world, channel, game, alice, bob, last=2, answer=start)
    check_board(await at_once(alice, "board", private=False, picture=True), game.steps[1]["position"])
    await at_once(alice, "export", private=False)
    for name in ("help", "rules"):
        await at_once(alice, name, private=True)
    # A refusal is for one person, and nobody sees it come and go.
    before = withdrawn(world)
    await at_once(carol, "resign", private=True)
    check(withdrawn(world) == before, "something was withdrawn that everybody saw")
    # What takes longer is deferred, and then filled in or, if it is for one person, withdrawn.
    async with deferred(bot, bob, channel, "status") as asked:
        pass
    answer = await bob.answer(bot.id, asked.id)
    check(answer.text.id == asked.original and not answer.text.private, f"another answer: {answer.text}")
    async with deferred(bot, carol, channel, "resign") as asked:
        pass
    answer = await carol.answer(bot.id, asked.id)
    check(answer.text.private and asked.original not in world.server.world.messages, f"told to all: {answer.text}")
    async with deferred(bot, carol, channel, "help") as asked:
        pass
    answer = await carol.answer(bot.id, asked.id)
    check(answer.text.private and answer.text.id == asked.original, f"told to all: {answer.text}")
    kinds = {one.answered for one in world.server.world.interactions.values()}
    check({MESSAGE, DEFERRED} <= kinds, f"answered were {kinds}")


@scenario()
async def what_cannot_be_said_in_private_holds_nobody_up(world):
    people = world.people_of("Alice", "Bob", *[f"P{number}" for number in range(7)])
    alice, bob, *others = people
    channel = world.guild(*people)
    bot = await world.bot()
    game = world.game("blitz")
    await begin(world, channel, alice, bob)
    server = world.server
    unknown = {"code": 10015, "message": "Unknown Webhook"}
    unauthorized = {"code": 0, "message": "401: Unauthorized"}
    closed = {"code": 50007, "message": "Cannot send messages to this user"}
    patience = {"code": 0, "message": "You are being rate limited.", "retry_after": 300.0, "global": False}
    done = 0

    async def refused(*faults, wait=False):
        """A spectator's command is refused, and cannot be told so; the next two moves are answered."""
        nonlocal done
        carol = others.pop()
        planted = [server.fail(pattern, ALWAYS, status, body) for pattern, status, body in faults]
        if wait:
            async with deferred(bot, carol, channel, "resign"):
                pass
        else:
            await carol.interact(channel, "resign")
        await play(world, channel, game, alice, bob, first=done, last=done + 2)
        done += 2
        for fault in planted:
            await until(lambda fault=fault: fault.seen, f"{fault.pattern.pattern} is met")
            server.faults.remove(fault)

    first, follow_up, chat = "^POST /interactions/", "^POST /webhooks/", "^POST /users/@me/channels$"
    gone = (first, 404, {"code": 10062, "message": "Unknown interaction"})
    for faults in (
        [gone, (follow_up, 404, unknown), (chat, 401, unauthorized)],
        [gone, (follow_up, 500, None), (chat, 403, closed)],
        [gone, (follow_up, 401, unauthorized), (chat, 500, None)],
        [(first, 429, patience), (chat, 403, closed)],
    ):
        await refused(*faults)
    # What was deferred in public can neither be withdrawn nor filled in.
    for status, body in ((500, None), (429, patience)):
        await refused(("^DELETE /webhooks/", status, body), (chat, 403, closed), wait=True)
    # What is limited for so long is not asked for again.
    await refused(gone, (follow_up, 429, patience), (chat, 429, patience))
    # Buttons cannot be taken off the board before.
    fault = server.fail("^PATCH /channels/", ALWAYS, 500)
    await play(world, channel, game, alice, bob, first=done, last=done + 4)
    server.faults.remove(fault)
    check(any("private" in line for line in bot.warnings()), "the log does not say what could not be told")
    for one in alice.said(channel):
        if one.loading:
            server.rest.remove(one.id)


@scenario(400)
async def moves_go_before_what_others_ask_to_see(world):
    bot, channel, alice, bob, carol = await world.table("Alice", "Bob", "Carol")
    game = world.game("blitz")
    await begin(world, channel, alice, bob)
    # Discord takes five messages in five seconds in a channel.
    pace = world.server.pace("^POST /channels/[0-9]+/messages$")
    asked = [await carol.say(channel, "!status") for _ in range(25)]

    def left():
        told = {one.answers for one in carol.said(channel) if one.author == bot.id}
        return [one for one in asked if one not in told]

    await until(lambda: len(left()) <= 20, "the first are answered")
    for number in range(3):
        await play(world, channel, game, alice, bob, first=number, last=number + 1)
        check(left(), "a move was answered after all that a spectator asked")
    # What answers an interaction does not count in the channel.
    step = game.steps[3]
    asked_now = await {"white": alice, "black": bob}[step["who"]].interact(channel, "place", point=step["command"].split()[1])
    answer = await alice.answer(bot.id, asked_now.id, picture=True)
    check_board(answer, step["position"])
    check(left(), "a slash command was answered after all that a spectator asked")
    # And yet each is answered, by a reply of its own, with few requests too many.
    await until(lambda: not left(), "all are answered", 120)
    told = [one.answers for one in carol.said(channel) if one.author == bot.id and one.answers in asked]
    check(len(told) == len(asked), f"{len(told)} answers to {len(asked)} commands")
    check(pace.refused <= 10, f"{pace.refused} requests were too many")


@scenario()
async def refusals_to_many_hold_up_no_move(world):
    people = world.people_of("Alice", "Bob", *[f"P{number}" for number in range(20)])
    alice, bob, *others = people
    channel = world.guild(*people)
    bot = await world.bot()
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob)
    board = await play(world, channel, game, alice, bob, last=1, answer=start)
    # Discord is far away, at least for those who look on.
    world.server.slow("^POST /(interactions|webhooks)/", 1.2, ALWAYS)
    fault = world.server.fail("^POST /users/@me/channels$", ALWAYS, 403, {"code": 50007, "message": "Cannot send messages to this user"})
    presses = [await one.interact(channel, "resign") for one in others]
    old = {"custom_id": "choice:1:0", "type": 2}
    presses += [await carol.press(board.last, old) for carol in others[:4] for _ in range(5)]

    def told():
        return {one.answers for one in alice.said(channel) if one.author == bot.id and one.private}

    await play(world, channel, game, alice, bob, first=1, last=4)
    check(len(told()) < len(presses), "the moves were answered after all the refusals")
    for one in presses:
        await until(lambda one=one: one.answered is not None, "everybody is answered")
    check(not fault.seen, f"{fault.seen} went another way")


@scenario()
async def a_token_that_is_not_taken_is_told_once(world):
    bot, channel, alice = await world.table("Alice")
    fault = world.server.fail("^POST /channels/[0-9]+/messages$", 1, 401, {"code": 0, "message": "401: Unauthorized"})
    await world.ask(alice, channel, "!status")
    check(fault.seen, "never met")
    told = [line for line in bot.warnings() if "token" in line]
    check(len(told) == 1, f"the log tells of it {len(told)} times")
