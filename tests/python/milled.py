"""Output folders that the tests of the Python package read: small recipes, run by the real program."""

import os
import pathlib
import sys

TESTS = pathlib.Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
sys.path[:0] = [str(ROOT / "python"), str(TESTS / "end_to_end")]

from program import ProgramTest, run  # noqa: E402

SYNTHETIC = """seed = 7
epochs = {epochs}
{top}
[source]
kind = "synthetic"
samples = {samples}
height = {side}
width = {side}
classes = 5
[output]
path = "out"
shard_rows = {shard_rows}
encoding = "{encoding}"
{output}
[[augment]]
op = "random_crop"
size = [{side}, {side}]
padding = 8
{ops}
"""


class MilledTest(ProgramTest):
    """A test with a folder of its own, in which recipes become outputs."""

    images = 4

    @classmethod
    def milled(cls, name, recipe, *arguments):
        """The output folder of a recipe's text; one that was made before is kept."""
        out = cls.folder / name
        path = cls.folder / "data" / f"{name}.toml"
        path.write_text(recipe)
        done = run("run", path, "--output", out, "--threads", 1, *arguments)
        assert done.returncode == 0, done.stderr
        return out

    @classmethod
    def synthetic(cls, name, *arguments, samples=50, side=40, shard_rows=16, epochs=3, encoding="raw", ops="", top="",
                  output=""):
        return cls.milled(name, SYNTHETIC.format(samples=samples, side=side, shard_rows=shard_rows, epochs=epochs,
                                                 encoding=encoding, ops=ops, top=top, output=output), *arguments)


def open_files():
    """What each handle of this process is of, as the kernel says; that of this very listing is among them."""
    found = []
    for path in pathlib.Path("/proc/self/fd").iterdir():
        try:
            found.append(os.readlink(path))
        except FileNotFoundError:
            pass
    return found
