"""Where the data of a shard lie in its file: read once by HDF5, so that rows can be read without it."""

import os
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Optional, Tuple

import h5py
import numpy as np

from .errors import ShardError

FORMAT = "epochmill-shard"
VERSION = 1
# Say which shard it is; the recipe's text and the like are not read for each of thousands of shards.
_IDENTITY = ("format", "format_version", "recipe_digest", "catalog_digest", "content_digest", "seed", "epoch", "shard")
# Not fields of a row: the shuffle, and what was skipped.
_NO_FIELDS = ("order", "rejected")


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
    classes: int
    fields: Dict[str, Field]
    order: Block
    attributes: Dict[str, Any]

    @property
    def usual_fields(self) -> List[str]:
        """All but the digest: it is for checking, and no signed number of 64 bits as torch's own collate wants."""
        return [name for name in self.fields if name != "digest"]

    @classmethod
    def read(cls, path: "os.PathLike[str] | str") -> "ShardLayout":
        """Opens the file with HDF5, reads where everything is, and closes it; ShardError when it is no shard."""
        try:
            # Without `locking`: HDF5 refuses to open a file twice in a process with two opinions on it.
            with h5py.File(path, "r") as file:
                return cls._of(file, path)
        except FileNotFoundError:
            raise ShardError(f"{path}: there is no such file; it was deleted or pruned; "
                             "`epochmill verify OUT --repair` makes it again") from None
        except ShardError:
            raise
        except (OSError, KeyError, RuntimeError, ValueError) as error:
            raise ShardError(f"{path}: cannot be read as a shard ({error}); "
                             "`epochmill verify OUT --repair` makes damaged shards again") from error

    @classmethod
    def _of(cls, file: h5py.File, path: Any) -> "ShardLayout":
        attrs = file.attrs
        attributes = {name: _plain(attrs[name]) for name in _IDENTITY if name in attrs}
        found, version = attributes.get("format"), attributes.get("format_version")
        if found != FORMAT:
            raise ShardError(f"{path}: expected a file of format {FORMAT!r}, found {found!r}; it was not written by "
                             "`epochmill run`")
        if version != VERSION:
            raise ShardError(f"{path}: shard format {version}, this package reads {VERSION}; "
                             "install the package that came with the program")
        # The low-level calls take a quarter of the time of file[name], and every process opens every shard.
        datasets = {name: h5py.h5d.open(file.id, name.encode()) for name in _list(file, "datasets")}
        fields = {field.name: field for field in _fields(datasets)}
        order = _block(datasets["/order"], "/order")
        return cls(order.count, len(_array(file, "class_names")), fields, order, attributes)


def _fields(datasets: Dict[str, h5py.h5d.DatasetID]) -> Iterator[Field]:
    for path, data in datasets.items():
        name = path[1:]
        if name.split("/")[0] in _NO_FIELDS:
            continue
        if name in ("box", "box_label"):
            yield Field(name, "ragged", data.dtype, data.shape[1:], _block(data, path),
                        _block(datasets["/box_offset"], "/box_offset"))
        elif h5py.h5a.exists(data, b"format"):
            name = name[:-len("_bytes")]
            shape = tuple(int(side) for side in h5py.Dataset(data).attrs["shape"])
            offset = f"/{name}_offset"
            yield Field(name, "files", np.dtype(np.uint8), shape[:2] if name == "mask" else shape, _block(data, path),
                        _block(datasets[offset], offset))
        elif name.endswith("_offset") and (name == "box_offset" or path[:-len("_offset")] + "_bytes" in datasets):
            continue  # belongs to a field that has it already
        elif data.get_create_plist().get_layout() == h5py.h5d.CHUNKED:
            yield Field(name, "chunked", data.dtype, data.shape[1:])
        else:
            yield Field(name, "fixed", data.dtype, data.shape[1:], _block(data, path))


def _block(data: h5py.h5d.DatasetID, name: str) -> Block:
    offset = data.get_offset()
    if offset is None and np.prod(data.shape):
        raise ShardError(f"{h5py.h5f.get_name(data).decode()}: {name} does not lie in one piece, as epochmill writes "
                         "it; was the file repacked? `epochmill verify OUT --repair` makes it again")
    return Block(offset or 0, data.shape[0], data.dtype, data.shape[1:])


def _array(file: h5py.File, name: str) -> np.ndarray:
    """A list of texts, which is a dataset where it is too long for an attribute."""
    return file.attrs[name] if name in file.attrs else file["meta/" + name][()]


def _list(file: h5py.File, name: str) -> List[str]:
    return [_plain(text) for text in _array(file, name)]


def _plain(value: Any) -> Any:
    """A text or number of HDF5 as one of Python."""
    if isinstance(value, bytes):
        return value.rstrip(b"\0").decode("utf-8", "surrogateescape")
    return value.item() if isinstance(value, np.generic) and not isinstance(value, bytes) else value
