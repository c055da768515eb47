"""Samples put together as a batch of NumPy arrays."""

from typing import Any, Dict, List, Sequence

import numpy as np

# Lists in a batch: of boxes each row has another number, and digests are unsigned numbers of 64 bits.
LISTED = ("box", "box_label", "digest")


def stack(samples: Sequence[Dict[str, Any]]) -> Dict[str, Any]:
    """A batch of dicts: arrays stacked along a new first axis [batch, ...], numbers as i64 or f32 [batch], texts, boxes
    and digests as lists.

    Pictures of different shapes are an error, which names the field.
    """
    return {name: column(name, [sample[name] for sample in samples]) for name in samples[0]}


def column(name: str, values: List[Any]) -> Any:
    """One field of a batch, from its value in each row."""
    first = values[0]
    if name in LISTED or isinstance(first, (str, bytes)):
        return values
    if isinstance(first, bool):
        return np.array(values)
    if isinstance(first, int):
        return np.array(values, np.int64)
    if isinstance(first, float):
        return np.array(values, np.float32)
    if isinstance(first, (np.ndarray, np.generic)):
        try:
            return np.stack(values)
        except ValueError as error:
            shapes = sorted({np.shape(value) for value in values})
            raise ValueError(f"{name}: rows of a batch have the shapes {shapes}; expected one ({error})") from None
    return values
