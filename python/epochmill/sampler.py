"""The order of one rank, for a DataLoader over an EpochDataset."""

from typing import Any, Dict, Iterator, Optional

from .dataset import EpochDataset
from .iterable import EpochIterable


class EpochSampler:
    """Yields the indices that this rank reads in the dataset's epoch, for DataLoader(dataset, sampler=...).

    order, interleave, seed, rank, world_size, remainder: as for EpochIterable. There is one set_epoch, the dataset's.
    """

    def __init__(self, dataset: EpochDataset, *, order: str = "random", interleave: int = 1, seed: Optional[int] = None,
                 rank: int = 0, world_size: int = 1, remainder: str = "uneven") -> None:
        self._stream = EpochIterable(dataset, order=order, interleave=interleave, seed=seed, rank=rank,
                                     world_size=world_size, remainder=remainder)

    def __len__(self) -> int:
        return len(self._stream)

    def __iter__(self) -> Iterator[int]:
        return self._stream.indices()

    def state_dict(self, samples: int) -> Dict[str, Any]:
        """Where to go on after the training loop has taken `samples` of this pass. The loop has to say, as the
        DataLoader asks for indices long before it hands out their batches; EpochLoader counts by itself."""
        return self._stream.state_dict(samples)

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        """The next pass goes on where `state` was taken; also one of EpochLoader or EpochIterable in the same order."""
        self._stream.load_state_dict(state)
