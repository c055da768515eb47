"""The order in which an epoch's rows are read, and who reads which: from (seed, epoch) alone.

Rows are numbered from 0 over all shards, in the shards' order: the dataset's index. Numbers come from Philox's raw
words, which NumPy keeps the same over its versions, and not from its `shuffle`, which it does not.
"""

from dataclasses import dataclass
from typing import Callable, Iterator, Sequence, Tuple

import numpy as np

ORDERS = ("random", "shards", "stored", "sequential")
REMAINDERS = ("uneven", "drop", "repeat")


@dataclass(frozen=True)
class EpochOrder:
    """kind: random: every row of the epoch anywhere.
    shards: shard by shard, shards and rows in each shuffled.
    stored: shard by shard, shards shuffled, rows in the order that the shard itself has.
    sequential: as the rows lie.
    interleave: of `shards` and `stored`, so many shards are read at once, a row of each in turn.
    """

    kind: str = "random"
    seed: int = 0
    interleave: int = 1

    def __post_init__(self) -> None:
        if self.kind not in ORDERS:
            raise ValueError(f"order: expected one of {', '.join(ORDERS)}, found {self.kind!r}")
        if self.interleave < 1:
            raise ValueError(f"interleave: expected at least 1, found {self.interleave}")
        if self.kind in ("random", "sequential"):
            object.__setattr__(self, "interleave", 1)  # means nothing there, and should not tell two equal orders apart

    def blocks(self, rows: Sequence[int], epoch: int, stored: Callable[[int], np.ndarray]) -> Iterator[np.ndarray]:
        """The indices of the whole epoch, i64, in blocks: one after the other they are a permutation of all rows.

        rows: how many each shard has.  stored(shard): its own order of its rows.
        """
        starts = np.concatenate([[0], np.cumsum(np.asarray(rows, np.int64), dtype=np.int64)])
        if self.kind == "random":
            yield _permutation(int(starts[-1]), self.seed, epoch, 0)
            return
        if self.kind == "sequential":
            for shard, count in enumerate(rows):
                yield np.arange(starts[shard], starts[shard] + count)
            return
        shards = _permutation(len(rows), self.seed, epoch, 0)
        for first in range(0, len(rows), self.interleave):
            group = [int(shard) for shard in shards[first:first + self.interleave]]
            lanes = [starts[shard] + (stored(shard).astype(np.int64) if self.kind == "stored" else
                                      _permutation(rows[shard], self.seed, epoch, shard + 1)) for shard in group]
            turns = np.concatenate([np.arange(len(lane)) for lane in lanes])
            yield np.concatenate(lanes)[np.argsort(turns, kind="stable")]


@dataclass(frozen=True)
class Split:
    """Which places of an epoch's order one rank reads: every `world_size`-th, so that all ranks together read a prefix.

    remainder, of the rows that `world_size` does not divide: uneven: they are read, once each, by the first ranks,
    which have one more than the others.  drop: no one reads them in this epoch.  repeat: the ranks that lack one read
    again what came first.
    """

    rank: int = 0
    world_size: int = 1
    remainder: str = "uneven"

    def __post_init__(self) -> None:
        if not 0 <= self.rank < self.world_size:
            raise ValueError(f"rank {self.rank} of world_size {self.world_size}: expected 0 <= rank < world_size")
        if self.remainder not in REMAINDERS:
            raise ValueError(f"remainder: expected one of {', '.join(REMAINDERS)}, found {self.remainder!r}")

    def count(self, rows: int) -> int:
        """How many rows this rank reads of `rows` that are left."""
        whole, rest = divmod(rows, self.world_size)
        return whole + (rest > 0 and (self.remainder == "repeat" or (self.remainder == "uneven" and self.rank < rest)))

    def left_over(self, rows: int) -> int:
        """How many rows `world_size` does not divide: what `remainder` is about."""
        return rows % self.world_size

    def consumed(self, each: int, rows: int) -> int:
        """How many of `rows` all ranks have read when this one has read `each`, all reading in step."""
        return min(each * self.world_size, rows)

    def parts(self, blocks: Iterator[np.ndarray], rows: int, start: int) -> Iterator[Tuple[int, np.ndarray]]:
        """What this rank reads of an order from place `start` on: (how many before, indices i64), block by block."""
        wanted, before, place = self.count(rows - start), 0, 0
        head = np.empty(0, np.int64)  # of what is left, for `repeat`
        for block in blocks:
            left = block[max(start - place, 0):]
            if len(head) < self.world_size:
                head = np.concatenate([head, left[:self.world_size - len(head)]])
            # Place p of the order is turn p - start; turns of this rank are rank, rank + world_size, ...
            turn = max(place - start, 0)
            mine = left[(self.rank - turn) % self.world_size::self.world_size][:wanted - before]
            place += len(block)
            if len(mine):
                yield before, mine
                before += len(mine)
        if before < wanted:
            turn = before * self.world_size + self.rank
            yield before, head[np.array([(turn - (rows - start)) % len(head)])]


def _permutation(count: int, seed: int, epoch: int, stream: int) -> np.ndarray:
    """A permutation of 0 to count - 1, i64, of its own for each (seed, epoch, stream)."""
    words = np.random.Philox(key=np.array([seed % 2**64, epoch], np.uint64),
                             counter=np.array([0, 0, stream, 0], np.uint64)).random_raw(count)
    return np.argsort(words, kind="stable")
