"""Reads a PNG picture to its last pixel."""

import struct
import zlib

# Samples of a pixel by the colour type in the header.
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}


def unfilter(kind, line, above, step):
    """One line of samples with its filter taken off, as the PNG specification says."""
    out = bytearray(line)
    for i in range(len(out)):
        left = out[i - step] if i >= step else 0
        up = above[i]
        corner = above[i - step] if i >= step else 0
        match kind:
            case 0:
                break
            case 1:
                out[i] = (out[i] + left) & 255
            case 2:
                out[i] = (out[i] + up) & 255
            case 3:
                out[i] = (out[i] + (left + up) // 2) & 255
            case 4:
                p = left + up - corner
                near = min((abs(p - left), 0, left), (abs(p - up), 1, up), (abs(p - corner), 2, corner))[2]
                out[i] = (out[i] + near) & 255
            case _:
                raise ValueError(f"an unknown filter: {kind}")
    return out


def size(data):
    """Width and height of a picture, all of which has been read. ValueError says what is wrong."""
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError("no PNG")
    at, header, packed, colours, ended = 8, None, b"", None, False
    while at < len(data):
        if ended or at + 12 > len(data):
            raise ValueError("bytes behind the end, or a torn chunk")
        length, name = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if len(body) < length or at + 12 + length > len(data):
            raise ValueError("a torn chunk")
        if zlib.crc32(name + body) != struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0]:
            raise ValueError(f"the chunk {name} is damaged")
        if name == b"IHDR":
            header = struct.unpack(">IIBBBBB", body)
        elif name == b"PLTE":
            colours = len(body) // 3
        elif name == b"IDAT":
            packed += body
        ended = name == b"IEND"
        at += 12 + length
    if not ended or header is None:
        raise ValueError("it breaks off")
    width, height, bits, kind, _, _, interlaced = header
    if interlaced:
        raise ValueError("interlaced")
    if kind == 3 and not colours:
        raise ValueError("no palette")
    pixels = zlib.decompress(packed)
    step = max(1, bits * CHANNELS[kind] // 8)
    length = (width * bits * CHANNELS[kind] + 7) // 8
    if len(pixels) != (length + 1) * height:
        raise ValueError("pixels are missing")
    above, seen = bytearray(length), set()
    for y in range(height):
        line = pixels[y * (length + 1):(y + 1) * (length + 1)]
        above = unfilter(line[0], line[1:], above, step)
        if kind == 3 and bits == 8 and max(above) >= colours:
            raise ValueError("a colour that the palette lacks")
        seen.update(above[:: max(1, length // 50)])
    if len(seen) < 2:
        raise ValueError("all of it is one colour")
    return width, height
