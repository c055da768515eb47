#!/usr/bin/env python3
"""A second, plain reading of docs/streams.md, in integers, to check the C++ against: prints the numbers of its example.

usage: reference.py [SEED RANK THREAD EPOCH SAMPLE OP [REDRAW]]
"""

import sys

WORD = 0xFFFFFFFF
SCALAR_DRAWS = 4  # how many draws of an address to print
EXAMPLE = (20261129, 38, 7, 3, 4711, 8)


def philox(counter, seed):
    """Philox4x32-10: four words from four words and a 64-bit key."""
    c0, c1, c2, c3 = counter
    k0, k1 = seed & WORD, seed >> 32
    for _ in range(10):
        a, b = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1, c2, c3 = (b >> 32) ^ c1 ^ k0, b & WORD, (a >> 32) ^ c3 ^ k1, a & WORD
        k0, k1 = (k0 + 0x9E3779B9) & WORD, (k1 + 0xBB67AE85) & WORD
    return c0, c1, c2, c3


def pack(rank, thread, epoch, sample, op, block):
    """The counter of one block of an address."""
    fields = ((rank, 16), (thread, 12), (epoch, 20), (sample, 40), (op, 8), (block, 32))
    assert all(0 <= value < 1 << bits for value, bits in fields)
    return (block, rank << 16 | thread << 4 | epoch >> 16, sample & WORD,
            (sample >> 32) << 24 | (epoch & 0xFFFF) << 8 | op)


def bits64(seed, address, draw, retry=0, redraw=0):
    words = philox(pack(*address, redraw << 24 | retry << 16 | draw), seed)
    return words[1] << 32 | words[0]


def uniform(seed, address, draw, redraw=0):
    return (bits64(seed, address, draw, 0, redraw) >> 11) / 2**53


def integer_between(seed, address, draw, a, b, redraw=0):
    for retry in range(256):
        product = bits64(seed, address, draw, retry, redraw) * (b - a)
        if product % 2**64 >= 2**64 % (b - a):
            return a + (product >> 64)
    raise RuntimeError("256 words were rejected")


def bernoulli(seed, address, draw, p, redraw=0):
    numerator, denominator = float(p).as_integer_ratio()
    return bits64(seed, address, draw, 0, redraw) < numerator * 2**64 // denominator


def main(arguments):
    seed, *address = [int(word, 0) for word in arguments] or EXAMPLE
    redraw = address.pop() if len(address) == 6 else 0
    for draw in range(SCALAR_DRAWS):
        counter = pack(*address, redraw << 24 | draw)
        print(f"draw {draw}: counter", *(f"{word:08x}" for word in counter))
        print(f"draw {draw}: block  ", *(f"{word:08x}" for word in philox(counter, seed)))
        print(f"draw {draw}: uniform {uniform(seed, address, draw, redraw).hex()}",
              f"integer in [-3, 33): {integer_between(seed, address, draw, -3, 33, redraw)}",
              f"in [-2^63, 1): {integer_between(seed, address, draw, -2**63, 1, redraw)}",
              f"bernoulli(0.5): {bernoulli(seed, address, draw, 0.5, redraw)}")
    for index in range(2):
        counter = pack(*address, 1 << 31 | index)
        print(f"bulk {index}: counter", *(f"{word:08x}" for word in counter))
        print(f"bulk {index}: block  ", *(f"{word:08x}" for word in philox(counter, seed)))


if __name__ == "__main__":
    main(sys.argv[1:])
