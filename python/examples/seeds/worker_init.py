#!/usr/bin/env python3
"""Half cures: what a worker_init_fn mends, and what it leaves.

    python3 python/examples/seeds/worker_init.py [--picture worker_init.png]

16 items, batches of 2, 4 workers, 3 epochs; then the training is resumed, by the same script with the same seed, for
epochs 3 to 5. 96 draws of numpy.random; each should be another one, and none should hang on the number of workers.
"""

import argparse
import pathlib
import sys
from typing import Callable, Dict, List

import numpy as np
import torch
from torch.utils.data import Dataset

import pictures
from equal_draws import by_index, equals, table
from loading import Drawn, load

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2]))  # the package lies there when it is not installed

from epochmill.streams import Stream  # noqa: E402

ITEMS, WORKERS, SEED = 16, 4, 1
FIRST_RUN, RESUMED = range(3), range(3, 6)


class NumpyDraws(Dataset):
    """A draw for each item from numpy.random, as whoever seeded it left it."""

    def __len__(self) -> int:
        return ITEMS

    def __getitem__(self, index: int) -> int:
        return int(np.random.randint(2**62))


class StreamDraws(NumpyDraws):
    """A draw for each item from its own stream."""

    epoch = 0

    def set_epoch(self, epoch: int) -> None:
        self.epoch = epoch

    def __getitem__(self, index: int) -> int:
        return Stream(SEED, self.epoch, index).bits64(0)


def worker(_epoch: int) -> Callable[[int], None]:
    return np.random.seed


def worker_and_epoch(epoch: int) -> Callable[[int], None]:
    return lambda worker: np.random.seed(SEED + worker + epoch)


def torch_seed(_epoch: int) -> Callable[[int], None]:
    """PyTorch's seed of the worker, which it draws anew in every epoch from the generator of the main process."""
    return lambda _worker: np.random.seed(torch.initial_seed() % 2**32)


def seed_sequence(epoch: int) -> Callable[[int], None]:
    """A hash of all three, as NumPy advises, so that none can stand in for another."""
    return lambda worker: np.random.seed(np.random.SeedSequence([SEED, epoch, worker]).generate_state(4))


def both_runs(dataset: Dataset, init_of: Callable, workers: int) -> List[Drawn]:
    """Each run starts as a script does: it seeds what there is to seed."""
    found = []
    for epochs in (FIRST_RUN, RESUMED):
        torch.manual_seed(SEED)
        np.random.seed(SEED)
        found += load(dataset, workers, epochs, init_of=init_of if workers else None)
    return found


WAYS: Dict[str, tuple] = {"seed(worker)": (NumpyDraws, worker),
                          "seed(base + worker + epoch)": (NumpyDraws, worker_and_epoch),
                          "seed(torch.initial_seed())": (NumpyDraws, torch_seed),
                          "seed([base, epoch, worker])": (NumpyDraws, seed_sequence),
                          "epochmill's streams": (StreamDraws, None)}


def repeated_after_resume(items: List[Drawn]) -> str:
    """Draws of the resumed run that the first one had already."""
    before = {item.value for item in items if item.epoch in FIRST_RUN}
    after = [item.value in before for item in items if item.epoch in RESUMED]
    return f"{sum(after)} of {len(after)}"


def draw_picture(drawn: Dict[str, List[Drawn]], path: pathlib.Path) -> None:
    """A row a worker, a column an epoch: cells of one number and colour hold the same draws."""
    figure, axes = pictures.new(1, len(WAYS), 11, 2.3, layout="constrained")
    for ax, (way, items) in zip(axes[0], drawn.items()):
        first: Dict[tuple, int] = {}
        for item in items:
            first.setdefault((item.epoch, item.worker), item.value)
        numbers = {value: number for number, value in enumerate(dict.fromkeys(first.values()), 1)}
        cells = np.zeros((WORKERS, len(FIRST_RUN) + len(RESUMED)))
        for (epoch, of_worker), value in first.items():
            cells[of_worker, epoch] = numbers[value]
            ax.text(epoch, of_worker, numbers[value], ha="center", va="center", fontsize=7)
        ax.imshow(cells, cmap="gist_rainbow", alpha=0.6, vmin=1, vmax=max(2, len(numbers)))
        ax.axvline(len(FIRST_RUN) - 0.5, color="black", linewidth=2)
        ax.set_title(way, fontsize=7.5)
        ax.set_xlabel("epoch 0 to 2 | resumed: 3 to 5", fontsize=7)
    axes[0][0].set_ylabel("worker 0 to 3", fontsize=7)
    pictures.save(figure, path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--picture", type=pathlib.Path, default=pathlib.Path("worker_init.png"))
    options = parser.parse_args()
    drawn, rows = {}, []
    for way, (dataset, init_of) in WAYS.items():
        drawn[way] = both_runs(dataset(), init_of, WORKERS)
        found = equals(drawn[way])
        alike = all(by_index(both_runs(dataset(), init_of, workers)) == by_index(drawn[way]) for workers in (1, 2))
        rows.append([way, f"{found.different} of {len(drawn[way])}", found.other_worker, found.other_epoch,
                     found.both_other, repeated_after_resume(drawn[way]), "yes" if alike else "no"])
    print(table(["worker_init_fn", "different", "equal: other worker", "other epoch", "both other",
                 "repeated after resume", "the same with 1, 2, 4 workers"], rows))
    draw_picture(drawn, options.picture)


if __name__ == "__main__":
    main()
