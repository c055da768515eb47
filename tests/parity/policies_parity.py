#!/usr/bin/env python3
"""Compares the policies, jpeg_distortion and random_photometric_distort with torchvision, given the same choices.

draw_op draws; apply_kernel makes of each picture what those draws say; torchvision's own _apply_op, its PIL functions
and Pillow's JPEG make the same of it. Prints a table, and ends with 1 when a row that must be equal is not: all but the
last, which is torchvision's AugMix as it is, with operations on tensors. Ends with 77 (skipped) without torchvision.

    policies_parity.py build/tests/parity/apply_kernel build/tests/parity/draw_op [--images FOLDER] [--count N]
"""

import argparse
import io
import random
import subprocess
import sys
from pathlib import Path

from torchvision_parity import Comparison, Kernels, Tally, is_good, pictures, print_table  # skips without torchvision

import numpy as np
import torch
from PIL import Image
from torchvision.transforms import functional as tv
from torchvision.transforms.autoaugment import _apply_op
from torchvision.transforms.functional import InterpolationMode

NAMES = ("Identity", "ShearX", "ShearY", "TranslateX", "TranslateY", "Rotate", "Brightness", "Color", "Contrast",
         "Sharpness", "Posterize", "Solarize", "AutoContrast", "Equalize", "Invert")
DRAWS = 400  # of which some are taken for each picture
POLICIES = ("auto_augment", "rand_augment", "trivial_augment_wide")
LOOKS = {"nearest": InterpolationMode.NEAREST, "bilinear": InterpolationMode.BILINEAR}
ORDERS = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
ON_TENSORS = "aug_mix on tensors"


def drawn(draw_op, op, params, picture):
    argv = [draw_op, op, params, str(picture.width), str(picture.height), str(DRAWS)]
    values = np.frombuffer(subprocess.run(argv, check=True, capture_output=True).stdout, np.float32)
    return values.reshape(DRAWS, -1)


def after_steps(picture, steps, look, fill):
    """`steps` are pairs of operation and magnitude."""
    for operation, magnitude in steps.reshape(-1, 2):
        picture = _apply_op(picture, NAMES[int(operation)], float(magnitude), LOOKS[look], fill)
    return picture


def mixed(picture, row, width, made):
    """torchvision's sum, of what `made` makes of the steps of each chain."""
    pixels = torch.from_numpy(np.array(picture))
    mix = torch.tensor(row[0]) * pixels
    for weight, steps in zip(row[1:1 + width], row[1 + width:].reshape(width, -1)):
        mix.add_(torch.tensor(weight) * torch.from_numpy(np.array(made(steps))))
    return mix.to(torch.uint8).numpy()


def distorted(picture, row):
    """The published order of v2's RandomPhotometricDistort."""
    brightness, contrast, is_first, saturation, has_hue, shift, order = (float(number) for number in row)
    changes = [(tv.adjust_brightness, brightness), (tv.adjust_saturation, saturation)]
    if has_hue:
        changes.append((tv.adjust_hue, (abs(shift) + 0.5) / 255 * (1 if shift >= 0 else -1)))
    changes.insert(1 if is_first else len(changes), (tv.adjust_contrast, contrast))
    for change, number in changes:
        picture = change(picture, number)
    return np.ascontiguousarray(np.asarray(picture)[..., ORDERS[int(order)]])


class Policies:
    def __init__(self, kernels, draw_op, draw):
        self.comparison = Comparison(kernels)
        self.draw_op = draw_op
        self.draw = draw

    def compare(self, op, params, picture, expected, rows=4, title=None):
        """Some draws of `op`; `expected` makes of picture and draws what torchvision does."""
        draws = drawn(self.draw_op, op, params, picture)
        for row in self.draw.sample(range(DRAWS), rows):
            self.comparison.check(title or op, expected(draws[row]), f"op\n{op}\n{params}", draws[row], picture)

    def policies(self, picture):
        for op in POLICIES:
            for look in LOOKS:
                fill = [self.draw.randint(0, 255) for _ in range(3)]
                params = f'interpolation = "{look}"\nfill = {fill}'
                if op == "auto_augment":
                    params += f'\npolicy = "{self.draw.choice(("imagenet", "cifar10", "svhn"))}"'
                self.compare(op, params, picture, lambda row: after_steps(picture, row, look, fill),
                             title=f"{op} {look}")

    def aug_mix(self, picture):
        params = f"severity = {self.draw.randint(1, 10)}"
        fill = [0.0] * 3

        def on_pictures(steps):
            return after_steps(picture, steps, "bilinear", fill)

        def on_tensors(steps):
            pixels = torch.from_numpy(np.array(picture)).permute(2, 0, 1)
            return after_steps(pixels, steps, "bilinear", fill).permute(1, 2, 0).contiguous()

        self.compare("aug_mix", params, picture, lambda row: mixed(picture, row, 3, on_pictures))
        if min(picture.size) >= 3:
            self.compare("aug_mix", params, picture, lambda row: mixed(picture, row, 3, on_tensors), title=ON_TENSORS)

    def others(self, picture):
        self.compare("random_photometric_distort", "", picture, lambda row: distorted(picture, row))

        def stored(row):
            file = io.BytesIO()
            picture.save(file, "JPEG", quality=int(row[0]))
            return Image.open(file)

        self.compare("jpeg_distortion", "quality = [1, 100]", picture, stored)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("apply_kernel", type=Path)
    parser.add_argument("draw_op", type=Path)
    parser.add_argument("--images", type=Path, help="folder of JPEG and PNG (default: made up)")
    parser.add_argument("--count", type=int, help="use no more pictures than this")
    arguments = parser.parse_args()
    kernels = Kernels(arguments.apply_kernel)
    policies = Policies(kernels, arguments.draw_op.resolve(), random.Random(1))
    for picture in pictures(arguments.images, arguments.count):
        policies.policies(picture)
        policies.aug_mix(picture)
        policies.others(picture)
    tallies = policies.comparison.tallies
    if kernels.close() != 0 or not tallies:
        print("apply_kernel failed, or there was no picture")
        return 1
    tallies[ON_TENSORS] = tallies.pop(ON_TENSORS, Tally())
    print_table(tallies)
    bad = [title for title, tally in tallies.items() if title != ON_TENSORS and not is_good(title, tally)]
    if bad:
        print("not equal: " + ", ".join(bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
