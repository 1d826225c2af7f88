"""What goes wrong with requests when a test wants it: refusals, limits, delays, lost answers."""

import asyncio
import math
import re
import time

from aiohttp import web

# Clocks and sleeps are not exact to the millisecond.
SLACK = 0.05


class Refused(Exception):
    """A request that is answered with an error of Discord's."""

    def __init__(self, status, code, message, **more):
        super().__init__(f"{status} {code} {message}")
        self.status, self.body = status, {"message": message, "code": code} | more


class Fault:
    """One thing that goes wrong. `seen` counts how often it did."""

    def __init__(self, pattern, times):
        self.pattern, self.times, self.seen = re.compile(pattern), times, 0

    def fits(self, line):
        """Whether it meets the request METHOD PATH; counted if so."""
        if self.seen < self.times and self.pattern.search(line):
            self.seen += 1
            return True
        return False

    async def before(self, request):
        """In place of the answer, or None."""

    async def after(self, request):
        """When the request has been dealt with and before it is answered."""

    def headers(self):
        """What the answer says besides."""
        return {}


class Fails(Fault):
    """The request is answered with this status and nothing is done."""

    def __init__(self, pattern, times, status, body=None):
        super().__init__(pattern, times)
        self.status, self.body = status, body

    async def before(self, request):
        if self.body is None:
            return web.Response(status=self.status, text="<html>a fault of the test's</html>", content_type="text/html")
        return web.json_response(self.body, status=self.status)


class Moved(Fault):
    """The request is sent on to another address."""

    def __init__(self, pattern, times, address):
        super().__init__(pattern, times)
        self.address = address

    async def before(self, request):
        return web.Response(status=302, headers={"Location": self.address})


class Slow(Fault):
    """The request waits before anything is done."""

    def __init__(self, pattern, times, seconds):
        super().__init__(pattern, times)
        self.seconds = seconds

    async def before(self, request):
        await asyncio.sleep(self.seconds)


class Held(Fault):
    """The request waits until it is released."""

    def __init__(self, pattern, times):
        super().__init__(pattern, times)
        self.released = asyncio.Event()

    async def before(self, request):
        await self.released.wait()

    def release(self):
        self.released.set()


class Unanswered(Fault):
    """Everything is done, but the connection breaks before the answer."""

    async def after(self, request):
        request.transport.abort()


class Broken(Fault):
    """The connection breaks before anything is done."""

    async def before(self, request):
        request.transport.abort()


class Limited(Fault):
    """The request is one too many: until the time is over all that fit are. `early` are those
    that came although they had been told to wait."""

    def __init__(self, pattern, times, seconds, everywhere=False):
        super().__init__(pattern, times)
        self.seconds, self.everywhere, self.until, self.early, self.limits = seconds, everywhere, 0, [], 0

    def fits(self, line):
        now = time.monotonic()
        if now < self.until - SLACK and (self.everywhere and "/interactions/" not in line or self.pattern.search(line)):
            self.early.append((round(self.until - now, 3), line))
            return True
        if super().fits(line):
            self.limits += 1
            self.until = now + self.seconds
            return True
        return False

    async def before(self, request):
        left = max(0.001, self.until - time.monotonic())
        headers = {"Retry-After": str(math.ceil(left)), "X-RateLimit-Scope": "global" if self.everywhere else "user"}
        if self.everywhere:
            headers["X-RateLimit-Global"] = "true"
        else:
            headers |= {"X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "0", "X-RateLimit-Bucket": "test",
                        "X-RateLimit-Reset": f"{time.time() + left:.3f}", "X-RateLimit-Reset-After": f"{left:.3f}"}
        body = {"message": "You are being rate limited.", "retry_after": round(left, 3), "global": self.everywhere}
        return web.json_response(body, status=429, headers=headers)


class Pace(Fault):
    """Each path takes so many requests in so many seconds, as Discord's channels do. `refused`
    counts those that were too many."""

    def __init__(self, pattern, number=5, seconds=5):
        super().__init__(pattern, math.inf)
        self.number, self.seconds, self.taken, self.refused = number, seconds, {}, 0

    def fits(self, line):
        self.line = line
        return super().fits(line)

    def left(self):
        """Seconds until this path takes another request, or 0."""
        now = time.monotonic()
        taken = self.taken[self.line] = [at for at in self.taken.get(self.line, []) if at > now - self.seconds]
        return taken[0] + self.seconds - now if len(taken) >= self.number else 0

    async def before(self, request):
        left = self.left()
        if not left:
            self.taken[self.line].append(time.monotonic())
            return None
        self.refused += 1
        headers = {"Retry-After": str(math.ceil(left)), "X-RateLimit-Scope": "shared"} | self.headers()
        return web.json_response({"message": "You are being rate limited.", "retry_after": round(left, 3), "global": False},
                                 status=429, headers=headers)

    def headers(self):
        left, taken = self.left(), len(self.taken[self.line])
        return {"X-RateLimit-Limit": str(self.number), "X-RateLimit-Remaining": str(self.number - taken),
                "X-RateLimit-Reset": f"{time.time() + left:.3f}", "X-RateLimit-Reset-After": f"{left or self.seconds:.3f}"}
