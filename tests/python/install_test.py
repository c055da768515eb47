"""`pip install ./python` without a network: the package is what the tree holds, in the version of the program."""

import importlib.util
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import venv

absent = [name for name in ("pip", "setuptools", "wheel", "ensurepip") if importlib.util.find_spec(name) is None]
if absent:
    print(f"skipped: no {', '.join(absent)} (Debian: python3-pip, python3-venv)")
    sys.exit(77)

from milled import ROOT, MilledTest


class Install(MilledTest):
    def test_the_versions_agree(self):
        program = re.search(r"project\(epochmill VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
        package = re.search(r'^version = "(.*)"', (ROOT / "python/pyproject.toml").read_text(), re.M).group(1)
        module = re.search(r'^__version__ = "(.*)"', (ROOT / "python/epochmill/__init__.py").read_text(), re.M).group(1)
        self.assertEqual({package, module}, {program})

    def test_it_installs_offline_and_reads(self):
        with tempfile.TemporaryDirectory(prefix="epochmill-test-") as folder:
            source, place = pathlib.Path(folder) / "python", pathlib.Path(folder) / "venv"
            # A copy: setuptools leaves a build folder in the source.
            shutil.copytree(ROOT / "python", source, ignore=shutil.ignore_patterns("__pycache__", "build"))
            venv.create(place, system_site_packages=True, with_pip=False)
            python = place / "bin" / "python"
            options = ["--no-index", "--no-build-isolation", "--no-deps"]
            done = subprocess.run([python, "-m", "pip", "install", *options, source], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            out = self.synthetic("raw", samples=6, epochs=1)
            code = f"import epochmill; print(epochmill.__file__); print(len(epochmill.EpochDataset({str(out)!r})))"
            done = subprocess.run([python, "-c", code], capture_output=True, text=True, cwd=folder)
            where, rows = done.stdout.split()
            self.assertTrue(where.startswith(str(place)), where)
            self.assertEqual(rows, "6")
            installed = {path.name for path in pathlib.Path(where).parent.glob("*") if path.is_file()}
            self.assertEqual(installed, {path.name for path in (ROOT / "python/epochmill").glob("*") if path.is_file()})


if __name__ == "__main__":
    unittest.main()
