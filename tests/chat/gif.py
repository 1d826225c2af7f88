"""Reads a GIF animation, block by block."""

import struct
from dataclasses import dataclass


@dataclass
class Animation:
    """What a GIF says of itself."""

    width: int
    height: int
    # Of each frame how long it is shown, in hundredths of a second.
    times: list
    # Whether it begins anew at its end.
    loops: bool


def blocks(data, at):
    """The sub-blocks from a place on, put together, and the place behind them."""
    whole = b""
    while length := data[at]:
        whole += data[at + 1:at + 1 + length]
        at += 1 + length
    return whole, at + 1


def read(data):
    """An animation, all of which has been read. ValueError says what is wrong."""
    if data[:6] != b"GIF89a":
        raise ValueError("no GIF")
    width, height, flags = struct.unpack("<HHB", data[6:11])
    at = 13 + (3 << (flags & 7) + 1 if flags & 128 else 0)
    times, loops, time = [], False, 0
    while data[at] != 0x3B:
        match data[at]:
            case 0x21:
                kind = data[at + 1]
                content, at = blocks(data, at + 2)
                if kind == 0xF9:
                    time = struct.unpack("<H", content[1:3])[0]
                elif kind == 0xFF and content.startswith(b"NETSCAPE2.0"):
                    loops = True
            case 0x2C:
                left, top, across, down, local = struct.unpack("<HHHHB", data[at + 1:at + 10])
                if left + across > width or top + down > height:
                    raise ValueError(f"frame {len(times)} does not fit")
                at += 10 + (3 << (local & 7) + 1 if local & 128 else 0)
                pixels, at = blocks(data, at + 1)
                if not pixels:
                    raise ValueError(f"frame {len(times)} is empty")
                times.append(time)
            case other:
                raise ValueError(f"an unknown block: {other}")
    if at != len(data) - 1:
        raise ValueError("something follows the end")
    return Animation(width, height, times, loops)


def size(data):
    """Width and height of an animation."""
    animation = read(data)
    return animation.width, animation.height
