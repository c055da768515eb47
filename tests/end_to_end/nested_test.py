"""random_apply, random_choice and random_order: ops around ops, milled, verified and replayed."""

import unittest

import h5py
import numpy as np

from program import ProgramTest, digests, run, shards

OPS = """
[[augment]]
op = "random_apply"
p = 0.7
  [[augment.ops]]
  op = "color_jitter"
  brightness = 0.4
  [[augment.ops]]
  op = "random_choice"
  p = [1, 3]
    [[augment.ops.ops]]
    op = "random_vertical_flip"
    [[augment.ops.ops]]
    op = "gaussian_blur"
    kernel_size = 3
[[augment]]
op = "random_order"
  [[augment.ops]]
  op = "random_resized_crop"
  size = 40
  [[augment.ops]]
  op = "random_grayscale"
  p = 0.5
  [[augment.ops]]
  op = "random_crop"
  size = 30
[[augment]]
op = "resize"
size = [32, 32]
"""
COLUMNS = ["redraw", "random_apply.applied", "color_jitter.order", "random_choice.index",
           "random_vertical_flip.flip", "gaussian_blur.sigma", "random_order.order"]


class Nested(ProgramTest):
    images = 32

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        text = cls.recipe.read_text().split("[[augment]]")[0]
        cls.nested = cls.recipe.with_name("nested.toml")
        cls.nested.write_text(text + OPS)
        cls.start = text

    def test_the_same_bytes_on_ranks_and_threads_and_replayed(self):
        one, many = self.folder / "one", self.folder / "many"
        self.mill(one, "--threads", "1", "--epochs", "0:4", recipe=self.nested)
        self.mill(many, "--threads", "2", "--epochs", "0:4", ranks=2, recipe=self.nested)
        self.assertEqual(digests(one), digests(many))
        for arguments in (["--replay", "60"], ["--census"]):
            done = run("verify", one, *arguments)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        rows, columns = [], []
        for path in shards(one):
            with h5py.File(one / path) as file:
                columns = [column.decode() for column in file["draws"].attrs["columns"]]
                rows.append(file["draws"][:])
        for column in COLUMNS:
            self.assertIn(column, columns)
        draws = dict(zip(columns, np.concatenate(rows).T))
        applied = draws["random_apply.applied"] == 1
        self.assertTrue(0.5 < applied.mean() < 0.9)
        inside = columns.index("random_apply.applied") + 1, columns.index("random_order.order")
        self.assertTrue((np.concatenate(rows)[~applied, inside[0]:inside[1]] == 0).all())
        self.assertEqual(set(draws["random_order.order"]), set(range(6)))
        blurred = draws["gaussian_blur.sigma"] > 0
        np.testing.assert_array_equal(blurred, applied & (draws["random_choice.index"] == 1))

    def test_inner_ops_are_set_from_the_command_line(self):
        out = self.folder / "set"
        self.mill(out, "--epochs", "0:1", "--set", "augment.0.p=1.0", "--set", "augment.0.ops.1.ops.0.p=1.0",
                  "--set", "augment.0.ops.1.p=[1, 0]", "--set", "augment.0.ops.0.enabled=false", recipe=self.nested)
        with h5py.File(out / shards(out)[0]) as file:
            recipe = file.attrs["recipe"]
            columns = [column.decode() for column in file["draws"].attrs["columns"]]
            flips = file["draws"][:, columns.index("random_vertical_flip.flip")]
        self.assertIn(b"[[augment.ops.ops]]", bytes(recipe))
        self.assertTrue((flips == 1).all())
        self.assertFalse(any(column.startswith("color_jitter") for column in columns))

    def test_commands_know_the_ops_inside(self):
        drawn = run("draw", self.nested, "--epoch", 0, "--sample", 3)
        self.assertEqual(drawn.returncode, 0, drawn.stderr)
        for op in ("random_choice", "gaussian_blur", "random_grayscale"):
            self.assertIn(op, drawn.stdout)
        self.assertEqual(run("draw", self.nested, "--epoch", 0, "--sample", 3, "--op", "gaussian_blur").returncode, 0)
        self.assertIn("[[augment.ops]]", run("describe", "random_order").stdout)
        self.assertEqual(run("plan", self.nested).returncode, 0)

    def test_refusals_name_place_and_remedy(self):
        for ops, words in ((OPS.split("  [[", 1)[0], "no ops inside it"),
                           ('[[augment]]\nop = "random_order"\n[[augment.ops]]\nop = "keep"\nname = "a"\n', "keep cannot stand"),
                           ('[[augment]]\nop = "resize"\nsize = 9\n[[augment.ops]]\nop = "pad"\n', "takes no ops"),
                           (OPS.rsplit("[[augment]]", 1)[0], "no fixed size")):
            recipe = self.recipe.with_name("refused.toml")
            recipe.write_text(self.start + ops)
            done = run("run", recipe, "--output", self.folder / "never")
            self.assertEqual(done.returncode, 64, done.stdout + done.stderr)
            self.assertIn(words, done.stderr)


if __name__ == "__main__":
    unittest.main()
