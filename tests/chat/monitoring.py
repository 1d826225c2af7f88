"""What the bot tells its operator by HTTP, and a strict reader of Prometheus' text."""

import asyncio
import re

from patience import check, until
from server import free_ports

NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
LABEL = r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"'
SAMPLE = re.compile(rf"({NAME})(?:\{{((?:{LABEL})(?:,{LABEL})*)?\}})? (\S+)")
SUFFIXES = {"histogram": ("_bucket", "_sum", "_count")}


class Monitoring:
    """The address at which a bot tells how it is. Made before the bot is started."""

    def __init__(self, bot):
        self.port, = free_ports(1)
        bot.sections["http"] = {"listen": f"127.0.0.1:{self.port}"}

    async def get(self, path):
        """The status and the text; None while nobody listens."""
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except ConnectionError:
            return None
        try:
            writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            await writer.drain()
            head, _, body = (await asyncio.wait_for(reader.read(), 20)).decode().partition("\r\n\r\n")
        finally:
            writer.close()
        return int(head.split()[1]), body

    async def until(self, status, *words, seconds=120):
        """Waits until /readyz has this status and says these words."""
        last = None
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while loop.time() < end:
            last = await self.get("/readyz")
            if last and last[0] == status and all(word in last[1] for word in words):
                return last[1]
            await asyncio.sleep(0.1)
        check(False, f"/readyz is not {status} {words} within {seconds} s, but {last}")

    async def metrics(self):
        """All samples, by name and labels."""
        status, text = await self.get("/metrics")
        check(status == 200, f"/metrics: {status}")
        return parse(text)

    async def metric(self, name, holds, seconds=60, **labels):
        """Waits until `holds` is true of a sample."""
        key = (name, frozenset(labels.items()))
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while True:
            value = (await self.metrics()).get(key)
            if value is not None and holds(value):
                return value
            check(loop.time() < end, f"{name} {labels} is {value}")
            await asyncio.sleep(0.2)


def parse(text):
    """Reads Prometheus' text format, and checks it: each family is described once and before its
    samples, which stand together; no sample comes twice; histograms count up to their end."""
    check(text.endswith("\n"), "the last line has no end")
    samples, kinds, helps, done, current = {}, {}, set(), set(), None
    for line in text.splitlines():
        if not line:
            continue
        if line.startswith("# "):
            _, what, name, rest = line.split(" ", 3)
            check(what in ("HELP", "TYPE"), line)
            if what == "HELP":
                check(name not in helps, f"described twice: {line}")
                helps.add(name)
            else:
                check(name not in kinds, f"typed twice: {line}")
                check(rest in ("counter", "gauge", "histogram"), line)
                kinds[name] = rest
            if name != current:
                check(name not in done, f"in two pieces: {line}")
                done.add(current)
                current = name
            continue
        read = SAMPLE.fullmatch(line)
        check(read, f"no sample: {line}")
        family = read[1]
        for suffix in SUFFIXES["histogram"]:
            base = family.removesuffix(suffix)
            if base != family and kinds.get(base) == "histogram":
                family = base
        check(family == current and family in kinds and family in helps, f"out of its family: {line}")
        labels = frozenset((label[1], label[2]) for label in re.finditer(LABEL, read[2] or ""))
        check((read[1], labels) not in samples, f"twice: {line}")
        samples[read[1], labels] = float(read[7])
        if kinds[family] == "counter":
            check(samples[read[1], labels] >= 0, f"below zero: {line}")
    for (name, labels), count in samples.items():
        if kinds.get(name.removesuffix("_count")) != "histogram" or not name.endswith("_count"):
            continue
        base = name.removesuffix("_count")
        buckets = sorted((float(dict(own)["le"]), value) for (other, own), value in samples.items()
                         if other == f"{base}_bucket" and own - {("le", dict(own)["le"])} == labels)
        check(buckets and buckets[-1] == (float("inf"), count), f"{base} {dict(labels)} ends with {buckets[-1:]}")
        counts = [value for _, value in buckets]
        check(counts == sorted(counts), f"{base} {dict(labels)} goes down: {buckets}")
    return samples


__all__ = ["Monitoring", "parse", "until"]
