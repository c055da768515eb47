#!/usr/bin/env python3
"""Does the fault cost accuracy? Digits of MNIST, a small CNN, one budget, six ways to draw the augmentations.

    python3 python/examples/does_it_matter.py MNIST [--train 500] [--seeds 20] [--epochs 30] [--json FILE]

MNIST is a folder with the 10,000 pictures and labels of t10k, gzip or not. 8,000 of them are the pool from which each
seed takes its own few digits to train with; the last 2,000 are the test. Of one seed, all six trainings have the same
digits, first weights and order of digits; only the draws of random_affine differ. Takes some five minutes of one core.
"""

import argparse
import gzip
import json
import math
import pathlib
import statistics
import sys
import tempfile
from typing import Dict, List, Tuple

import numpy as np
import torch
from PIL import Image
from torchvision.transforms import InterpolationMode
from torchvision.transforms.functional import affine

from seeds.milled import draw_columns, epoch_rows, mill

POOL, BATCH, WORKERS = 8000, 25, 4
UNIQUE = "unique: every draw its own, milled by epochmill"
RECIPE = """
seed = {seed}
epochs = {epochs}
[source]
kind = "idx"
path = "{path}"
num_classes = 10
[output]
path = "out"
[[augment]]
op = "random_affine"
degrees = 20
translate = [0.1, 0.1]
scale = [0.8, 1.2]
shear = 10
interpolation = "bilinear"
"""
DRAWS = ("angle", "translate_x", "translate_y", "scale", "shear_x", "shear_y")


def draw_of(way: str, epoch: int, position: int) -> Tuple[int, int]:
    """(epoch, position in it) whose draw the loader's `position` in `epoch` really gets.

    A loader hands batch after batch to its workers in turn, and each worker draws for one item after another.
    """
    batch, place = divmod(position, BATCH)
    in_worker_0 = batch // WORKERS * WORKERS * BATCH + place
    return {"workers": (epoch, in_worker_0), "epochs": (0, position), "both": (0, in_worker_0)}[way]


WAYS = {"none": "no augmentation at all",
        "workers": "the same draws in all 4 workers",
        "epochs": "the same draws in every epoch",
        "both": "both, as numpy.random before PyTorch 1.9",
        "frozen": "each digit the same in every epoch: no shuffling, or seed = index",
        "unique": UNIQUE}


def different_draws(way: str, digits: int, epochs: int) -> int:
    """How many draws a training with so many digits and epochs sees."""
    if way in ("none", "frozen", "unique"):
        return {"none": 0, "frozen": digits, "unique": digits * epochs}[way]
    return len({draw_of(way, epoch, position) for epoch in range(epochs) for position in range(digits)})


def read_idx(path: pathlib.Path) -> np.ndarray:
    """u8 array of an IDX file, [n] or [n, height, width]."""
    opened = gzip.open(path) if path.suffix == ".gz" else open(path, "rb")
    with opened as file:
        content = file.read()
    dims = np.frombuffer(content, ">u4", content[3], 4)
    return np.frombuffer(content, np.uint8, offset=4 + 4 * len(dims)).reshape(dims)


def write_idx(path: pathlib.Path, array: np.ndarray) -> None:
    path.write_bytes(bytes([0, 0, 8, array.ndim]) + np.array(array.shape, ">u4").tobytes() + array.tobytes())


def find_idx(folder: pathlib.Path, name: str) -> pathlib.Path:
    for path in (folder / name, folder / f"{name}.gz"):
        if path.is_file():
            return path
    raise SystemExit(f"{folder}: expected {name} or {name}.gz there, a file of MNIST")


class Milled:
    """One seed's digits, milled: pictures u8 [epochs, n, 28, 28], and draws f32 [epochs, n, 6] that made them."""

    def __init__(self, digits: np.ndarray, labels: np.ndarray, seed: int, epochs: int) -> None:
        with tempfile.TemporaryDirectory(prefix="does-it-matter-") as name:
            folder = pathlib.Path(name)
            write_idx(folder / "few-images-idx3-ubyte", digits)
            write_idx(folder / "few-labels-idx1-ubyte", labels)
            out = mill(RECIPE.format(seed=seed, epochs=epochs, path=folder / "few-images-idx3-ubyte"), folder)
            columns = [draw_columns(out)[f"random_affine.{draw}"] for draw in DRAWS]
            rows = [epoch_rows(out, epoch, "image", "draws") for epoch in range(epochs)]
        self.digits = digits
        self.pictures = np.stack([row["image"][..., 0] for row in rows])
        self.draws = np.stack([row["draws"][:, columns] for row in rows])

    def warped(self, sample: int, draw: np.ndarray) -> np.ndarray:
        """A digit under a draw, by torchvision, whose pixels the program's op has."""
        angle, x, y, scale, shear_x, shear_y = map(float, draw)
        digit = Image.fromarray(self.digits[sample])
        return np.asarray(affine(digit, angle, [int(x), int(y)], scale, [shear_x, shear_y],
                                 interpolation=InterpolationMode.BILINEAR, fill=0))

    def share_equal(self, count: int = 500) -> float:
        """Of `count` milled pictures, the share that torchvision makes of the same draws, bit for bit."""
        at = [(i % len(self.pictures), i % len(self.digits)) for i in range(count)]
        return statistics.mean(np.array_equal(self.warped(i, self.draws[e, i]), self.pictures[e, i]) for e, i in at)

    def epoch(self, way: str, epoch: int, order: np.ndarray) -> np.ndarray:
        """The pictures of an epoch, u8 [n, 28, 28], in the loader's order."""
        if way in ("none", "frozen", "unique"):
            return {"none": self.digits, "frozen": self.pictures[0], "unique": self.pictures[epoch]}[way][order]
        return np.stack([self.warped(sample, self.draws[draw_of(way, epoch, position)])
                         for position, sample in enumerate(order)])


def small_cnn() -> torch.nn.Sequential:
    """Logits [n, 10] of pictures f32 [n, 1, 28, 28]."""
    nn = torch.nn
    return nn.Sequential(nn.Conv2d(1, 16, 5, stride=2), nn.ReLU(), nn.Conv2d(16, 32, 3, stride=2), nn.ReLU(),
                         nn.Flatten(), nn.Linear(800, 10))


def as_input(pictures: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(pictures.astype(np.float32) / 255)[:, None]


def accuracy(milled: Milled, labels: np.ndarray, test: Tuple[np.ndarray, np.ndarray], way: str, seed: int) -> float:
    """Test accuracy in percent after a training with one way to draw."""
    torch.manual_seed(seed)
    model, epochs = small_cnn(), len(milled.pictures)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs)
    for epoch in range(epochs):
        order = np.random.default_rng([seed, epoch]).permutation(len(labels))
        batches = zip(as_input(milled.epoch(way, epoch, order)).split(BATCH),
                      torch.from_numpy(labels[order].astype(np.int64)).split(BATCH))
        for pictures, targets in batches:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(pictures), targets).backward()
            optimizer.step()
        schedule.step()
    with torch.no_grad():
        right = model(as_input(test[0])).argmax(1).numpy() == test[1]
    return 100 * float(right.mean())


def student_t(degrees: int, share: float = 0.95) -> float:
    """The t that `share` of Student's distribution lies within, from its density by Simpson's rule and bisection."""
    scale = math.exp(math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)) / math.sqrt(degrees * math.pi)

    def inside(t: float) -> float:
        x = np.linspace(0, t, 2001)
        density = scale * (1 + x * x / degrees) ** (-(degrees + 1) / 2)
        total = density[0] + 4 * density[1:-1:2].sum() + 2 * density[2:-1:2].sum() + density[-1]
        return 2 * t / 2000 / 3 * float(total)

    low, high = 0.0, 1000.0
    for _ in range(60):
        low, high = ((low + high) / 2, high) if inside((low + high) / 2) < share else (low, (low + high) / 2)
    return low


def interval(values: List[float]) -> Tuple[float, float]:
    """Mean, and half the width of its 95% confidence interval."""
    return statistics.mean(values), student_t(len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))


def table(results: Dict[str, List[float]], digits: int, epochs: int) -> str:
    """Markdown; differences are of pairs with the same seed, whose digits and first weights are alike."""
    lines = ["| augmentation | different draws | test accuracy, % | less than unique, points |", "|---|---|---|---|"]
    for way, name in WAYS.items():
        less = [unique - value for unique, value in zip(results["unique"], results[way])]
        difference = "" if way == "unique" else "{:+.2f} ± {:.2f}".format(*interval(less))
        draws = different_draws(way, digits, epochs)
        lines.append("| {} | {:,} | {:.2f} ± {:.2f} | {} |".format(name, draws, *interval(results[way]), difference))
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mnist", type=pathlib.Path)
    for name, value in (("train", 500), ("seeds", 20), ("epochs", 30), ("test", 2000)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--json", type=pathlib.Path, help="write every accuracy here")
    options = parser.parse_args()
    if options.train % (BATCH * WORKERS) or options.train > POOL or options.seeds < 2:
        raise SystemExit(f"--train: expected a multiple of {BATCH * WORKERS}, at most {POOL}; --seeds: at least 2")
    torch.set_num_threads(1)
    digits = read_idx(find_idx(options.mnist, "t10k-images-idx3-ubyte"))
    labels = read_idx(find_idx(options.mnist, "t10k-labels-idx1-ubyte"))
    test = digits[-options.test:], labels[-options.test:]
    results: Dict[str, List[float]] = {way: [] for way in WAYS}
    equal = []
    for seed in range(options.seeds):
        chosen = np.random.default_rng(seed).choice(min(POOL, len(digits) - options.test), options.train, replace=False)
        milled = Milled(digits[chosen], labels[chosen], seed, options.epochs)
        equal.append(milled.share_equal())
        for way in WAYS:
            results[way].append(accuracy(milled, labels[chosen], test, way, seed))
        shown = (f"{way} {values[-1]:.2f}" for way, values in results.items())
        print(f"seed {seed}:", *shown, file=sys.stderr, flush=True)
        if options.json:
            everything = {"train": options.train, "epochs": options.epochs, "accuracy": results}
            options.json.write_text(json.dumps(everything))
    print(f"{options.train} digits to train with, {options.epochs} epochs, {options.seeds} seeds, "
          f"{len(test[1])} test digits;\n{100 * statistics.mean(equal):.1f}% of 500 milled pictures a seed are "
          "torchvision's of the same draws, bit for bit\n")
    print(table(results, options.train, options.epochs))


if __name__ == "__main__":
    main()
