"""Warps on real digits and on boxes: milled, verified by replay, equal on ranks and threads."""

import shutil
import unittest

import h5py
import numpy as np

from program import SHARED, ProgramTest, digests, run, shards

DIGITS = SHARED / "data" / "mnist" / "t10k-images-idx3-ubyte.gz"
WARPS = """
[[augment]]
op = "random_affine"
degrees = 15
translate = [0.1, 0.1]
scale = [0.9, 1.1]
"""


class Warps(ProgramTest):
    @unittest.skipUnless(DIGITS.exists(), "no MNIST")
    def test_digits_are_milled_and_replayed(self):
        recipe = self.write_recipe("mnist.toml", f'seed = 3\nepochs = 3\n[source]\nkind = "idx"\npath = "{DIGITS}"\n'
                                                 f'[output]\npath = "out"\n{WARPS}')
        out = self.folder / "digits"
        self.mill(out, "--threads", "2", recipe=recipe)
        checked = run("verify", out, "--replay", "200", "--source", DIGITS)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        sums, rows = [], []
        for path in shards(out):
            with h5py.File(out / path, "r") as file:
                sums += list(file["image"][:].sum(axis=(1, 2, 3), dtype=np.int64))
                columns = [name if isinstance(name, str) else name.decode() for name in file["draws"].attrs["columns"]]
                rows.append(file["draws"][:])
        draws = dict(zip(columns, np.concatenate(rows).T))
        self.assertEqual(len(sums), 30000)
        self.assertGreater(min(sums), 0, "a digit has left its picture")
        angles, across = draws["random_affine.angle"], draws["random_affine.translate_x"]
        self.assertGreater(len(np.unique(angles)), 29900)
        self.assertTrue(-15 <= angles.min() < -14.9 and 14.9 < angles.max() <= 15)
        self.assertEqual(sorted(set(across)), [-3, -2, -1, 0, 1, 2, 3])

    def test_the_same_bytes_on_ranks_and_threads(self):
        text = self.recipe.read_text().split("[[augment]]")[0]
        recipe = self.recipe.with_name("warps.toml")
        recipe.write_text(f'{text}{WARPS}interpolation = "bilinear"\n[[augment]]\nop = "random_perspective"\n'
                          '[[augment]]\nop = "random_rotation"\ndegrees = 180\nexpand = true\n'
                          '[[augment]]\nop = "resize"\nsize = [64, 64]\n')
        outs = [self.folder / name for name in ("one", "many")]
        found = []
        for fuse in ("false", "true"):
            options = ["--epochs", "0:2", "--set", f"fuse={fuse}"]
            self.mill(outs[0], "--threads", "1", *options, recipe=recipe)
            self.mill(outs[1], "--threads", "2", *options, ranks=2, recipe=recipe)
            found.append(digests(outs[0]))
            self.assertGreater(len(found[-1]), 2)
            self.assertEqual(found[-1], digests(outs[1]))
            checked = run("verify", outs[1], "--replay", "40")
            self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
            for out in outs:
                shutil.rmtree(out)
        self.assertNotEqual(*found)

    def test_a_size_that_hangs_on_the_angle_is_refused(self):
        text = self.recipe.read_text().split("[[augment]]")[0]
        recipe = self.recipe.with_name("expand.toml")
        recipe.write_text(f'{text}[[augment]]\nop = "resize"\nsize = [50, 60]\n'
                          '[[augment]]\nop = "random_rotation"\ndegrees = 10\nexpand = true\n')
        done = run("run", recipe, "--output", self.folder / "never")
        self.assertEqual(done.returncode, 64, done.stdout + done.stderr)
        self.assertIn("resize", done.stderr)


if __name__ == "__main__":
    unittest.main()
