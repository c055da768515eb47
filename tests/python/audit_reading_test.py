"""What the auditor reads and how it answers: places, formats, exit codes, versions of PyTorch, odd files."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PACKAGE = pathlib.Path(__file__).resolve().parents[2] / "python"
sys.path.insert(0, str(PACKAGE))

from epochmill.audit import VARIANTS, audit_paths  # noqa: E402

FAULTY = """import numpy as np
from torch.utils.data import DataLoader, Dataset


class Noise(Dataset):
    def __len__(self):
        return 10

    def __getitem__(self, index):
        return np.random.rand(3)


loader = DataLoader(Noise(), num_workers=2)
"""
FINE = FAULTY.replace("np.random.rand(3)", "index")


class Tree(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="epochmill-test-")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def found(self, **options):
        findings = audit_paths([self.root], **options).findings
        return [(finding.path.name, finding.line, finding.variant) for finding in findings]

    def run_audit(self, *arguments):
        environment = {**os.environ, "PYTHONPATH": str(PACKAGE), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "epochmill.audit", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, env=environment)


class Answers(Tree):
    def test_text_names_file_line_variant_and_remedy(self):
        done = self.run_audit(self.write("noise.py", FAULTY))
        self.assertEqual(done.returncode, 1)
        self.assertIn("noise.py:10: numpy-global: np.random.rand in Noise.__getitem__", done.stdout)
        self.assertIn("noise.py:13", done.stdout)
        self.assertIn(VARIANTS["numpy-global"].remedy, done.stdout)
        self.assertIn("1 finding in 1 file", done.stdout)

    def test_json(self):
        self.write("noise.py", FAULTY)
        done = self.run_audit(self.root, "--format", "json")
        report = json.loads(done.stdout)
        self.assertEqual([(each["line"], each["variant"]) for each in report["findings"]], [(10, "numpy-global")])
        self.assertEqual(report["files"], 1)

    def test_sarif_has_a_rule_for_each_variant_and_a_place_for_each_result(self):
        self.write("noise.py", FAULTY)
        log = json.loads(self.run_audit(self.root, "--format", "sarif").stdout)
        run = log["runs"][0]
        self.assertEqual(log["version"], "2.1.0")
        self.assertEqual([rule["id"] for rule in run["tool"]["driver"]["rules"]], list(VARIANTS))
        result, = run["results"]
        self.assertEqual(run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"], result["ruleId"])
        self.assertEqual(result["locations"][0]["physicalLocation"]["region"]["startLine"], 10)

    def test_exit_codes(self):
        self.assertEqual(self.run_audit(self.write("fine.py", FINE)).returncode, 0)
        for arguments in ((), (self.root / "nowhere",), (self.root, "--torch", "new"), (self.root, "--format", "xml")):
            done = self.run_audit(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn("error:", done.stderr)

    def test_variants_are_listed(self):
        done = self.run_audit("--variants")
        self.assertEqual(done.returncode, 0)
        for name in VARIANTS:
            self.assertIn(name, done.stdout)

    def test_a_comment_silences_one_variant_or_all(self):
        for comment, count in (("# epochmill: ignore", 0), ("# epochmill: ignore[numpy-global]", 0),
                               ("# epochmill: ignore[index-seed]", 1)):
            self.write("noise.py", FAULTY.replace("rand(3)", f"rand(3)  {comment}"))
            self.assertEqual(len(self.found()), count, comment)


class Versions(Tree):
    def test_numpy_global_is_mended_in_1_9(self):
        self.write("noise.py", FAULTY)
        self.assertEqual(len(self.found(torch=(1, 8, 1))), 1)
        self.assertEqual(self.found(torch=(1, 9)), [])

    def test_requirements_of_the_tree_are_read(self):
        self.write("noise.py", FAULTY)
        for name, text, count in (
                ("requirements.txt", "torch==1.7.1+cu110\n", 1), ("requirements.txt", "torch>=2.0  # new\n", 0),
                ("requirements.txt", "torchvision==0.14\n", 1), ("requirements.txt", "torch<1.8\ntorch!=2.0\n", 1),
                ("pyproject.toml", 'dependencies = ["numpy", "torch>=1.13,<3"]\n', 0),
                ("pyproject.toml", '[tool.poetry.dependencies]\ntorch = "^2.1"\n', 0),
                ("setup.py", "install_requires=['torch>=1.6', 'numpy']\n", 1),
                ("environment.yml", "dependencies:\n  - pytorch=1.12.1\n", 0)):
            path = self.write(name, text)
            self.assertEqual(len(self.found()), count, text)
            path.unlink()

    def test_held_generators_are_mended_nowhere(self):
        text = FAULTY.replace("    def __len__", "    rng = np.random.default_rng(0)\n\n    def __len__")
        self.write("held.py", text.replace("np.random.rand(3)", "self.rng.random(3)"))
        self.assertEqual([each[2] for each in self.found(torch=(9, 9))], ["held-generator"])


class OddFiles(Tree):
    def test_nothing_is_run_or_imported(self):
        trap = self.root / "trap"
        self.write("noise.py", f"open({str(trap)!r}, 'w').close()\n{FAULTY}")
        self.write("helper.py", f"open({str(trap)!r}, 'w').close()\n")
        self.write("sitecustomize.py", f"open({str(trap)!r}, 'w').close()\n")
        self.found()
        self.assertFalse(trap.exists())
        self.assertNotIn("noise", sys.modules)

    def test_links_in_a_circle_end_and_no_file_counts_twice(self):
        self.write("a/noise.py", FAULTY)
        (self.root / "a" / "again").symlink_to(self.root)
        (self.root / "a" / "copy.py").symlink_to(self.root / "a" / "noise.py")
        (self.root / "self.py").symlink_to(self.root / "self.py")
        (self.root / "gone.py").symlink_to(self.root / "nothing.py")
        self.assertEqual(len(self.found()), 1)

    def test_a_pipe_is_not_waited_for(self):
        os.mkfifo(self.root / "pipe.py")
        self.write("noise.py", FAULTY)
        self.assertEqual(len(self.found()), 1)

    def test_files_that_are_no_python(self):
        telling = "from torch.utils.data import Dataset\n"
        for number, data in enumerate((
                b"", b"\0\0\0Dataset", b"\xff\xfe" + telling.encode("utf-16-le"), b"\xef\xbb\xbf" + telling.encode(),
                b"# coding: nothing\n" + telling.encode(), b"# coding: latin-1\nx = '\xe9'  # Dataset\n",
                telling.encode() + b"((((" * 500,
                telling.encode() + b"x = " + b"-" * 20000 + b"1\n",
                telling.encode() + b"x = " + b"1 + " * 20000 + b"1\n",
                telling.encode() + b"a." * 20000 + b"b\n", telling.encode() + b"if x:\n" * 3 + b"\tpass\n  pass\n",
                telling.encode() + "".join(" " * depth + "if x:\n" for depth in range(200)).encode(),
                b"\r\r\r" + telling.encode(),
                telling.encode() + b"9" * 10000,
                telling.encode() + b"class A(A): pass\nclass B(C): pass\nclass C(B): pass\n")):
            self.write(f"odd{number}.py", data)
        for number, text in enumerate(("", "[]", "{}", '{"cells": 3}',
                                       '{"cells": [{"cell_type": "code", "source": 7}]}',
                                       '{"worksheets": [{"cells": [{"cell_type": "code", "input": "Dataset("}]}]}',
                                       "[" * 100000)):
            self.write(f"odd{number}.ipynb", text)
            self.write(f"odd{number}_of_torch.ipynb", text + " Dataset")
        self.write("noise.py", FAULTY)
        report = audit_paths([self.root])
        self.assertEqual([finding.path.name for finding in report.findings], ["noise.py"])
        self.assertTrue(report.unread)

    def test_long_sums_in_worker_code_do_not_end_the_audit(self):
        for terms in (300, 900, 2500):
            long_sum = " + ".join(["np.random.rand(3)", *["index"] * terms])
            text = FAULTY.replace("np.random.rand(3)", long_sum)
            self.write(f"sum{terms}.py", text)
        self.write("noise.py", FAULTY)
        report = audit_paths([self.root])
        self.assertIn("noise.py", [finding.path.name for finding in report.findings])
        self.assertEqual(len({finding.path for finding in report.findings} | {path for path, _ in report.unread}), 4)

    def test_a_huge_file_is_left_out_and_said_so(self):
        self.write("huge.py", FAULTY + "#" * (3 << 20))
        report = audit_paths([self.root])
        self.assertEqual(report.findings, [])
        self.assertIn("bytes", report.unread[0][1])

    def test_a_file_that_imports_itself_and_names_in_a_circle(self):
        circle = "import numpy as np\nfrom loop import *\nfrom loop import y\nimport other\nx = y\ny = x"
        self.write("loop.py", FAULTY.replace("import numpy as np", circle))
        self.write("other.py", "from loop import Noise, x\nfrom other import z\n")
        self.assertEqual(len(self.found()), 1)

    def test_notebooks_count_lines_in_their_cells(self):
        head, _, tail = FAULTY.partition("\n\n\n")
        cells = [{"cell_type": "markdown", "source": "# Noise"},
                 {"cell_type": "code", "source": "%load_ext x\n" + head},
                 {"cell_type": "code", "source": tail.splitlines(True)}]
        self.write("noise.ipynb", json.dumps({"cells": cells}))
        finding, = audit_paths([self.root]).findings
        self.assertEqual((finding.cell, finding.line), (3, 6))

    def test_other_environments_inside_the_tree_are_left_out(self):
        self.write("venv/pyvenv.cfg", "")
        self.write("venv/lib/noise.py", FAULTY)
        self.write(".git/noise.py", FAULTY)
        self.write("node_modules/noise.py", FAULTY)
        self.assertEqual(self.found(), [])


if __name__ == "__main__":
    unittest.main()
