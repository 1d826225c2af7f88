"""The first lessons of the tutorial: in the private chat, and in a channel where nobody else sees them."""

from frame import check, scenario, until

from .tapping import offered


def told(bot, person, channel):
    return [one for one in person.said(channel) if one.author == bot.id]


async def pick(bot, channel, player, said, label):
    """Picks what has these words on it. What follows: a new message, or a step in the place of another."""
    found = [one for one in offered(said) if label in one[0]]
    check(found, f"no {label} under {said}")
    _, part, values = found[0]
    was = said.message.get("edited_timestamp")
    press = await player.press(said, part, values)

    def come():
        here = told(bot, player, channel)
        new = [one for one in here if int(one.id) > int(press.id) and one.pictures]
        edited = [one for one in here if one.id == said.id and one.private and one.message.get("edited_timestamp") != was]
        return (new or edited or [None])[-1]

    followed = await until(come, f"what follows {label}")
    await until(lambda: press.answered is not None, f"{label} is acknowledged")
    return followed


@scenario()
async def the_first_lessons_by_typing_and_by_tapping(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    chat = await alice.private()
    # Typed, where others read it: the bot writes to the private chat.
    led = await world.ask(alice, channel, "!tutorial")
    check("private message" in led.words and not led.pictures, led.words)
    await until(lambda: told(bot, alice, chat), "the bot writes to Alice")
    check("tutorial" in told(bot, alice, chat)[-1].content, told(bot, alice, chat)[-1].content)
    first = await world.ask(alice, chat, "!tutorial", picture=True)
    check("Lesson 1 of 10" in first.words, first.words)
    alt = first.pictures[0].get("description") or ""
    check("D6, E6, E7, F7, F8, G8" in alt, f"what is highlighted is not in {alt}")
    wrong = await world.ask(alice, chat, "place C3", picture=True)
    check("C3 is taken" in wrong.words and "Hint" in wrong.words, wrong.words)
    wrong = await world.ask(alice, chat, "B2", picture=True)
    check("would reach 7 points" in wrong.words, wrong.words)
    shown = await pick(bot, chat, alice, wrong.last, "Show me")
    check("place a ring on E6" in shown.content, shown.content)
    solved = await pick(bot, chat, alice, shown, "Do it")
    check("Lessons solved: 1 of 10" in solved.content, solved.content)
    second = await pick(bot, chat, alice, solved, "Lesson 2")
    check("Lesson 2 of 10" in second.content, second.content)
    blocked = await world.ask(alice, chat, "!move H4 J6", picture=True)
    check("I5" in blocked.words, blocked.words)
    solved = await world.ask(alice, chat, "J9 J6", picture=True)
    check("Lessons solved: 2 of 10" in solved.words, solved.words)
    # In a channel nobody else sees it, and the steps take each other's place.
    before = len([one for one in told(bot, bob, channel) if not one.private])
    first = await world.slash(bob, channel, "tutorial", picture=True)
    check(first.last.private and "Lesson 1 of 10" in first.words, first.words)
    said = first.last
    for label in ("Place", "Around F6", "F7"):
        said = await pick(bot, channel, bob, said, label)
        check(said.private, f"others see {said}")
    check("Lessons solved: 1 of 10" in said.content, said.content)
    said = await pick(bot, channel, bob, said, "Lesson 2")
    # A slash command is for the lesson, and is offered what is legal there.
    offered_points = [value for _, value in await bob.complete(channel, "move", "to", **{"from": "J9", "to": "J"})]
    check("J6" in offered_points and "J4" not in offered_points, offered_points)
    wrong = await world.slash(bob, channel, "move", picture=True, **{"from": "J9", "to": "J7"})
    check(wrong.last.private and "has to end on J6" in wrong.words, wrong.words)
    solved = await world.slash(bob, channel, "move", picture=True, **{"from": "J9", "to": "J6"})
    check(solved.last.private and "Lessons solved: 2 of 10" in solved.words, solved.words)
    check(len([one for one in told(bot, bob, channel) if not one.private]) == before, "others saw a lesson")
    # Typed, where others read it, a move is for the game there, which nobody plays.
    none = await world.ask(bob, channel, "!move J9 J6")
    check("No game" in none.words, none.words)
