"""What is stored about a person: handed to them alone, and deleted."""

import json

from frame import check, scenario, until

from .table import ACCEPT, begin, play


def naming(bot, *words):
    """Which files of the database hold one of these words."""
    files = [bot.database, bot.database.with_name(bot.database.name + "-wal")]
    return [(file.name, word) for file in files if file.exists() for word in words
            if word.lower().encode() in file.read_bytes().lower()]


def files(player, bot, room):
    return [one for one in player.messages(room, bot.id) if one.msgtype == "m.file"]


async def handed(player, bot, room, count):
    """The data in a room, once so many files are there."""
    await until(lambda: len(files(player, bot, room)) == count, "the data come as a file")
    data = json.loads(await player.media(files(player, bot, room)[-1]))
    check(data["format"] == "ringleader-my-data-1" and data["platform"] == "matrix", data)
    check(data["id"] == player.id, f"the data of {data['id']}")
    return data


@scenario()
async def my_data_goes_to_the_person_alone(world):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    room = await world.table(bot, alice, bob)
    private = await world.table(bot, alice, encrypted=True, name="Private", direct=True)
    game = world.game("blitz")
    start = await begin(world, bot, room, alice, bob)
    await play(world, bot, room, game, alice, bob, last=12, answer=start)
    # Where others read it: the file comes into the direct room.
    told = await world.ask(alice, bot, room, "!my-data")
    check("private message" in told.words, told.words)
    data = await handed(alice, bot, private, 1)
    check(len(data["running"]) == 1 and len(data["running"][0]["times"]) == 12, data["running"])
    # In that room it is answered there.
    await world.ask(alice, bot, private, "my-data")
    await handed(alice, bot, private, 2)
    # Bob has no direct room yet: he is invited to one.
    await world.ask(bob, bot, room, "!my-data")
    invited = await until(lambda: list(bob.client.invited_rooms), "Bob is invited to a direct room")
    await bob.join(invited[0])
    await handed(bob, bot, invited[0], 1)
    public = [one for player in (alice, bob) for one in files(player, bot, room)]
    check(not public, "a file for all:", *public)
    await until(lambda: not naming(bot, "ringleader-my-data-1"), "nothing is kept of the file")


@scenario()
async def a_person_is_forgotten_in_the_middle_of_three_games(world):
    bot = await world.bot()
    zelda, bob, carol = await world.users("Zelda-Forgettable", "Bob", "Carol")
    room = await world.table(bot, bob, zelda)
    second = await world.table(bot, carol, zelda, encrypted=True, name="Second")
    private = await world.table(bot, zelda, encrypted=True, name="Private", direct=True)
    bobs = await world.table(bot, bob, encrypted=True, name="Bob's", direct=True)
    game = world.game("blitz")
    # Rated against Bob; against Carol; against the bot in private.
    offer = await world.ask(zelda, bot, room, f"!challenge {bob.id} blitz white 3d rated")
    start = await world.choose(bob, bot, room, offer, ACCEPT, picture=True)
    check("rated" in start.words, start.words)
    await play(world, bot, room, game, zelda, bob, last=20, answer=start)
    start = await begin(world, bot, second, carol, zelda)
    await play(world, bot, second, game, carol, zelda, last=11, answer=start)
    await world.ask(zelda, bot, private, "play 1 white", picture=True)
    await world.ask(zelda, bot, private, "set theme dark")
    await world.ask(zelda, bot, private, f"block {carol.id}")
    await world.ask(bob, bot, bobs, f"block {zelda.id}")
    await world.ask(carol, bot, second, f"!mute @{zelda.name} 3d", mention=[zelda.id])
    await world.ask(bob, bot, room, f"!report {zelda.name} is slow")
    check(naming(bot, zelda.id) and naming(bot, zelda.name), "there is nothing to forget")
    sure = await world.ask(zelda, bot, room, "!forget-me")
    check("There is no way back" in sure.words, sure.words)
    before = {there: len(one.messages(there, bot.id)) for there, one in ((room, bob), (second, carol))}
    done = await world.ask(zelda, bot, room, "!forget-me yes")
    check("I no longer know you" in done.words, done.words)
    # What the others see.
    for there, other, words in (
            (room, bob, ("your opponent has left for good", "Someone resigned. Bob won!")),
            (second, carol, ("your opponent has left for good", "Someone has left for good, so the game is called off"))):
        def new(there=there, other=other):
            return other.messages(there, bot.id)[before[there]:]

        def ended(new=new, words=words):
            return [one for one in new() if all(word in one.body for word in words)]

        end = (await until(ended, f"{other.name} is told"))[0]
        check((end.content.get("m.mentions") or {}).get("user_ids") == [other.id], f"it calls others: {end.content}")
        check("rematch" not in end.body, f"a rematch against nobody: {end.body}")
        named = [one for one in new() if zelda.name in one.body or zelda.id in json.dumps(one.content)]
        check(not named, "named:", *named)
        again = await world.ask(other, bot, there, "!rematch")
        check("isn't available" in again.words and zelda.name not in again.words, again.words)
    for there, other, tags in ((room, bob, ('[White "someone"]', '[Black "Bob"]', '[Result "0-1"]')),
                               (second, carol, ('[White "Carol"]', '[Black "someone"]', '[Result "*"]'))):
        record = await world.ask(other, bot, there, "!export")
        await until(lambda: files(other, bot, there), "the record comes as a file")
        text = (await other.media(files(other, bot, there)[-1])).decode()
        check(all(tag in text for tag in tags), f"{record.words}: {text}")
    # What moderators are told comes in private.
    await carol.say(second, "!audit")
    invited = await until(lambda: list(carol.client.invited_rooms), "Carol is invited to a direct room")
    await carol.join(invited[0])
    await bob.say(room, "!reports")
    for person, there, words in ((carol, invited[0], "mute 3d"), (bob, bobs, "is slow")):
        def told(person=person, there=there, words=words):
            return [one for one in person.messages(there, bot.id) if words in one.body]

        said = (await until(told, f"{person.name} is told"))[0]
        check(zelda.name not in said.body and "omeone" in said.body, said.body)
    for command in ("block", "games"):
        answer = await world.ask(bob, bot, bobs, command)
        check(zelda.name not in answer.words and zelda.id not in answer.words, answer.words)
    await until(lambda: not naming(bot, zelda.id, zelda.name), "no name is left in the database")
    # It is new to the bot, but still muted where it was, and still blocked.
    unheard = await zelda.say(second, "!play 1")
    await world.ask(carol, bot, second, "!status")
    check(not zelda.answers(second, bot.id, unheard), "whoever is muted was answered")
    blocked = await world.ask(zelda, bot, room, f"!challenge {bob.id}")
    check("isn't available" in blocked.words, blocked.words)
    await world.ask(zelda, bot, private, "forget-me yes")
    await until(lambda: not naming(bot, zelda.id, zelda.name), "no name is left once more")
    await bot.end()
    check(not naming(bot, zelda.id, zelda.name), naming(bot, zelda.id, zelda.name))
    bot.start()
    shown = await world.ask(bob, bot, room, "!archive")
    check("someone" in shown.words and "Bob" in shown.words, shown.words)


@scenario()
async def nothing_private_is_said_in_public(world):
    bot = await world.bot()
    mona, bob, eve = await world.users("Mona", "Bob", "Eve")
    room = await world.table(bot, mona, bob, eve)
    private = await world.table(bot, bob, encrypted=True, name="Private", direct=True)
    desk = await world.table(bot, mona, encrypted=True, name="Desk", direct=True)
    other = await world.table(bot, eve, bob, name="Other")
    game = world.game("blitz")
    start = await begin(world, bot, room, mona, bob)
    await play(world, bot, room, game, mona, bob, last=10, answer=start)
    # Bob has a plan, has blocked Eve, and plays the bot in private; Eve has left a note.
    plan, answer = (" ".join(step["command"].split()[1:]) for step in game.steps[10:12])
    planned = await world.ask(bob, bot, private, f"if #1 {plan} then {answer}")
    line = next(one for one in planned.words.splitlines() if one.startswith("1. ")).removeprefix("1. ")
    await world.ask(bob, bot, private, "play 1 white", picture=True)
    await world.ask(bob, bot, private, f"block {eve.id}")
    await world.ask(eve, bot, room, "!report quartz is what they say")
    for person in (bob, mona):
        for text in ("!block", f"!block {mona.id}", "!if", f"!if {plan} then {answer}", "!if #1", "!games", "!next",
                     "!settings", "!remind", "!auto", "!my-data", "!audit", "!reports", "!forget-me", "!status", "!archive"):
            if text in ("!audit", "!reports") and person is mona:
                before = len(mona.messages(desk, bot.id))
                await mona.say(room, text)
                await until(lambda: len(mona.messages(desk, bot.id)) > before, f"{text} is answered in private")
                continue
            await world.ask(person, bot, room, text)
    refused = await world.ask(eve, bot, other, f"!challenge {bob.id}")
    check("isn't available" in refused.words, refused.words)
    await handed(bob, bot, private, 1)
    await handed(mona, bot, desk, 1)
    for said in eve.messages(room, bot.id):
        found = [secret for secret in (line, "quartz", eve.id, private) if secret in json.dumps(said.content, ensure_ascii=False)]
        check(not found and said.msgtype != "m.file", f"{found} in public: {said}")
    check(any("quartz" in one.body for one in mona.messages(desk, bot.id)), "Mona does not get the note")
    listed = await world.ask(bob, bot, private, "block")
    check(eve.local in listed.words, listed.words)
