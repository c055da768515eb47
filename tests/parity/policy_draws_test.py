"""What the policies and the other ops of colour draw, and what torchvision draws: two samples of one distribution.

As draws_test.py. torchvision's policies run with an _apply_op that only notes what it is asked for; what would change
nothing is noted as identity and comes last, as in our draws. Skipped without torchvision.
"""

import functools
import math
import unittest

from draws_test import COUNT, LIMIT, distance, drawn  # skips without torchvision

import numpy as np
import torch
from PIL import Image
from torchvision.transforms import autoaugment

NUMBERS = {name: number for number, name in enumerate((
    "Identity", "ShearX", "ShearY", "TranslateX", "TranslateY", "Rotate", "Brightness", "Color", "Contrast",
    "Sharpness", "Posterize", "Solarize", "AutoContrast", "Equalize", "Invert"))}
WIDTH, HEIGHT = 97, 61
IDENTITY = (0, 0.0)


def effective(name, magnitude):
    """(number, magnitude) of what is done."""
    if name.startswith("Translate"):
        magnitude = float(int(magnitude))
    if name == "Solarize":
        return NUMBERS[name], float(math.ceil(magnitude))
    if name in ("Identity", "AutoContrast", "Equalize", "Invert"):
        return NUMBERS[name], 0.0
    if magnitude == (8 if name == "Posterize" else 0):
        return IDENTITY
    return NUMBERS[name], magnitude


def in_order(steps, count):
    done = [step for step in steps if step != IDENTITY]
    return done + [IDENTITY] * (count - len(done))


def key(steps):
    """One number for each row of operations and magnitudes: a step of both, an op a thousand."""
    steps = np.asarray(steps, np.float64).reshape(len(steps), -1, 2)
    return steps[:, :, 0] * 1000 + np.round(steps[:, :, 1], 4)


class Notes:
    """Runs a policy of torchvision without doing what it says."""

    def __init__(self, policy):
        self.policy = policy
        self.steps = []
        policy._augmentation_space = functools.lru_cache(policy._augmentation_space)
        self.picture = Image.new("RGB", (WIDTH, HEIGHT))

    def run(self, count, steps_of_a_run):
        real = autoaugment._apply_op
        autoaugment._apply_op = self.note
        try:
            rows = []
            for _ in range(count):
                self.steps = []
                self.policy(self.picture)
                rows.append(in_order(self.steps, steps_of_a_run))
            return np.array(rows, np.float64).reshape(count, -1)
        finally:
            autoaugment._apply_op = real

    def note(self, picture, name, magnitude, interpolation, fill):
        self.steps.append(effective(name, magnitude))
        return picture


class PolicyDraws(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(1)

    def check_columns(self, ours, theirs):
        self.assertEqual(ours.shape, theirs.shape)
        for column in range(ours.shape[1]):
            with self.subTest(column=column):
                self.assertLess(distance(ours[:, column], theirs[:, column]), LIMIT)

    def check_policy(self, op, params, policy, steps):
        ours, theirs = drawn(op, params, WIDTH, HEIGHT), Notes(policy).run(COUNT, steps)
        ours, theirs = key(ours), key(theirs)
        self.check_columns(ours, theirs)
        if steps == 2:  # both together: by the places of the steps among all that there are
            places = {step: place for place, step in enumerate(sorted({*ours.ravel(), *theirs.ravel()}))}
            pairs = [[len(places) * places[a] + places[b] for a, b in rows] for rows in (ours, theirs)]
            self.assertLess(distance(np.array(pairs[0]), np.array(pairs[1])), LIMIT)
        # Nothing is drawn that torchvision's tables do not have.
        self.assertEqual(set(ours.ravel()), set(theirs.ravel()))

    def test_auto_augment(self):
        for policy in autoaugment.AutoAugmentPolicy:
            with self.subTest(policy=policy.value):
                self.check_policy("auto_augment", f'policy = "{policy.value}"', autoaugment.AutoAugment(policy), 2)

    def test_rand_augment(self):
        self.check_policy("rand_augment", "", autoaugment.RandAugment(), 2)
        self.check_policy("rand_augment", "num_ops = 1\nmagnitude = 5\nnum_magnitude_bins = 11",
                          autoaugment.RandAugment(1, 5, 11), 1)

    def test_trivial_augment_wide(self):
        self.check_policy("trivial_augment_wide", "", autoaugment.TrivialAugmentWide(), 1)

    def test_chains_of_aug_mix(self):
        """The chains of torchvision one by one, with nothing to mix."""
        policy = autoaugment.AugMix(severity=7, mixture_width=1)
        policy._pil_to_tensor = lambda picture: torch.zeros(1)
        policy._tensor_to_pil = lambda mix: None
        ours = drawn("aug_mix", "severity = 7\nmixture_width = 1", WIDTH, HEIGHT)
        theirs = Notes(policy).run(COUNT, 3)
        self.check_columns(key(ours[:, 2:]), key(theirs))

    def test_weights_of_aug_mix(self):
        for alpha in (1.0, 0.3):
            ours = drawn("aug_mix", f"alpha = {alpha}", WIDTH, HEIGHT)[:, :4]
            shares = torch._sample_dirichlet(torch.tensor([alpha] * 2).expand(COUNT, -1))
            chains = torch._sample_dirichlet(torch.tensor([alpha] * 3).expand(COUNT, -1)) * shares[:, 1:]
            self.check_columns(ours, torch.cat([shares[:, :1], chains], 1).numpy())


class ColorDraws(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(2)

    check_columns = PolicyDraws.check_columns

    def distortion(self, p):
        """torchvision v2's RandomPhotometricDistort, as published, for all pictures at once."""
        def coin(chance):
            return torch.rand(COUNT) < chance

        def factor(low, high):
            return torch.where(coin(p), torch.empty(COUNT).uniform_(low, high), torch.ones(COUNT))

        brightness, contrast, saturation = factor(0.875, 1.125), factor(0.5, 1.5), factor(0.5, 1.5)
        hue = coin(p)
        shift = torch.where(hue, torch.trunc(torch.empty(COUNT).uniform_(-0.05, 0.05) * 255), torch.zeros(COUNT))
        is_first = coin(0.5) & (contrast != 1) & ((saturation != 1) | hue)
        order = torch.where(coin(p), torch.randint(6, (COUNT,)), torch.zeros(COUNT, dtype=torch.int64))
        return torch.stack([brightness, contrast, is_first, saturation, hue, shift + 0.0, order], 1).numpy()

    def test_random_photometric_distort(self):
        for p in (0.5, 0.2):
            self.check_columns(drawn("random_photometric_distort", f"p = {p}", WIDTH, HEIGHT), self.distortion(p))

    def test_channel_permutation(self):
        orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        theirs = np.array([[orders.index(torch.randperm(3).tolist())] for _ in range(COUNT)])
        self.check_columns(drawn("random_channel_permutation", "", WIDTH, HEIGHT), theirs)

    def test_quality_of_a_jpeg(self):
        theirs = torch.randint(20, 96, (COUNT, 1)).numpy()
        self.check_columns(drawn("jpeg_distortion", "quality = [20, 95]", WIDTH, HEIGHT), theirs)

    def test_coins(self):
        for op, params in (("random_invert", ""), ("random_posterize", "bits = 3"), ("random_solarize", "threshold = 9"),
                           ("random_adjust_sharpness", "sharpness_factor = 2"), ("random_autocontrast", ""),
                           ("random_equalize", "")):
            ours = drawn(op, params + "\np = 0.3", WIDTH, HEIGHT)
            self.check_columns(ours, (torch.rand(COUNT, 1) < 0.3).numpy())


if __name__ == "__main__":
    unittest.main()
