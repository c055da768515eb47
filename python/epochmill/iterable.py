"""One epoch as a stream of samples or batches, in an order that no number of workers changes."""

import sys
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple, Union

from .batch import stack
from .dataset import EpochDataset
from .manifest import Root
from .order import EpochOrder, Split

try:  # a DataLoader tells streams by this class
    from torch.utils.data import IterableDataset as _Base
except ImportError:
    _Base = object  # type: ignore[assignment,misc]


class EpochIterable(_Base):
    """Reads an epoch shard by shard, `interleave` shards at a time, for slow disks; or in any order of `EpochOrder`.

    source: an output folder, or an EpochDataset (whose epoch, fields and transform are then taken).
    order: "shards" (shuffled), "stored" (each shard's own /order), "random" (over the whole epoch), "sequential".
    batch_size: None yields samples; a number yields what `collate` makes of so many, the last batch being shorter
    unless `drop_last`.
    seed: of the order; None takes the recipe's.
    rank, world_size, remainder: as `Split` says; by default every row is read once, by one rank.

    Without torch, iterate it. With torch, give it to DataLoader(iterable, batch_size=None, num_workers=...) and the
    batch size to it: worker w of k makes the batches w, w + k, ..., so that batches come in the same order from any
    number of workers. (Samples, w, w + k, ... likewise; a DataLoader that batches them itself makes other batches with
    other numbers of workers.)
    """

    def __init__(self, source: Union[Root, EpochDataset], epoch: Optional[int] = None, *, order: str = "shards",
                 interleave: int = 4, batch_size: Optional[int] = None,
                 collate: Optional[Callable[[Sequence[Any]], Any]] = None, drop_last: bool = False,
                 seed: Optional[int] = None, rank: int = 0, world_size: int = 1, remainder: str = "uneven",
                 **options: Any) -> None:
        if isinstance(source, EpochDataset):
            if options:
                raise TypeError(f"{', '.join(options)}: give these to the EpochDataset")
            self.dataset = source
            if epoch is not None:
                source.set_epoch(epoch)
        else:
            self.dataset = EpochDataset(source, epoch or 0, **options)
        if batch_size is not None and batch_size < 1:
            raise ValueError(f"batch_size: expected at least 1 or None, found {batch_size}")
        self.order = EpochOrder(order, int(self.dataset.facts["seed"] if seed is None else seed), interleave)
        self.split = Split(rank, world_size, remainder)
        self.batch_size = batch_size
        self.collate = collate
        self.drop_last = drop_last
        self._done: Optional[Tuple[int, int, int]] = None  # epoch, start and batches of a pass in this process

    @property
    def epoch(self) -> int:
        """The epoch that the next pass reads."""
        return self.dataset.epoch

    def set_epoch(self, epoch: int) -> None:
        """Takes another epoch, from its beginning."""
        self.dataset.set_epoch(epoch)
        self._done = None

    def __len__(self) -> int:
        """Batches of the next pass of this rank; or samples, without `batch_size`."""
        return self.length_from(self.dataset.cursor.start)

    def length_from(self, start: int) -> int:
        """Batches (or samples) that this rank has when `start` rows of the epoch were read before."""
        rows = self.split.count(len(self.dataset) - start)
        size = self.batch_size or 1
        return rows // size if self.drop_last else -(-rows // size)

    def __iter__(self) -> Iterator[Any]:
        worker, workers = _worker()
        cursor = self.dataset.cursor
        epoch, start, size = cursor.epoch, cursor.start, self.batch_size or 1
        if workers:
            cursor.read_elsewhere()
        for number, indices in enumerate(self._batches(epoch, start, size)):
            if not workers:
                self._done = epoch, start, number + 1
            elif number % workers != worker:
                continue
            yield self.dataset[indices[0]] if self.batch_size is None else self._batch(indices)
        if not workers:
            self._done = epoch, start, len(self.dataset)  # the last rows too, where they make no batch of this rank
            cursor.move(epoch)

    def indices(self) -> Iterator[int]:
        """The dataset's indices of the next pass of this rank, one by one."""
        for indices in self._batches(self.epoch, self.dataset.cursor.start, 1):
            yield indices[0]

    def state_dict(self, batches: Optional[int] = None) -> Dict[str, Any]:
        """Where to go on, for `load_state_dict`: after `batches` (or samples) of the pass that is going on.

        None: after what was yielded; only where this process reads itself. Of workers it cannot know what reached the
        training loop: EpochLoader counts that. All ranks are taken to be equally far, so any rank's state is good for
        all, and for another number of ranks and workers.
        """
        cursor = self.dataset.cursor
        epoch, start = cursor.epoch, cursor.start
        if batches is None:
            if cursor.is_elsewhere:
                raise RuntimeError("workers read this EpochIterable, and run ahead of the training loop; call the "
                                   "state_dict of EpochLoader, or give the number of batches that the loop has taken")
            epoch, start, batches = self._done or (epoch, start, 0)
        return self.state_at(epoch, self.place_after(start, batches))

    def place_after(self, start: int, batches: int) -> int:
        """How many rows of the epoch all ranks have read, `batches` after the place `start`."""
        return start + self.split.consumed(batches * (self.batch_size or 1), len(self.dataset) - start)

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        """The next pass goes on where `state` was taken. ValueError when its order was another one."""
        expected = self.state_at(int(state["epoch"]), int(state["rows_read"]))
        other = {name: state.get(name) for name in expected if state.get(name) != expected[name]}
        if other:
            here = {name: expected[name] for name in other}
            raise ValueError(f"the state was taken of another order: {other}, here {here}; give EpochIterable the same "
                             "output, seed, order and interleave")
        self.set_epoch(expected["epoch"])
        self.dataset.cursor.move(expected["epoch"], expected["rows_read"])

    def state_at(self, epoch: int, place: int) -> Dict[str, Any]:
        """A state for `load_state_dict`: of `epoch`, with `place` rows read by all ranks."""
        return {"epoch": epoch, "rows_read": place, "rows": len(self.dataset), "order": self.order.kind,
                "interleave": self.order.interleave, "seed": self.order.seed,
                "recipe_digest": self.dataset.facts["recipe_digest"]}

    def _batch(self, indices: List[int]) -> Any:
        if self.collate is None and self.dataset.transform is None:
            return self.dataset.batch(indices)
        return (self.collate or stack)([self.dataset[index] for index in indices])

    def _batches(self, epoch: int, start: int, size: int) -> Iterator[List[int]]:
        """The indices of each batch of this rank, whoever of its workers makes it."""
        waiting: List[int] = []
        blocks = self.order.blocks(self.dataset.shard_rows, epoch, lambda shard: self.dataset.shard(shard).order)
        for _, mine in self.split.parts(blocks, len(self.dataset), start):
            waiting += mine.tolist()
            whole = len(waiting) - len(waiting) % size
            for first in range(0, whole, size):
                yield waiting[first:first + size]
            waiting = waiting[whole:]
        if waiting and not self.drop_last:
            yield waiting


def _worker() -> Tuple[int, int]:
    """(number, count) of the DataLoader's worker that this process is; count 0: it is none."""
    torch_data = sys.modules.get("torch.utils.data")
    info = torch_data.get_worker_info() if torch_data else None
    return (info.id, info.num_workers) if info else (0, 0)
