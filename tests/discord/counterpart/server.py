"""The counterpart as a server on loopback: what it listens on, what it records, what goes wrong."""

import asyncio
import json
import math
import time
import traceback

from aiohttp import web

from .faults import Broken, Fails, Held, Limited, Moved, Pace, Refused, Slow, Unanswered
from .gateway import Gateway
from .rest import Rest
from .world import World

TOKEN = "MTA.counterpart.not-a-secret"

# Uploads of Discord's own limit, and what goes with them.
LARGEST = 30 << 20


class Counterpart:
    """One server with its world. It can be stopped and started again on the same port."""

    def __init__(self, token=TOKEN):
        self.token = token
        self.world = World()
        self.gateway = Gateway(self)
        self.rest = Rest(self)
        self.requests = []       # every request of the bot
        self.faults = []
        self.strict = []         # what the bot did that Discord would not take, or takes amiss
        self.port = 0
        self._runner = None
        self._open = 0           # requests that have begun and not ended

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def gateway_url(self):
        return self.gateway_at(f"127.0.0.1:{self.port}")

    def gateway_at(self, host):
        """The gateway's address for whoever has come by this one."""
        return f"ws://{host}/gateway"

    # -- life

    async def start(self):
        app = web.Application(client_max_size=LARGEST)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_get("/files/{id}/{name}", self._file)
        app.router.add_route("*", "/api/v10/{path:.*}", self._serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port, reuse_address=True)
        await site.start()
        self.port = self._runner.addresses[0][1]
        return self

    async def stop(self):
        if self._runner is not None:
            await self.gateway.drop()
            await self._runner.cleanup()
            self._runner = None

    # -- faults to come: PATTERN is searched in “METHOD /path”

    def _add(self, fault):
        self.faults.append(fault)
        return fault

    def fail(self, pattern, times=1, status=502, body=None):
        return self._add(Fails(pattern, times, status, body))

    def move(self, pattern, address, times=1):
        return self._add(Moved(pattern, times, address))

    def slow(self, pattern, seconds, times=1):
        return self._add(Slow(pattern, times, seconds))

    def keep(self, pattern, times=math.inf):
        """Requests wait until what is returned is released."""
        return self._add(Held(pattern, times))

    def limit(self, pattern, seconds, times=1, everywhere=False):
        return self._add(Limited(pattern, times, seconds, everywhere))

    def pace(self, pattern, number=5, seconds=5):
        return self._add(Pace(pattern, number, seconds))

    def lose_answer(self, pattern, times=1):
        return self._add(Unanswered(pattern, times))

    def hang_up(self, pattern, times=1):
        return self._add(Broken(pattern, times))

    # -- requests

    async def _file(self, request):
        for fault in [fault for fault in self.faults if fault.fits(f"GET {request.path}")]:
            response = await fault.before(request)
            if response is not None:
                return response
        return web.Response(body=self.world.files[request.match_info["id"]], content_type="application/octet-stream")

    async def _serve(self, request):
        self._open += 1
        try:
            return await self._answer(request)
        finally:
            self._open -= 1

    async def _answer(self, request):
        path = "/" + request.match_info["path"]
        body, files = await self._body(request)
        record = {"at": time.monotonic(), "method": request.method, "path": request.path, "query": request.query_string,
                  "type": request.content_type if body is not None or files else "", "json": body,
                  "files": {field: [file.name, file.kind] for field, file in files.items()}, "status": None}
        self.requests.append(record)
        line = f"{request.method} {path}"
        met = [fault for fault in self.faults if fault.fits(line)]
        response = None
        for fault in met:
            response = response or await fault.before(request)
        if response is None:
            response = await self._done(request, path, body, files)
        for fault in met:
            response.headers.update(fault.headers())
            await fault.after(request)
        record["status"] = response.status
        return response

    async def _done(self, request, path, body, files):
        # What comes with an interaction's token needs no other.
        open_to_all = path.startswith(("/interactions/", "/webhooks/"))
        if not open_to_all and request.headers.get("Authorization") != f"Bot {self.token}":
            return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)
        try:
            self.rest.host = request.host
            status, answer = await self.rest.do(request.method, path, request.query, body, files)
        except Refused as refused:
            return web.json_response(refused.body, status=refused.status)
        except Exception as error:  # a request in a form that is not expected, or a fault here
            self.strict.append(f"{request.method} {path} cannot be understood: {error!r}\n{traceback.format_exc()}")
            return web.json_response({"message": "500: Internal Server Error", "code": 0}, status=500)
        headers = {"X-RateLimit-Limit": "1000", "X-RateLimit-Remaining": "999", "X-RateLimit-Bucket": "free",
                   "X-RateLimit-Reset": f"{time.time() + 1:.3f}", "X-RateLimit-Reset-After": "1.000"}
        if answer is None:
            return web.Response(status=204, headers=headers)
        return web.json_response(answer, status=status, headers=headers)

    async def _body(self, request):
        """The JSON of a request, and its files by their field."""
        if request.content_type != "multipart/form-data":
            text = await request.text()
            return json.loads(text) if text else None, {}
        body, files = None, {}
        async for part in await request.multipart():
            data = bytes(await part.read(decode=True))
            if part.name == "payload_json":
                body = json.loads(data)
            else:
                files[part.name] = File(part.filename, part.headers.get("Content-Type"), data)
        return body, files

    async def quiet(self, seconds=0.5, limit=30):
        """Waits until no request has come for so long."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            last = self.requests[-1]["at"] if self.requests else 0
            if not self._open and time.monotonic() - last > seconds:
                return
            await asyncio.sleep(0.05)


class File:
    """One file of a request."""

    def __init__(self, name, kind, data):
        self.name, self.kind, self.data = name, kind, data
