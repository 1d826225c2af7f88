"""How interactions are answered: at once where the answer is there, and to the right people. What
cannot be said to one person holds nobody else up."""

from counterpart.interactions import DEFERRED, MESSAGE
from frame import check, scenario

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
    bot, channel, alice, bob, carol = await world.table("Alice", "Bob", "Carol")
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
        planted = [server.fail(pattern, ALWAYS, status, body) for pattern, status, body in faults]
        if wait:
            async with deferred(bot, carol, channel, "resign"):
                pass
        else:
            await carol.interact(channel, "resign")
        await play(world, channel, game, alice, bob, first=done, last=done + 2)
        done += 2
        check(bot.alive(), "it did not survive it")
        for fault in planted:
            server.faults.remove(fault)
        return planted

    first, follow_up, chat = "^POST /interactions/", "^POST /webhooks/", "^POST /users/@me/channels$"
    gone = (first, 404, {"code": 10062, "message": "Unknown interaction"})
    for faults in (
        [gone, (follow_up, 404, unknown), (chat, 401, unauthorized)],
        [gone, (follow_up, 500, None), (chat, 403, closed)],
        [gone, (follow_up, 401, unauthorized), (chat, 500, None)],
        [gone, (follow_up, 429, patience), (chat, 429, patience)],
        [(first, 429, patience), (follow_up, 429, patience), (chat, 403, closed)],
    ):
        met = await refused(*faults)
        check(met[0].seen, f"{faults}: never met")
    # What was deferred in public can neither be withdrawn nor filled in.
    for status, body in ((500, None), (429, patience)):
        await refused(("^DELETE /webhooks/", status, body), (chat, 403, closed), wait=True)
    # Buttons cannot be taken off the board before.
    fault = server.fail("^PATCH /channels/", ALWAYS, 500)
    await play(world, channel, game, alice, bob, first=done, last=done + 4)
    server.faults.remove(fault)
    check(any("private" in line for line in bot.warnings()), "the log does not say what could not be told")
    for one in alice.said(channel):
        if one.loading:
            server.rest.remove(one.id)
