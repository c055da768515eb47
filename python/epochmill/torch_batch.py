"""Batches of torch tensors: from samples, as the `collate_fn` of a DataLoader, or of arrays."""

from typing import Any, Dict, List, Sequence

import numpy as np
import torch
from torch.utils.data import default_collate

from .batch import LISTED, stack


def collate(samples: Sequence[Any]) -> Any:
    """A batch of what EpochDataset or its `transform` gives.

    Dicts: tensors [batch, ...]; `box` [boxes, 4] and `box_label` [boxes] as lists of tensors, one a row; texts as
    lists, and so are digests. Tuples: as many such batches. Tensors are stacked.
    """
    first = samples[0]
    if isinstance(first, dict):
        return {name: _column(name, [sample[name] for sample in samples]) for name in first}
    if isinstance(first, (tuple, list)):
        return type(first)(_column("", list(column)) for column in zip(*samples))
    return _column("", list(samples))


def _column(name: str, values: List[Any]) -> Any:
    if isinstance(values[0], torch.Tensor):
        return torch.stack(values)
    if isinstance(values[0], dict):
        return collate(values)
    if isinstance(values[0], np.ndarray) and name not in LISTED:
        return _stacked(name, values)
    return _tensors(stack([{name: value} for value in values])[name])


def _stacked(name: str, values: List[np.ndarray]) -> torch.Tensor:
    if any(value.shape != values[0].shape for value in values):
        stack([{name: value} for value in values])  # raises, and says which shapes
    # In a worker it makes the batch in the memory that it is handed over in.
    return default_collate([torch.from_numpy(value if value.flags.writeable else value.copy()) for value in values])


def to_tensors(batch: Dict[str, Any]) -> Dict[str, Any]:
    """What EpochDataset.batch gave, as `collate` would have made it."""
    return {name: _tensors(value) for name, value in batch.items()}


def _tensors(value: Any) -> Any:
    if isinstance(value, list):
        return [torch.from_numpy(item) if isinstance(item, np.ndarray) else item for item in value]
    return torch.from_numpy(value) if isinstance(value, np.ndarray) else value
