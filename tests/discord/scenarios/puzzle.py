"""Puzzles in a channel, where nobody else sees them, and the puzzle of the day. Which ones come is left to chance."""

from frame import check, scenario, until

from .tutorial import pick, told


@scenario()
async def puzzles_are_for_one_person_alone(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    chat = await alice.private()
    # Typed, where others read it: the bot writes to the private chat.
    led = await world.ask(alice, channel, "!puzzle")
    check("private message" in led.words and not led.pictures, led.words)
    await until(lambda: told(bot, alice, chat), "the bot writes to Alice")
    check("!puzzle" in told(bot, alice, chat)[-1].content, told(bot, alice, chat)[-1].content)
    before = len([one for one in told(bot, alice, channel) if not one.private])
    # As a slash command it comes in the channel, for Bob alone. Making a row begins with a move.
    given = await world.slash(bob, channel, "puzzle", picture=True, what="row")
    check(given.last.private and "Puzzle: make a row" in given.words, given.words)
    said = await pick(bot, channel, bob, given.last, "Move")
    said = await pick(bot, channel, bob, said, "1 · ")
    said = await pick(bot, channel, bob, said, "1 · ")
    check(said.private and said.pictures, f"others see {said}")
    outcomes = ("That's not it", "Solved at the first try", "Right! Go on.")
    check(any(one in said.content for one in outcomes), said.content)
    shown = await world.slash(bob, channel, "puzzle", picture=True, what="show") if "Solved" not in said.content else None
    if shown:
        check("The solution: " in shown.words and "Your puzzle rating: " in shown.words, shown.words)
        said = shown.last
    following = await pick(bot, channel, bob, said, "Next puzzle")
    check("Puzzle: make a row" in following.content, following.content)
    check(len([one for one in told(bot, alice, channel) if not one.private]) == before, "others saw a puzzle")
    # The puzzle of the day is offered to all, and given to each alone.
    offer = await world.ask(bob, channel, "!daily")
    check("Puzzle of the day" in offer.words and "Yesterday's solution" in offer.words, offer.words)
    daily = await pick(bot, channel, alice, offer.last, "Solve it")
    check(daily.private and "Puzzle of the day" in daily.content, daily.content)
