"""Text of any age to a syntax tree: Python 3, Python 2, notebooks, and files with errors, as far as they go."""

import ast
import dataclasses
import io
import json
import pathlib
import re
import tokenize
import warnings
from typing import Optional

MAX_SOURCE_BYTES = 2 << 20
MAX_NOTEBOOK_BYTES = 32 << 20   # pictures in the outputs
MAX_REPAIRS = 25

# Python 2 that Python 3 does not parse, each replaced by what has the same names in it.
_PYTHON2 = (
    (re.compile(r"^(\s*)print\s+>>\s*[^,\n]+,?(.*)$", re.M), r"\1print(\2)"),
    (re.compile(r"^(\s*(?:.*:\s+|.*;\s*)?)print(?:[ \t]+(?!=|\()(.+?))?[ \t]*$", re.M), r"\1print(\2)"),
    (re.compile(r"^(\s*except\s+[^:\n]+?),\s*(\w+)\s*:", re.M), r"\1 as \2:"),
    (re.compile(r"^(\s*raise\s+[\w.]+)\s*,\s*(.+)$", re.M), r"\1(\2)"),
    (re.compile(r"^(\s*)exec\s+(?!\()(.+)$", re.M), r"\1exec(\2)"),
    (re.compile(r"<>"), "!="),
    (re.compile(r"\b0+([0-7]+)\b(?=[^.\d'\"])"), r"0o\1"),
    (re.compile(r"\b(\d+)[lL]\b"), r"\1"),
    (re.compile(r"\b[uU][rR](?=['\"])"), "r"),
)


@dataclasses.dataclass
class Parsed:
    """A tree, and where its lines are."""

    tree: Optional[ast.Module]
    problem: str = ""                                       # why there is no tree, or not all of it
    places: Optional[list[tuple[int, int]]] = None          # of a notebook: line - 1 -> (cell, line in it), both from 1

    def place(self, line: int) -> tuple[int, int]:
        """(cell, line); the cell is 0 in a plain file."""
        if self.places is None:
            return 0, line
        return self.places[min(line, len(self.places)) - 1] if self.places else (1, 1)


def is_too_large(path: pathlib.Path, size_bytes: int) -> bool:
    return size_bytes > (MAX_NOTEBOOK_BYTES if path.suffix == ".ipynb" else MAX_SOURCE_BYTES)


def parse(path: pathlib.Path, data: bytes) -> Parsed:
    """Never raises for what the file holds."""
    if path.suffix == ".ipynb":
        return _parse_notebook(data)
    tree, problem = _parse_text(_decoded(data))
    return Parsed(tree, problem)


def _decoded(data: bytes) -> str:
    try:
        encoding = tokenize.detect_encoding(io.BytesIO(data).readline)[0]
        text = data.decode(encoding, errors="replace")
    except (SyntaxError, LookupError):
        text = data.decode("latin-1")
    return text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _parse_notebook(data: bytes) -> Parsed:
    try:
        cells = json.loads(data)
        cells = cells.get("cells") or cells["worksheets"][0]["cells"]
        sources = [(number, cell.get("source", cell.get("input", ""))) for number, cell in enumerate(cells, 1)
                   if cell.get("cell_type") == "code"]
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        return Parsed(None, f"is no notebook: {error}")
    lines: list[str] = []
    places: list[tuple[int, int]] = []
    for number, source in sources:
        text = "".join(map(str, source)) if isinstance(source, list) else str(source)
        own = text.splitlines()
        if own and own[0].lstrip().startswith("%%") and not own[0].startswith(("%%time", "%%capture", "%%prun")):
            continue  # another language, or a file
        for line_number, line in enumerate(own, 1):
            bare = line.lstrip()
            if bare.startswith(("%", "!", "?")) or bare.endswith("?"):
                line = line[:len(line) - len(bare)] + "pass"
            lines.append(line)
            places.append((number, line_number))
    tree, problem = _parse_text("\n".join(lines) + "\n")
    return Parsed(tree, problem, places)


def _parse_text(text: str) -> tuple[Optional[ast.Module], str]:
    """A tree of all that can be parsed; line numbers stay those of the text."""
    tree, error = _attempt(text)
    if tree is not None:
        return tree, ""
    first = f"line {getattr(error, 'lineno', '?')}: {getattr(error, 'msg', error)}"
    text = "\n".join(line.expandtabs(8) for line in text.replace("\0", "").split("\n"))
    for pattern, replacement in _PYTHON2:
        text = pattern.sub(replacement, text)
    lines = text.split("\n")
    for repair in range(MAX_REPAIRS + 1):
        tree, error = _attempt("\n".join(lines))
        if tree is not None:
            return tree, "" if repair == 0 else first
        number = getattr(error, "lineno", None)
        if not number or not 1 <= number <= len(lines):
            break
        reason = str(getattr(error, "msg", ""))
        if reason.startswith("expected an indented block"):  # the line before opens what does not follow
            number -= 1
            while number > 1 and not lines[number - 1].strip():
                number -= 1
        line = lines[number - 1]
        is_indent = reason.startswith(("unexpected indent", "unindent")) or line.strip() in ("", "pass")
        lines[number - 1] = "" if is_indent else line[:len(line) - len(line.lstrip())] + "pass"
    return None, first


def _attempt(text: str) -> tuple[Optional[ast.Module], Optional[Exception]]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of escapes in other people's strings
            return ast.parse(text), None
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError) as error:
        return None, error
