#!/usr/bin/env python3
"""A second, plain reading of docs/streams.md to check the C++ against: prints the very text of `epochmill draw`.

usage: reference.py [--seed N] [--ranks N] [--threads N] [--epoch E] [--sample S] [--op ID] [--redraw R] [--count N]
"""

import argparse

from reference_math import box_muller

WORD = 0xFFFFFFFF
EXAMPLE = {"seed": 20261129, "ranks": 64, "threads": 16, "epoch": 3, "sample": 4711, "op": 8, "redraw": 0, "count": 2}


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


def bits64(low, high):
    return high << 32 | low


def uniform(bits):
    return (bits >> 11) / 2**53


def hexadecimal(x):
    """As C writes it: without zeros at the end."""
    digits, exponent = x.hex().split("p")
    return digits.rstrip("0").rstrip(".") + "p" + exponent


def text(seed, ranks, threads, epoch, sample, op, redraw, count):
    worker = sample % (ranks * threads)
    rank, thread = divmod(worker, threads)
    address, words = (rank, thread, epoch, sample, op), lambda four: " ".join(f"{word:08x}" for word in four)
    lines = ["stream   philox4x32-10/1", f"seed     {seed}", f"key      {seed & WORD:08x} {seed >> 32:08x}",
             f"grid     {ranks} x {threads}", f"worker   {worker}", f"rank     {rank}", f"thread   {thread}",
             f"epoch    {epoch}", f"sample   {sample}", f"op       {op}", f"redraw   {redraw}"]
    for draw in range(count):
        counter = pack(*address, redraw << 24 | draw)
        block = philox(counter, seed)
        bits = bits64(*block[:2])
        lines += [f"draw {draw}  counter  {words(counter)}", f"draw {draw}  block    {words(block)}",
                  f"draw {draw}  bits64   {bits:016x}",
                  f"draw {draw}  uniform  {hexadecimal(uniform(bits))} {uniform(bits):.17g}"]
    for index in range(count):
        counter = pack(*address, 1 << 31 | index)
        block = philox(counter, seed)
        normals = box_muller(*block[:2]) + box_muller(*block[2:])
        lines += [f"bulk {index}  counter  {words(counter)}", f"bulk {index}  block    {words(block)}",
                  f"bulk {index}  normals  {' '.join(hexadecimal(normal) for normal in normals)}",
                  f"bulk {index}  decimal  {' '.join(f'{normal:.9g}' for normal in normals)}"]
    return "".join(line + "\n" for line in lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Prints what `epochmill draw` prints; by default the page's example.")
    for name, value in EXAMPLE.items():
        parser.add_argument(f"--{name}", type=lambda word: int(word, 0), default=value)
    print(text(**vars(parser.parse_args())), end="")
