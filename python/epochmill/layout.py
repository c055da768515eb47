"""Where the data of a shard lie in its file: read once by HDF5, so that rows can be read without it."""

import os
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple

import h5py
import numpy as np

from .errors import ShardError

FORMAT = "epochmill-shard"
VERSION = 1
# Not fields of a row: the shuffle, where others start, and what was skipped. /box_offset and its like are read through
# the fields that they belong to.
_NO_FIELDS = ("order", "rejected", "meta")


@dataclass(frozen=True)
class Block:
    """A dataset that lies in one piece: `count` elements of `dtype` from byte `offset`, each of `shape`."""

    offset: int
    count: int
    dtype: np.dtype
    shape: Tuple[int, ...]

    @property
    def row_bytes(self) -> int:
        """Bytes of one element of the first axis."""
        return self.dtype.itemsize * int(np.prod(self.shape, dtype=np.int64))


@dataclass(frozen=True)
class Field:
    """One thing that every row has. `kind` says how a row is read:

    fixed: row i of `data`.  chunked: row i of the HDF5 dataset `name`, which is deflated.
    files: bytes offsets[i]:offsets[i + 1] of `data` are a picture file of `shape`.
    ragged: elements offsets[i]:offsets[i + 1] of `data`.
    """

    name: str
    kind: str
    dtype: np.dtype
    shape: Tuple[int, ...]
    data: Optional[Block] = None
    offsets: Optional[Block] = None


@dataclass(frozen=True)
class ShardLayout:
    """What a shard holds and where. `order` is the epoch's shuffled order of the rows, u32 [rows]."""

    rows: int
    fields: Dict[str, Field]
    order: Optional[Block]
    attributes: Dict[str, Any]
    draw_names: List[str]

    @classmethod
    def read(cls, path: "os.PathLike[str] | str") -> "ShardLayout":
        """Opens the file with HDF5, reads where everything is, and closes it; ShardError when it is no shard."""
        try:
            # Shards are never written to after their rename, so there is nothing to lock out.
            with h5py.File(path, "r", locking=False) as file:
                return cls._of(file, path)
        except FileNotFoundError:
            raise ShardError(f"{path}: there is no such file; it was deleted or pruned; "
                             "`epochmill verify OUT --repair` makes it again") from None
        except (OSError, KeyError, RuntimeError) as error:
            if isinstance(error, ShardError):
                raise
            raise ShardError(f"{path}: cannot be read as a shard ({error}); "
                             "`epochmill verify OUT --repair` makes damaged shards again") from error

    @classmethod
    def _of(cls, file: h5py.File, path: Any) -> "ShardLayout":
        attributes = {name: _decoded(file.attrs[name]) for name in file.attrs}
        for name, data in file.get("meta", {}).items():  # texts that are too long for an attribute
            attributes[name] = _decoded(data[()])
        found = attributes.get("format")
        if found != FORMAT:
            raise ShardError(f"{path}: expected a file of format {FORMAT!r}, found {found!r}; it was not written by "
                             "`epochmill run`")
        if attributes.get("format_version") != VERSION:
            raise ShardError(f"{path}: shard format {attributes.get('format_version')}, this package reads {VERSION}; "
                             "install the package that came with the program")
        fields = {name: _field(name, datasets) for name, datasets in _grouped(file).items()}
        draws = [_text(name) for name in file["draws"].attrs["columns"]] if "draws" in file else []
        return cls(len(file["label"]), fields, _block(file["order"]), attributes, draws)


def _grouped(file: h5py.File) -> Dict[str, Dict[str, h5py.Dataset]]:
    """Field name -> its datasets by their part: data, bytes, offset."""
    datasets: Dict[str, h5py.Dataset] = {}
    file.visititems(lambda name, item: datasets.__setitem__(name, item) if isinstance(item, h5py.Dataset) else None)
    found: Dict[str, Dict[str, h5py.Dataset]] = {}
    for name, data in datasets.items():
        if name.split("/")[0] in _NO_FIELDS or name == "box_offset":
            continue
        if "format" in data.attrs:
            base = name[:-len("_bytes")]
            found[base] = {"bytes": data, "offset": datasets[base + "_offset"]}
        elif name in ("box", "box_label"):
            found[name] = {"ragged": data, "offset": datasets["box_offset"]}
        elif not (name.endswith("_offset") and "format" in getattr(datasets.get(name[:-7] + "_bytes"), "attrs", ())):
            found[name] = {"data": data}
    return found


def _field(name: str, parts: Dict[str, h5py.Dataset]) -> Field:
    if "bytes" in parts:
        shape = tuple(int(side) for side in parts["bytes"].attrs["shape"])
        shape = shape[:2] if name == "mask" else shape
        return Field(name, "files", np.dtype(np.uint8), shape, _block(parts["bytes"]), _block(parts["offset"]))
    if "ragged" in parts:
        data = parts["ragged"]
        return Field(name, "ragged", data.dtype, data.shape[1:], _block(data), _block(parts["offset"]))
    data = parts["data"]
    if data.chunks is not None:
        return Field(name, "chunked", data.dtype, data.shape[1:])
    return Field(name, "fixed", data.dtype, data.shape[1:], _block(data))


def _block(data: h5py.Dataset) -> Block:
    offset = data.id.get_offset()
    if offset is None and data.size:
        raise ShardError(f"{data.file.filename}: {data.name} does not lie in one piece, as epochmill writes it; was the "
                         "file repacked? `epochmill verify OUT --repair` makes it again")
    return Block(offset or 0, data.shape[0], data.dtype, data.shape[1:])


def _text(value: Any) -> str:
    return bytes(value).rstrip(b"\0").decode("utf-8", "surrogateescape") if isinstance(value, bytes) else str(value)


def _decoded(value: Any) -> Any:
    """An attribute as a Python value: text, list of texts, or number."""
    if isinstance(value, (bytes, str)):
        return _text(value)
    if isinstance(value, np.ndarray):
        return [_decoded(item) for item in value]
    return value.item() if isinstance(value, np.generic) else value
