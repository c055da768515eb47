"""Gunther's Universal Scalability Law: C(N) = gamma N / (1 + alpha (N - 1) + beta N (N - 1)).

gamma: the rate of one; alpha: the share that is serial, or waits in line; beta: what each pays for every other one.
"""

import dataclasses
import itertools
import math

import numpy

FEWEST_SIZES = 4  # three coefficients, and one point to contradict them


@dataclasses.dataclass(frozen=True)
class Law:
    gamma: float
    alpha: float
    beta: float
    misfit: float  # the largest relative distance of a point from the curve

    def rate(self, size):
        return self.gamma * size / (1 + self.alpha * (size - 1) + self.beta * size * (size - 1))

    def peak(self):
        """The size with the highest rate; infinite when more is always more."""
        if self.beta <= 0:
            return math.inf
        return math.sqrt(max(1 - self.alpha, 0) / self.beta) if self.alpha < 1 else 1.0


def fit(sizes, rates):
    """The law with alpha, beta >= 0 nearest to the points; None for fewer than FEWEST_SIZES different sizes.

    N / C(N) is linear in 1/gamma, alpha/gamma, beta/gamma, so least squares of relative errors have one minimum, and it
    lies at the best of four: with both, one or none of alpha and beta held at zero.
    """
    sizes, rates = numpy.asarray(sizes, float), numpy.asarray(rates, float)
    if len(set(sizes)) < FEWEST_SIZES:
        return None
    target = sizes / rates
    columns = numpy.stack([numpy.ones_like(sizes), sizes - 1, sizes * (sizes - 1)], axis=1) / target[:, None]
    best = None
    for free in ((0, *more) for count in range(3) for more in itertools.combinations((1, 2), count)):
        found = numpy.zeros(3)
        found[list(free)] = numpy.linalg.lstsq(columns[:, free], numpy.ones_like(sizes), rcond=None)[0]
        error = float(numpy.sum((columns @ found - 1) ** 2))
        # A free coefficient that is no better than zero is zero.
        if found[0] > 0 and min(found) >= 0 and (best is None or error < best[0] * (1 - 1e-9) - 1e-15):
            best = (error, found)
    if best is None:
        return None
    inverse, alpha, beta = best[1]
    law = Law(1 / inverse, alpha / inverse, beta / inverse, 0)
    return dataclasses.replace(law, misfit=float(numpy.max(numpy.abs(law.rate(sizes) / rates - 1))))


def _size(size):
    return f"{size:,.0f}" if size >= 10 else f"{size:.1f}"


def sentence(law, size_word, largest):
    """The law for people."""
    if law is None:
        return f"Universal Scalability Law: not enough points (fewer than {FEWEST_SIZES} different numbers of {size_word})"
    text = (f"Universal Scalability Law: γ = {law.gamma:,.0f} images/s, α = {law.alpha:.3g}, β = {law.beta:.3g}, "
            f"off by at most {law.misfit:.0%}; ")
    peak = law.peak()
    if math.isinf(peak):
        limit = f", never above {law.gamma / law.alpha:,.0f} images/s" if law.alpha > 0 else ""
        return text + f"no peak (β = 0){limit}"
    beyond = ", far beyond what was measured" if peak > 4 * largest else ""
    return text + f"peak of {law.rate(peak):,.0f} images/s at {_size(peak)} {size_word}{beyond}"
