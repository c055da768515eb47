"""Reads the augmented epochs that epochmill milled, for training; finds repeated augmentations in other loaders.

The names below are loaded when they are first used, so that a part of the package needs only what it imports itself:
torch is needed for `EpochLoader` and `collate` alone, Pillow for shards of JPEG or PNG rows alone.
"""

import importlib
from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "DatasetError": "errors", "EpochMissing": "errors", "ShardError": "errors",
    "Manifest": "manifest", "wait_for_epoch": "manifest",
    "Shard": "shard",
    "EpochDataset": "dataset",
    "EpochIterable": "iterable",
    "EpochSampler": "sampler",
    "EpochLoader": "loader",
    "collate": "torch_batch",
    "stack": "batch",
}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'epochmill' has no attribute {name!r}; it has {', '.join(__all__)}")
    return getattr(importlib.import_module("." + _HOMES[name], __name__), name)


def __dir__() -> list:
    return sorted([*globals(), *__all__])
