"""expected.tsv as rows, and the page that shows what each row gave."""

import dataclasses
import pathlib

from clauses import short

PATH = pathlib.Path(__file__).parent / "expected.tsv"
HEAD = ["file", "put as", "must give", "note"]

PAGE_HEAD = """# The odd files, and what comes of each

Made by `tests/cases/cases_test.py --table`, which puts each file to the program as `tests/cases/expected.tsv` says;
test `cases` makes it anew and compares. `as Pillow`: Pillow's pixels, turned as EXIF says and laid on black. INDEX is
the list that came with the files. Errors are whole, but for folders; `…` stands for the left out middle of a name.

| file | put as | must give | gave | note |
|---|---|---|---|---|
"""


@dataclasses.dataclass(frozen=True)
class Row:
    file: str  # below the folder of cases
    put: str  # as put.py reads it
    gives: str  # as clauses.py reads it
    note: str

    def clauses(self):
        return self.gives.split("; ")


def rows():
    lines = [line.split("\t") for line in PATH.read_text().splitlines()]
    assert lines[0] == HEAD, f"{PATH}: its first line is {lines[0]}, and not {HEAD}"
    for number, line in enumerate(lines, 1):
        assert len(line) == len(HEAD), f"{PATH}:{number}: {len(line)} columns, expected {len(HEAD)}"
    return [Row(*line) for line in lines[1:]]


def cell(text):
    """Fit for a table of Markdown."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def short_words(text, most=70):
    return " ".join(short(word, most) for word in text.split(" "))


def page(seen):
    """`seen`: what each row gave."""
    lines = [[f"`{row.file}`", row.put, short_words(row.gives), gave, row.note] for row, gave in seen]
    return PAGE_HEAD + "".join("| " + " | ".join(map(cell, line)) + " |\n" for line in lines)
