"""The language of the third column of expected.tsv. A clause is a pattern and a function that holds a trial against it.

The function takes the trial, all trials by their files, and the groups of the pattern. It returns what it saw, in
short, or fails with what it saw instead (AssertionError). The files clauses_of_*.py hold the functions."""

import re

import numpy as np

CLAUSES = []


def clause(pattern):
    def keep(function):
        CLAUSES.append((re.compile(pattern, flags=re.S), function))
        return function
    return keep


def reader_of(text):
    """The function of the clause that reads `text`, and the groups of its pattern."""
    for pattern, function in CLAUSES:
        match = pattern.fullmatch(text)
        if match:
            return function, match.groups()
    raise ValueError(f"no clause reads `{text}`")


def expect(right, seen, instead=None):
    """`seen`, which must be right; where it tells the wrong from the right no better than this, `instead` does."""
    if not right:
        raise AssertionError(instead or seen)
    return seen


def short(text, most=70):
    return text if len(text) <= most else f"{text[:most // 2]}…{text[-most // 3:]}"


def differences(a, b):
    expect(a.shape == b.shape, f"shapes {a.shape} and {b.shape}")
    return np.abs(a.astype(int) - b.astype(int))
