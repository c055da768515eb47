#!/usr/bin/env python3
"""Instructions that each stage of making a row takes: a loss of speed that no busy machine can hide or feign.

Counted by callgrind, which has AVX2 at most, as the difference between six times and once. The counts are those of Debian 12's
compiler and libraries; others skip. After a change that is meant: tests/instructions/instructions_test.py --write
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

STAGES = os.environ.get("EPOCHMILL_STAGES", "build/tests/instructions/stages")
COUNTS = pathlib.Path(__file__).with_name("counts.txt")
TIMES = 5
# A new patch level of a library may cost a little more.
TOLERANCE = 0.05


def instructions(stage, times):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", STAGES, stage, str(times)],
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return int(re.search(r"Collected : (\d+)", done.stderr).group(1))


def count_all():
    names = subprocess.run([STAGES, "--list"], check=True, capture_output=True, text=True).stdout.split()
    return {name: (instructions(name, TIMES + 1) - instructions(name, 1)) // TIMES for name in names}


def compiler():
    return subprocess.run(["c++", "-dumpfullversion"], capture_output=True, text=True).stdout.split(".")[0]


class Instructions(unittest.TestCase):
    def test_no_stage_takes_more_than_it_did(self):
        expected = {name: int(count) for name, count in (line.split() for line in COUNTS.read_text().splitlines())}
        found = count_all()
        self.assertEqual(set(found), set(expected), "run it with --write")
        for name, count in found.items():
            print(f"{name:<16} {count:>10} instructions, {count / expected[name] - 1:+.2%}")
        for name, count in found.items():
            self.assertLess(count, expected[name] * (1 + TOLERANCE), name)
            if count < expected[name] * 0.8:
                print(f"{name} got much faster: keep that by --write")


if __name__ == "__main__":
    if "--write" in sys.argv:
        COUNTS.write_text("".join(f"{name} {count}\n" for name, count in count_all().items()))
        sys.exit()
    has_avx2 = "avx2" in pathlib.Path("/proc/cpuinfo").read_text()
    if not shutil.which("valgrind") or compiler() != "12" or not has_avx2:
        print("skipped: no valgrind, or not the compiler and CPU that counts.txt is of")
        sys.exit(77)
    unittest.main()
