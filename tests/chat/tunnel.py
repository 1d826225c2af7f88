"""A tunnel to a server, so that one of several bots can be cut off from it."""

import asyncio


class Tunnel:
    """Passes connections on."""

    def __init__(self, port):
        self.to, self.port = port, 0
        self.open = True
        self._server, self._writers = None, set()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self.cut()
        self._server.close()

    def cut(self):
        """Connections break, and new ones end at once."""
        self.open = False
        for writer in self._writers:
            writer.transport.abort()

    def mend(self):
        self.open = True

    async def _serve(self, reader, writer):
        other_writer = None
        self._writers.add(writer)
        try:
            if not self.open:
                return
            other_reader, other_writer = await asyncio.open_connection("127.0.0.1", self.to)
            if not self.open:
                return
            self._writers.add(other_writer)
            await asyncio.gather(self._pass(reader, other_writer), self._pass(other_reader, writer))
        except OSError:
            pass
        finally:
            for one in (writer, other_writer):
                if one is not None:
                    self._writers.discard(one)
                    one.transport.abort()

    async def _pass(self, reader, writer):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
        writer.close()
