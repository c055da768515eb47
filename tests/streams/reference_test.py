"""The plain Python reference agrees with the worked example of docs/streams.md, which the C++ tests hold to as well."""

import pathlib
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PAGE = (HERE.parents[1] / "docs" / "streams.md").read_text()


class Reference(unittest.TestCase):
    def test_every_number_of_the_first_draw_is_on_the_page(self):
        printed = subprocess.run([sys.executable, HERE / "reference.py"], check=True, capture_output=True, text=True).stdout
        words = [line for line in printed.splitlines() if line.startswith(("draw 0: counter", "draw 0: block", "bulk 1"))]
        self.assertGreaterEqual(len(words), 3)
        for line in words:
            for word in line.split()[-4:]:
                self.assertIn(word, PAGE, line)


if __name__ == "__main__":
    unittest.main()
