"""Robert G. Brown's dieharder, each of its tests on a part of the sequence of its own.

`dieharder -a` would feed one test after the other from wherever the last one happened to stop, so that no p-value could
be made again; and two thirds of what it eats go to one test. Here every test is a process of its own that begins at a
place known beforehand. What is left out of -a, and why:
  -d 5, 6, 7, 14   dieharder itself calls them "Suspect" and "Do Not Use"
  -d 17            eats 8 GB for two p-values
  -d 203           eats 0.4 GB times its lag plus one: 224 GB for lags 0 to 32. Lags 0 and 1 are run
  -d 200           tuples of more than 8 bits: seconds of processor grow with their number of values
"""

import re
from collections import Counter

from feed import CHUNK, Program
from verdict import Finding

# (arguments, MiB that the test is given: what it eats, measured, and a margin). Those that see most for their bytes and
# seconds come first, for short runs.
TESTS = [
    ("-d 0", 16), ("-d 1", 384), ("-d 3", 231), ("-d 4", 102), ("-d 8", 26), ("-d 9", 490), ("-d 10", 11), ("-d 11", 8),
    ("-d 12", 6), ("-d 15", 40), ("-d 16", 525), ("-d 100", 40), ("-d 101", 40), ("-d 102", 40),
    ("-d 200 -n 1", 78), ("-d 200 -n 2", 155), ("-d 200 -n 3", 231), ("-d 200 -n 4", 308),
    ("-d 201 -n 2", 78), ("-d 201 -n 3", 116), ("-d 202 -n 2", 78), ("-d 202 -n 3", 116), ("-d 202 -n 4", 154),
    ("-d 202 -n 5", 193), ("-d 204", 40), ("-d 206", 51), ("-d 207", 445), ("-d 208", 120),
    ("-d 209", 252), ("-d 203 -n 0", 384), ("-d 2", 490), ("-d 200 -n 6", 460), ("-d 201 -n 4", 154),
    ("-d 201 -n 5", 193), ("-d 205", 590), ("-d 203 -n 1", 766), ("-d 200 -n 8", 613), ("-d 13", 900),
]

LINE = re.compile(r"^\s*(\w+)\|\s*(\d+)\|\s*\d+\|\s*(\d+)\|\s*([\d.]+)\|\s*(PASSED|WEAK|FAILED)\s*$", re.M)

# Most tests make 100 or 1000 p-values and judge their uniformity by Kolmogorov and Smirnov. dieharder measures the
# largest distance of the sorted values p_1, ..., p_n from i / (n + 1) (libdieharder/kstest.c), but takes the
# distribution of the largest distance from both i / n and (i - 1) / n, which is larger. So its p-values are too large:
# of perfect words they fall thus into the tenths of [0, 1], and thus often below WEAK or above 1 - WEAK. From 3,000,000
# and 200,000 simulated sets; battery_test.py simulates some as well.
TENTHS = {
    1: [0.1] * 10,
    100: [0.0750, 0.0812, 0.0842, 0.0870, 0.0901, 0.0936, 0.0980, 0.1047, 0.1165, 0.1697],
    1000: [0.0924, 0.0943, 0.0945, 0.0962, 0.0970, 0.0984, 0.0996, 0.1018, 0.1058, 0.1200],
}
CHANCE_OF_WEAK = {1: (0.005, 0.005), 100: (0.0033, 0.0197), 1000: (0.0045, 0.0080)}


def like(samples, table):
    """The row of such a table for this number of p-values, or the nearest that it has."""
    return table[min(table, key=lambda known: abs(known - samples))]


def command(arguments):
    fields = ("test_name", "ntuple", "tsamples", "psamples", "pvalues", "assessment")
    return ["dieharder", "-g", "200", *arguments.split(), *(word for field in fields for word in ("-D", field))]


def parse(text):
    """[(name of the p-value, p, verdict, samples)] of one test, in the order of the output. FAILED at the upper end is
    WEAK here: perfect words get there once in 12,000 times, not once in a million (see TENTHS)."""
    seen = Counter()
    rows = []
    for name, ntuple, samples, p, verdict in LINE.findall(text):
        seen[name, ntuple] += 1
        count = f" #{seen[name, ntuple]}" if seen[name, ntuple] > 1 else ""
        is_upper = verdict == "FAILED" and float(p) > 0.5 and int(samples) > 1
        rows.append((f"{name} {ntuple}{count}", float(p), "WEAK" if is_upper else verdict, int(samples)))
    if not rows:
        raise RuntimeError(f"dieharder gave no p-value:\n{text}")
    return rows


def rounds(size, tests=TESTS):
    """[(arguments, round, first byte, bytes)] of the tests that `size` bytes are enough for: one after the other, the
    whole list again and again, up to the first for which they are not."""
    places = []
    place = 0
    while True:
        for arguments, mebibytes in tests:
            if place + mebibytes * CHUNK > size:
                return places
            places.append((arguments, 1 + len(places) // len(tests), place, mebibytes * CHUNK))
            place += mebibytes * CHUNK


class Dieharder:
    """A reader of a whole sequence, for feed.feed, that runs every test which the sequence is long enough for."""

    name = "dieharder"

    def __init__(self, size, tests=TESTS):
        self._waiting = rounds(size, tests)[::-1]
        self._running = None
        self._findings = []

    @property
    def is_reading(self):
        return bool(self._waiting or self._running)

    def write(self, place, chunk):
        if not self._running and self._waiting[-1][2] == place:
            self._running = self._waiting.pop()
            self._program = Program(command(self._running[0]))
        if self._running:
            self._program.write(chunk)
            arguments, _, first, size = self._running
            if not self._program.is_reading:
                self._end_test()
            elif place + CHUNK == first + size:
                raise RuntimeError(f"dieharder {arguments} wants more than the {size // CHUNK} MiB that TESTS gives it")

    def _end_test(self):
        arguments, number, _, _ = self._running
        self._running = None
        for name, p, verdict, samples in parse(self._program.finish()):
            self._findings.append(Finding("dieharder", name, p, verdict, arguments, number, samples))

    def findings(self):
        return self._findings
