"""What a DataLoader really hands out: every item with the epoch and the worker that it came from."""

import warnings
from typing import Any, Callable, Iterable, List, NamedTuple, Optional, Sequence

from torch.utils.data import DataLoader, Dataset, get_worker_info

# Four workers are what this is about, also on a machine with two cores.
warnings.filterwarnings("ignore", message="This DataLoader will create")


class Drawn(NamedTuple):
    """One item: where it came from, and what was drawn for it."""

    epoch: int
    worker: int
    index: int
    value: Any


class WithWorker(Dataset):
    """Another dataset's items, each as (worker, index, item)."""

    def __init__(self, dataset: Sequence) -> None:
        self.dataset = dataset

    def __len__(self) -> int:
        return len(self.dataset)

    def __getitem__(self, index: int) -> tuple:
        worker = get_worker_info()
        return (0 if worker is None else worker.id), index, self.dataset[index]


def load(dataset: Sequence, workers: int, epochs: Iterable[int], batch: int = 2, persistent: bool = False,
         init_of: Optional[Callable[[int], Callable[[int], None]]] = None) -> List[Drawn]:
    """All items of some epochs, in order, by forked workers.

    `init_of` gives the worker_init_fn of an epoch. With `persistent` the workers live through all of the epochs;
    a dataset with `set_epoch` must not be loaded so, since they would not hear of it.
    """
    found, loader = [], None
    for epoch in epochs:
        if hasattr(dataset, "set_epoch"):
            dataset.set_epoch(epoch)
        if loader is None or not persistent:
            loader = DataLoader(WithWorker(dataset), batch_size=batch, num_workers=workers, collate_fn=list,
                                multiprocessing_context="fork" if workers else None, persistent_workers=persistent,
                                worker_init_fn=init_of(epoch) if init_of else None)
        found += [Drawn(epoch, *item) for items in loader for item in items]
    return found
