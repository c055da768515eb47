"""Memory through which workers hand pictures to the training loop.

A DataLoader makes new shared memory for every batch, and the kernel clears and maps every page of it anew: that takes
twice the time of reading a raw picture. Here the same pages are used again and again; the loop copies a batch out when
it takes it.
"""

import ctypes
import multiprocessing
from dataclasses import dataclass
from typing import Any, Dict, Optional, Tuple

import numpy as np

_ALIGN = 64


@dataclass(frozen=True)
class Placed:
    """An array of `shape` and `dtype` that lies at byte `offset` of a slot."""

    slot: int
    offset: int
    shape: Tuple[int, ...]
    dtype: str


class Handover:
    """`slots` pieces of `slot_bytes` for each of `workers`. A worker takes only its own; the training loop alone frees.

    Belongs to one pass of a loader at a time: `begin_pass` frees what a broken-off pass left. Can be inherited by
    forked and by spawned processes, and not be pickled otherwise.
    """

    def __init__(self, workers: int, slots: int, slot_bytes: int) -> None:
        self._slots = slots
        self.slot_bytes = slot_bytes
        self._memory = multiprocessing.RawArray(ctypes.c_uint8, workers * slots * slot_bytes)
        # The pass that each slot was taken in, 0 if it is free; and at the end, the pass that is going on.
        self._taken = multiprocessing.RawArray(ctypes.c_int64, workers * slots + 1)

    def begin_pass(self) -> None:
        """In the training loop, before workers start on it."""
        self._taken[-1] += 1

    @property
    def current_pass(self) -> int:
        """In a worker, to be asked when it starts on a pass."""
        return self._taken[-1]

    def take(self, worker: int, current_pass: int) -> Optional["Slot"]:
        """A free slot of this worker, or None: it may be far ahead."""
        for slot in range(worker * self._slots, (worker + 1) * self._slots):
            if self._taken[slot] != current_pass:
                self._taken[slot] = current_pass
                return Slot(slot, self._bytes_of(slot))
        return None

    def collect(self, batch: Dict[str, Any]) -> Dict[str, Any]:
        """In the training loop: the batch with copies of what was placed, whose slot is free then."""
        placed = {name: value for name, value in batch.items() if isinstance(value, Placed)}
        copies = {name: self._view(value).copy() for name, value in placed.items()}
        for value in placed.values():
            self._taken[value.slot] = 0
        return {**batch, **copies}

    def _bytes_of(self, slot: int) -> np.ndarray:
        return np.frombuffer(self._memory, np.uint8, self.slot_bytes, slot * self.slot_bytes)

    def _view(self, placed: Placed) -> np.ndarray:
        count = int(np.prod(placed.shape))
        flat = np.frombuffer(self._bytes_of(placed.slot), np.dtype(placed.dtype), count, placed.offset)
        return flat.reshape(placed.shape)


class Slot:
    """A slot that was taken: gives arrays in it, one behind the other."""

    def __init__(self, slot: int, memory: np.ndarray) -> None:
        self._slot = slot
        self._memory = memory
        self._used = 0
        self.placed: Dict[str, Placed] = {}

    def allocate(self, name: str, shape: Tuple[int, ...], dtype: np.dtype) -> np.ndarray:
        """As `EpochDataset.batch` asks for it."""
        count = int(np.prod(shape))
        self.placed[name] = Placed(self._slot, self._used, shape, dtype.str)
        array = np.frombuffer(self._memory, dtype, count, self._used).reshape(shape)
        self._used += aligned(array.nbytes)
        return array


def aligned(size_bytes: int) -> int:
    """Room that an array of so many bytes takes in a slot."""
    return -(-size_bytes // _ALIGN) * _ALIGN
