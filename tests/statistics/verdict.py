"""What a p-value says. It is uniform on [0, 1] for perfect words, or nearly so, and both ends are suspicious."""

import dataclasses
import math

# dieharder's own thresholds.
WEAK = 0.005
FAILED = 1e-6


@dataclasses.dataclass
class Finding:
    tool: str  # ent, dieharder or PractRand
    test: str
    p: float
    verdict: str  # PASSED, WEAK or FAILED
    arguments: str = ""  # of the tool, where it runs its tests one by one
    round: int = 1  # of such a test, on the same sequence
    samples: int = 1  # p-values that dieharder made this one of
    repeats: list = dataclasses.field(default_factory=list)  # [seed, p, verdict] of the same test under other seeds

    @property
    def verdicts(self):
        return [self.verdict] + [verdict for _, _, verdict in self.repeats]

    @property
    def has_never_passed(self):
        return "PASSED" not in self.verdicts

    @property
    def is_fault(self):
        """FAILED once, or WEAK under every one of several seeds."""
        return "FAILED" in self.verdicts or self.has_never_passed and len(self.verdicts) > 1


def verdict_of(p):
    tail = min(p, 1 - p)
    return "FAILED" if tail < FAILED else "WEAK" if tail < WEAK else "PASSED"


def normal_p(z):
    """The chance that a standard normal is above z."""
    return math.erfc(z / math.sqrt(2)) / 2


def chi_square_p(chi_square, freedom):
    """The chance that chi-square is above this, within 6% of itself down to 1e-7 for 255 degrees of freedom: Wilson
    and Hilferty's cube root (1931)."""
    spread = 2 / (9 * freedom)
    return normal_p(((chi_square / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread))
