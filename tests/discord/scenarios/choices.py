"""Buttons, selects and autocomplete: who may use them, when, and what they offer."""

import collections
import re

from frame import check, pause, scenario, until

from .table import begin, check_board, play, with_buttons
from .tutorial import pick


@scenario()
async def stale_and_foreign_presses_change_nothing(world):
    bot, channel, alice, bob, carol = await world.table("Alice", "Bob", "Carol")
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob)
    first = next(number for number, step in enumerate(game.steps) if step["choice"])
    asked = await play(world, channel, game, alice, bob, last=first, answer=start)
    position = game.steps[first - 1]["position"]
    step = game.steps[first]
    decider, other = (alice, bob) if step["who"] == "white" else (bob, alice)
    offered = [one for one in asked.last.buttons if one["label"].startswith(("Row", "Ring"))]
    check(offered, f"no buttons under {asked.last}")
    # Not theirs to press.
    for player in (other, carol):
        answer = await player.pressed(bot.id, asked.last, offered[0])
        check(answer.text.private, f"told to all: {answer.text}")
    # What the bot never offered.
    for custom_id in ("", "x", "choice", "choice:1", "choice:99999:0", "choice:-1:-1", "choice:1:99", "a" * 100):
        press = await decider.press(asked.last, offered[0] | {"custom_id": custom_id})
        await until(lambda press=press: press.answered is not None, f"{custom_id!r} is acknowledged")
    check_board(await world.ask(carol, channel, "!board", picture=True), position)
    # Done in words: now the button is of an earlier position.
    asked_before = asked.last
    answer = await world.ask(decider, channel, step["command"], picture=True)
    check_board(answer, step["position"])
    for player in (decider, other):
        answer = await player.pressed(bot.id, asked_before, offered[0])
        check(answer.text.private, f"told to all: {answer.text}")
    check_board(await world.ask(carol, channel, "!board", picture=True), step["position"])
    # Pressed twice in a hurry: one of them counts.
    second = first + 1
    if game.steps[second]["choice"]:
        board = (await world.ask(decider, channel, "!board", picture=True)).last
        buttons = board.buttons
        if buttons:
            presses = [await decider.press(board, buttons[game.steps[second]["choice"] - 1]) for _ in range(2)]
            for press in presses:
                await until(lambda press=press: press.answered is not None, "a press is acknowledged")
            await decider.answer(bot.id, presses[1].id)
            await world.server.quiet()
            told = [one for one in carol.said(channel) if int(one.id) > int(presses[0].id) and one.pictures]
            check(len(told) == 1, "two presses are told of in", len(told), "messages", *told)
            check_board(await world.ask(carol, channel, "!board", picture=True), game.steps[second]["position"])


@scenario()
async def what_is_for_one_is_not_said_to_all(world):
    bot, channel, alice, bob, carol = await world.table("Alice", "Bob", "Carol")
    offer = await world.ask(alice, channel, f"!challenge <@{bob.id}> blitz white")
    button = offer.last.buttons[0]

    def told(place):
        return [one for one in carol.said(place) if one.author == bot.id and int(one.id) > int(offer.last.id)]

    # The interaction expires before it is told.
    world.server.fail("^POST /interactions/", status=404, body={"code": 10062, "message": "Unknown interaction"})
    await carol.press(offer.last, button)
    private = await carol.private()
    said = await until(lambda: told(private), "it is said in private")
    check(f"<#{channel}>" in said[0].content, f"it does not say where: {said[0]}")
    check(not told(channel), "said to all", *told(channel))
    # It is told by the next run of the program.
    slow = world.server.slow("^POST /interactions/", 1.5)
    press = await carol.press(offer.last, button)
    await until(lambda: slow.seen, "it is about to be told")
    bot.kill()
    world.server.gateway.sessions.clear()
    await pause(2)
    await world.again(bot)
    said = await until(lambda: told(channel), "it is told after all")
    await world.server.quiet()
    check(all(one.private and one.answers == press.id for one in told(channel)), "said to all", *told(channel))
    check(offer.last.buttons, "the offer lost its buttons")
    await world.press(bob, offer.last, button["label"], picture=True)


@scenario()
async def the_previous_board_loses_its_buttons(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob)
    await play(world, channel, game, alice, bob, way=with_buttons, answer=start)

    def with_parts():
        return [one for one in alice.said(channel) if one.author == bot.id and one.pictures and (one.buttons or one.selects)]

    await until(lambda: len(with_parts()) <= 1, "only the last board has buttons", 10)
    left = with_parts()
    boards = [one for one in alice.said(channel) if one.pictures]
    cleared = collections.Counter(one["path"] for one in world.requests("PATCH") if one["json"] == {"components": []})
    check(cleared and set(cleared.values()) == {1}, f"buttons are taken off more than once: {cleared.most_common(3)}")
    check(not left or left[0].id == boards[-1].id, f"an old board kept its buttons: {left[0] if left else ''}")


@scenario()
async def selects_offer_what_buttons_cannot(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    game = world.game("blitz")
    start = await begin(world, channel, alice, bob)
    placed = sum(step["command"].startswith("!place") for step in game.steps)
    await play(world, channel, game, alice, bob, last=placed, answer=start)
    step = game.steps[placed]
    _, ring, target = step["command"].split()
    mover = {"white": alice, "black": bob}[step["who"]]
    answer = await world.ask(mover, channel, f"!moves {ring}", picture=True)
    parts = answer.last.selects or answer.last.buttons
    check(parts, f"nothing to pick under {answer.last}")
    labels = [option["label"] for select in answer.last.selects for option in select["options"]] or [
        one["label"] for one in answer.last.buttons]
    told = set(re.findall(r"[A-K]\d+", answer.words.split("can go to")[1].split(".")[0]))
    offered = {re.findall(r"[A-K]\d+", label)[-1] for label in labels}
    check(offered == told, f"offered are {offered}, told {told}")
    if answer.last.selects:
        select, option = next((select, option) for select in answer.last.selects for option in select["options"]
                              if re.findall(r"[A-K]\d+", option["label"])[-1] == target)
        done = await mover.pressed(bot.id, answer.last, select, [option["value"]], picture=True)
    else:
        button = next(one for one in answer.last.buttons if re.findall(r"[A-K]\d+", one["label"])[-1] == target)
        done = await mover.pressed(bot.id, answer.last, button, picture=True)
    check_board(done, step["position"])


def points(offered):
    return [value.upper() for _, value in offered]


@scenario()
async def autocomplete_offers_what_is_legal(world):
    bot, channel, alice, bob, carol = await world.table("Alice", "Bob", "Carol")
    game = world.game("blitz")
    # Without a game nothing is offered, and nothing breaks.
    check(await alice.complete(channel, "place", "point", point="a") == [], "points without a game")
    start = await begin(world, channel, alice, bob)
    offered = await alice.complete(channel, "place", "point", point="")
    check(1 <= len(offered) <= 25, f"{len(offered)} are offered for nothing typed")
    offered = points(await alice.complete(channel, "place", "point", point="g1"))
    check(set(offered) == {"G10", "G11"}, f"g1: {offered}")
    placed = sum(step["command"].startswith("!place") for step in game.steps)
    await play(world, channel, game, alice, bob, last=placed, answer=start)
    step = game.steps[placed]
    mover, other = (alice, bob) if step["who"] == "white" else (bob, alice)
    own = {one.split()[1] for one in (s["command"] for s in game.steps[:placed] if s["who"] == step["who"])}
    starts = points(await mover.complete(channel, "move", "from", **{"from": ""}))
    check(starts and set(starts) <= own, f"rings that can move: {starts} of {own}")
    _, ring, target = step["command"].split()
    answer = await world.ask(mover, channel, f"!moves {ring}", picture=True)
    legal = set(re.findall(r"[A-K]\d+", answer.words.split("can go to")[1].split(".")[0]))
    offered = set(points(await mover.complete(channel, "move", "to", **{"from": ring, "to": ""})))
    # Where they are too many, letters are offered first.
    check(offered == (legal if len(legal) <= 25 else {point[0] for point in legal}), f"{offered} of {legal}")
    offered = points(await mover.complete(channel, "move", "to", **{"from": ring.lower(), "to": target.lower()}))
    check(target in offered, f"{target} is not in {offered}")
    # What nobody can mean.
    for typed in ("zz", "`", "@everyone", "x" * 100, "🟡"):
        check(await mover.complete(channel, "place", "point", point=typed) == [], f"offered for {typed}")
    # It changes nothing and says nothing.
    said = len(alice.said(channel))
    for person in (other, carol):
        await person.complete(channel, "move", "from", **{"from": "e"})
    await pause(0.5)
    check(len(alice.said(channel)) == said, "a completion says something")


@scenario()
async def commands_are_registered_when_they_changed(world):
    bot, channel, alice = await world.table("Alice")
    names = {one["name"]: one for one in world.server.world.commands[None]}
    wanted = {"challenge", "accept", "decline", "play", "place", "move", "row", "ring", "board", "moves", "undo", "draw",
              "resign", "export", "help", "rules", "status"}
    check(wanted <= set(names), f"not registered: {wanted - set(names)}")
    for name, one in names.items():
        check(one.get("contexts") and {0, 1} <= set(one["contexts"]), f"/{name} is not for guilds and private chats: {one.get('contexts')}")
        check(one.get("description_localizations") is not None or one.get("name_localizations") is not None,
              f"/{name} has no localisation fields")
    kinds = {name: [option["type"] for option in names[name]["options"]] for name in ("challenge", "place", "move", "row", "ring")}
    check(kinds["challenge"][0] == 6, f"/challenge wants {kinds['challenge']}")
    colors = [option for option in names["challenge"]["options"] if option.get("choices")]
    values = {choice["value"] for option in colors for choice in option["choices"]}
    check({"white", "black", "random"} <= values, f"colours: {values}")

    def puts():
        return [one for one in world.server.requests if one["path"].endswith("/commands") and one["method"] != "GET"]

    count = len(puts())
    check(count >= 1, "never registered")
    await bot.end()
    await world.again(bot)
    await world.ask(alice, channel, "!help")
    await pause(1)
    check(len(puts()) == count, "registered again although nothing changed")
    # Somebody has removed one: then they are registered anew.
    await bot.end()
    world.server.world.commands[None].pop()
    bot.start()
    await until(lambda: len(puts()) > count, "registered anew")


@scenario()
async def turns_are_gone_through_in_one_message_by_each_alone(world):
    bot, channel, alice, bob = await world.table("Alice", "Bob")
    await begin(world, channel, alice, bob)
    for who, point in ((alice, "E5"), (bob, "F6"), (alice, "G7")):
        placed = await world.ask(who, channel, f"!place {point}", picture=True)
    shown = await world.ask(bob, channel, "!show 2", picture=True)
    check("Turn 2 of 3" in shown.words and not shown.last.private, shown.words)
    later = await pick(bot, channel, alice, shown.last, "▶")
    check(later.private and "Turn 3 of 3" in later.content, later.content)
    earlier = await pick(bot, channel, alice, later, "⏮")
    check(earlier.id == later.id and "Turn 1 of 3" in earlier.content, f"not in its place: {earlier}")
    # The board of the game is still the one to play on.
    check(placed.last.parts and shown.last.parts, "a choice is gone")
