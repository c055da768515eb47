"""Which epoch is read, and from where on: numbers that a process shares with the workers that it starts."""

import ctypes
import multiprocessing
from multiprocessing.context import get_spawning_popen
from typing import Any, List


class Cursor:
    """`epoch`; `start`, the place in its order where reading begins; `is_elsewhere`, whether workers read in its stead.

    A DataLoader with persistent_workers copies its dataset once. A plain attribute that the training loop changes would
    never reach those copies, and every epoch would be the first one again. So the numbers lie in shared memory,
    for forked workers and for spawned ones. Pickled in any other way, or copied, they are numbers of the copy's own.
    """

    def __init__(self, epoch: int) -> None:
        self._cells = _shared([epoch, 0, 0])

    def __getstate__(self) -> Any:
        return self._cells if get_spawning_popen() is not None else list(self._cells)

    def __setstate__(self, state: Any) -> None:
        self._cells = _shared(state) if isinstance(state, list) else state

    @property
    def epoch(self) -> int:
        return self._cells[0]

    @property
    def start(self) -> int:
        return self._cells[1]

    @property
    def is_elsewhere(self) -> bool:
        return bool(self._cells[2])

    def move(self, epoch: int, start: int = 0) -> None:
        """To a place that nobody has read on from yet."""
        self._cells[:] = [epoch, start, 0]

    def read_elsewhere(self) -> None:
        """A worker began to read."""
        self._cells[2] = 1


def _shared(numbers: List[int]) -> Any:
    return multiprocessing.RawArray(ctypes.c_int64, numbers)
