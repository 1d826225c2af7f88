"""A reverse proxy between the bot and its homeserver, which fails as a test tells it to."""

import asyncio

import aiohttp
from aiohttp import web
from yarl import URL

# What belongs to the connection, and not to what is sent through it.
OF_THE_CONNECTION = {"host", "connection", "transfer-encoding", "content-length", "content-encoding", "keep-alive"}

# As much as a server takes for one file.
LARGEST = 64 * 1024 * 1024

PAGE = "<html><head><title>{0}</title></head><body><h1>{0}</h1><hr>nginx</body></html>"


class Proxy:
    """It passes on everything but what `meddle(method, path)` answers with a status; to that it
    says what proxies say, which is not Matrix. What `hold(path)` names waits until it no longer
    does. `asked` has what went through."""

    def __init__(self, server):
        self.server = server
        self.url = None
        self.asked = []
        self.failed = 0
        self.held = 0
        self.meddle = lambda method, path: None
        self.hold = lambda path: False
        self.reword = None

    async def __aenter__(self):
        self.http = aiohttp.ClientSession(auto_decompress=True)
        app = web.Application(client_max_size=LARGEST)
        app.router.add_route("*", "/{path:.*}", self.pass_on)
        self.runner = web.AppRunner(app, shutdown_timeout=1)
        await self.runner.setup()
        site = web.TCPSite(self.runner, "127.0.0.1", 0)
        await site.start()
        self.url = "http://{}:{}".format(*self.runner.addresses[0])
        return self

    async def __aexit__(self, *_):
        await self.runner.cleanup()
        await self.http.close()

    async def pass_on(self, request):
        status = self.meddle(request.method, request.path)
        if status:
            self.failed += 1
            return web.Response(status=status, text=PAGE.format(status), content_type="text/html")
        self.held += bool(self.hold(request.path))
        while self.hold(request.path):
            await asyncio.sleep(0.05)
        self.asked.append((request.method, request.path))
        target = request.raw_path
        if self.reword:
            answer, target = self.reword(request, target)
            if isinstance(answer, web.StreamResponse):
                return answer
            if answer is not None:
                return web.json_response(answer)
        headers = {key: value for key, value in request.headers.items() if key.lower() not in OF_THE_CONNECTION}
        try:
            async with self.http.request(request.method, URL(self.server + target, encoded=True), headers=headers,
                                         data=await request.read()) as answer:
                kept = {key: value for key, value in answer.headers.items() if key.lower() not in OF_THE_CONNECTION}
                return web.Response(status=answer.status, headers=kept, body=await answer.read())
        except aiohttp.ClientError as error:
            return web.Response(status=502, text=PAGE.format(error), content_type="text/html")
