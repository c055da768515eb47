#!/usr/bin/env python3
"""Compares mixup and cutmix, byte by byte, with torchvision v2's published definitions, in PyTorch.

Debian's torchvision 0.14 has no v2, so its arithmetic stands here: transforms/v2/_augment.py of torchvision 0.16. Prints
a table with one row per operation and ends with 1 when one is not equal; with 77 (skipped) when PyTorch is missing.

    mix_parity.py build/tests/parity/mix_kernel [--images FOLDER] [--count N] [--seed N]
"""

import argparse
import math
import struct
import subprocess
import sys
from pathlib import Path

try:
    import numpy as np
    import torch
    from torchvision_parity import Tally, pictures
except ImportError as missing:
    print(f"skipped: {missing}; needs torchvision and Pillow (Debian: python3-torchvision)")
    sys.exit(77)

MIXUP, CUTMIX = 0, 1
CLASSES = 7
# torch subtracts the weight from 1 before it rounds to f32: the partner's weight may differ in the last bit.
TOLERANCE = {"cutmix u8 labels": 6e-8, "cutmix f32 labels": 6e-8}
OWN_LABEL, PARTNER_LABEL = 2, 5


def mixed_labels(lam):
    """_mixup_label: the labels of a batch of two, the second one's partner being the first."""
    label = torch.nn.functional.one_hot(torch.tensor([PARTNER_LABEL, OWN_LABEL]), CLASSES).float()
    return label.roll(1, 0).mul_(1.0 - lam).add_(label.mul(lam))[1]


def mixup(batch, lam):
    return batch.roll(1, 0).mul_(1.0 - lam).add_(batch.mul(lam))[1]


def cutmix_params(height, width, lam):
    r_x, r_y = torch.randint(width, size=(1,)), torch.randint(height, size=(1,))
    r = 0.5 * math.sqrt(1.0 - lam)
    r_w_half, r_h_half = int(r * width), int(r * height)
    x1 = int(torch.clamp(r_x - r_w_half, min=0))
    y1 = int(torch.clamp(r_y - r_h_half, min=0))
    x2 = int(torch.clamp(r_x + r_w_half, max=width))
    y2 = int(torch.clamp(r_y + r_h_half, max=height))
    return (x1, y1, x2, y2), float(1.0 - (x2 - x1) * (y2 - y1) / (width * height))


def cutmix(batch, box):
    x1, y1, x2, y2 = box
    rolled = batch.roll(1, 0)
    output = batch.clone()
    output[..., y1:y2, x1:x2] = rolled[..., y1:y2, x1:x2]
    return output[1]


class Mixer:
    """The program mix_kernel, which answers one request after the other."""

    def __init__(self, program):
        pipe = subprocess.PIPE
        self._process = subprocess.Popen([program.resolve()], stdin=pipe, stdout=pipe)

    def __call__(self, which, numbers, own, partner):
        request = struct.pack("<5I4f", which, own.itemsize, *own.shape, *numbers)
        self._process.stdin.write(request + own.tobytes() + partner.tobytes())
        self._process.stdin.flush()
        weight = struct.unpack("<f", self._process.stdout.read(4))[0]
        return weight, np.frombuffer(self._process.stdout.read(own.nbytes), own.dtype).reshape(own.shape)

    def close(self):
        self._process.stdin.close()
        return self._process.wait()


def batch_of(partner, own):
    return torch.from_numpy(np.stack([partner, own])).permute(0, 3, 1, 2)


def rows(planes):
    return planes.permute(1, 2, 0).contiguous().numpy()


class Comparison:
    def __init__(self, mixer):
        self.mixer = mixer
        self.tallies = {}

    def check(self, title, expected, which, numbers, own, partner, lam):
        weight, found = self.mixer(which, numbers, own, partner)
        self.tallies.setdefault(title, Tally()).add(expected, found)
        ours = np.zeros(CLASSES, np.float32)
        ours[OWN_LABEL] = np.float32(weight)
        ours[PARTNER_LABEL] = np.float32(1) - np.float32(weight)
        self.tallies.setdefault(f"{title} labels", Tally()).add(mixed_labels(lam).numpy(), ours)

    def compare(self, own, partner):
        height, width, _ = own.shape
        for alpha in (0.2, 1.0):
            beta = torch.distributions.Beta(torch.tensor([alpha]), torch.tensor([alpha]))
            lam = float(beta.sample(()))
            if lam == 1:
                continue
            for real_own, real_partner in ((own / np.float32(255), partner / np.float32(255)),
                                           ((own - np.float32(124)) / np.float32(58), partner - np.float32(0.3))):
                expected = rows(mixup(batch_of(real_partner, real_own), lam))
                self.check("mixup f32", expected, MIXUP, (lam, 0, 0, 0), real_own, real_partner, lam)
            # v2 takes reals alone: 8-bit levels as reals, then rounded half up.
            levels = mixup(batch_of(partner.astype(np.float32), own.astype(np.float32)), lam)
            expected = rows(torch.floor(levels.double() + 0.5).to(torch.uint8))
            self.check("mixup u8, rounded", expected, MIXUP, (lam, 0, 0, 0), own, partner, lam)
            box, adjusted = cutmix_params(height, width, lam)
            numbers = (box[1], box[0], box[3] - box[1], box[2] - box[0])
            for title, a, b in (("cutmix u8", own, partner),
                                ("cutmix f32", own / np.float32(255), partner / np.float32(255))):
                self.check(title, rows(cutmix(batch_of(b, a), box)), CUTMIX, numbers, a, b, adjusted)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("mix_kernel", type=Path, help="the test program of that name")
    parser.add_argument("--images", type=Path, help="folder of JPEG and PNG (default: made up)")
    parser.add_argument("--count", type=int, help="use no more pictures than this")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    mixer = Mixer(arguments.mix_kernel)
    comparison = Comparison(mixer)
    partner = np.random.default_rng(arguments.seed).integers(0, 256, (97, 61, 3)).astype(np.uint8)
    for picture in pictures(arguments.images, arguments.count):
        own = np.ascontiguousarray(np.asarray(picture))
        comparison.compare(own, np.resize(partner, own.shape))
        partner = own
    if mixer.close() != 0 or not comparison.tallies:
        print("mix_kernel failed, or there was no picture")
        return 1
    print(f"torch {torch.__version__}\n{'operation':<24}{'pictures':>9}{'equal':>8}{'max diff':>10}{'p99.9':>8}")
    bad = [title for title, tally in comparison.tallies.items() if tally.largest() > TOLERANCE.get(title, 0)]
    for title, tally in comparison.tallies.items():
        differences = f"{tally.largest():>10g}{tally.percentile(0.999):>8g}"
        print(f"{title:<24}{tally.pictures:>9}{tally.equal:>8}{differences}")
    if bad:
        print("not equal: " + ", ".join(bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
