"""What the fault tests share: a run with a system call that fails, the smallest recipe, and what must hold after it."""

import dataclasses
import os
import pathlib
import re
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "end_to_end"))
import program

PRELOAD = pathlib.Path(os.environ.get("EPOCHMILL_FAULTS_PRELOAD", "build/tests/faults/libfaults_preload.so")).resolve()

RECIPE = """
seed = 5
epochs = {epochs}
[source]
kind = "folder"
path = "{source}"
[output]
path = "{folder}/out"
shard_rows = {rows}
[[augment]]
op = "random_resized_crop"
size = [16, 16]
"""


@dataclasses.dataclass(frozen=True)
class Fault:
    """The `at`-th `call` of a run, and what becomes of it (see preload.c)."""

    call: str
    at: int
    mode: str
    rank: int | None = None
    lasts: bool = False

    @property
    def is_kill(self):
        return self.mode.startswith("kill")

    def __str__(self):
        rank = "" if self.rank is None else f" of rank {self.rank}"
        return f"{self.call} {self.at}{rank}: {self.mode}"


def environment(folder, fault=None, log=None, rank=None, clock_s=None, pause_ms=None):
    """Makes a run meet `fault`, or, without one, write all its calls on `folder` to `log`."""
    made = {"LD_PRELOAD": PRELOAD, "FAULT_FOLDER": folder or "", "ASAN_OPTIONS": "verify_asan_link_order=0"}
    if fault:
        made |= {"FAULT_CALL": fault.call, "FAULT_AT": fault.at, "FAULT_MODE": fault.mode}
        made |= {"FAULT_LASTS": 1} if fault.lasts else {}
        rank = fault.rank
    made |= {} if log is None else {"FAULT_LOG": log}
    made |= {} if rank is None else {"FAULT_RANK": rank}
    made |= {} if clock_s is None else {"FAULT_CLOCK_S": clock_s}
    made |= {} if pause_ms is None else {"FAULT_PAUSE_MS": pause_ms}
    return made


def is_unfinished(path):
    return path.rsplit("/", 1)[-1].startswith(".")


def final_name(path):
    """The final name of what an unfinished file's name was made for."""
    return re.sub(r"^\.(.+)\.tmp\..*$", r"\1", path.rsplit("/", 1)[-1])


def messages(errors):
    """The errors among what a run printed, each with the lines that belong to it."""
    return re.split(r"^(?=epochmill: error:)", errors, flags=re.M)[1:]


class Progress:
    """A line every ten seconds: how much of a long test is done, and the time left."""

    def __init__(self, name, total):
        self.name = name
        self.total = total
        self.began = self.printed = time.monotonic()

    def tell(self, done, found=""):
        now = time.monotonic()
        if now - self.printed < 10:
            return
        self.printed = now
        left_s = (now - self.began) / done * (self.total - done)
        print(f"{self.name}: {done} of {self.total}{found}, {left_s:.0f} s left", file=sys.stderr, flush=True)


class FaultTest(program.ProgramTest):
    images = 4
    rows = 2
    epochs = 2

    @classmethod
    def setUpClass(cls):
        assert PRELOAD.exists(), f"{PRELOAD} is missing: build the target faults_preload"
        super().setUpClass()
        cls.recipe = cls.folder / "recipe.toml"
        cls.recipe.write_text(RECIPE.format(source=cls.folder / "data", folder=cls.folder, rows=cls.rows,
                                            epochs=cls.epochs))

    def calm(self, name="calm", *arguments):
        """The undisturbed tree."""
        self.mill(self.folder / name, *arguments)
        return program.digests(self.folder / name)

    def check_finals(self, out, expected, where):
        """Every file under a final name is whole, and the undisturbed run's."""
        found = program.digests(out)
        for path in found:
            if not is_unfinished(path):
                self.assertIn(path, expected, where)
                self.assertEqual(found[path], expected[path], f"{where}: {path} is damaged")
        return found
