"""Which PyTorch a tree asks for, by its lists of requirements."""

import pathlib
import re
from typing import Iterable, Optional

Version = tuple[int, ...]
NUMPY_IS_SEEDED: Version = (1, 9)   # workers seed NumPy's global generator from this version on
FILES = ("requirements.txt", "requirements-dev.txt", "setup.py", "setup.cfg", "pyproject.toml", "environment.yml",
         "environment.yaml", "Pipfile", "conda.yaml", "conda.yml")
_REQUIREMENT = re.compile(r"""^[\s"'\-]*(?:pytorch|torch)(?:\[\w+\])?["']?\s*(?:=\s*["'])?"""
                          r"""(?:::)?\s*(===?|~=|>=|=|\^|>|<=?|!=)\s*["']?(\d+(?:\.\d+)*)([^#\n]*)""", re.M)
_IN_LIST = re.compile(r"""["'](?:torch|pytorch)\s*(===?|~=|>=|>|<=?)\s*(\d+(?:\.\d+)*)([^"']*)["']""")


def parse_version(text: str) -> Version:
    match = re.match(r"\d+(\.\d+)*", text)
    if match is None:
        raise ValueError(f"{text!r} is no version of PyTorch; expected a number such as 1.8.1")
    return tuple(int(part) for part in match.group().split("."))


def lowest_version(folders: Iterable[pathlib.Path]) -> Optional[Version]:
    """The lowest PyTorch that requirements in these folders admit; None where none says so."""
    found = []
    for folder in folders:
        for name in FILES:
            path = folder / name
            try:
                if not path.is_file() or path.stat().st_size > 1 << 20:
                    continue
                text = path.read_text(errors="replace")
            except OSError:
                continue
            for sign, version, _ in [*_REQUIREMENT.findall(text), *_IN_LIST.findall(text)]:
                if not sign.startswith(("<", "!")):
                    found.append(parse_version(version))
    return min(found, default=None)
