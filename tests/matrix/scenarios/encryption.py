"""Messages that the bot cannot read, or not yet."""

import asyncio
import json
import random
import uuid
from urllib.parse import quote

from frame import check, pause, scenario, until
from proxy import Proxy

from .table import begun, check_board, order, play

# How long the bot may wait for a key before it says that it cannot read a message.
SAID = 240


async def send_without_key(player, room, content, victim):
    """Says something in an encrypted room, and keeps the key from somebody. Gives the event's id
    and the letters with the key, which have not been sent."""
    client, kept = player.client, []
    share = client.olm.share_group_session_parallel

    def sharing(*args, **kwargs):
        for shared_with, letters in share(*args, **kwargs):
            if withheld := letters["messages"].pop(victim, None):
                kept.append(withheld)
            yield shared_with, letters

    client.olm.share_group_session_parallel = sharing
    try:
        client.invalidate_outbound_session(room)
        event = await player.send(room, content)
    finally:
        client.olm.share_group_session_parallel = share
    check(kept, "there was no key to keep back")
    return event, kept


async def send_letters(player, victim, letters):
    for letter in letters:
        path = f"/_matrix/client/v3/sendToDevice/m.room.encrypted/{uuid.uuid4().hex}"
        await player.api("PUT", path, {"messages": {victim: letter}})


@scenario()
async def a_late_key_opens_the_message(world):
    bot, alice, bob, room, game = await begun(world, 2, encrypted=True)
    step = game.steps[2]
    late, letters = await send_without_key(alice, room, alice.words(step["command"]), bot.id)
    await pause(2)
    check(not alice.answers(room, bot.id, late), "answered without a key")
    # Others go on meanwhile.
    other = await world.ask(bob, bot, room, "!status")
    check(other.words, "nothing")
    await send_letters(alice, bot.id, letters)
    check_board(await alice.answer(room, bot.id, late, picture=True), step["position"])
    # And the key comes while the bot is down, or just after the message.
    step = game.steps[3]
    late, letters = await send_without_key(bob, room, bob.words(step["command"]), bot.id)
    await pause(1)
    await bot.end()
    await send_letters(bob, bot.id, letters)
    bot.start()
    check_board(await alice.answer(room, bot.id, late, picture=True), step["position"])
    # Two in one session: both, in order.
    step = game.steps[4]
    first, letters = await send_without_key(alice, room, alice.words(step["command"]), bot.id)
    second = await alice.say(room, "!status")
    await pause(1)
    await send_letters(alice, bot.id, letters)
    check_board(await alice.answer(room, bot.id, first, picture=True), step["position"])
    await alice.answer(room, bot.id, second)
    await order(alice, bot, room, [first, second])


@scenario(SAID + 120)
async def what_cannot_be_read_is_said_once(world):
    bot, alice, bob, room, game = await begun(world, 2, encrypted=True)
    before = len(alice.messages(room, bot.id))
    lost, _ = await send_without_key(alice, room, alice.words(game.steps[2]["command"]), bot.id)
    await alice.say(room, "and one more in the same session")
    # Rubbish in a session of which nobody has ever heard.
    sealed = {"algorithm": "m.megolm.v1.aes-sha2", "sender_key": "A" * 43, "session_id": "B" * 43,
              "device_id": alice.device, "ciphertext": "AwgAEnACgAkLmt6qF84IK++J7UDH2Za1YVchHyprqTqsg"}
    await alice.put(room, "m.room.encrypted", sealed)

    def told():
        return alice.messages(room, bot.id)[before:]

    await until(told, "the bot says that it cannot read a message", SAID)
    await pause(10)
    check(len(told()) == 1, "said more than once: " + "\n".join(map(str, told())))
    check(len(json.dumps(told()[0].content)) > 50 and told()[0].encrypted, told()[0])
    # A restart does not say it again, and the game goes on where it was.
    await bot.restart()
    await pause(3)
    alice.client.invalidate_outbound_session(room)
    await play(world, bot, room, game, alice, bob, first=2, last=4)
    check(len([one for one in told() if one.reply_to == lost]) <= 1, "said again after the restart")


@scenario()
async def new_devices_hold_up_no_answer(world):
    """People without keys, whose devices come and go, are asked for them again and again. What is
    said meanwhile must not wait for that: the library would, for five seconds each time, and says
    so when they are over."""
    bot = await world.bot(start=False)
    bot.start({"RUST_LOG": "warn,ringleader=info,matrix_sdk_crypto=error,matrix_sdk_crypto::store=warn"})
    alice, = await world.users("Alice")
    room = await world.table(bot, alice, encrypted=True)
    await world.ask(alice, bot, room, "!play blitz white", picture=True)
    password, chance = "the password of a player", random.Random(85)

    async def new_devices(local):
        made = await world.register(local, password, device=True)
        await alice.invite(room, made["user_id"])
        await alice.api("POST", f"/_matrix/client/v3/join/{quote(room)}", {}, token=made["access_token"])
        while True:
            await alice.api("POST", "/_matrix/client/v3/login", {
                "type": "m.login.password", "password": password,
                "identifier": {"type": "m.id.user", "user": made["user_id"]}})
            await asyncio.sleep(chance.uniform(0, 0.2))

    coming = [asyncio.create_task(new_devices(f"plain{number}-{world.mark}")) for number in range(4)]
    answers = 40
    try:
        for _ in range(answers):
            await world.ask(alice, bot, room, "!board", picture=True)
    finally:
        for one in coming:
            one.cancel()
        ended = await asyncio.gather(*coming, return_exceptions=True)
    check(all(isinstance(end, asyncio.CancelledError) for end in ended), ended)
    # A server that is busy may take that long once.
    waited = bot.log().count("pending `/keys/query` request which did not finish")
    check(waited <= answers // 10, f"{answers} answers waited {waited} times for the keys of others")


@scenario()
async def a_plain_answer_makes_way_for_no_sync(world):
    """Who encrypts may hold what a sync waits for, and begins again. What is said in the clear goes
    on, or the server would have to deal with it twice."""
    bot = await world.bot(start=False)
    alice, = await world.users("Alice")
    async with Proxy(world.url) as proxy:
        bot.matrix["homeserver"] = proxy.url
        bot.start()
        plain = await world.table(bot, alice)
        secret = await world.table(bot, alice, encrypted=True)
        await world.ask(alice, bot, secret, "!help")
        await pause(2)
        asked, held = [], ["/send/", "/sync"]
        proxy.meddle = lambda _, path: asked.append(path)
        proxy.hold = lambda path: any(kind in path for kind in held)

        def times(kind):
            return sum(kind in path for path in asked)

        command = await alice.say(plain, "!help")
        await until(lambda: times("/send/"), "the bot begins to answer")
        # One sync tells of a room and of somebody's new device, and waits for its keys.
        await world.second_device(alice)
        await alice.say(secret, "hello")
        before = times("/keys/query")
        held[1:] = ["/keys/query"]
        await until(lambda: times("/keys/query") > before, "the bot asks for keys")
        await pause(1)
        before = times("/sync")
        held.remove("/keys/query")
        await until(lambda: times("/sync") > before, "the sync is done")
        await pause(1)
        check(times("/send/") == 1, f"the answer was begun {times('/send/')} times")
        held.clear()
        await alice.answer(plain, bot.id, command)
        await bot.end()
