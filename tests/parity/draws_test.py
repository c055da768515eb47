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
    from torchvision.transforms import (RandomAffine, RandomApply, RandomChoice, RandomErasing, RandomOrder,
                                        RandomPerspective, RandomResizedCrop, RandomRotation)
except ImportError as missing:
    print(f"skipped: {missing}; needs torchvision (Debian: python3-torchvision)")
    sys.exit(77)

COUNT = 100_000
# sqrt(-ln(1e-6 / 2) / 2) * sqrt(2 / COUNT)
LIMIT = 2.694 * (2 / COUNT) ** 0.5


def drawn(op, params, width, height, boxes=()):
    """One row a sample, one column a number."""
    argv = [os.environ["DRAW_OP"], op, params, str(width), str(height), str(COUNT)]
    argv += [str(edge) for box in boxes for edge in box]
    values = np.frombuffer(subprocess.run(argv, check=True, capture_output=True).stdout, np.float32)
    return values.reshape(COUNT, -1)


def distance(a, b):
    """The largest difference of the two empirical distribution functions."""
    values = np.concatenate([a, b])
    below = [np.searchsorted(np.sort(sample), values, side="right") for sample in (a, b)]
    return np.abs(below[0] - below[1]).max() / COUNT


def iou_crop(draw, width, height, boxes, options, trials):
    """RandomIoUCrop of torchvision's second version, by its published definition."""
    while True:
        least = options[draw.integers(len(options))]
        if least >= 1:
            return 0, 0, height, width
        for u in draw.random((trials, 4)):
            w, h = int(width * (0.3 + 0.7 * u[0])), int(height * (0.3 + 0.7 * u[1]))
            if not 0.5 <= w / h <= 2:
                continue
            left, top = int((width - w) * u[2]), int((height - h) * u[3])
            for x0, y0, x1, y1 in boxes:
                if not (left < (x0 + x1) / 2 < left + w and top < (y0 + y1) / 2 < top + h):
                    continue
                both = max(0, min(x1, left + w) - max(x0, left)) * max(0, min(y1, top + h) - max(y0, top))
                if both / ((x1 - x0) * (y1 - y0) + w * h - both) >= least:
                    return top, left, h, w


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

    def mixed(self, op, params, width=224, height=224):
        """The index of the partner, and the other numbers."""
        draws = drawn(op, params, width, height).astype(np.float64)
        partners = draws[:, 0] * 2**20 + draws[:, 1]
        self.assertTrue(((partners >= 0) & (partners < COUNT)).all())
        return partners, draws[:, 2:]

    def test_mixup(self):
        """The weight is torch's Beta, and the partner any other sample."""
        for alpha in (0.2, 1.0, 8.0):
            partners, draws = self.mixed("mixup", f"alpha = {alpha}")
            beta = torch.distributions.Beta(torch.tensor([alpha]), torch.tensor([alpha]))
            # Where Beta rounds to 1, torch gives the f32 below.
            self.check(np.minimum(draws, 1 - 2**-24), beta.sample((COUNT,)).numpy())
            own = np.arange(COUNT)
            self.assertTrue(((partners == own) == (draws[:, 0] == 1)).all())
            others = partners[partners != own]
            counts = np.histogram(others, 100, (0, COUNT))[0]
            chi_square = ((counts - counts.mean()) ** 2 / counts.mean()).sum()
            self.assertLess(chi_square, 180)  # of 99 degrees of freedom: a chance of 1e-6

    def test_cutmix(self):
        """torchvision v2's CutMix.make_params, whose draws are made here by torch."""
        for alpha, width, height in ((1.0, 224, 224), (0.4, 97, 61), (2.0, 28, 32)):
            _, draws = self.mixed("cutmix", f"alpha = {alpha}", width, height)
            lam = torch.distributions.Beta(torch.tensor([alpha]), torch.tensor([alpha])).sample((COUNT,)).double()[:, 0]
            r_x, r_y = torch.randint(width, (COUNT,)), torch.randint(height, (COUNT,))
            r = 0.5 * torch.sqrt(1.0 - lam)
            half_w, half_h = (r * width).long(), (r * height).long()
            x1, y1 = torch.clamp(r_x - half_w, min=0), torch.clamp(r_y - half_h, min=0)
            x2, y2 = torch.clamp(r_x + half_w, max=width), torch.clamp(r_y + half_h, max=height)
            boxes = torch.stack([y1, x1, y2 - y1, x2 - x1], 1)
            boxes[(half_w == 0) | (half_h == 0)] = 0
            self.check(draws, boxes.numpy())

    def test_mosaic(self):
        """Where the pictures meet, and who is asked."""
        draws = drawn("mosaic", "size = [200, 100]", 64, 64).astype(np.float64)
        own = np.arange(COUNT)
        for i in range(3):
            partners = draws[:, 2 * i] * 2**20 + draws[:, 2 * i + 1]
            self.assertFalse((partners == own).any())
            counts = np.histogram(partners, 100, (0, COUNT))[0]
            self.assertLess(((counts - counts.mean()) ** 2 / counts.mean()).sum(), 180)
        x, y = torch.randint(30, 71, (COUNT,)), torch.randint(60, 141, (COUNT,))
        self.check(draws[:, 6:], torch.stack([x, y], 1).numpy())

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


    def test_resized_crop(self):
        """torchvision gives top, left, height, width."""
        picture = torch.empty(3, 61, 97)
        for params, scale, ratio in (("", [0.08, 1.0], [3 / 4, 4 / 3]), ("scale = [0.5, 1]\nratio = [0.3, 2.5]", [0.5, 1.0], [0.3, 2.5])):
            ours = drawn("random_resized_crop", f"size = 32\n{params}", 97, 61)
            self.check(ours, [RandomResizedCrop.get_params(picture, scale, ratio) for _ in range(COUNT)])

    def test_erasing(self):
        picture = torch.empty(3, 61, 97)
        for params, scale, ratio in (("", (0.02, 0.33), (0.3, 3.3)), ("scale = [0.4, 0.9]\nratio = [0.2, 2]", (0.4, 0.9), (0.2, 2.0))):
            ours = drawn("random_erasing", f"p = 1\n{params}", 97, 61)
            theirs = [RandomErasing.get_params(picture, scale, ratio, [0.0])[:4] for _ in range(COUNT)]
            # What torchvision gives for no box is the whole picture.
            self.check(ours, [(0, 0, 0, 0) if box[2] == 61 else box for box in theirs])

    def test_zoom_out(self):
        """RandomZoomOut of torchvision's second version, by its published definition."""
        side = 1 + 3 * torch.rand(COUNT)
        width, height = (97 * side).int(), (61 * side).int()
        left, top = ((width - 97) * torch.rand(COUNT)).int(), ((height - 61) * torch.rand(COUNT)).int()
        theirs = torch.stack([left, top, width - 97 - left, height - 61 - top], 1).numpy()
        self.check(drawn("random_zoom_out", "p = 1", 97, 61), theirs)

    def test_scale_jitter(self):
        """ScaleJitter of torchvision's second version, by its published definition."""
        scale = min(200 / 61, 150 / 97) * (0.1 + 1.9 * torch.rand(COUNT, dtype=torch.float64))
        theirs = torch.stack([(61 * scale).int(), (97 * scale).int()], 1).numpy()
        self.check(drawn("scale_jitter", "target_size = [150, 200]", 97, 61), theirs)

    def test_iou_crop(self):
        draw = np.random.default_rng(1)
        boxes = ((10, 8, 40, 44), (60, 20, 90, 50))
        for params, options, trials in (("", (0, 0.1, 0.3, 0.5, 0.7, 0.9, 1), 40), ("sampler_options = [0.5, 1]\ntrials = 3", (0.5, 1), 3)):
            ours = drawn("random_iou_crop", params, 97, 61, boxes)
            self.check(ours, [iou_crop(draw, 97, 61, boxes, options, trials) for _ in range(COUNT)])

    def test_coarse_dropout(self):
        """CoarseDropout of Albumentations 1.3, by its published definition: the first of up to three holes."""
        draw = np.random.default_rng(1)
        theirs = []
        for _ in range(COUNT):
            holes = draw.integers(1, 3, endpoint=True)
            height, width = int(61 * draw.uniform(0.1, 0.4)), int(97 * draw.uniform(0.2, 0.2))
            theirs.append([holes, draw.integers(0, 61 - height, endpoint=True), draw.integers(0, 97 - width, endpoint=True), height, width])
        params = "p = 1\nmax_holes = 3\nmin_holes = 1\nmax_height = 0.4\nmin_height = 0.1\nmax_width = 0.2"
        self.check(drawn("coarse_dropout", params, 97, 61)[:, :5], theirs)


if __name__ == "__main__":
    unittest.main()
