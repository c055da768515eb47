#!/usr/bin/env python3
"""Random crops of pictures with landmarks: what the workers of a loader cut, and what epochmill cuts.

    python3 python/examples/seeds/face_landmarks.py [FOLDER/face_landmarks.csv] [--epochs 3] [--picture FILE]

The table has a row a picture: its path, and columns NAME_x, NAME_y of its landmarks. Without one, epochmill draws a
small dataset of its own. Each picture is resized to 256x256, and a box of 128x128 is cut out of it at random.
"""

import argparse
import csv
import pathlib
import tempfile
from typing import Dict, List, Tuple

import numpy as np
from PIL import Image, ImageOps
from torch.utils.data import Dataset

import pictures
from equal_draws import equals, table
from loading import Drawn, load
from milled import draw_columns, epoch_rows, mill, run

RESIZED, CROP, WORKERS, SEED = 256, 128, 4, 7
OUTCOMES = (RESIZED - CROP + 1) ** 2
RECIPE = f"""
seed = {SEED}
epochs = {{epochs}}
[source]
kind = "csv"
path = "{{path}}"
[output]
path = "out"
[[augment]]
op = "resize"
size = [{RESIZED}, {RESIZED}]
[[augment]]
op = "random_crop"
size = [{CROP}, {CROP}]
"""


def read_landmarks(path: pathlib.Path) -> Dict[str, np.ndarray]:
    """Landmarks f32 [K, 2] of each picture of a table, x and y in pixels, by its path; in the order of the paths."""
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    columns = [name[:-2] for name in rows[0] if name.endswith("_x")]
    first = next(iter(rows[0]))
    found = {row[first]: np.array([[row[f"{name}_x"], row[f"{name}_y"]] for name in columns], np.float32)
             for row in rows}
    return dict(sorted(found.items()))


def resized(path: pathlib.Path) -> Tuple[np.ndarray, Tuple[float, float]]:
    """A picture, u8 [256, 256, 3], and the factors of its width and height."""
    with Image.open(path) as opened:
        photo = ImageOps.exif_transpose(opened)
        factors = RESIZED / photo.width, RESIZED / photo.height
        return np.asarray(photo.convert("RGB").resize((RESIZED, RESIZED), Image.BILINEAR)), factors


def moved(points: np.ndarray, factors: Tuple[float, float], top: int, left: int) -> np.ndarray:
    """Landmarks [K, 2] of a picture in its crop; the centre of a pixel is a whole number."""
    return (points + 0.5) * factors - 0.5 - (left, top)


class RandomCrop:
    """Cuts a box at a random place. Keeps the generator that it draws from: that is the fault."""

    def __init__(self) -> None:
        self.generator = np.random.default_rng(SEED)

    def __call__(self, picture: np.ndarray) -> Tuple[np.ndarray, int, int]:
        top, left = (int(n) for n in self.generator.integers(0, RESIZED - CROP + 1, 2))
        return picture[top:top + CROP, left:left + CROP], top, left


class Crops(Dataset):
    """(top, left) of the crop of each picture."""

    def __init__(self, paths: List[pathlib.Path]) -> None:
        self.paths, self.crop = paths, RandomCrop()

    def __len__(self) -> int:
        return len(self.paths)

    def __getitem__(self, index: int) -> Tuple[int, int]:
        _, top, left = self.crop(resized(self.paths[index])[0])
        return top, left


class Milled:
    """What the program made: pictures, landmarks and draws of each epoch, by sample."""

    def __init__(self, out: pathlib.Path, epochs: int) -> None:
        columns = draw_columns(out)
        self.epochs = [epoch_rows(out, epoch, "image", "keypoint", "draws", "key") for epoch in range(epochs)]
        places = [columns["random_crop.top"], columns["random_crop.left"]]
        self.boxes = [row["draws"][:, places].astype(int) for row in self.epochs]

    def drawn(self) -> List[Drawn]:
        """As what a loader hands out; its rows are dealt to the workers that one would have."""
        return [Drawn(epoch, sample // 2 % WORKERS, sample, (int(top), int(left)))
                for epoch, boxes in enumerate(self.boxes) for sample, (top, left) in enumerate(boxes)]

    def check(self, root: pathlib.Path, landmarks: Dict[str, np.ndarray]) -> Tuple[int, int, float]:
        """(rows, those whose pixels are Pillow's at the box that was drawn, largest error of a landmark in pixels)."""
        equal, total, error = 0, 0, 0.0
        for row, boxes in zip(self.epochs, self.boxes):
            for key, image, points, (top, left) in zip(row["key"], row["image"], row["keypoint"], boxes):
                photo, factors = resized(root / key.decode())
                equal += np.array_equal(photo[top:top + CROP, left:left + CROP], image)
                error = max(error, float(np.abs(points - moved(landmarks[key.decode()], factors, top, left)).max()))
                total += 1
        return total, equal, error


def items_of(drawn: List[Drawn], worker: int, epoch: int) -> List[Tuple[int, int]]:
    return [item.value for item in drawn if (item.worker, item.epoch) == (worker, epoch)]


def first_boxes(drawn: List[Drawn]) -> str:
    shown = [(0, 0), (1, 0), (0, 1)]
    rows = [[number + 1, *(items_of(drawn, *place)[number] for place in shown)] for number in range(4)]
    return table(["item", *(f"worker {worker}, epoch {epoch}" for worker, epoch in shown)], rows)


def draw_picture(root: pathlib.Path, landmarks: Dict[str, np.ndarray], ways: Dict[str, List[Drawn]], milled: Milled,
                 path: pathlib.Path) -> None:
    """The first item of each worker in the first epoch: its box, and its crop with the landmarks that followed."""
    figure, axes = pictures.new(2, 2 * WORKERS, 8.4, 2.9, layout="constrained")
    for line, (way, drawn) in zip(axes, ways.items()):
        for worker in range(WORKERS):
            item = next(item for item in drawn if (item.worker, item.epoch) == (worker, 0))
            key, (top, left) = list(landmarks)[item.index], item.value
            photo, factors = resized(root / key)
            whole, crop = line[2 * worker:2 * worker + 2]
            whole.imshow(photo)
            whole.add_patch(pictures.plt.Rectangle((left, top), CROP, CROP, fill=False, edgecolor="red", linewidth=1.5))
            whole.set_xlabel(f"worker {worker}", fontsize=7)
            if way == "epochmill":
                image, points = (milled.epochs[0][name][item.index] for name in ("image", "keypoint"))
            else:
                image, points = photo[top:top + CROP, left:left + CROP], moved(landmarks[key], factors, top, left)
            crop.imshow(image)
            crop.plot(*points.T, "o", color="yellow", markeredgecolor="black", markersize=3)
            crop.set_xlim(-0.5, CROP - 0.5)
            crop.set_ylim(CROP - 0.5, -0.5)
            crop.set_xlabel(f"({top}, {left})", fontsize=7)
        line[0].set_ylabel(way, fontsize=8)
    pictures.save(figure, path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", type=pathlib.Path, nargs="?")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--picture", type=pathlib.Path, default=pathlib.Path("face_landmarks.png"))
    options = parser.parse_args()
    if options.epochs < 2:
        raise SystemExit("--epochs: expected at least 2, to see what a second one repeats")
    with tempfile.TemporaryDirectory(prefix="face-landmarks-") as name:
        folder = pathlib.Path(name)
        if options.table is None:
            run("make-demo", folder / "demo")
        path = (options.table or folder / "demo" / "landmarks.csv").resolve()
        landmarks = read_landmarks(path)
        milled = Milled(mill(RECIPE.format(path=path, epochs=options.epochs), folder), options.epochs)
        faulty = load(Crops([path.parent / key for key in landmarks]), WORKERS, range(options.epochs))
        ways = {"a kept generator": faulty, "epochmill": milled.drawn()}
        for way, drawn in ways.items():
            print(f"{way}: (top, left) of the crops\n\n{first_boxes(drawn)}\n")
        rows = [[way, f"{found.different} of {len(drawn)}", found.pairs, found.other_worker, found.other_epoch,
                 found.both_other]
                for way, drawn in ways.items() for found in [equals(drawn)]]
        print(table(["", "different", "equal pairs", "other worker", "other epoch", "both other"], rows))
        count = len(landmarks) * options.epochs
        by_chance = count * (count - 1) / 2 / OUTCOMES
        print(f"\n{OUTCOMES} places are possible: of {count} crops {by_chance:.1f} pairs are alike by chance.")
        total, equal, error = milled.check(path.parent, landmarks)
        print(f"epochmill: {equal} of {total} pictures are Pillow's, bit for bit, cut at the place that /draws says; "
              f"no landmark is off by more than {error:.1e} pixels.")
        draw_picture(path.parent, landmarks, ways, milled, options.picture)


if __name__ == "__main__":
    main()
