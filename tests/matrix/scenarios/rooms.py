"""Coming into rooms, staying in them and leaving them."""

import asyncio
import time
from urllib.parse import quote

from frame import check, pause, scenario, until
from proxy import Proxy
from setting_keys import KEYS, every_key

from .table import begin, begun, check_board, play

# What the host's log says when the bot may not speak at a table.
SILENCED = "the bot may not speak"

# Half a minute until it is tried again, and a busy machine.
SPEAKS_AGAIN = 90


async def until_silenced(bot, times=1):
    await until(lambda: bot.log().count(SILENCED) >= times, "the bot sees that it may not speak")


async def mute(owner, room, levels, muted=True):
    await owner.state(room, "m.room.power_levels", {**levels, **({"events_default": 50} if muted else {})})


@scenario()
async def muted_bot_comes_back(world):
    bot, alice, bob, room, game = await begun(world, 4)
    seats = {"white": alice, "black": bob}
    levels = await alice.get_state(room, "m.room.power_levels")
    levels.pop("status")
    loud = {**levels, "users": {**levels["users"], bob.id: 50}}
    done = 4
    # A second time as well.
    for times in (1, 2):
        await mute(alice, room, loud)
        for step in game.steps[done:done + 2]:
            last = await seats[step["who"]].say(room, step["command"])
        done += 2
        await until_silenced(bot, times)
        # It hears the second command, too, before it may speak again.
        await pause(2)
        before = len(alice.messages(room, bot.id))
        await mute(alice, room, loud, False)
        # How the table stands, in place of what was not said.
        answer = await alice.answer(room, bot.id, last, picture=True, seconds=SPEAKS_AGAIN)
        check_board(answer, game.steps[done - 1]["position"])
        await pause(1)
        texts = [one for one in alice.messages(room, bot.id)[before:] if one.msgtype != "m.image"]
        check(len(texts) == 1, "one message in place of all: " + "\n".join(map(str, texts)))
        await play(world, bot, room, game, alice, bob, first=done, last=done + 2)
        done += 2


@scenario()
async def muted_bot_goes_on_with_its_own_game(world):
    bot = await world.bot()
    alice = await world.user("Alice")
    room = await world.table(bot, alice)
    levels = await alice.get_state(room, "m.room.power_levels")
    levels.pop("status")
    await world.ask(alice, bot, room, "!play 1 blitz white", picture=True)
    await mute(alice, room, levels)
    last = await alice.say(room, "!place A2")
    await until_silenced(bot)
    await mute(alice, room, levels, False)
    answer = await alice.answer(room, bot.id, last, picture=True, seconds=SPEAKS_AGAIN)
    check("A2" in answer.pictures[0].body, answer.pictures[0].body)
    # It may have said so before it took its own turn.
    while "ring 2 of 5" not in (await world.ask(alice, bot, room, "!status")).text.body:
        await asyncio.sleep(0.5)
    answer = await world.ask(alice, bot, room, "!place A3", picture=True)
    check("A3" in answer.pictures[0].body, answer.pictures[0].body)


@scenario()
async def kicked_bot_is_invited_again(world):
    async with Proxy(world.url) as proxy:
        bot, alice, bob, room, game = await begun(world, 4, encrypted=True, homeserver=proxy.url)
        # With an answer in hand.
        proxy.hold = lambda path: "/send/m.room" in path
        step = game.steps[4]
        command = await {"white": alice, "black": bob}[step["who"]].say(room, step["command"])
        await until(lambda: proxy.held, "the answer is on its way")
        await alice.kick(room, bot.id)
        proxy.hold = lambda path: False
        await until_silenced(bot)
        check(await alice.membership(room, bot.id) == "leave", "the kicked bot came back by itself")
        await alice.invite(room, bot.id)
        await alice.until_member(room, bot.id)
        answer = await alice.answer(room, bot.id, command, picture=True, seconds=SPEAKS_AGAIN)
        check_board(answer, step["position"])
        await play(world, bot, room, game, alice, bob, first=5, last=8)


@scenario()
async def a_game_is_called_off_when_a_player_has_left(world):
    bot, alice, bob, room, _ = await begun(world, 4)
    answer = await world.ask(alice, bot, room, "!abort")
    check("still here" in answer.words, answer.words)
    await bob.leave(room)
    await alice.until_member(room, bob.id, "leave")
    answer = await world.ask(alice, bot, room, "!abort")
    check("doesn't count" in answer.words, answer.words)
    answer = await world.ask(alice, bot, room, "!status")
    check("doesn't count" in answer.words, answer.words)


@scenario()
async def encryption_begins_in_mid_game(world):
    bot, alice, bob, room, game = await begun(world, 6)
    await alice.state(room, "m.room.encryption", {"algorithm": "m.megolm.v1.aes-sha2"})
    for player in (alice, bob):
        await until(lambda player=player: player.client.rooms[room].encrypted, "the room is encrypted")
    await play(world, bot, room, game, alice, bob, first=6)
    check(any(one.encrypted for one in alice.messages(room, bot.id)), "nothing of it was encrypted")


@scenario()
async def a_room_upgrade_takes_the_table_along(world):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    game = world.game("blitz")
    for public in (False, True):
        room = await world.table(bot, alice, bob)
        if public:
            await alice.state(room, "m.room.join_rules", {"join_rule": "public"})
        start = await begin(world, bot, room, alice, bob)
        await play(world, bot, room, game, alice, bob, last=5, answer=start)
        # What is said last in the old room is still answered, wherever.
        path = f"/_matrix/client/v3/rooms/{quote(room)}/upgrade"
        new = (await alice.api("POST", path, {"new_version": "10"}))["replacement_room"]
        await until(lambda new=new: new in alice.client.rooms, "the new room")
        world.rooms.append((alice, new, bot))
        if not public:
            # As clients do: who was in the old room is invited to the new one.
            await alice.invite(new, bob.id)
            await alice.invite(new, bot.id)
        await bob.join(new)
        await alice.until_member(new, bot.id)
        answer = await world.ask(bob, bot, new, "!board", picture=True)
        check_board(answer, game.steps[4]["position"], "in the new room")
        await play(world, bot, new, game, alice, bob, first=5, last=9)


@scenario()
async def strange_successors_throw_nobody_out(world):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    game = world.game("blitz")
    room, foreign = [await world.table(bot, alice, bob) for _ in range(2)]
    start = await begin(world, bot, room, alice, bob)
    await play(world, bot, room, game, alice, bob, last=2, answer=start)
    done = 2
    for successor in (foreign, "!nowhere:localhost", "no room at all"):
        tombstone = {"body": "gone", "replacement_room": successor}
        await alice.state(room, "m.room.tombstone", tombstone)
        if successor == foreign:
            # The next start looks at it anew.
            await until(lambda: bot.log().count("does not know it") == 1, "the bot looks at the other room")
            await bot.restart()
            await until(lambda: bot.log().count("does not know it") == 2, "the bot looks at it again")
        await pause(3)
        for one in (room, foreign):
            check(await alice.membership(one, bot.id) == "join", f"the bot left {one} for {successor}")
        await play(world, bot, room, game, alice, bob, first=done, last=done + 2)
        done += 2
    check("no game" in (await world.ask(alice, bot, foreign, "!status")).words.lower(), "the game moved")


@scenario()
async def leaving_a_room_leaves_no_other(world):
    bot = await world.bot()
    alice, bob, mallory = await world.users("Alice", "Bob", "Mallory")
    room = await world.table(bot, alice, bob)
    await begin(world, bot, room, alice, bob)
    # Anybody can make a room that names any other as the one before it.
    answer = await mallory.api("POST", "/_matrix/client/v3/createRoom", {
        "preset": "private_chat", "invite": [bot.id], "room_version": "10",
        "creation_content": {"predecessor": {"room_id": room, "event_id": "$nothing"}}})
    false = answer["room_id"]
    await mallory.until_member(false, bot.id)
    await world.ask(mallory, bot, false, "!help")
    admin = await world.user("Admin", admin=True)
    await mallory.leave(false)
    await until_gone(admin, bot, false)
    await pause(2)
    check(await alice.membership(room, bot.id) == "join", "the bot left the room that another named")
    await world.ask(alice, bot, room, "!board", picture=True)


async def members(admin, room):
    """Who is in a room that oneself may have left."""
    answer = await admin.api("GET", f"/_synapse/admin/v1/rooms/{quote(room)}/members", expect=None)
    return set(answer.get("members", []))


@scenario()
async def the_bot_leaves_when_it_is_alone(world):
    bot = await world.bot()
    admin = await world.user("Admin", admin=True)
    alice, bob = await world.users("Alice", "Bob")
    room = await world.table(bot, alice, bob)
    down = await world.table(bot, alice)
    await alice.leave(room)
    await pause(3)
    check(bot.id in await members(admin, room), "the bot left although Bob was there")
    await bob.leave(room)
    # Left alone while it was down.
    await until_gone(admin, bot, room)
    await bot.end()
    await alice.leave(down)
    bot.start()
    await until_gone(admin, bot, down)
    # An invitation into a room that is empty by now must not hold up anything.
    empty = await alice.create(invite=[bot.id])
    await alice.leave(empty)
    other = await bob.create(invite=[bot.id])
    await bob.until_member(other, bot.id)
    await world.ask(bob, bot, other, "!help")


async def until_gone(admin, bot, room, seconds=60):
    end = time.monotonic() + seconds
    while bot.id in await members(admin, room):
        check(time.monotonic() < end, f"the bot is still in {room} after {seconds} s")
        await pause(0.2)


@scenario()
async def invitations_follow_the_policy(world):
    bot = await world.bot(start=False)
    alice, mallory = await world.users("Alice", "Mallory")
    bot.matrix["invite_from"] = [f"@alice-{world.mark}:localhost", "@*:elsewhere.example"]
    bot.start()
    bad = await mallory.create(invite=[bot.id])
    good = await world.table(bot, alice)
    await world.ask(alice, bot, good, "!help")
    await pause(3)
    now = await mallory.membership(bad, bot.id)
    check(now in ("invite", "leave"), f"the bot is “{now}” in a room to which it must not come")
    check(bot.id not in await mallory.members(bad), "it is in")
    # Bad company does not spoil a good invitation: Mallory's room, but Alice invites.
    await bot.restart()
    await pause(2)
    check(bot.id not in await mallory.members(bad), "it is in after a restart")


@scenario()
async def settings_are_made_by_those_who_may_change_the_room(world):
    # Alice made the room.
    bot = await world.bot()
    alice, bob = await world.user("Alice"), await world.user("Bob")
    room = await world.table(bot, alice, bob)
    refused = await world.ask(bob, bot, room, "!set channel prefix y!")
    check("Only those who manage this channel" in refused.words, refused.words)
    refused = await world.ask(alice, bot, room, "!set server prefix y!")
    check("There's no server here" in refused.words, refused.words)
    done = await world.ask(alice, bot, room, "!set channel prefix y!")
    check("set prefix to y!" in done.words, done.words)
    shown = await world.ask(bob, bot, room, "y!settings")
    check("prefix: y! (this channel)" in shown.words, shown.words)


@scenario()
async def every_game_begins_in_a_thread_where_that_is_set(world):
    bot = await world.bot()
    alice, bob = await world.user("Alice"), await world.user("Bob")
    room = await world.table(bot, alice, bob)
    refused = await world.ask(bob, bot, room, "!set channel games threads")
    check("Only those who manage this channel" in refused.words, refused.words)
    done = await world.ask(alice, bot, room, "!set channel games threads")
    check("games to in threads" in done.words, done.words)
    before = len(alice.messages(room, bot.id))
    for text in ("!play 1 white", f"!challenge {bob.id} white"):
        command = await alice.say(room, text)
        await until(
            lambda: any(one.thread == command for one in alice.messages(room, bot.id)[before:]),
            "an answer in a thread of its own",
        )
    check(all(one.thread for one in alice.messages(room, bot.id)[before:]), "an answer in no thread")
    start = await world.ask(bob, bot, room, "!accept", True, thread=command)
    check(start.text.thread == command, "the game begins elsewhere")
    listed = await world.ask(alice, bot, room, "!status")
    check("No game is being played here" in listed.words, listed.words)


@scenario()
async def results_are_announced_in_the_room_that_was_chosen(world):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    space = await create_space(alice, bot.id, bob.id)
    await alice.until_member(space, bot.id)
    lounge, news, foreign = [await world.table(bot, alice, bob) for _ in range(3)]
    for room in (lounge, news):
        await alice.state(space, "m.space.child", VIA, room)
        await alice.state(room, "m.space.parent", VIA | {"canonical": True}, space)
    refused = await world.ask(bob, bot, news, "!set server announceto here")
    check("Only those who manage this server" in refused.words, refused.words)
    done = await world.ask(alice, bot, news, "!set server announceto here")
    check("for the whole server" in done.words, done.words)

    def told():
        return [one for one in alice.messages(news, bot.id) if "(white) against" in one.body]

    # A room that is not in the space is none of its business.
    for room in (foreign, lounge):
        await world.ask(alice, bot, room, f"!challenge {bob.id} white")
        await world.ask(bob, bot, room, "!accept", True)
        await world.ask(bob, bot, room, "!resign yes", True)
    announced = await until(told, "the result is announced")
    check(len(announced) == 1, [str(one) for one in announced])
    check("Bob resigned. Alice won!" in announced[0].body, announced[0].body)
    check(lounge in str(announced[0].content), announced[0].content)
    check(announced[0].reply_to is None, "an announcement replies to something")


@scenario()
async def every_key_is_set_by_those_who_may(world):
    bot = await world.bot()
    alice, carol, bob = await world.users("Alice", "Carol", "Bob")
    space = await create_space(alice, bot.id, carol.id)
    await alice.until_member(space, bot.id)
    room = await world.table(bot, carol, alice, bob)
    await alice.state(space, "m.space.child", VIA, room)
    await carol.state(room, "m.space.parent", VIA | {"canonical": True}, space)

    async def ask(person, text):
        return (await world.ask(person, bot, room, text)).words

    # Carol has made the room, and Alice the space.
    people = [(bob, ()), (carol, ("channel",)), (alice, ("server",))]
    check(await every_key(ask, people) == len(KEYS) == 18, "not every key")
    listed = await ask(bob, "!settings")
    check([line.split(":")[0] for line in listed.splitlines()[1:1 + len(KEYS)]] == list(KEYS), listed)
    check("(yours)" not in listed and "(this" not in listed, listed)


@scenario()
async def settings_are_picked_by_reactions(world):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    room = await world.table(bot, alice, bob)
    listed = await world.ask(bob, bot, room, "!settings")
    # The second key is the theme, and dark its second value.
    values = await world.choose(bob, bot, room, listed, "2️⃣")
    check("✓ default" in values.words, values.words)
    done = await world.choose(bob, bot, room, values, "2️⃣")
    check("For you, theme is dark from now on." in done.words, done.words)
    # There are more keys of a room than reactions at once.
    listed = await world.ask(bob, bot, room, "!settings channel")
    listed = await world.choose(bob, bot, room, listed, "➡️")
    refused = await world.choose(bob, bot, room, listed, "1️⃣")
    check("Only those who manage this channel" in refused.words, refused.words)
    listed = await world.ask(alice, bot, room, "!settings channel")
    values = await world.choose(alice, bot, room, listed, "7️⃣")
    check("whether I give hints" in values.words, values.words)
    done = await world.choose(alice, bot, room, values, "2️⃣")
    check("Alice set hints to off for this channel." in done.words, done.words)


async def create_space(owner, *invited):
    answer = await owner.api("POST", "/_matrix/client/v3/createRoom", {
        "preset": "private_chat", "name": "Club", "invite": [*invited], "creation_content": {"type": "m.space"}})
    return answer["room_id"]


VIA = {"via": ["localhost"]}


@scenario()
async def a_space_has_the_settings_of_its_rooms(world):
    bot = await world.bot()
    alice, bob, mallory = await world.users("Alice", "Bob", "Mallory")
    space = await create_space(alice, bot.id, bob.id)
    await alice.until_member(space, bot.id)
    await bob.join(space)
    one, two, foreign = [await world.table(bot, alice, bob) for _ in range(3)]
    for room in (one, two):
        await alice.state(space, "m.space.child", VIA, room)
        await alice.state(room, "m.space.parent", VIA | {"canonical": True}, space)
    refused = await world.ask(bob, bot, one, "!set server prefix y!")
    check("Only those who manage this server" in refused.words, refused.words)
    done = await world.ask(alice, bot, one, "!set server prefix y!")
    check("set prefix to y!" in done.words, done.words)
    for room in (one, two):
        shown = await world.ask(bob, bot, room, "y!settings")
        check("prefix: y! (this server)" in shown.words, shown.words)
    # Another one, which the room does not call its own; and a room that the space does not.
    false = await create_space(mallory, bot.id)
    await mallory.until_member(false, bot.id)
    await mallory.state(false, "m.space.child", VIA, two)
    await alice.state(foreign, "m.space.parent", VIA, space)
    await alice.state(two, "m.space.parent", VIA, "!nowhere:localhost")
    await world.ask(bob, bot, two, "y!status")
    refused = await world.ask(alice, bot, foreign, "!set server prefix y!")
    check("There's no server here" in refused.words, refused.words)
    # Of two that are confirmed the canonical one counts.
    await alice.state(two, "m.space.parent", VIA, false)
    await world.ask(bob, bot, two, "y!status")
    await alice.state(two, "m.space.parent", VIA | {"canonical": True}, false)
    await alice.state(two, "m.space.parent", VIA, space)
    await world.ask(bob, bot, two, "!status")
    # The level of somebody who has left counts no more.
    levels = await alice.get_state(space, "m.room.power_levels")
    levels.pop("status")
    levels["users"][bob.id] = 100
    await alice.state(space, "m.room.power_levels", levels)
    done = await world.ask(bob, bot, one, "y!set server prefix z!")
    check("set prefix to z!" in done.words, done.words)
    await bob.leave(space)
    await alice.until_member(space, bob.id, "leave")
    refused = await world.ask(bob, bot, one, "z!set server prefix default")
    check("Only those who manage this server" in refused.words, refused.words)
    # Nothing is said in a space, and nothing is heard.
    await alice.say(space, "!help")
    await alice.say(space, f"{bot.id} help")
    # It is out of its space for good.
    await alice.state(space, "m.space.child", {}, one)
    await world.ask(bob, bot, one, "!status")
    await bot.restart()
    await world.ask(bob, bot, one, "!status")
    said = [str(one) for one in alice.events(space, bot.id) if one.type != "m.room.member"]
    check(not said, "the bot speaks in a space: " + "\n".join(said))


@scenario()
async def a_room_in_which_the_bot_may_not_speak_is_left(world):
    bot = await world.bot()
    alice = await world.user("Alice")
    silent = {"events_default": 50}
    room = await alice.create(invite=[bot.id], power=silent)
    late = await alice.create(invite=[bot.id], power=silent)
    for one in (room, late):
        await alice.until_member(one, bot.id)
    # Who makes a room of this kind lets the bot speak afterwards.
    levels = await alice.get_state(late, "m.room.power_levels")
    levels.pop("status")
    levels["users"][bot.id] = 50
    await alice.state(late, "m.room.power_levels", levels)
    await alice.until_member(room, bot.id, "leave", seconds=150)
    private, = await until(lambda: list(alice.client.invited_rooms), "Alice is invited to a direct room")
    await alice.join(private)
    told = await until(lambda: alice.messages(private, bot.id), "Alice is told why")
    check("I'm not allowed to send messages" in told[0].body, told[0].body)
    check(room in told[0].body, told[0].body)
    world.rooms.append((alice, late, bot))
    check(await alice.membership(late, bot.id) == "join", "the bot left a room in which it may speak")
    await world.ask(alice, bot, late, "!help")
    # As the message says.
    await alice.state(room, "m.room.power_levels", levels)
    await alice.invite(room, bot.id)
    await alice.until_member(room, bot.id)
    await world.ask(alice, bot, room, "!help")
    check(len(alice.messages(private, bot.id)) == 1, "told twice")
