"""What an audit found, and what it could not read."""

import dataclasses
import pathlib


@dataclasses.dataclass(frozen=True, order=True)
class Finding:
    """One fault at one place."""

    path: pathlib.Path
    line: int         # from 1; of a notebook, within its cell
    variant: str      # a key of VARIANTS
    message: str      # what is drawn or seeded here, and how it is reached
    cell: int = 0     # of a notebook, from 1; otherwise 0


@dataclasses.dataclass
class Report:
    """All of one audit."""

    findings: list[Finding]
    unread: list[tuple[pathlib.Path, str]]  # file, reason
    files: int = 0                          # looked at
