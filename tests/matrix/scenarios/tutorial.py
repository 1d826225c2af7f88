"""The first lessons of the tutorial, in a direct room."""

from frame import check, scenario, until

from .tapping import offered


@scenario()
async def the_first_lessons_by_typing_and_by_tapping(world):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    room = await world.table(bot, alice, bob)
    private = await world.table(bot, alice, encrypted=True, name="Private", direct=True)

    async def pick(answer, label):
        found = [sign for sign, words in offered(answer) if label in words]
        check(found, f"no {label} in {answer.words}")
        return await world.choose(alice, bot, private, answer, found[0], picture=True)

    # Where others read it: the bot writes to the direct room.
    led = await world.ask(alice, bot, room, "!tutorial")
    check("private message" in led.words and not led.pictures, led.words)
    await until(lambda: alice.messages(private, bot.id), "the bot writes to Alice")
    first = await world.ask(alice, bot, private, "tutorial", picture=True)
    check("Lesson 1 of 10" in first.words, first.words)
    check("D6, E6, E7, F7, F8, G8" in first.pictures[0].body, f"not highlighted: {first.pictures[0].body}")
    wrong = await world.ask(alice, bot, private, "place C3", picture=True)
    check("C3 is taken" in wrong.words, wrong.words)
    areas = await pick(wrong, "Place")
    points = await pick(areas, "Around F6")
    solved = await pick(points, "F7")
    check("Lessons solved: 1 of 10" in solved.words, solved.words)
    second = await pick(solved, "Lesson 2")
    blocked = await world.ask(alice, bot, private, "!move H4 J6", picture=True)
    check("I5" in blocked.words and "Lesson 2 of 10" in second.words, blocked.words)
    missed = await world.ask(alice, bot, private, "J9 J7", picture=True)
    check("has to end on J6" in missed.words, missed.words)
    shown = await pick(missed, "Show me")
    solved = await pick(shown, "Do it")
    check("Lessons solved: 2 of 10" in solved.words, solved.words)
    # The room of others heard nothing but where to go.
    check(len(alice.messages(room, bot.id)) == 1, "a lesson for all", *alice.messages(room, bot.id))
