"""Feeds one item to the workers of a real DataLoader, again and again, and collects what each of them made of it."""

import random
import warnings
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional

from .output_digest import digests

# (rank, worker, epoch) -> one dictionary field -> digest for each draw, in the worker's order
Streams = dict[tuple[int, int, int], list[dict[str, str]]]


class _Digested:
    """A collate function that ships digests instead of pictures. Runs in the worker, after the user's own."""

    def __init__(self, collate: Optional[Callable]):
        self.collate = collate

    def __call__(self, batch: list) -> tuple[int, dict[str, str]]:
        from torch.utils.data import get_worker_info
        info = get_worker_info()
        made = batch[0] if self.collate is None else self.collate(batch)
        return (0 if info is None else info.id), digests(made)


@contextmanager
def kept_state() -> Iterator[None]:
    """The global generators of this process are afterwards as they were before."""
    import numpy as np
    import torch
    state = random.getstate(), np.random.get_state(), torch.get_rng_state()
    try:
        yield
    finally:
        random.setstate(state[0])
        np.random.set_state(state[1])
        torch.set_rng_state(state[2])


def collect(dataset: Any, workers: int, epochs: int, draws: int, item: Any, seed_rank: Optional[Callable[[int], None]],
            ranks: int, options: dict[str, Any]) -> Streams:
    """`draws` outputs of every worker in every epoch. Ranks start from one state, as processes of one script do."""
    from torch.utils.data import DataLoader, IterableDataset
    options = dict(options)
    collate = _Digested(options.pop("collate_fn", None))
    if workers == 0:
        for name in ("persistent_workers", "worker_init_fn", "multiprocessing_context", "prefetch_factor"):
            options.pop(name, None)
    streams: Streams = {}
    for rank in range(ranks):
        with kept_state(), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "This DataLoader will create")  # more workers than processors, on purpose
            if seed_rank is not None:
                seed_rank(rank)
            if isinstance(dataset, IterableDataset):
                loader = DataLoader(dataset, batch_size=1, num_workers=workers, collate_fn=collate, **options)
            else:
                sampler = [item] * (draws * max(1, workers))
                loader = DataLoader(dataset, batch_size=1, sampler=sampler, num_workers=workers, collate_fn=collate,
                                    **options)
            for epoch in range(epochs):
                if hasattr(dataset, "set_epoch"):
                    dataset.set_epoch(epoch)
                made: dict[int, list[dict[str, str]]] = {worker: [] for worker in range(max(1, workers))}
                for worker, fields in loader:
                    made[worker].append(fields)
                    if all(len(stream) >= draws for stream in made.values()):
                        break
                for worker, stream in made.items():
                    streams[rank, worker, epoch] = stream[:draws]
    return streams


def count_seedings(dataset: Any, item: Any) -> int:
    """How often one call of dataset[item] seeds or makes a generator through its module; a hint, not a proof."""
    import numpy as np
    import torch
    counted = [0]

    def counting(original: Any) -> Any:
        if isinstance(original, type):
            def init(self, *args, **kwargs):
                counted[0] += 1
                original.__init__(self, *args, **kwargs)
            return type(original.__name__, (original,), {"__init__": init})

        def call(*args, **kwargs):
            counted[0] += 1
            return original(*args, **kwargs)
        return call

    places = [(np.random, "default_rng"), (np.random, "seed"), (np.random, "RandomState"), (random, "seed"),
              (random, "Random"), (torch, "manual_seed")]
    before = [(module, name, getattr(module, name)) for module, name in places]
    with kept_state():
        try:
            for module, name, original in before:
                setattr(module, name, counting(original))
            dataset[item]
        finally:
            for module, name, original in before:
                setattr(module, name, original)
    return counted[0]
