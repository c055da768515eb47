"""John Walker's `ent`: counts of bytes, their mean, a Monte Carlo pi, and their serial correlation."""

import math

from feed import Program
from verdict import Finding, chi_square_p, normal_p, verdict_of


class Ent:
    """A reader of a whole sequence, for feed.feed."""

    name = "ent"

    def __init__(self):
        self._program = Program(["ent", "-t"])

    @property
    def is_reading(self):
        return self._program.is_reading

    def write(self, _, chunk):
        self._program.write(chunk)

    def findings(self):
        return parse(self._program.finish())


def parse(text):
    """The p-values behind `ent -t`: it prints the statistics, whose distributions are known."""
    header, values = (line.split(",") for line in text.strip().splitlines())
    row = dict(zip(header, values))
    size = int(row["File-bytes"])
    tests = {
        "chi-square of bytes": chi_square_p(float(row["Chi-square"]), 255),
        "mean of bytes": normal_p((float(row["Mean"]) - 127.5) / math.sqrt((256 ** 2 - 1) / 12 / size)),
        # Six bytes make a point of the square; pi/4 of the points fall into the circle.
        "Monte Carlo pi": normal_p((float(row["Monte-Carlo-Pi"]) - math.pi) /
                                   math.sqrt(math.pi * (4 - math.pi) / (size // 6))),
        "serial correlation": normal_p(float(row["Serial-Correlation"]) * math.sqrt(size)),
    }
    return [Finding("ent", test, p, verdict_of(p)) for test, p in tests.items()]
