#!/usr/bin/env python3
"""The distributions of docs/streams.md, written a second time. Prints golden_draws.txt, to which the C++ is held."""

import fractions
import itertools
import math

from reference import bits64, hexadecimal, pack, philox, uniform
from reference_math import cos_turns, exp, log

# (seed, address, redraw), as in example.hpp
STREAMS = {"example": (20261129, (38, 7, 3, 4711, 8), 0),
           "full": (0x0123456789ABCDEF, (0xABCD, 0xEF1, 0x98765, 0xFEDCBA9876, 0x5A), 77)}


def scalar(stream, draw, retry=0):
    """bits64 and the upper 64 bits of a scalar block."""
    seed, address, redraw = stream
    words = philox(pack(*address, redraw << 24 | retry << 16 | draw), seed)
    return bits64(*words[:2]), bits64(*words[2:])


def inner_uniform(bits):
    return ((bits >> 12) * 2 + 1) / 2**53


def uniform_f32(stream, draw):
    return (scalar(stream, draw)[0] >> 40) / 2**24


def uniform_between(stream, draw, a, b):
    return a + (b - a) * uniform(scalar(stream, draw)[0])


def log_uniform_between(stream, draw, a, b):
    return min(max(exp(uniform_between(stream, draw, log(a), log(b))), a), b)


def integer_between(stream, draw, a, b):
    for retry in range(256):
        product = scalar(stream, draw, retry)[0] * (b - a)
        if product % 2**64 >= 2**64 % (b - a):
            return a + (product >> 64)
    raise RuntimeError("256 words were rejected")


def bernoulli(stream, draw, p):
    return int(scalar(stream, draw)[0] < int(fractions.Fraction(p) * 2**64))


def normal(stream, draw, retry=0):
    low, high = scalar(stream, draw, retry)
    return math.sqrt(-2 * log(inner_uniform(low))) * cos_turns(uniform(high))


def log_gamma_variate(stream, draw, shape, first_retry=0):
    d = (shape + 1 if shape < 1 else shape) - 1 / 3
    c = 1 / math.sqrt(9 * d)
    for retry in range(first_retry, first_retry + 128, 2):
        x = normal(stream, draw, retry)
        w = 1 + c * x
        low, high = scalar(stream, draw, retry + 1)
        if w > 0 and log(inner_uniform(low)) < 0.5 * x * x + d * (1 - w * w * w + 3 * log(w)):
            value = log(d) + 3 * log(w)
            return value + log(inner_uniform(high)) / shape if shape < 1 else value
    raise RuntimeError("64 attempts were rejected")


def exp_or_zero(x):
    return exp(x) if x >= -700 else 0.0


def beta(stream, draw, a, b):
    difference = log_gamma_variate(stream, draw, a) - log_gamma_variate(stream, draw, b, 128)
    smaller = exp_or_zero(-abs(difference))
    return (1.0 if difference >= 0 else smaller) / (1 + smaller)


def dirichlet(stream, draw, *shapes):
    logs = [log_gamma_variate(stream, draw + i, shape) for i, shape in enumerate(shapes)]
    parts = [exp_or_zero(value - max(logs)) for value in logs]
    total = 0.0
    for part in parts:
        total += part
    return [part / total for part in parts]


def choice(stream, draw, *weights):
    scale = fractions.Fraction(2) ** (62 - len(weights).bit_length() - (math.frexp(max(weights))[1] - 1))
    ends = list(itertools.accumulate(math.ceil(fractions.Fraction(weight) * scale) for weight in weights))
    pick = integer_between(stream, draw, 0, ends[-1])
    return next(index for index, end in enumerate(ends) if pick < end)


def shuffled(stream, n):
    places = list(range(n))
    for i in range(n - 1, 0, -1):
        j = integer_between(stream, i, 0, i + 1)
        places[i], places[j] = places[j], places[i]
    return places


def permute(stream, index, n):
    if n <= 65536:
        return shuffled(stream, n)[index]
    seed, address, _ = stream
    half = ((n - 1).bit_length() + 1) // 2
    while True:
        left, right = index >> half, index % 2**half
        for number in range(12):
            word = philox(pack(*address, 1 << 31 | number << 27 | right), seed)[0]
            left, right = right, left ^ word % 2**half
        index = left << half | right
        if index < n:
            return index


CASES = [(uniform_f32, ()), (uniform_between, (-2.5, 7.25)), (log_uniform_between, (0.75, 4 / 3)),
         (integer_between, (-3, 33)), (integer_between, (-2**63, 1)), (bernoulli, (0.5,)), (bernoulli, (0.1,)),
         (normal, ()),
         (log_gamma_variate, (0.001,)), (log_gamma_variate, (0.3,)), (log_gamma_variate, (1,)),
         (log_gamma_variate, (7.5,)), (log_gamma_variate, (1e6,)),
         (beta, (0.001, 0.001)), (beta, (0.2, 0.2)), (beta, (1, 1)), (beta, (0.4, 3)), (beta, (50, 50)),
         (dirichlet, (1, 1, 1)), (dirichlet, (0.1, 2, 0.5, 30)),
         (choice, (1, 2, 3)), (choice, (0.1, 0, 0.7, 0.2, 0)), (choice, (1, 1e-100)),
         (permute, (10,)), (permute, (65537,)), (permute, (2**40,))]
# A gamma of shape 1 rejects its first attempt in draw 7 of `full` and in draw 43 of `example`.
DRAWS = (0, 1, 2, 3, 7, 43)


def shown(value):
    if isinstance(value, list):
        return " ".join(shown(item) for item in value)
    return hexadecimal(value) if isinstance(value, float) else str(value)


def golden_text():
    lines = ["# Made by reference_distributions.py.\n",
             "# stream, draw number (of permute: place), distribution, its parameters = value\n"]
    for stream in STREAMS:
        for function, parameters in CASES:
            for draw in DRAWS:
                if function is permute and draw >= parameters[0]:
                    continue
                value = function(STREAMS[stream], draw, *parameters)
                words = [stream, draw, function.__name__, *parameters, "=", value]
                lines.append(" ".join(map(shown, words)) + "\n")
    return "".join(lines)


if __name__ == "__main__":
    print(golden_text(), end="")
