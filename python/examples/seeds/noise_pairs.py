#!/usr/bin/env python3
"""Pairs of clean and corrupted pictures, as an energy-based model or a denoiser is trained with.

    python3 python/examples/seeds/noise_pairs.py [--picture noise_pairs.png]

A corrupted picture is, as chance will have it, image + 0.3 N(0, 1) or 0.5 + 0.5 N(0, 1). Every N(0, 1) should be noise
of its own: 16 pictures in 3 epochs call for 48 fields of 32x32x3 numbers.
"""

import argparse
import pathlib
import re
import tempfile
from typing import Dict, List, NamedTuple, Tuple

import numpy as np
from torch.utils.data import Dataset

import pictures
from equal_draws import equals, table
from loading import Drawn, load
from milled import draw_columns, epoch_rows, mill, run

ITEMS, SIDE, WORKERS, EPOCHS, SEED = 16, 32, 4, 3, 11
KINDS = ("image + 0.3 N(0, 1)", "0.5 + 0.5 N(0, 1)")
RECIPE = f"""
seed = {SEED}
epochs = {EPOCHS}
[source]
kind = "synthetic"
samples = {ITEMS}
height = {SIDE}
width = {SIDE}
[output]
path = "out"
[[augment]]
op = "keep"                      # the clean picture
name = "clean"
[[augment]]
op = "random_choice"
  [[augment.ops]]                # image + 0.3 N(0, 1), where the image is in [0, 1]
  op = "random_apply"
  p = 1.0
    [[augment.ops.ops]]
    op = "to_dtype"
    dtype = "float32"
    scale = true
    [[augment.ops.ops]]
    op = "gaussian_noise"
    sigma = 0.3
    clip = false
  [[augment.ops]]                # 0.5 + 0.5 N(0, 1): of the image nothing is left
  op = "random_apply"
  p = 1.0
    [[augment.ops.ops]]
    op = "color_jitter"
    brightness = [0, 0]
    [[augment.ops.ops]]
    op = "to_dtype"
    dtype = "float32"
    scale = true
    [[augment.ops.ops]]
    op = "gaussian_noise"
    mean = 0.5
    sigma = 0.5
    clip = false
"""


class Pair(NamedTuple):
    """A clean picture in [0, 1], what was made of it, both f32 [32, 32, 3], which of KINDS that is, and its label."""

    clean: np.ndarray
    corrupted: np.ndarray
    kind: int
    label: int

    @property
    def noise(self) -> np.ndarray:
        """The field N(0, 1) that is in it, but for rounding."""
        return (self.corrupted - self.clean) / 0.3 if self.kind == 0 else (self.corrupted - 0.5) / 0.5


class NoisyPairs(Dataset):
    """The pairs made while training, with a kept generator."""

    def __init__(self, clean: np.ndarray, labels: np.ndarray) -> None:
        self.clean, self.labels, self.generator = clean, labels, np.random.default_rng(SEED)

    def __len__(self) -> int:
        return len(self.clean)

    def __getitem__(self, index: int) -> Pair:
        kind = int(self.generator.integers(2))
        noise = self.generator.standard_normal((SIDE, SIDE, 3), np.float32)
        corrupted = self.clean[index] + 0.3 * noise if kind == 0 else 0.5 + 0.5 * noise
        return Pair(self.clean[index], corrupted, kind, int(self.labels[index]))


def milled_pairs(out: pathlib.Path) -> List[Drawn]:
    """The pairs in the shards; rows are dealt to the workers that a loader would have."""
    column = draw_columns(out)["random_choice.index"]
    found = []
    for epoch in range(EPOCHS):
        rows = epoch_rows(out, epoch, "image", "keep/clean", "draws", "label")
        for index in range(ITEMS):
            pair = Pair(rows["keep/clean"][index].astype(np.float32) / 255, rows["image"][index],
                        int(rows["draws"][index, column]), int(rows["label"][index]))
            found.append(Drawn(epoch, index // 2 % WORKERS, index, pair))
    return found


def correlations(pairs: List[Drawn]) -> np.ndarray:
    """[n, n]: correlation of each noise field with each; 1 for equal ones, near 0 for independent ones."""
    return np.corrcoef(np.stack([item.value.noise.ravel() for item in pairs]))


def as_first_alike(pairs: List[Drawn], matrix: np.ndarray) -> List[Drawn]:
    """Each with the place of the first pair of equal noise as its value. No hash: a picture rounds the noise in it."""
    return [item._replace(value=int(np.argmax(row > 0.999))) for item, row in zip(pairs, matrix)]


def largest_other(matrix: np.ndarray) -> float:
    return float(np.abs(matrix - np.diag(np.diag(matrix))).max())


def noise_of_the_address(recipe: pathlib.Path, item: Drawn) -> np.ndarray:
    """The first 16 numbers of a row's noise, as `epochmill draw` makes them from its address alone."""
    op = ("gaussian_noise", "gaussian_noise_2")[item.value.kind]
    text = run("draw", recipe, "--epoch", item.epoch, "--sample", item.index, "--op", op, "--count", 4)
    words = [word for line in re.findall(r"^bulk \d+  normals  (.*)$", text, re.M) for word in line.split()]
    return np.array([float.fromhex(word) for word in words])


def draw_picture(ways: Dict[str, List[Drawn]], matrices: Dict[str, np.ndarray], path: pathlib.Path) -> None:
    """Left the correlations of all noise fields, right two clean pictures and what became of them in each epoch."""
    figure, axes = pictures.new(2, 2, 7.4, 5.4, layout="constrained", width_ratios=(1, 1.25))
    for line, (way, pairs) in zip(axes, ways.items()):
        line[0].imshow(matrices[way], cmap="magma", vmin=0, vmax=1)
        line[0].set_title(f"{way}: correlation of the noise", fontsize=8)
        for place in range(1, EPOCHS):
            line[0].axhline(place * ITEMS - 0.5, color="white", linewidth=0.5)
            line[0].axvline(place * ITEMS - 0.5, color="white", linewidth=0.5)
        epochs = [f"epoch {epoch}" for epoch in range(EPOCHS)]
        line[0].set_xticks([ITEMS * epoch + ITEMS / 2 for epoch in range(EPOCHS)], epochs, fontsize=7)
        strips = []
        for index in (0, 2):
            row = sorted((item for item in pairs if item.index == index), key=lambda item: item.epoch)
            strips.append(np.concatenate([row[0].value.clean, *(item.value.corrupted for item in row)], axis=1))
        line[1].imshow(np.clip(np.concatenate(strips), 0, 1))
        line[1].set_xticks([SIDE * (i + 0.5) for i in range(EPOCHS + 1)], ["clean", *epochs], fontsize=7)
        line[1].set_yticks([SIDE / 2, SIDE * 1.5], ["worker 0", "worker 1"], fontsize=7)
    pictures.save(figure, path)


def milled_and_checked(folder: pathlib.Path) -> Tuple[List[Drawn], float]:
    """The milled pairs, and how far their noise is from that of their addresses at most."""
    pairs = milled_pairs(mill(RECIPE, folder))
    off = [np.abs(item.value.noise.ravel()[:16] - noise_of_the_address(folder / "recipe.toml", item)).max()
           for item in pairs[::5]]
    return pairs, float(max(off))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--picture", type=pathlib.Path, default=pathlib.Path("noise_pairs.png"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="noise-pairs-") as name:
        milled, off = milled_and_checked(pathlib.Path(name))
    first = sorted((item for item in milled if item.epoch == 0), key=lambda item: item.index)
    dataset = NoisyPairs(np.stack([item.value.clean for item in first]), np.array([item.value.label for item in first]))
    ways = {"a kept generator": load(dataset, WORKERS, range(EPOCHS)), "epochmill": milled}
    matrices = {way: correlations(pairs) for way, pairs in ways.items()}
    rows = []
    for way, pairs in ways.items():
        found = equals(as_first_alike(pairs, matrices[way]))
        rows.append([way, f"{found.different} of {len(pairs)}", found.other_worker, found.other_epoch, found.both_other,
                     f"{largest_other(matrices[way]):.3f}"])
    print(table(["", "different noise fields", "equal: other worker", "other epoch", "both other",
                 "largest correlation"], rows))
    print("\nepochmill's pairs\n")
    print(table(["corrupted is", "pairs", "mean of the noise", "standard deviation", "labels"],
                [[KINDS[kind], len(chosen), f"{np.mean([pair.noise for pair in chosen]):+.4f}",
                  f"{np.std([pair.noise for pair in chosen]):.4f}", len({pair.label for pair in chosen})]
                 for kind in (0, 1) for chosen in [[item.value for item in milled if item.value.kind == kind]]]))
    print("\nThe noise in a shard is that which `epochmill draw` makes from its address: "
          f"{off:.1e} off at most, by rounding.")
    draw_picture(ways, matrices, options.picture)


if __name__ == "__main__":
    main()
