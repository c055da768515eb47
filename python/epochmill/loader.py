"""A DataLoader that knows how far the training loop is."""

from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence

from torch.utils.data import DataLoader, get_worker_info

from .dataset import EpochDataset
from .handover import Handover, aligned
from .iterable import EpochIterable
from .torch_batch import collate as collate_samples
from .torch_batch import to_tensors


class EpochLoader:
    """Batches of an EpochDataset as torch tensors, from worker processes; can stop and go on within an epoch.

        loader = EpochLoader(EpochDataset(root), batch_size=64, num_workers=4)
        for epoch in range(epochs):
            loader.set_epoch(epoch)
            for batch in loader: ...

    order, interleave, drop_last, seed, rank, world_size, remainder: as for EpochIterable.
    collate: makes a batch of samples; by default `epochmill.collate`, and without a `transform` of the dataset the
    same in less time.
    options: DataLoader's, such as persistent_workers, pin_memory, prefetch_factor, multiprocessing_context.
    The batches and their order are the same for any num_workers.
    """

    def __init__(self, dataset: EpochDataset, batch_size: int, *, num_workers: int = 0, order: str = "random",
                 interleave: int = 1, collate: Optional[Callable[[Sequence[Any]], Any]] = None, drop_last: bool = False,
                 seed: Optional[int] = None, rank: int = 0, world_size: int = 1, remainder: str = "uneven",
                 **options: Any) -> None:
        for name in ("sampler", "batch_sampler", "shuffle", "collate_fn"):
            if name in options:
                raise TypeError(f"{name}: EpochLoader orders and batches by itself; use `order` and `collate`, or "
                                "torch's DataLoader with an EpochSampler")
        is_direct = collate is None and dataset.transform is None and not options.get("pin_memory", False)
        self.stream = _Batches(dataset, order=order, interleave=interleave, batch_size=batch_size,
                               collate=None if is_direct else collate or collate_samples, drop_last=drop_last,
                               seed=seed, rank=rank, world_size=world_size, remainder=remainder)
        self._is_direct = is_direct
        self._loader = DataLoader(self.stream, None, num_workers=num_workers, collate_fn=_as_it_is, **options)
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
        handover = self._new_handover()
        for batch in self._loader:
            self._batches += 1
            if self._is_direct:
                batch = to_tensors(batch if handover is None else handover.collect(batch))
            yield batch
        # A state of now is one of the epoch's end; another pass is one over all of it.
        self._start, self._batches = len(self.stream.dataset), 0
        cursor.move(cursor.epoch)

    def state_dict(self) -> Dict[str, Any]:
        """Where to go on after the batch that the loop took last; at an epoch's end, that. Good for all ranks."""
        return self.stream.state_at(self.epoch, self.stream.place_after(self._start, self._batches))

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        """The next pass reads what was left of the epoch; the number of ranks and workers may be another."""
        self.stream.load_state_dict(state)
        self._start, self._batches = self.stream.dataset.cursor.start, 0

    def _new_handover(self) -> Optional[Handover]:
        """What the workers of the coming pass inherit. Workers that stay keep theirs; those of two passes at once must
        not share one."""
        workers = self._loader.num_workers
        if not self._is_direct or not workers:
            return None
        if self.stream.handover is None or not self._loader.persistent_workers:
            slot_bytes, slots = self.stream.batch_bytes(), self._loader.prefetch_factor + 1
            self.stream.handover = Handover(workers, slots, slot_bytes) if slot_bytes else None
        if self.stream.handover is not None:
            self.stream.handover.begin_pass()
        return self.stream.handover


class _Batches(EpochIterable):
    """An EpochIterable whose workers put raw pictures into a Handover."""

    handover: Optional[Handover] = None
    _pass = 0

    def batch_bytes(self) -> int:
        """Of the raw pictures of a batch; 0 if there are none."""
        shard = self.dataset.shard(next((n for n, rows in enumerate(self.dataset.shard_rows) if rows), 0))
        names = shard.layout.usual_fields if self.dataset.fields is None else self.dataset.fields
        blocks = [shard.layout.fields[name].data for name in names if shard.is_large(name)]
        return sum(aligned(block.row_bytes * (self.batch_size or 1)) for block in blocks if block is not None)

    def __iter__(self) -> Iterator[Any]:
        if self.handover is not None:
            self._pass = self.handover.current_pass
        return super().__iter__()

    def _batch(self, indices: List[int]) -> Any:
        info = get_worker_info()
        slot = self.handover.take(info.id, self._pass) if info and self.handover and self.collate is None else None
        if slot is None:
            return super()._batch(indices)
        return {**self.dataset.batch(indices, slot.allocate), **slot.placed}


def _as_it_is(batch: Any) -> Any:
    """Torch's own would make tensors of small arrays in the worker, each of which costs a handle to hand over."""
    return batch
