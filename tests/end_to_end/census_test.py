"""`verify --census`: `unique` keeps every epoch of a sample different, and chance alone does not."""

import math
import re
import shutil
import unittest

import h5py
import numpy as np
from PIL import Image

from program import ProgramTest, digests, run, shards

RECIPE = """
seed = 20261130
epochs = 90
[source]
kind = "folder"
path = "photos"
[output]
path = "out"
shard_rows = 64
[[augment]]
op = "random_crop"
size = [32, 32]
[[augment]]
op = "random_horizontal_flip"
"""
PHOTOS = 64
EPOCHS = 90
OUTCOMES = 33 * 33 * 2  # as a crop of 224 of 256, and a flip
EXPECTED = math.comb(EPOCHS, 2) / OUTCOMES  # pairs of epochs of a sample that are alike by chance: 1.84


def pairs(stdout):
    """The table: what the rows share -> pairs with equal pictures, with equal draws, allowed."""
    table = {}
    for line in stdout.splitlines():
        row = re.fullmatch(r"    (\S.*?)  +(\d+) +(\d+)(?: +\((\d+)\))?", line.rstrip())
        if row:
            table[row[1]] = tuple(int(number) for number in row.groups()[1:] if number is not None)
    return table


def equal_pairs(out):
    """Pairs of epochs of a sample with equal draws and with equal pictures, counted by NumPy."""
    draws, pictures = {}, {}
    for path in shards(out):
        with h5py.File(out / path, "r") as file:
            for sample, drawn, image in zip(file["sample"][:], file["draws"][:, 1:], file["image"][:]):
                for found, key in ((draws, drawn.tobytes()), (pictures, image.tobytes())):
                    found[int(sample), key] = found.get((int(sample), key), 0) + 1
    return [sum(math.comb(count, 2) for count in found.values()) for found in (draws, pictures)]


class Census(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.photos = cls.folder / "photos"
        cls.photos.mkdir()
        noise = np.random.default_rng(3).integers(0, 256, (PHOTOS, 64, 64, 3), np.uint8)
        for number, pixels in enumerate(noise):
            Image.fromarray(pixels).save(cls.photos / f"{number:02}.png")
        cls.recipe = cls.folder / "recipe.toml"
        cls.recipe.write_text(RECIPE)
        cls.out = cls.folder / "unique"
        cls.free = cls.folder / "free"
        for out, *arguments in ((cls.out,), (cls.free, "--set", "unique=false")):
            done = run("run", cls.recipe, "--output", out, *arguments)
            assert done.returncode == 0, done.stderr

    def census(self, out, *arguments):
        done = run("verify", out, "--census", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_with_unique_no_sample_repeats_an_epoch(self):
        stdout = self.census(self.out)
        self.assertIn("census of 5760 rows: 64 samples in 90 epochs", stdout)
        self.assertIn("draws of 5760 rows made again from their addresses: 0 differ", stdout)
        table = pairs(stdout)
        self.assertEqual(table["of one sample, in two epochs"], (0, 0, 0))
        self.assertEqual(table["in one epoch"][0], 0)
        for _, drawn, allowed in table.values():
            self.assertEqual(drawn, allowed)
        self.assertEqual(equal_pairs(self.out), [0, 0])
        drawn, _ = equal_pairs(self.free)
        self.assertIn(f"with equal draws: 0 (0.00 a sample); without `unique`: {drawn} ({drawn / PHOTOS:.2f} a sample)",
                      stdout)

    def test_without_unique_chance_repeats_as_often_as_theory_says(self):
        drawn, alike = equal_pairs(self.free)
        # The pairs are nearly independent: the variance is about the mean.
        self.assertLess(abs(drawn - PHOTOS * EXPECTED), 4 * math.sqrt(PHOTOS * EXPECTED))
        self.assertEqual(drawn, alike)
        stdout = self.census(self.free)
        self.assertEqual(pairs(stdout)["of one sample, in two epochs"], (alike, drawn, drawn))
        self.assertIn(f"of one sample with equal draws: {drawn} ({drawn / PHOTOS:.2f} a sample)\n", stdout)
        self.assertIn(f"were all outcomes equally likely: {PHOTOS * EXPECTED:.1f} (1.84 a sample)\n", stdout)
        self.assertIn("rows with equal pictures made again from their addresses: 0 differ", stdout)

    def test_redraws_are_counted_and_stored(self):
        done = run("run", self.recipe, "--output", self.folder / "again", "--epochs", "60:90")
        counted = re.search(r"(\d+) draws made again", done.stdout)
        redraws = 0
        for path in shards(self.folder / "again"):
            with h5py.File(self.folder / "again" / path, "r") as file:
                redraws += int(file["draws"][:, 0].sum())
        self.assertGreater(redraws, 0)
        self.assertEqual(int(counted[1]), redraws)

    def test_plan_says_what_would_repeat(self):
        done = run("plan", self.recipe)
        self.assertIn("2178 to 2178 different draws a sample", done.stdout)
        self.assertIn("without `unique`, about 1.84 pairs of epochs of a sample would be alike", done.stdout)
        done = run("plan", self.recipe, "--set", "unique=false")
        self.assertIn("without `unique`, as here, about 1.84 pairs of epochs of a sample will be alike", done.stdout)

    def test_an_epoch_alone_is_the_same_as_among_others(self):
        alone, whole = self.folder / "alone", self.folder / "whole"
        self.mill(alone, "--epochs", "7:8")
        self.mill(whole, "--epochs", "0:30")
        self.assertEqual([path.parts[0] for path in shards(alone)], ["epoch-0007"])
        of_whole = digests(whole)
        for path in shards(alone):
            self.assertEqual(digests(alone)[str(path)], of_whole[str(path)])
            self.assertEqual((self.out / path).read_bytes(), (whole / path).read_bytes())

    def test_photos_with_too_few_outcomes_are_marked_and_may_repeat(self):
        done = run("run", self.recipe, "--output", self.folder / "never", "--set", "augment.0.size=[64, 64]",
                   "--epochs", "0:3")
        self.assertEqual(done.returncode, 0, "sizes are not known before reading: repeats are marked")
        stdout = self.census(self.folder / "never")
        self.assertIn("64 rows are marked as repeats", stdout)
        self.assertEqual(pairs(stdout)["of one sample, in two epochs"], (64, 64, 64))

    def test_a_copied_epoch_is_named(self):
        """A file cannot lie about its epoch: its attributes say which it is."""
        out = self.folder / "copied"
        shutil.copytree(self.out, out)
        shutil.copy(out / "epoch-0003" / "shard-00000.h5", out / "epoch-0004" / "shard-00000.h5")
        done = run("verify", out, "--census")
        self.assertEqual(done.returncode, 65)
        self.assertIn(str(out / "epoch-0004" / "shard-00000.h5"), done.stderr)

    def test_draws_that_no_address_gives_are_named(self):
        """Of a photo with another size, the same streams give other crops: its rows are foreign then."""
        out, source = self.folder / "foreign", self.folder / "replaced"
        shutil.copytree(self.photos, source)
        self.mill(out, "--epochs", "0:5", "--source", source)
        Image.fromarray(np.zeros((90, 90, 3), np.uint8)).save(source / "07.png")
        done = run("verify", out, "--census")
        self.assertEqual(done.returncode, 65, done.stdout)
        self.assertIn("draws of 320 rows made again from their addresses: 5 differ", done.stdout)
        faults = [line for line in done.stderr.splitlines() if line.startswith("epochmill: fault:")]
        self.assertEqual(len(faults), 5, done.stderr)
        for epoch, fault in enumerate(faults):
            self.assertIn(f"epoch-{epoch:04}/shard-00000.h5: row 7 (sample 7, `07.png`): ", fault)
        self.assertIn("replaced since the run", done.stderr)

    def test_pictures_that_no_address_gives_are_named(self):
        source, out = self.folder / "twins", self.folder / "of-twins"
        shutil.copytree(self.photos, source)
        shutil.copy(source / "03.png", source / "05.png")
        crop = RECIPE[:RECIPE.index("[[augment]]")] + '[[augment]]\nop = "center_crop"\nsize = [32, 32]\n'
        recipe = self.write_recipe("crop.toml", crop.replace("epochs = 90", "epochs = 1"))
        self.mill(out, "--source", source, recipe=recipe)
        self.assertIn("2 rows with equal pictures made again from their addresses: 0 differ", self.census(out))
        shutil.copy(source / "04.png", source / "05.png")
        done = run("verify", out, "--census")
        self.assertEqual(done.returncode, 65, done.stdout)
        self.assertIn("epoch-0000/shard-00000.h5: row 5 (sample 5, `05.png`): "
                      "holds the picture of epoch 0, sample 3 (`03.png`); its address gives another", done.stderr)

    def test_without_the_source_equal_rows_cannot_be_judged(self):
        moved = self.folder / "elsewhere"
        self.photos.rename(moved)
        self.addCleanup(moved.rename, self.photos)
        done = run("verify", self.out, "--census")
        self.assertEqual(done.returncode, 64, "draws of different samples are equal by chance")
        self.assertIn("--source", done.stderr)
        self.assertIn("draws are not made again: the source is not at hand", done.stdout)
        self.assertEqual(pairs(done.stdout)["of one sample, in two epochs"], (0, 0))
        self.assertEqual(run("verify", self.out).returncode, 0)
        self.census(self.out, "--source", moved)

    def test_without_the_source_and_with_nothing_equal_all_is_well(self):
        out = self.folder / "endless"
        recipe = self.write_recipe("endless.toml", RECIPE.replace("random_crop", "random_resized_crop"))
        self.mill(out, "--epochs", "0:2", recipe=recipe)
        moved = self.folder / "elsewhere"
        self.photos.rename(moved)
        self.addCleanup(moved.rename, self.photos)
        self.assertIn("the source is not at hand", self.census(out))

    def test_the_table_is_the_same_on_any_number_of_threads(self):
        self.assertEqual(self.census(self.free, "--threads", 1).splitlines()[1:],
                         self.census(self.free, "--threads", 3).splitlines()[1:])


if __name__ == "__main__":
    unittest.main()
