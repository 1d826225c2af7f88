"""What the tests themselves stand on: checks that find nothing would prove nothing."""

import json
import struct
import zlib

import aiohttp

import checks
import openapi
import png
from frame import check, scenario

DESCRIPTION = {
    "paths": {
        "/things/{id}": {
            "patch": {
                "parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 9}}],
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}},
            },
            "delete": {},
        },
        "/things/@all": {"delete": {"parameters": [{"name": "sure", "in": "query", "schema": {"type": "boolean"}}]}},
    },
    "components": {"schemas": {"Thing": {"type": "object", "properties": {"name": {"type": "string", "maxLength": 3}},
                                         "required": ["name"]}}},
}


def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def picture(pixels, kind=2):
    """A PNG picture of 2 by 2 pixels with these lines."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 2, 2, 8, kind, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b"")


@scenario()
async def the_checks_find_faults(world):
    # Pictures.
    good = picture(bytes([0, 1, 2, 3, 4, 5, 6, 1, 9, 8, 7, 6, 5, 4]))
    check(png.size(good) == (2, 2), "a good picture")
    for bad in (b"", good[:-1], good + b"x", good.replace(b"IDAT", b"IDAX"), picture(bytes(13)), picture(bytes(14)),
                picture(bytes([9] + [1] * 6 + [0] * 7)), picture(bytes(6), 3)):
        try:
            png.size(bad)
        except ValueError:
            continue
        check(False, f"taken for a picture: {bad}")
    told = {"filename": "a.png", "size": len(good), "width": 2, "height": 2, "content_type": "image/png", "description": "rings"}
    check(checks.faults_of_attachment(told, good) == [], "a good attachment")
    for change in ({"size": 1}, {"width": 3}, {"description": None}, {"description": "rings " * 300}, {"content_type": "text/plain"}):
        check(checks.faults_of_attachment(told | change, good), f"no fault in {change}")
    # Requests.
    path = world.folder / "description.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(DESCRIPTION))

    def faults(method, path_, body=None, query="", kind="application/json", files=None):
        request = {"method": method, "path": "/api/v10" + path_, "query": query, "json": body, "type": kind, "files": files or {}}
        return openapi.check(path, [request])[0]

    for one in (("PATCH", "/things/1", {"name": "abc"}, "limit=9"), ("DELETE", "/things/1"), ("DELETE", "/things/@all", None, "sure=true")):
        check(not faults(*one), one, faults(*one))
    for one in (("PATCH", "/things/1", {"name": "abcd"}), ("PATCH", "/things/1", {}), ("PATCH", "/things/1", {"name": "a"}, "limit=10"),
                ("PATCH", "/things/1", {"name": "a"}, "other=1"), ("POST", "/things/1"), ("DELETE", "/others/1"),
                ("DELETE", "/things/@all", None, "sure=perhaps"), ("DELETE", "/things/1", {"name": "a"}),
                ("PATCH", "/things/1", {"name": "a"}, "", "multipart/form-data", {"files[0]": ["a.png", "image/png"]})):
        check(faults(*one), "no fault found in", one)


@scenario()
async def the_counterpart_refuses_as_discord_does(world):
    alice, = world.people_of("Alice")
    channel = world.guild(alice)
    server = world.server
    said = await alice.say(channel, "hello")
    button = {"type": 2, "style": 1, "label": "x", "custom_id": "x"}
    headers = {"Authorization": f"Bot {server.token}"}
    async with aiohttp.ClientSession(headers=headers) as http:

        async def ask(method, path, body=None):
            async with http.request(method, f"{server.url}/api/v10{path}", json=body) as response:
                answer = await response.json() if response.status != 204 else {}
                return response.status, answer.get("code") if isinstance(answer, dict) else None

        post = f"/channels/{channel}/messages"
        for body, code in (({"content": ""}, 50006), ({"content": "x" * 2001}, 50035), ({"content": "x", "nonce": "x" * 26}, 50035),
                           ({"content": "x", "message_reference": {"message_id": "1"}}, 50035),
                           ({"content": "x", "components": [{"type": 1, "components": [button] * 6}]}, 50035),
                           ({"content": "x", "components": [{"type": 1, "components": [button] * 2}]}, 50035)):
            check(await ask("POST", post, body) == (400, code), f"{body}: {await ask('POST', post, body)}")
        check(await ask("GET", "/channels/1") == (404, 10003), "an unknown channel")
        check(await ask("PATCH", f"{post}/{said}", {"content": "x"}) == (403, 50005), "the message of another")
        check(await ask("POST", "/interactions/1/x/callback", {"type": 5}) == (404, 10062), "an unknown interaction")
        check(await ask("GET", "/nothing") == (404, 0) and server.strict, "an unknown route")
        server.strict.clear()
        world.server.world.deny(server.world.channels[channel], 1 << 11)
        check(await ask("POST", post, {"content": "x"}) == (403, 50013), "sent without leave")
        world.server.world.deny(server.world.channels[channel], 0)
        # The same nonce is the same message.
        before = len(alice.said(channel))
        for _ in range(2):
            check((await ask("POST", post, {"content": "x", "nonce": "7", "enforce_nonce": True}))[0] == 200, "a nonce")
        check(len(alice.said(channel)) == before + 1, "said twice under one nonce")
        # A reply that need not be one.
        reference = {"message_id": "1", "fail_if_not_exists": False}
        check((await ask("POST", post, {"content": "x", "message_reference": reference}))[0] == 200, "a reply to nothing")
        limit = server.limit("^POST /channels", 1)
        check((await ask("POST", post, {"content": "x"}))[0] == 429, "no limit")
        check((await ask("POST", post, {"content": "x"}))[0] == 429 and len(limit.early) == 1, "an early request")
    async with aiohttp.ClientSession() as http:
        async with http.get(f"{server.url}/api/v10/users/@me") as response:
            check(response.status == 401, "without a token")
    # What was asked here is not the bot's.
    server.requests.clear()
