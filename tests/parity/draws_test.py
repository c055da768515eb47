"""Draws of epochmill and of torchvision's get_params: two samples of one distribution, number by number.

Kolmogorov and Smirnov's distance of 100,000 draws each. Both sides have fixed seeds, so the outcome never changes; a
distance above LIMIT has a chance of 1e-6 between equal distributions. Skipped without torchvision.
"""

import itertools
import os
import random
import subprocess
import sys
import unittest

try:
    import numpy as np
    import torch
    from torchvision.transforms import (RandomAffine, RandomApply, RandomChoice, RandomOrder, RandomPerspective,
                                        RandomRotation)
except ImportError as missing:
    print(f"skipped: {missing}; needs torchvision (Debian: python3-torchvision)")
    sys.exit(77)

COUNT = 100_000
# sqrt(-ln(1e-6 / 2) / 2) * sqrt(2 / COUNT)
LIMIT = 2.694 * (2 / COUNT) ** 0.5


def drawn(op, params, width, height):
    """One row a sample, one column a number."""
    argv = [os.environ["DRAW_OP"], op, params, str(width), str(height), str(COUNT)]
    values = np.frombuffer(subprocess.run(argv, check=True, capture_output=True).stdout, np.float32)
    return values.reshape(COUNT, -1)


def distance(a, b):
    """The largest difference of the two empirical distribution functions."""
    values = np.concatenate([a, b])
    below = [np.searchsorted(np.sort(sample), values, side="right") for sample in (a, b)]
    return np.abs(below[0] - below[1]).max() / COUNT


class Draws(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(1)

    def check(self, ours, theirs):
        theirs = np.array(theirs, np.float64).reshape(COUNT, -1)
        self.assertEqual(ours.shape, theirs.shape)
        for column in range(ours.shape[1]):
            with self.subTest(column=column):
                self.assertLess(distance(ours[:, column], theirs[:, column]), LIMIT)

    def affine(self, params, degrees, translate, scale, shear, width, height):
        ours = drawn("random_affine", params, width, height)
        theirs = []
        for _ in range(COUNT):
            angle, moved, factor, sheared = RandomAffine.get_params(degrees, translate, scale, shear, [width, height])
            theirs.append([angle, *moved, factor, *sheared])
        self.check(ours, theirs)

    def test_that_the_distance_sees_a_shift_of_one_percent(self):
        even = np.arange(COUNT) / COUNT
        self.assertGreater(distance(even, even * 0.98), LIMIT)
        self.assertLess(distance(even, even[::-1]), LIMIT)

    def test_rotation(self):
        for params, degrees in (("degrees = 30", (-30.0, 30.0)), ("degrees = [10, 170]", (10.0, 170.0))):
            self.check(drawn("random_rotation", params, 97, 61), [RandomRotation.get_params(degrees) for _ in range(COUNT)])

    def test_affine(self):
        self.affine("degrees = 15\ntranslate = [0.1, 0.2]\nscale = [0.8, 1.2]\nshear = [-10, 10, -5, 20]",
                    (-15, 15), (0.1, 0.2), (0.8, 1.2), (-10, 10, -5, 20), 97, 61)

    def test_affine_of_small_moves(self):
        """Where rounding to whole pixels matters most."""
        self.affine("degrees = 0\ntranslate = [0.09, 0.018]\nshear = 8", (0, 0), (0.09, 0.018), None, (-8, 8), 28, 28)

    def test_perspective(self):
        for distortion, width, height in ((0.5, 97, 61), (0.3, 28, 28)):
            ours = drawn("random_perspective", f"p = 1\ndistortion_scale = {distortion}", width, height)
            self.check(ours, [RandomPerspective.get_params(width, height, distortion)[1] for _ in range(COUNT)])

    def test_probability_of_a_perspective(self):
        """Corners that stay are rare enough not to be seen here."""
        ours = drawn("random_perspective", "p = 0.3", 224, 224)
        own = [0, 0, 223, 0, 223, 223, 0, 223]
        self.assertAlmostEqual((ours != own).any(axis=1).mean(), 0.3, delta=0.008)

    def test_random_apply(self):
        """Whether the ops inside it are applied."""
        flip = '[[augment.ops]]\nop = "random_horizontal_flip"\np = 0.25\n'
        for p in (0.5, 0.1, 1.0):
            ours = drawn("random_apply", f"p = {p}\n{flip}", 28, 28)
            theirs = RandomApply([lambda _: 1], p)
            self.check(ours[:, :1], [theirs(0) for _ in range(COUNT)])
            self.assertTrue((ours[ours[:, 0] == 0, 1] == 0).all(), "an op that is not applied has draws")
            self.assertAlmostEqual(ours[ours[:, 0] == 1, 1].mean(), 0.25, delta=0.03)

    def test_random_choice(self):
        ops = ''.join(f'[[augment.ops]]\nop = "{name}"\n'
                      for name in ("random_horizontal_flip", "random_vertical_flip", "random_grayscale"))
        random.seed(1)
        for params, weights in (("", None), ("p = [1, 2, 5]\n", [1, 2, 5]), ("p = [0.0, 0.3, 0.7]\n", [0, 0.3, 0.7])):
            theirs = RandomChoice([lambda _: 0, lambda _: 1, lambda _: 2], weights)
            self.check(drawn("random_choice", params + ops, 28, 28)[:, :1], [theirs(None) for _ in range(COUNT)])

    def test_random_order(self):
        """The number of the order in a dictionary of all of them."""
        ops = ''.join(f'[[augment.ops]]\nop = "{name}"\n' for name in (
            "random_horizontal_flip", "random_vertical_flip", "random_grayscale", "gaussian_blur\"\nkernel_size = \"3"))
        ops = ops.replace('"3"', "3")
        random.seed(1)
        orders = {order: number for number, order in enumerate(itertools.permutations("abcd"))}
        theirs = RandomOrder([lambda seen, name=name: seen + name for name in "abcd"])
        self.check(drawn("random_order", ops, 28, 28)[:, :1], [orders[tuple(theirs(""))] for _ in range(COUNT)])


if __name__ == "__main__":
    unittest.main()
