"""Every shell script of the tree is free of what shellcheck knows to be a trap."""

import os
import pathlib
import shutil
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def scripts():
    """By name or by first line; of the files that git knows or would take."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True,
                            text=True, check=True).stdout.split("\n")
    for name in filter(None, listed):
        path = ROOT / name
        if not path.is_file():
            continue
        with open(path, "rb") as file:
            first = file.readline(64)
        if name.endswith((".sh", ".sbatch")) or first in (b"#!/bin/sh\n", b"#!/bin/bash\n", b"#!/usr/bin/env bash\n"):
            yield name


class Shell(unittest.TestCase):
    def test_shellcheck_finds_nothing(self):
        if shutil.which("shellcheck") is None:
            self.skipTest("no shellcheck here")
        found = list(scripts())
        self.assertIn("jobs/preprocess.sbatch", found)
        done = subprocess.run(["shellcheck", "--external-sources", *found], cwd=ROOT, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_every_batch_script_says_what_it_needs_and_leaves(self):
        for path in sorted((ROOT / "jobs").glob("*.sbatch")):
            head = path.read_text().split("#SBATCH")[0]
            with self.subTest(path.name):
                self.assertIn("\n# Needs: ", head)
                self.assertIn("\n# Leaves: ", head)
                self.assertIn(f"`{path.name}`", (ROOT / "jobs/README.md").read_text())

    def test_no_script_holds_a_fact_about_a_site(self):
        for path in sorted((ROOT / "jobs").glob("*.sbatch")):
            with self.subTest(path.name):
                for word in ("--partition", "--account", "--time", "--qos", "module load"):
                    self.assertNotIn(word, path.read_text())

    def refusal(self, *words, **variables):
        done = subprocess.run([ROOT / "jobs" / words[0], *words[1:]], capture_output=True, text=True,
                              env={"PATH": os.environ["PATH"], **variables})
        self.assertEqual(done.returncode, 64, done.stderr)
        return done.stderr

    def test_submitting_says_what_it_expects(self):
        self.assertIn("preprocess", self.refusal("submit.sh"))
        self.assertIn("found 'nonsense'", self.refusal("submit.sh", "nonsense"))
        self.assertIn("jobs/sites/nowhere.env: copy jobs/sites/example.env", self.refusal("submit.sh", "preprocess", SITE="nowhere"))
        self.assertIn("PARTS=N", self.refusal("submit.sh", "array", "recipe.toml"))
        self.assertIn("EPOCHS OUTPUT TRAIN.sbatch RECIPE", self.refusal("submit_rolling.sh", "3"))


if __name__ == "__main__":
    unittest.main()
