"""A DataLoader that knows how far the training loop is."""

from typing import Any, Callable, Dict, Iterator, Optional, Sequence

from torch.utils.data import DataLoader

from .dataset import EpochDataset
from .iterable import EpochIterable
from .torch_batch import collate as to_tensors


class EpochLoader:
    """Batches of an EpochDataset as torch tensors, from worker processes; can stop and go on within an epoch.

        loader = EpochLoader(EpochDataset(root), batch_size=64, num_workers=4)
        for epoch in range(epochs):
            loader.set_epoch(epoch)
            for batch in loader: ...

    order, interleave, drop_last, seed, rank, world_size, remainder: as for EpochIterable. options: DataLoader's, such as
    persistent_workers, pin_memory, prefetch_factor, multiprocessing_context.
    The batches and their order are the same for any num_workers.
    """

    def __init__(self, dataset: EpochDataset, batch_size: int, *, num_workers: int = 0, order: str = "random",
                 interleave: int = 1, collate: Callable[[Sequence[Any]], Any] = to_tensors, drop_last: bool = False,
                 seed: Optional[int] = None, rank: int = 0, world_size: int = 1, remainder: str = "uneven",
                 **options: Any) -> None:
        for name in ("sampler", "batch_sampler", "shuffle", "collate_fn"):
            if name in options:
                raise TypeError(f"{name}: EpochLoader orders and batches by itself; use `order` and `collate`, or torch's "
                                "DataLoader with an EpochSampler")
        self.stream = EpochIterable(dataset, order=order, interleave=interleave, batch_size=batch_size, collate=collate,
                                    drop_last=drop_last, seed=seed, rank=rank, world_size=world_size, remainder=remainder)
        self._loader = DataLoader(self.stream, batch_size=None, num_workers=num_workers, **options)
        self._start = dataset.cursor.start
        self._batches = 0

    @property
    def epoch(self) -> int:
        """The epoch that the next pass reads."""
        return self.stream.epoch

    def set_epoch(self, epoch: int) -> None:
        """Takes another epoch, from its beginning; EpochMissing when it is not finished."""
        self.stream.set_epoch(epoch)
        self._start = self._batches = 0

    def __len__(self) -> int:
        """Batches of the whole pass: fewer after `load_state_dict`."""
        return len(self.stream)

    def __iter__(self) -> Iterator[Any]:
        cursor = self.stream.dataset.cursor
        self._start, self._batches = cursor.start, 0
        for batch in self._loader:
            self._batches += 1
            yield batch
        # A state of now is one of the epoch's end; another pass is one over all of it.
        self._start, self._batches = len(self.stream.dataset), 0
        cursor.move(cursor.epoch)

    def state_dict(self) -> Dict[str, Any]:
        """Where to go on after the batch that the loop took last; at the end of an epoch, its end. Any rank's is good for all."""
        return self.stream.state_at(self.epoch, self.stream.place_after(self._start, self._batches))

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        """The next pass reads what was left of the epoch; the number of ranks and workers may be another."""
        self.stream.load_state_dict(state)
        self._start, self._batches = self.stream.dataset.cursor.start, 0
