"""Digests of whatever a dataset gives: one for each leaf of its dictionaries, lists and tuples."""

import dataclasses
import hashlib
import pickle
from typing import Any, Iterator


def digests(output: Any) -> dict[str, str]:
    """Field -> digest of its bytes, type and shape. The fields of {"image": (a, b)} are image.0 and image.1."""
    return {name or "output": _digest(leaf) for name, leaf in _leaves(output, "")}


def _leaves(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        value = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, (list, tuple)):
        parts = enumerate(value)
    else:
        yield name, value
        return
    for key, part in parts:
        yield from _leaves(part, f"{name}.{key}" if name else str(key))


def _digest(leaf: Any) -> str:
    hashed = hashlib.blake2b(type(leaf).__name__.encode(), digest_size=16)
    if hasattr(leaf, "detach") and hasattr(leaf, "numpy"):  # a tensor
        leaf = leaf.detach().cpu().numpy()
    if hasattr(leaf, "dtype") and hasattr(leaf, "tobytes"):
        hashed.update(f"{leaf.dtype} {getattr(leaf, 'shape', ())}".encode())
        hashed.update(leaf.tobytes())
    elif hasattr(leaf, "tobytes") and hasattr(leaf, "mode"):  # a picture of PIL
        hashed.update(f"{leaf.mode} {leaf.size}".encode())
        hashed.update(leaf.tobytes())
    elif isinstance(leaf, (bytes, bytearray)):
        hashed.update(leaf)
    elif leaf is None or isinstance(leaf, (str, int, float, complex, bool)):
        hashed.update(repr(leaf).encode())
    else:
        hashed.update(pickle.dumps(leaf, protocol=4))
    return hashed.hexdigest()
