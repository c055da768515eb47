"""No two noise fields of the milled pairs are alike; those of a kept generator are."""

import pathlib
import re
import tempfile
import unittest

from example import ExampleTest

import numpy as np
from milled import run
from noise_pairs import EPOCHS, ITEMS, SEED, SIDE, correlations, largest_other, milled_and_checked

from epochmill.streams import Stream


class NoisePairs(ExampleTest):
    script = "seeds/noise_pairs.py"

    def test_noise_of_a_kept_generator_repeats_over_workers_and_epochs(self):
        self.assert_row(self.tables[0][0], ["4 of 48", "72", "48", "144", "1.000"])

    def test_no_two_noise_fields_of_epochmill_are_alike(self):
        self.assert_row(self.tables[0][1], ["48 of 48", "0", "0", "0", "0.062"])

    def test_both_kinds_have_noise_of_mean_0_and_deviation_1(self):
        self.assertEqual(sum(int(row["pairs"]) for row in self.tables[1]), 48)
        for row in self.tables[1]:
            self.assertAlmostEqual(float(row["mean of the noise"]), 0, delta=0.02)
            self.assertAlmostEqual(float(row["standard deviation"]), 1, delta=0.02)

    def test_pairs_are_the_clean_picture_the_whole_noise_of_the_address_and_the_label(self):
        with tempfile.TemporaryDirectory(prefix="epochmill-test-") as name:
            folder = pathlib.Path(name)
            pairs, off = milled_and_checked(folder)
            printed = [run("draw", folder / "recipe.toml", "--epoch", 0, "--sample", 0, "--op", op)
                       for op in ("gaussian_noise", "gaussian_noise_2")]
        ops = [int(re.search(r"^op +(\d+)", text, re.M)[1]) for text in printed]
        self.assertLess(off, 1e-5)
        self.assertEqual(len(pairs), ITEMS * EPOCHS)
        self.assertEqual({item.value.kind for item in pairs}, {0, 1})
        for item in pairs:
            pair = item.value
            self.assertEqual(pair.label, item.index % 10)
            noise = Stream(SEED, item.epoch, item.index, ops[pair.kind]).normals((SIDE, SIDE, 3))
            made = pair.clean + 0.3 * noise if pair.kind == 0 else 0.5 + 0.5 * noise
            np.testing.assert_allclose(pair.corrupted, made, atol=1e-6)
            same = next(other.value for other in pairs if (other.index, other.epoch) == (item.index, 0))
            np.testing.assert_array_equal(pair.clean, same.clean)
        # 5 standard deviations of the correlation of 3072 independent numbers; there are 1128 pairs.
        self.assertLess(largest_other(correlations(pairs)), 0.09)

    def test_the_picture(self):
        self.assert_is_a_small_picture(self.picture)


if __name__ == "__main__":
    unittest.main()
