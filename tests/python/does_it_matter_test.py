"""The experiment does what it says: which draws each way repeats, with which pixels, and how sure its table is."""

import json
import unittest

from example import ExampleTest, tables

import numpy as np
from does_it_matter import BATCH, WAYS, WORKERS, Milled, different_draws, draw_of, interval, student_t, write_idx

DIGITS = 100


def blots(count):
    """Pictures u8 [n, 28, 28] that a net can tell apart, and their labels u8 [n]."""
    rng = np.random.default_rng(5)
    pictures = np.zeros((count, 28, 28), np.uint8)
    labels = rng.integers(0, 10, count).astype(np.uint8)
    for picture, label in zip(pictures, labels):
        top, left = 5 + 8 * (label // 4), 5 + 5 * (label % 4)
        picture[top:top + 6, left:left + 4] = rng.integers(100, 256, (6, 4))
    return pictures, labels


class Draws(unittest.TestCase):
    def test_each_way_repeats_what_it_says(self):
        n, epochs = BATCH * WORKERS * 3, 4
        for way, different in (("workers", n // WORKERS * epochs), ("epochs", n), ("both", n // WORKERS)):
            self.assertEqual(different_draws(way, n, epochs), different)
        self.assertEqual([different_draws(way, n, epochs) for way in ("none", "frozen", "unique")], [0, n, n * epochs])

    def test_workers_share_draws_as_they_take_batches_in_turn(self):
        for way in ("workers", "both"):
            first = [draw_of(way, 2, position) for position in range(BATCH)]
            for worker in range(1, WORKERS):
                self.assertEqual([draw_of(way, 2, worker * BATCH + place) for place in range(BATCH)], first)
            self.assertNotEqual(draw_of(way, 2, WORKERS * BATCH), first[0], "each worker's second batch has new draws")


class Pictures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        digits, labels = blots(DIGITS)
        cls.milled = Milled(digits, labels, seed=3, epochs=2)
        cls.order = np.random.default_rng(1).permutation(DIGITS)

    def test_the_programs_pictures_are_torchvisions(self):
        self.assertGreater(self.milled.share_equal(100), 0.98)

    def test_unique_pictures_differ_in_every_epoch_and_frozen_ones_in_none(self):
        unique, frozen = ([self.milled.epoch(way, epoch, self.order) for epoch in (0, 1)]
                          for way in ("unique", "frozen"))
        self.assertFalse(np.array_equal(*unique))
        np.testing.assert_array_equal(*frozen)
        np.testing.assert_array_equal(unique[1], self.milled.pictures[1][self.order])

    def test_faulty_pictures_are_made_by_the_draws_that_the_loader_gets(self):
        both = self.milled.epoch("both", 1, self.order)
        for worker in range(WORKERS):
            made = self.milled.warped(self.order[worker * BATCH + 7], self.milled.draws[0, 7])
            np.testing.assert_array_equal(both[worker * BATCH + 7], made)


class Intervals(unittest.TestCase):
    def test_quantiles_are_those_of_the_tables(self):
        for degrees, t in ((1, 12.706), (4, 2.776), (9, 2.262), (19, 2.093), (1000, 1.962)):
            self.assertAlmostEqual(student_t(degrees), t, delta=0.001)

    def test_an_interval_is_mean_and_half_width(self):
        mean, half = interval([1.0, 2.0, 3.0, 4.0, 5.0])
        self.assertEqual(mean, 3)
        self.assertAlmostEqual(half, 2.7764 * 2.5**0.5 / 5**0.5, places=3)


class Script(ExampleTest):
    def test_it_trains_and_prints_a_table(self):
        pictures, labels = blots(300)
        write_idx(self.folder / "t10k-images-idx3-ubyte", pictures)
        write_idx(self.folder / "t10k-labels-idx1-ubyte", labels)
        done = self.run_example("does_it_matter.py", self.folder, "--train", DIGITS, "--seeds", 2, "--epochs", 5,
                                "--test", 100, "--json", self.folder / "all.json")
        rows, = tables(done.stdout)
        self.assertEqual([row["augmentation"] for row in rows], list(WAYS.values()))
        found = json.loads((self.folder / "all.json").read_text())["accuracy"]
        for row, (way, values) in zip(rows, found.items()):
            self.assertEqual(len(values), 2, way)
            self.assertTrue(row["test accuracy, %"].startswith(f"{np.mean(values):.2f} ± "))

    def test_what_cannot_be_shared_out_is_refused(self):
        done = self.run_example("does_it_matter.py", self.folder, "--train", 130, code=1)
        self.assertIn("--train: expected a multiple of 100", done.stderr)
        done = self.run_example("does_it_matter.py", self.folder / "nowhere", code=1)
        self.assertIn("expected t10k-images-idx3-ubyte or t10k-images-idx3-ubyte.gz there", done.stderr)


if __name__ == "__main__":
    unittest.main()
