"""Every file of the shared cases is put to the program, and the answer is held against its row in expected.tsv.

    cases_test.py [--table] [unittest's options]            --table: print what each gave, the text of docs/cases.md
"""

import concurrent.futures
import os
import pathlib
import shutil
import sys
import tempfile
import unittest

import clauses_of_annotations  # noqa: F401, as the others: to be known to `clauses`
import clauses_of_answers  # noqa: F401
import clauses_of_arrays  # noqa: F401
import clauses_of_pixels  # noqa: F401
import table
from clauses import CLAUSES, reader_of
from put import HOW, put
from trial import CASES, Trial

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "cases.md"
SKIPPED = 77


def judged(text, trial, trials):
    """What came of one clause: (held, what was seen)."""
    function, groups = reader_of(text)
    try:
        return True, function(trial, trials, *groups)
    except AssertionError as wrong:
        return False, str(wrong)


def answer(trial, trials):
    """All clauses of a row; and no warning where none is expected."""
    found = [(text, *judged(text, trial, trials)) for text in trial.row.clauses()]
    if "warns: " not in trial.row.gives and trial.checked().first(r"warnings +(\d+) .*"):
        found.append(("no warning", False, trial.hide(trial.milled().stderr)))
    return found


class Answers:
    """Of all rows, made once."""

    def __init__(self, folder):
        self.trials = [Trial(row, folder) for row in table.rows()]
        for trial in self.trials:
            for text in trial.row.clauses():
                reader_of(text)  # before the long part
            put(trial)
        first = {}
        for trial in self.trials:
            first.setdefault(trial.row.file, trial)
        # One program on each core: what they do is mostly to start.
        with concurrent.futures.ThreadPoolExecutor(min(8, os.cpu_count())) as pool:
            self.found = list(pool.map(lambda trial: answer(trial, first), self.trials))

    def page(self):
        return table.page([(trial.row, "; ".join(seen for _, _, seen in found))
                           for trial, found in zip(self.trials, self.found)])


class Cases(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        folder = tempfile.mkdtemp(prefix="epochmill-cases-")
        cls.addClassCleanup(shutil.rmtree, folder, ignore_errors=True)
        cls.answers = Answers(folder)

    def test_every_file_has_a_row(self):
        lines = (CASES / "INDEX.tsv").read_text().splitlines()[1:]
        self.assertEqual(list(dict.fromkeys(trial.row.file for trial in self.answers.trials)),
                         [line.split("\t")[1] for line in lines])

    def test_every_file_gives_what_is_right(self):
        for trial, found in zip(self.answers.trials, self.answers.found):
            for text, held, seen in found:
                with self.subTest(trial.row.file, put=trial.row.put, clause=text):
                    self.assertTrue(held, seen)

    def test_every_way_and_clause_is_used(self):
        rows = table.rows()
        self.assertEqual({row.put.split("; ")[0] for row in rows}, set(HOW))
        for pattern, _ in CLAUSES:
            self.assertTrue(any(pattern.fullmatch(text) for row in rows for text in row.clauses()), pattern.pattern)

    def test_the_page_shows_the_answers(self):
        self.assertEqual(PAGE.read_text(), self.answers.page(), f"write it anew: {__file__} --table > {PAGE}")


if __name__ == "__main__":
    if not (CASES / "INDEX.tsv").exists():
        print(f"there are no cases in {CASES}; name their folder's parent by EPOCHMILL_SHARED")
        sys.exit(SKIPPED)
    if "--table" in sys.argv:
        with tempfile.TemporaryDirectory() as temporary:
            sys.stdout.write(Answers(temporary).page())
    else:
        unittest.main()
