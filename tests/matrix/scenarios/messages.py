"""Messages that are large, broken, edited, or full of markup."""

import json

from checks import page
from frame import check, pause, scenario, until
from players import HTML
from proxy import Proxy

from .table import begin, begun, check_board, play

# The most that a server takes for one event, as the specification has it.
LARGEST = 65536

# Names that people may give themselves.
NAMES = [
    "</a><b>Mallory", "<img src=x onerror=alert(1)>", "**bold** _slanted_ `code`", "[a link](http://example.org)",
    "&amp;&lt;b&gt; & Co", "@room", "@room <i>all</i>", "\u202egnorts\u202c", "\u05d0\u05d1\u05d2 \u0627\u0644\u0639",
    "👩‍👩‍👧‍👦 Zoë 🏳️‍🌈", "x" * 250, "~~gone~~ ||hidden||", "<!-- ", "]]>", "\"'><script>", "#1) 1. - * +", "`", "\\",
    "<a href=\"https://matrix.to/#/@admin:localhost\">Admin</a>", "two\nlines", "{ $player }", "\u200b", "!resign yes",
]


def broken(room, message):
    """Events that no client should send: type and content."""
    text = {"msgtype": "m.text"}
    relation = {"rel_type": "m.annotation", "event_id": message, "key": "✅"}
    yield "m.room.message", {}
    yield "m.room.message", {"msgtype": "m.text"}
    yield "m.room.message", {"body": "!status"}
    yield "m.room.message", {"msgtype": 7, "body": "!status"}
    yield "m.room.message", {**text, "body": 7}
    yield "m.room.message", {**text, "body": None}
    yield "m.room.message", {**text, "body": ["!status"]}
    yield "m.room.message", {**text, "body": {"!status": 1}}
    yield "m.room.message", {"msgtype": "m.image", "body": "!import"}
    yield "m.room.message", {"msgtype": "m.file", "body": "!import", "url": "mxc://localhost/nothing"}
    yield "m.room.message", {"msgtype": "m.file", "body": "!import", "url": "http://127.0.0.1:1/x", "info": {"size": -1}}
    yield "m.room.message", {"msgtype": "m.file", "body": "!import", "file": {"url": "mxc://localhost/x"}}
    yield "m.room.message", {"msgtype": "x.unheard.of", "body": "!unheard"}
    for relates in (7, "nonsense", [], {"rel_type": 7}, {"rel_type": "m.thread"}, {"rel_type": "m.thread", "event_id": 7},
                    {"rel_type": "m.replace", "event_id": message}, {"m.in_reply_to": 7}, {"m.in_reply_to": {}},
                    {"m.in_reply_to": {"event_id": "nonsense"}}, {"rel_type": "m.thread", "event_id": "$nothing"},
                    {"rel_type": "m.reference", "event_id": "\u0000"}):
        yield "m.room.message", {**text, "body": "just words", "m.relates_to": relates}
    for mentions in (7, "all", [], {"user_ids": 7}, {"user_ids": [7]}, {"user_ids": ["nonsense", ""]}, {"room": "yes"}):
        yield "m.room.message", {**text, "body": "just words", "m.mentions": mentions}
    for formatted in (7, "<a href='https://matrix.to/#/@'>", "<a href='https://matrix.to/#/%zz%ff'>x</a>", "<" * 5000,
                      "<div>" * 5000):
        yield "m.room.message", {**text, "body": "just words", "format": HTML, "formatted_body": formatted}
    yield "m.room.message", {**text, "body": "* !status", "m.new_content": 7,
                             "m.relates_to": {"rel_type": "m.replace", "event_id": message}}
    yield "m.reaction", {}
    yield "m.reaction", {"m.relates_to": {**relation, "key": 7}}
    yield "m.reaction", {"m.relates_to": {key: relation[key] for key in ("rel_type", "event_id")}}
    yield "m.reaction", {"m.relates_to": {**relation, "event_id": "$nothing"}}
    yield "m.reaction", {"m.relates_to": {**relation, "event_id": 7}}
    yield "m.reaction", {"m.relates_to": {**relation, "rel_type": "m.thread"}}
    yield "m.room.encrypted", {}
    yield "m.room.encrypted", {"algorithm": 7}
    yield "m.room.encrypted", {"algorithm": "m.unheard.of", "ciphertext": "x"}
    yield "m.room.encrypted", {"algorithm": "m.olm.v1.curve25519-aes-sha2", "ciphertext": {}, "sender_key": "x"}
    yield "m.room.encrypted", {"algorithm": "m.megolm.v1.aes-sha2", "ciphertext": 7, "session_id": [], "device_id": {}}
    yield "m.sticker", {"body": 7}
    yield "m.poll.start", {"m.poll": 7}
    yield "m.room.redaction", {"redacts": 7}
    yield "x.unheard.of", {"body": "!status"}
    yield "m.call.invite", {"call_id": "1", "version": "1"}


@scenario()
async def malformed_events_do_no_harm(world):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    game = world.game("blitz")
    for encrypted in (False, True):
        room = await world.table(bot, alice, bob, encrypted=encrypted)
        start = await begin(world, bot, room, alice, bob)
        await play(world, bot, room, game, alice, bob, last=4, answer=start)
        taken, refused = 0, []
        for kind, content in broken(room, start.text.id):
            # Into an encrypted event the server cannot look: nearly everything passes.
            seal = encrypted and kind != "m.room.encrypted"
            put = bob.put_sealed if seal else bob.put
            if await put(room, kind, content, expect=None):
                taken += 1
            else:
                refused.append((kind, content))
        # Some of it the server knows to be broken, more in the clear.
        check(taken > 30, f"the server takes only {taken} of it and refuses {refused}")
        # The room's name and the like, broken too.
        for kind, content in (("m.room.name", {"name": 7}), ("m.room.topic", {}), ("m.room.tombstone", {"replacement_room": 7}),
                              ("m.room.tombstone", {}), ("m.room.pinned_events", {"pinned": 7}),
                              ("m.room.avatar", {"url": 7})):
            await alice.state(room, kind, content, expect=None)
        check_board(await world.ask(alice, bot, room, "!board", picture=True), game.steps[3]["position"])
        await play(world, bot, room, game, alice, bob, first=4, last=6)
    # And once more from the beginning, as after a crash.
    await bot.restart()
    check_board(await world.ask(alice, bot, room, "!board", picture=True), game.steps[5]["position"])


async def largest(player, room, content, grow, encrypted):
    """Sends the largest message that the server takes: `grow(content, n)` makes it n longer."""
    low, high, event = 0, LARGEST, None
    # The server counts what it adds, which nobody knows beforehand: found by halving.
    while high - low > 8:
        middle = (low + high) // 2
        put = player.put_sealed if encrypted else player.put
        sent = await put(room, "m.room.message", grow(content, middle), expect=None)
        if sent:
            low, event = middle, sent
        else:
            high = middle
    check(low > LARGEST // 3, f"only {low} characters fit")
    return event, low


@scenario()
async def the_largest_messages_are_survived(world):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")

    def longer(content, number):
        return {**content, "body": content["body"] + "x" * number}

    for encrypted in (False, True):
        room = await world.table(bot, alice, bob, encrypted=encrypted)
        start = await begin(world, bot, room, alice, bob)
        position = start.pictures[0].body
        for body in ("", "!", "!import ", "!challenge @", "!place A2, ", "!rules ", "!import 1. "):
            event, size = await largest(alice, room, alice.words(body), longer, encrypted)
            check(event, f"{body} {size}")
            answer = await world.ask(bob, bot, room, "!board", picture=True)
            check(answer.pictures[0].body == position, answer.pictures[0].body)
            if body == "!import ":
                told = await alice.answer(room, bot.id, event)
                check("record" in told.words and len(json.dumps(told.text.content)) < LARGEST, told.words)
        # A formatted body without end, and mentions without number.
        for grow in (lambda content, number: {**content, "format": HTML, "formatted_body": "<b>" * (number // 3)},
                     lambda content, number: {**content, "m.mentions": {"user_ids": ["@a:b"] * (number // 8)}}):
            await largest(alice, room, alice.words("!status"), grow, encrypted)
            answer = await world.ask(bob, bot, room, "!board", picture=True)
            check(answer.pictures[0].body == position, answer.pictures[0].body)


@scenario()
async def edits_and_notices_are_no_commands(world):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    for encrypted in (False, True):
        room = await world.table(bot, alice, bob, encrypted=encrypted)
        game = world.game("blitz")
        start = await begin(world, bot, room, alice, bob)
        before = len(alice.messages(room, bot.id))
        event = await alice.say(room, "hello there")
        await alice.edit(room, event, game.steps[0]["command"])
        asked = await alice.say(room, "!status")
        await alice.edit(room, asked, "!help")
        await bob.say(room, "!status", kind="m.notice")
        await bob.say(room, f"{bot.id} status", kind="m.notice", mention=[bot.id])
        await bob.say(room, "! well, who knows")
        await alice.answer(room, bot.id, asked)
        await world.ask(alice, bot, room, "!rows")
        await pause(2)
        said = [one for one in alice.messages(room, bot.id)[before:] if one.msgtype in ("m.text", "m.notice")]
        check(len(said) == 2, "more than two answers: " + "\n".join(map(str, said)))
        await play(world, bot, room, game, alice, bob, last=2, answer=start)


@scenario()
async def commands_by_mention(world):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    room = await world.table(bot, alice, bob)
    pill = alice.pill(bot.id, "Ringleader")
    for text, more in (
            ("Ringleader: help", {"mention": [bot.id], "formatted": f"{pill}: help"}),
            ("Ringleader help", {"mention": None, "formatted": f"{pill} help"}),
            (f"{bot.id}: help", {"mention": [bot.id]}),
            ("Ringleader, help", {"mention": [bot.id]})):
        answer = await world.ask(alice, bot, room, text, **more)
        check("!challenge" in answer.words, f"{text}: {answer.words}")
    before = len(alice.messages(room, bot.id))
    await alice.say(room, "Ringleader is a fine bot, I need no help")
    await world.ask(alice, bot, room, "!rules")
    check(len(alice.messages(room, bot.id)) == before + 1, "the bot answers what is not for it")


@scenario()
async def names_cannot_break_a_message(world):
    bot = await world.bot()
    alice, bob = await world.users("Alice", "Bob")
    room = await world.table(bot, alice, bob)
    for name in NAMES:
        await alice.rename(name)
        # Whoever has a name does something, and has something done to them.
        answer = await world.ask(alice, bot, room, "!challenge @Bob blitz white")
        check(answer.called == [bob.id], answer.words)
        faults, words, links = page(answer.text.content["formatted_body"])
        check(not faults and "challenges" in words, f"{name!r}: {faults}, {words}")
        check(all(bob.local in link or alice.local in link for link in links), f"{name!r}: links to {links}")
        await world.ask(alice, bot, room, "!withdraw")
        answer = await world.ask(bob, bot, room, f"!challenge {alice.id}", mention=[alice.id])
        check(answer.called == [alice.id], f"{name!r}: {answer.words}")
        await world.ask(bob, bot, room, "!withdraw")
    # In a whole beginning, with a picture, and with a name in the command itself.
    for name in (NAMES[0], NAMES[5], NAMES[7]):
        await alice.rename(name)
        start = await begin(world, bot, room, alice, bob)
        check(start.pictures, start.words)
        await world.ask(alice, bot, room, "!resign")
        await world.ask(alice, bot, room, "!resign yes")
    for name in NAMES:
        event = await alice.say(room, f"!challenge @{name}")
        await alice.answer(room, bot.id, event)
        await alice.say(room, "!withdraw")
    await world.ask(alice, bot, room, "!status")


@scenario()
async def words_stand_below_their_board_and_do_not_wait_long_for_it(world):
    async with Proxy(world.url) as proxy:
        bot, alice, _, room, _ = await begun(world, homeserver=proxy.url)

        async def asked():
            """Asks for the board, and tells whether it stands above its words."""
            event = await alice.say(room, "!board")
            answer = await alice.answer(room, bot.id, event, picture=True)
            log = [one.id for one in alice.messages(room, bot.id)]
            return log.index(answer.pictures[0].id) < log.index(answer.text.id)

        # A machine that is busy may take too long for a picture now and then.
        check(any([await asked() for _ in range(5)]), "no board stands above its words")
        proxy.hold = lambda path: "/media/" in path and path.endswith("/upload")
        event = await alice.say(room, "!board")
        answer = await alice.answer(room, bot.id, event)
        check(not answer.pictures, f"a picture that is held up: {answer.pictures}")
        # The bot gives up an upload after a while, and begins another.
        check(proxy.held <= 1, f"the words waited for {proxy.held} pictures")
        await until(lambda: proxy.held, "the bot uploads the picture")
        proxy.hold = lambda path: False
        await alice.answer(room, bot.id, event, picture=True)
        await world.ask(alice, bot, room, "!status")
        check(len(alice.answers(room, bot.id, event)) == 2, "said twice")
        await bot.end()
