"""One row of expected.tsv put to the program: its recipe, what `check` says of it, what `run` makes of it."""

import pathlib
import re
import sys
import tempfile
import threading

import h5py
import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "end_to_end"))
from program import SHARED, run, shards  # noqa: E402

CASES = SHARED / "cases"


class Milled:
    """What one run answered, and the arrays of its first epoch by sample."""

    def __init__(self, done, out):
        self.code, self.stdout, self.stderr = done.returncode, done.stdout, done.stderr
        self.arrays, self.attributes = {}, {}
        if self.code == 0:
            self.read(out)

    def read(self, out):
        parts = []
        for path in shards(out):
            with h5py.File(out / path, "r") as file:
                self.attributes = dict(file.attrs)
                parts.append({name: file[name][:] for name in file
                              if isinstance(file[name], h5py.Dataset) and file[name].shape})
        order = np.argsort(np.concatenate([part["sample"] for part in parts]), kind="stable")
        for name in parts[0]:
            together = np.concatenate([part[name] for part in parts])
            self.arrays[name] = together[order] if len(together) == len(order) else together


class Checked:
    """What `check` found."""

    def __init__(self, done, hide):
        self.code, self.stdout = done.returncode, done.stdout
        stderr = hide(done.stderr)
        error = re.search(r"^epochmill: error: (.*)", stderr, flags=re.S | re.M)
        self.refusal = error[1].strip() if error else ""
        listed = re.split(r"^epochmill: bad sample: ", stderr, flags=re.M)[1:]
        bad = [re.match(r"\d+ \(`(.*)`\): (.*)", text.strip(), flags=re.S) for text in listed]
        self.bad = [(match[1], match[2]) for match in bad]
        self.skipped = re.findall(r"^ {12}(\d+) entries skipped: (.*)$", self.stdout, flags=re.M)

    def first(self, pattern):
        """The groups of the first line that it matches, or None."""
        match = re.search(f"^{pattern}$", self.stdout, flags=re.M)
        return match.groups() if match else None

    def size(self):
        """Height and width of its largest picture, or None."""
        found = self.first(r"largest +(\d+) x (\d+) .*")
        return (int(found[0]), int(found[1])) if found else None


class Trial:
    """A row, a folder of its own, and what the program says. Answers are kept; several threads may ask."""

    def __init__(self, row, folder):
        self.row = row
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=folder))
        self.case = CASES / row.file
        self.source = []  # the lines of [source]
        self.lock = threading.RLock()
        self.answers = {}

    def recipe(self, top="", augment=""):
        text = f"seed = 11\nunique = false\n{top}\n[source]\n" + "\n".join(self.source)
        path = self.folder / f"recipe-{len(list(self.folder.glob('recipe-*')))}.toml"
        path.write_text(f'{text}\n[output]\npath = "unused"\n{augment}\n')
        return path

    def hide(self, text):
        """Without the folders of this machine."""
        for folder in (self.folder, self.case.parent, CASES):
            text = text.replace(f"{folder}/", "")
        return text

    def once(self, key, make):
        with self.lock:
            if key not in self.answers:
                self.answers[key] = make()
            return self.answers[key]

    def checked(self):
        return self.once("check", lambda: Checked(run("check", self.recipe(), "--threads", 1), self.hide))

    def milled(self, *ops, top=""):
        """Through `ops`; without any, pictures of one size come out as they are."""
        ops = ops or self.same_size()
        return self.once((top, ops), lambda: self.mill(ops, top))

    def same_size(self):
        size = self.checked().size()
        return (f'op = "center_crop"\nsize = [{size[0]}, {size[1]}]',) if size else ()

    def mill(self, ops, top):
        out = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        recipe = self.recipe(top, "".join(f"[[augment]]\n{op}\n" for op in ops))
        return Milled(run("run", recipe, "--output", out, "--threads", 1), out)

    def array(self, name, *ops, top=""):
        milled = self.milled(*ops, top=top)
        if name not in milled.arrays:
            raise AssertionError(f"run: exit code {milled.code}, no `{name}`: {self.hide(milled.stderr).strip()}")
        return milled.arrays[name]

    def picture(self):
        return self.array("image")[0]


