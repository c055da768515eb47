"""Chris Doty-Humphrey's PractRand, where its program RNG_test is installed. No Debian package has it."""

import os
import re

from feed import Program
from verdict import Finding

LENGTH = re.compile(r"^length= .*\(2\^([\d.]+) bytes\)", re.M)
# An anomaly: test, raw result, p, and what PractRand calls it: "unusual", "mildly suspicious", "suspicious", "very
# suspicious", "VERY SUSPICIOUS", "FAIL", "FAIL !", ...
ANOMALY = re.compile(r"^ +(\S+) +R= *\S+ +p *~?= *(\S+) +(.*\S) *$", re.M)
CLEAN = re.compile(r"(\d+) test result\(s\)")


class PractRand:
    """A reader of the largest power of two of bytes in a sequence, for feed.feed."""

    name = "practrand"

    def __init__(self, size):
        size_log2 = size.bit_length() - 1
        limit = f"{1 << size_log2 - 30}GB" if size_log2 >= 30 else f"{1 << size_log2 - 20}MB"
        threads = ["-multithreaded"] if (os.cpu_count() or 1) > 1 else []
        self._program = Program(["RNG_test", "stdin32", "-tlmax", limit, *threads])

    @property
    def is_reading(self):
        return self._program.is_reading

    def write(self, _, chunk):
        self._program.write(chunk)

    def findings(self):
        return parse(self._program.finish())


def parse(text):
    """Every anomaly at every length, and how many results of the longest had none."""
    starts = list(LENGTH.finditer(text))
    if not starts:
        raise RuntimeError(f"PractRand gave no result:\n{text}")
    findings = []
    for start, following in zip(starts, starts[1:] + [None]):
        block = text[start.end():following.start() if following else None]
        for test, p, words in ANOMALY.findall(block):
            verdict = "FAILED" if "FAIL" in words else "WEAK"
            findings.append(Finding("practrand", f"{test} ({words}, at 2^{start[1]} bytes)", number(p), verdict))
    clean = CLEAN.search(block)
    count = clean[1] if clean else "no"
    findings.append(Finding("practrand", f"{count} results at 2^{starts[-1][1]} bytes", None, "PASSED"))
    return findings


def number(p):
    """PractRand writes numbers near 1 as 1-2e-5."""
    return 1 - float(p[2:]) if p.startswith("1-") else float(p)
