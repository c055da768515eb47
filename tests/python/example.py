"""Runs an example as a user does, in a folder of its own, and reads the tables that it prints.

A test that takes this exits with 77, which ctest calls skipped, where PyTorch or matplotlib is missing.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

try:
    import matplotlib  # noqa: F401, only asked whether it is there
    import torch  # noqa: F401
    import torchvision  # noqa: F401
except ImportError as missing:
    print(f"skipped: {missing}; needs torchvision and matplotlib (Debian: python3-torchvision, python3-matplotlib)")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "python" / "examples"
sys.path[:0] = [str(ROOT / folder) for folder in ("python/examples/seeds", "python/examples", "python")]
PAGE = (ROOT / "docs" / "why.md").read_text()
LARGEST_PICTURE = 100_000  # bytes: those in docs are of the examples


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def tables(text):
    """Every table of a text, as a list of rows, each a dict by heading."""
    found, block = [], []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            block.append(cells(line))
        elif block:
            headings, _, *rows = block
            found.append([dict(zip(headings, row)) for row in rows])
            block = []
    return found


class ExampleTest(unittest.TestCase):
    """Runs `script` with its picture once, for all of the tests of a class."""

    script = ""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="epochmill-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        if cls.script:
            cls.picture = cls.folder / "picture.png"
            cls.text = cls.run_example(cls.script, "--picture", cls.picture).stdout
            cls.tables = tables(cls.text)

    @classmethod
    def run_example(cls, script, *arguments, code=0):
        argv = [sys.executable, str(EXAMPLES / script), *map(str, arguments)]
        done = subprocess.run(argv, capture_output=True, text=True, cwd=cls.folder, timeout=300)
        assert done.returncode == code, f"{script} ended with {done.returncode}: {done.stdout}{done.stderr}"
        return done

    def assert_row(self, row, expected):
        """A row holds what is expected behind its heading, and docs/why.md shows that very row."""
        self.assertEqual(list(row.values())[1:], expected)
        self.assertIn(f"| {' | '.join(expected)} |", PAGE)

    def assert_is_a_small_picture(self, path):
        self.assertEqual(path.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        self.assertLess(path.stat().st_size, LARGEST_PICTURE)
