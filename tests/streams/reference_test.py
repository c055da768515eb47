"""The plain Python reference, the program, the golden draws and the page docs/streams.md agree, number by number."""

import os
import pathlib
import random
import subprocess
import sys
import unittest

from reference import EXAMPLE, text
from reference_distributions import golden_text

HERE = pathlib.Path(__file__).resolve().parent
PAGE = (HERE.parents[1] / "docs" / "streams.md").read_text()
PROGRAM = pathlib.Path(os.environ.get("EPOCHMILL_PROGRAM", "build/src/epochmill")).resolve()

# As the page writes it: without what is a default.
EXAMPLE_ON_THE_PAGE = {name: EXAMPLE[name] for name in ("seed", "epoch", "sample", "op", "count")}

# The first and last values of each field, and those at the seams of its words.
CORNERS = {"seed": (0, 2**32 - 1, 2**32, 2**64 - 1), "ranks": (1, 65536), "threads": (1, 4096),
           "epoch": (0, 2**16 - 1, 2**16, 2**20 - 1), "sample": (0, 2**28 - 1, 2**32 - 1, 2**32, 2**40 - 1),
           "op": (0, 239, 240, 255), "redraw": (0, 1, 127), "count": (1, 300)}


def options(values):
    return [word for name, value in values.items() for word in (f"--{name}", str(value))]


def output(command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def random_values(rng):
    """Any address; small numbers are as likely as large ones."""
    some = {name: rng.randint(low, rng.choice((high, low + min(high - low, 300)))) for name, low, high in
            (("seed", 0, 2**64 - 1), ("ranks", 1, 65536), ("threads", 1, 4096), ("epoch", 0, 2**20 - 1),
             ("sample", 0, 2**40 - 1), ("op", 0, 255), ("redraw", 0, 127))}
    return {**some, "count": rng.randint(1, 6)}


class Reference(unittest.TestCase):
    def test_golden_draws_are_those_of_the_reference(self):
        self.assertEqual((HERE / "golden_draws.txt").read_text(), golden_text())

    def test_the_page_shows_what_it_prints(self):
        printed = output([sys.executable, HERE / "reference.py"])
        shown = "".join(f"    {line}\n" for line in printed.splitlines())
        self.assertIn(f"    $ epochmill draw {' '.join(options(EXAMPLE_ON_THE_PAGE))}\n{shown}", PAGE)

    def test_it_prints_what_the_program_prints(self):
        self.assertTrue(PROGRAM.is_file(), f"{PROGRAM}: there is no such program; set EPOCHMILL_PROGRAM")
        rng = random.Random(20261129)
        cases = [EXAMPLE, {name: values[-1] for name, values in CORNERS.items()}]
        cases += [{**EXAMPLE, name: value} for name, values in CORNERS.items() for value in values]
        cases += [random_values(rng) for _ in range(100)]
        for values in cases:
            with self.subTest(**values):
                self.assertEqual(output([PROGRAM, "draw", *options(values)]), text(**values))

    def test_it_takes_the_options_of_the_program(self):
        values = {name: corners[-1] for name, corners in CORNERS.items()} | {"count": 3}
        self.assertEqual(output([sys.executable, HERE / "reference.py", *options(values)]), text(**values))


if __name__ == "__main__":
    unittest.main()
