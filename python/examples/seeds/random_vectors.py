#!/usr/bin/env python3
"""The fault in its smallest form: a dataset of random vectors that hands out the same ones again and again.

    python3 python/examples/seeds/random_vectors.py [--picture random_vectors.png]

16 items of three integers in [0, 1000), batches of 2, 4 workers, 3 epochs: 48 vectors, or so one would think.
"""

import argparse
import hashlib
import pathlib
import subprocess
import sys
from typing import Dict, List, Tuple

import numpy as np
import torch
from torch.utils.data import Dataset

import pictures
from equal_draws import by_index, equals, table
from loading import Drawn, load

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2]))  # the package lies there when it is not installed

from epochmill.streams import Stream  # noqa: E402

ITEMS, WORKERS, EPOCHS, SEED = 16, 4, 3, 1
Vector = Tuple[int, int, int]


class Vectors(Dataset):
    def __len__(self) -> int:
        return ITEMS


class GlobalVectors(Vectors):
    """Draws from the one generator of numpy.random."""

    def __getitem__(self, index: int) -> Vector:
        return tuple(np.random.randint(0, 1000, 3).tolist())


class KeptVectors(Vectors):
    """Draws from a generator of its own, of which every worker gets a copy."""

    def __init__(self) -> None:
        self.generator = np.random.default_rng(SEED)

    def __getitem__(self, index: int) -> Vector:
        return tuple(self.generator.integers(0, 1000, 3).tolist())


class StreamVectors(Vectors):
    """Draws from the stream of the item: nothing is copied, for nothing is kept."""

    epoch = 0

    def set_epoch(self, epoch: int) -> None:
        self.epoch = epoch

    def __getitem__(self, index: int) -> Vector:
        stream = Stream(SEED, self.epoch, index)
        return tuple(stream.integer(draw, 0, 1000) for draw in range(3))


def copied_state(_epoch: int):
    """A worker_init_fn that puts back what the fork copied, as it was before PyTorch 1.9 gave each worker a seed."""
    state = np.random.get_state()
    return lambda _worker: np.random.set_state(state)


def numpy_global(workers: int, **more) -> List[Drawn]:
    np.random.seed(SEED)
    torch.manual_seed(SEED)
    return load(GlobalVectors(), workers, range(EPOCHS), **more)


WAYS = {
    "numpy.random before PyTorch 1.9": lambda workers: numpy_global(workers, init_of=copied_state if workers else None),
    f"numpy.random, PyTorch {torch.__version__}": numpy_global,
    "a generator that the dataset keeps": lambda workers: load(KeptVectors(), workers, range(EPOCHS)),
    "the same, persistent workers": lambda workers: load(KeptVectors(), workers, range(EPOCHS), persistent=workers > 0),
    "epochmill's streams": lambda workers: load(StreamVectors(), workers, range(EPOCHS))}
KEPT, STREAMS = list(WAYS)[2], list(WAYS)[4]


def digest(items: List[Drawn]) -> str:
    return hashlib.sha256(repr(sorted(by_index(items).items())).encode()).hexdigest()[:16]


def first_of_each_worker(items: List[Drawn]) -> str:
    first: Dict[tuple, Vector] = {}
    for item in items:
        first.setdefault((item.epoch, item.worker), item.value)
    rows = [[epoch, *(" ".join(f"{n:3}" for n in first[epoch, worker]) for worker in range(WORKERS))]
            for epoch in range(EPOCHS)]
    return table(["epoch", *(f"worker {worker}" for worker in range(WORKERS))], rows)


def draw_picture(items: Dict[str, List[Drawn]], path: pathlib.Path) -> None:
    """A row an item, a column an epoch; each vector is a colour: three numbers, red, green and blue."""
    figure, axes = pictures.new(1, 2, 6.4, 4.4, layout="constrained")
    for ax, way in zip(axes[0], (KEPT, STREAMS)):
        colours = np.zeros((ITEMS, EPOCHS, 3))
        for item in items[way]:
            colours[item.index, item.epoch] = np.array(item.value) / 999
            ax.text(item.epoch, item.index, " ".join(map(str, item.value)), ha="center", va="center", fontsize=6.5,
                    color="white" if sum(item.value) < 1500 else "black")
        ax.imshow(colours, aspect="auto")
        ax.set_title(f"{way}\n{equals(items[way]).different} different vectors", fontsize=9)
        ax.set_xticks(range(EPOCHS), [f"epoch {epoch}" for epoch in range(EPOCHS)], fontsize=8)
        ax.set_yticks(range(ITEMS), [f"item {i}, worker {i // 2 % WORKERS}" for i in range(ITEMS)], fontsize=7)
    pictures.save(figure, path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--picture", type=pathlib.Path, default=pathlib.Path("random_vectors.png"))
    parser.add_argument("--digest", action="store_true", help="print a digest of the streams' vectors and nothing else")
    options = parser.parse_args()
    if options.digest:
        print(digest(WAYS[STREAMS](0)))
        return
    items = {way: {workers: draw(workers) for workers in (0, 1, WORKERS)} for way, draw in WAYS.items()}
    with_workers = {way: by_workers[WORKERS] for way, by_workers in items.items()}
    for way in (KEPT, STREAMS):
        print(f"{way}: the first item of each worker\n\n{first_of_each_worker(with_workers[way])}\n")
    rows = []
    for way, by_workers in items.items():
        found = equals(by_workers[WORKERS])
        alike = len({digest(drawn) for drawn in by_workers.values()}) == 1
        rows.append([way, f"{found.different} of {ITEMS * EPOCHS}", found.other_worker, found.other_epoch,
                     found.both_other, "yes" if alike else "no"])
    print(table(["drawn from", "different", "equal: other worker", "other epoch", "both other",
                 "the same with 0, 1, 4 workers"], rows))
    second_run = subprocess.run([sys.executable, __file__, "--digest"], check=True, capture_output=True, text=True)
    here, again = digest(with_workers[STREAMS]), second_run.stdout.strip()
    print(f"\nepochmill's streams: {here} with 4 workers, {again} in a second run without workers: "
          f"{'the same' if here == again else 'NOT the same'}")
    draw_picture(with_workers, options.picture)


if __name__ == "__main__":
    main()
