"""The samples of a PNG that is not interlaced, read the plain way: what the file holds, and no library's opinion."""

import zlib

import numpy as np

CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}


def paeth(left, above, corner):
    estimate = left + above - corner
    return min((left, above, corner), key=lambda value: abs(estimate - value))


def unfilter(kind, line, previous, step):
    for at, byte in enumerate(line):
        left = line[at - step] if at >= step else 0
        corner = previous[at - step] if at >= step else 0
        above = previous[at]
        line[at] = (byte + (0, left, above, (left + above) // 2, paeth(left, above, corner))[kind]) % 256


def chunks(data):
    at = 8
    while at < len(data):
        size = int.from_bytes(data[at:at + 4], "big")
        yield data[at + 4:at + 8], data[at + 8:at + 8 + size]
        at += size + 12


def rgb(path):
    """Grey or RGB of any depth, scaled to 0 to 255: round(v * 255 / largest), halves up."""
    parts = list(chunks(path.read_bytes()))
    header = dict(parts)[b"IHDR"]
    width, height = (int.from_bytes(header[at:at + 4], "big") for at in (0, 4))
    depth, channels = header[8], CHANNELS[header[9]]
    assert header[12] == 0 and channels in (1, 3), f"{path}: interlaced, or with alpha"
    stream = zlib.decompress(b"".join(body for name, body in parts if name == b"IDAT"))
    row_bytes = (width * depth * channels + 7) // 8
    step = max(1, depth * channels // 8)
    lines, previous = [], bytearray(row_bytes)
    for y in range(height):
        start = y * (row_bytes + 1)
        line = bytearray(stream[start + 1:start + 1 + row_bytes])
        unfilter(stream[start], line, previous, step)
        lines.append(line)
        previous = line
    raw = np.array(lines, np.uint8)
    if depth == 16:
        values = raw.view(">u2").astype(int)
    else:
        bits = np.unpackbits(raw, axis=1).reshape(height, -1, depth)
        values = (bits.astype(int) << np.arange(depth)[::-1]).sum(2)
    values = values[:, :width * channels].reshape(height, width, channels)
    largest = 2 ** depth - 1
    return np.repeat((values * 510 + largest) // (2 * largest), 3 // channels, axis=2)
