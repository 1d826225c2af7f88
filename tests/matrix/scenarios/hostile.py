"""What one person does to hurt the others: whatever it is, it costs the others nothing."""

import asyncio
import statistics
import time

from aiohttp import web
from frame import check, pause, scenario, until
from nio.crypto.attachments import encrypt_attachment
from proxy import Proxy

from .messages import broken
from .table import ACCEPT, DECLINE, begin, begun, order, play

# A record that can be read, and its last words in the answer.
RECORD = '[White "Ada"]\n[Black "Grace"]\n[Variant "blitz"]\n\n1. a2 2. a5 *\n'

# As much as the bot reads of a file.
LARGEST = 1024 * 1024


async def promised(player):
    """A place for a file that is never filled. The server gives a user five."""
    return (await player.api("POST", "/_matrix/media/v1/create", {}))["content_uri"]


async def uploaded(player, data):
    """A file on the server."""
    data = data.encode() if isinstance(data, str) else data
    path = f"{player.server}/_matrix/media/v3/upload"
    async with player.http.post(path, data=data, headers={"Content-Type": "text/plain"}) as answer:
        check(answer.status == 200, await answer.text())
        return (await answer.json())["content_uri"]


def file(url, command="!import", **more):
    """The content of a message with a file and a caption."""
    return {"msgtype": "m.file", "body": command, "filename": "game.txt", "url": url, "m.mentions": {}} | more


async def long_named(alice, bob):
    """Gives somebody a name that is longer than their id. What kills a bot that replaces the one by
    the other and takes no heed of what stands behind it."""
    name = "Ludwig van Beethoven the Second, " + "who has a great many names, " * 5
    await alice.rename(name[:len(alice.id) + 60].strip())
    return alice.words(f"!challenge {alice.name} @nobody", mention=[alice.id, bob.id])


@scenario()
async def a_name_longer_than_its_id_harms_nobody(world):
    bot = await world.bot()
    alice, bob, carol = await world.users("Alice", "Bob", "Carol")
    rooms = [await world.table(bot, alice, bob, carol, encrypted=encrypted) for encrypted in (False, True)]
    trigger = await long_named(alice, bob)
    for room in rooms:
        # The bot has to know the new name first.
        await world.ask(carol, bot, room, "!status")
        event = await bob.send(room, trigger)
        await carol.answer(room, bot.id, event)
        for asked in ("!status", "!board", "!help"):
            await world.ask(carol, bot, room, asked)
    check(bot.starts == 1 and bot.alive(), bot.tail())


@scenario()
async def a_panic_costs_one_event(world):
    bot = await world.bot(start=False)
    bot.start({"FAILPOINTS": "matrix-event=1*panic"})
    bot.panics = 1
    alice, bob = await world.users("Alice", "Bob")
    room = await world.table(bot, alice, bob)
    lost = await alice.say(room, "!status")
    for text in ("!status", "!help"):
        await world.ask(bob, bot, room, text)
    told = [line for line in bot.log().splitlines() if lost in line]
    check(len(told) == 1 and "ERROR" in told[0], f"the log tells of it {len(told)} times:\n{bot.tail()}")
    check(not alice.answers(room, bot.id, lost), "it was answered")
    # The next start does not read it again.
    bot.panics = 1
    await bot.restart()
    await world.ask(bob, bot, room, "!status")
    check(not alice.answers(room, bot.id, lost), "it was answered by the next start")
    check(bot.log().count("panicked at") == 1, bot.tail())


@scenario()
async def a_file_that_never_comes_holds_up_no_other_table(world):
    bot, alice, bob, room, game = await begun(world, 2)
    other = await world.table(bot, alice, bob)
    hanging = await alice.send(room, file(await promised(alice)))
    behind = await bob.say(room, "!status")
    asked = await alice.say(other, "!status")
    first = await alice.answer(other, bot.id, asked)
    told = await alice.answer(room, bot.id, hanging)
    check("fetch" in told.words, told.words)
    check(first.text.at < told.text.at, "the other room waited for the file")
    await bob.answer(room, bot.id, behind)
    await order(alice, bot, room, [hanging, behind])
    # Many at once do not take their time one after the other.
    never = await promised(alice)
    many = [await alice.send(room, file(never)) for _ in range(8)]
    await play(world, bot, room, game, alice, bob, first=2, last=4)
    for one in many:
        await alice.answer(room, bot.id, one)
    # And over a crash nothing is lost.
    hanging = await alice.send(room, file(never))
    behind = await bob.say(room, "!status")
    await world.ask(alice, bot, other, "!help")
    bot.kill()
    bot.start()
    await alice.answer(room, bot.id, hanging)
    await bob.answer(room, bot.id, behind)


@scenario()
async def files_are_read_up_to_a_size(world):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    for encrypted in (False, True):
        room = await world.table(bot, alice, bob, encrypted=encrypted)

        async def told(word, data, size=None, room=room):
            content = file(await uploaded(alice, data), info={"size": size or len(data)})
            answer = await alice.answer(room, bot.id, await alice.send(room, content))
            check(word in answer.words, f"not “{word}” but “{answer.words}”")

        async def told_sealed(word, flip=0, room=room):
            data, keys = encrypt_attachment(RECORD.encode())
            url = await uploaded(alice, bytes([data[0] ^ flip]) + data[1:])
            content = file(url, file=keys | {"url": url, "v": "v2"})
            del content["url"]
            answer = await alice.answer(room, bot.id, await alice.send(room, content))
            check(word in answer.words, f"sealed: not “{word}” but “{answer.words}”")

        await told("Ada", RECORD)
        await told_sealed("Ada")
        # It is not the one that was sent.
        await told_sealed("fetch", flip=1)
        await told("large", "x" * (LARGEST + 1))
        await told("large", "x" * (LARGEST + 1), size=5)
        await told("not a text", b"\xff\xfe")
        nobody = await alice.send(room, file("mxc://localhost/nothing"))
        check("fetch" in (await alice.answer(room, bot.id, nobody)).words, "a file that is not there")


@scenario()
async def reactions_to_others_cost_next_to_nothing(world):
    async with Proxy(world.url) as proxy:
        bot, alice, bob, room, _ = await begun(world, homeserver=proxy.url)
        said = [await bob.say(room, f"what do you think? ({number})") for number in range(60)]
        await world.ask(bob, bot, room, "!status")
        before, began = len(proxy.asked), time.monotonic()
        for one in said:
            await alice.react(room, one, ACCEPT)
        await world.ask(bob, bot, room, "!status")
        looked = sum("/event/" in path for _, path in proxy.asked[before:])
        # Ten at once, and one a second.
        check(looked <= 12 + time.monotonic() - began, f"{len(said)} reactions made the bot look {looked} times")
        # What it said itself it knows without.
        offer = await world.ask(alice, bot, await world.table(bot, alice, bob), "!challenge @Bob", mention=[bob.id])
        check(await bob.choices(offer.text.room, bot.id, offer, 2), "no choices")
        answer = await world.choose(bot=bot, player=bob, room=offer.text.room, answer=offer, key=DECLINE)
        check("declined" in answer.words, answer.words)
        await bot.end()


@scenario()
async def a_login_that_has_to_wait_says_so(world):
    bot = await world.bot(start=False)
    alice, = await world.users("Alice")
    async with Proxy(world.url) as proxy:
        refused = []

        def reword(request, target):
            if request.path.endswith("/login") and request.method == "POST" and len(refused) < 2:
                refused.append(request.path)
                limit = {"errcode": "M_LIMIT_EXCEEDED", "error": "Too Many Requests", "retry_after_ms": 3000}
                return web.json_response(limit, status=429), target
            return None, target

        proxy.reword = reword
        bot.matrix["homeserver"] = proxy.url
        bot.start()
        await until(lambda: refused, "the bot logs in")
        await until(lambda: "lets nobody log in so often" in bot.log(), "the log says what the bot waits for")
        check("seconds=3" in bot.log(), bot.tail())
        room = await world.table(bot, alice)
        await world.ask(alice, bot, room, "!help")
        check(bot.log().count("lets nobody log in so often") == len(refused) == 2, bot.tail())
        await bot.end()


def bombs():
    """Records that take long, or much memory, if they are read without care."""
    tags = ("".join(chr(97 + number // 26 ** place % 26) for place in range(4)) for number in range(170_000))
    yield "".join(f"[{tag}]" for tag in tags)[:LARGEST]
    yield ("[]" * LARGEST)[:LARGEST]
    yield ("* " * LARGEST)[:LARGEST]
    yield ("(" * LARGEST)[:LARGEST]
    yield ('[White "' + "W" * LARGEST)[:LARGEST - 9] + '"]\n1. a2 *'
    yield ("(;" * LARGEST)[:LARGEST]


async def hostile(player, room, message, start):
    """What a hostile person says: coroutines that say one thing each."""
    kinds = []
    for text in bombs():
        url = await uploaded(player, text)
        kinds += [lambda url=url, command=command: player.put(room, "m.room.message", file(url, command), expect=None)
                  for command in ("!import", "!review")]
    never = await promised(player)
    kinds += [lambda: player.put(room, "m.room.message", file(never))] * 10
    words = [start]
    words += [player.words("!challenge " + "@a " * 15_000), player.words("!import " + "[a]" * 15_000),
              player.words("!import " + "* " * 20_000), player.words("!" + "x" * 50_000),
              player.words("!challenge " + "- " * 20_000), player.words("!place " + "a2, " * 10_000)]
    for formatted in ("<b>" * 15_000, "<div>" * 10_000, "<a href='https://matrix.to/#/@a:b'>" * 1000,
                      "<" * 40_000, "<table>" * 550 + "https://matrix.to/#/@a:b"):
        words.append(player.words("!status", formatted=formatted))
    words.append(player.words("!challenge @x", mention=[f"@{number}:localhost" for number in range(1500)]))
    kinds += [lambda content=content: player.put(room, "m.room.message", content, expect=None) for content in words] * 2
    kinds += [lambda kind=kind, content=content: player.put(room, kind, content, expect=None)
              for kind, content in broken(room, message)]
    kinds += [lambda: player.react(room, message, ACCEPT)]
    kinds += [lambda number=number: player.put(room, "m.reaction", {"m.relates_to": {
        "rel_type": "m.annotation", "event_id": f"$nothing{number}", "key": ACCEPT}}, expect=None) for number in range(60)]
    return kinds


# Hostile messages a second: 15 times what a server takes from one account by default. Its own work
# for them slows everything down when there are more.
PACE = 3

# How many moves of the game in the other room are timed while all is quiet.
QUIET = 10


@scenario(900)
async def hostile_messages_hurt_nobody(world):
    bot = await world.bot()
    mallory, bob, carol = await world.users("Mallory", "Bob", "Carol")
    room = await world.table(bot, mallory, bob, carol)
    trigger = await long_named(mallory, bob)
    other = await world.table(bot, bob, carol)
    game = world.game("blitz")
    answer = await begin(world, bot, other, bob, carol)
    said = await bob.say(room, "hello")
    position = 0

    async def move():
        """Plays the next step in the other room. How long that took."""
        nonlocal answer, position
        began = time.monotonic()
        answer = await play(world, bot, other, game, bob, carol, position, position + 1, answer=answer, reactions=False)
        position += 1
        return time.monotonic() - began

    idle = [await move() for _ in range(QUIET)]
    await world.ask(carol, bot, room, "!board")
    before = bot.memory()[0]
    kinds = await hostile(mallory, room, said, trigger)
    check(len(kinds) >= 150, len(kinds))
    waited, flooding = [], True

    async def play_on():
        while flooding and position + 1 < len(game.steps):
            waited.append(await move())
            await pause(0.5)

    async def flood():
        for number in range(max(200, len(kinds))):
            next_at = time.monotonic() + 1 / PACE
            await kinds[number % len(kinds)]()
            await pause(max(0, next_at - time.monotonic()))

    playing = asyncio.create_task(play_on())
    try:
        await flood()
        beside = await bob.say(room, "!status")
        await bob.answer(room, bot.id, beside, seconds=300)
        flooding = False
        await playing
    finally:
        playing.cancel()
    check(bot.alive() and bot.starts == 1, bot.tail())
    check(len(waited) > 2, f"only {len(waited)} moves were answered during the flood")
    told = (f"a move elsewhere took {statistics.median(idle):.2f} s (median of {len(idle)}) before the flood, "
            f"{statistics.median(waited):.2f} s (of {len(waited)}) during it, {max(waited):.2f} s at most")
    print(told)
    # Every command is answered once it is over, there and elsewhere.
    for where in (room, other):
        for text in ("!status", "!board", "!help"):
            await world.ask(carol, bot, where, text)
    after = []
    for _ in range(60):
        after.append(bot.memory()[0])
        if after[-1] < before + 50 * 1024:
            break
        await pause(1)
    print(f"memory {before / 1024:.0f} MiB before, then", *(f"{kib / 1024:.0f}" for kib in after), "MiB")
    check(after[-1] < before + 50 * 1024, f"memory: {before} KiB before, {after[-1]} KiB after; {told}")
