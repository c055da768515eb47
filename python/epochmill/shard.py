"""One shard: rows as NumPy arrays, read by `pread` at the places that its layout names."""

import io
import mmap
import os
from typing import Any, Dict, Iterable, List, Optional, Tuple

import h5py
import numpy as np

from .errors import ShardError
from .layout import Block, Field, ShardLayout

# A column whose rows are smaller is read whole, and kept while the shard is open, once so many of its rows were asked
# for: with random access to more shards than may be open, a shard is closed again after one or two.
_SMALL_ROW_BYTES = 4096
_FEW_ROWS = 8


class Shard:
    """An open shard. Needs one file handle; unless rows are deflated, HDF5 has closed the file before one is read.

    path: the file.  layout: that of an earlier opening, which saves reading it.
    copy: rows are arrays of their own; if False, rows of raw pictures are read-only views of the mapped file, which
    stays mapped while one of them lives (and kills the process by SIGBUS if someone truncates the file).

    Several threads may read at once. Not for another process than the one that made it: `EpochDataset` sees to that.
    """

    def __init__(self, path: "os.PathLike[str] | str", layout: Optional[ShardLayout] = None, copy: bool = True) -> None:
        self.path = os.fspath(path)
        self._fd = -1
        self.layout = layout or ShardLayout.read(path)
        self._columns: Dict[str, np.ndarray] = {}
        self._asked: Dict[str, int] = {}
        self._inflating: Optional[h5py.File] = None
        try:
            self._fd = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError as error:
            raise ShardError(f"{self.path}: cannot be opened: {error.strerror}") from error
        self._map = None if copy or not self.layout.rows else mmap.mmap(self._fd, 0, access=mmap.ACCESS_READ)

    def __len__(self) -> int:
        return self.layout.rows

    @property
    def fields(self) -> List[str]:
        """What each row has, such as image, label, box, extra_label/colour, keep/clean."""
        return list(self.layout.fields)

    @property
    def order(self) -> np.ndarray:
        """This epoch's shuffled order of the rows: u32 [rows]."""
        return self._pread(self.layout.order, 0, self.layout.rows)

    def row(self, row: int, fields: Optional[Iterable[str]] = None) -> Dict[str, Any]:
        """Row `row` as {field: value}; of all fields but digest, or of these. What a value is, `read` says."""
        return {name: self.read(name, row) for name in (self.layout.usual_fields if fields is None else fields)}

    def read(self, name: str, row: int) -> Any:
        """The value of one field in one row.

        image, keep/NAME [H, W, C] (or [C, H, W]: `layout = "nchw"`) and mask [H, W] in the type that is stored;
        keypoint f32 [K, 2], keypoint_visible u8 [K]; box f32 [boxes, 4] and box_label i64 [boxes]; draws f32 [d];
        mix_partner of several i64 [k]; key a str; numbers are int or float.
        soft_label f32 [classes]: mix_weight at label, the rest at mix_label; of a recipe without mixing 1 at label.
        """
        if not 0 <= row < self.layout.rows:
            raise IndexError(f"{self.path}: row {row} of {self.layout.rows}")
        field = self.layout.fields.get(name)
        if field is None:
            return self._derived(name, row)
        if field.kind == "fixed":
            return self._fixed(field, row)
        if field.kind == "chunked":
            return self._inflate(name, row)
        start, end = (int(place) for place in self._small(name + "/offset", field.offsets, row, 2))
        assert field.data is not None
        if field.kind == "ragged":
            return self._pread(field.data, start, end - start)
        return _decoded(self._pread(field.data, start, end - start), field, f"{self.path}: {name} of row {row}")

    def is_large(self, name: str) -> bool:
        """Is this a picture that lies in the file as it is, for `read_into`?"""
        field = self.layout.fields.get(name)
        return field is not None and field.kind == "fixed" and field.data.row_bytes >= _SMALL_ROW_BYTES  # type: ignore

    def read_into(self, out: np.ndarray, name: str, row: int) -> None:
        """Reads a large field of a row into `out`, which has the shape and type of `read`'s value, in one piece."""
        block = self.layout.fields[name].data
        assert block is not None and out.dtype == block.dtype and out.shape == block.shape
        self._fill(out, block.offset + row * block.row_bytes)

    def close(self) -> None:
        """Gives the handle back; views of the mapped file stay valid."""
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)
        inflating, self._inflating = self._inflating, None
        if inflating is not None:
            inflating.close()

    def __enter__(self) -> "Shard":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_fd", -1) >= 0:
            self.close()

    def _derived(self, name: str, row: int) -> Any:
        fields = self.layout.fields
        if name != "soft_label":
            raise KeyError(f"{self.path}: has no field {name!r}; it has {', '.join(fields)} and soft_label")
        soft = np.zeros(self.layout.classes, np.float32)
        weight = self.read("mix_weight", row) if "mix_weight" in fields else 1.0
        soft[self.read("label", row)] += weight
        if weight < 1:
            soft[self.read("mix_label", row)] += 1 - weight
        return soft

    def _fixed(self, field: Field, row: int) -> Any:
        block = field.data
        assert block is not None
        if block.row_bytes >= _SMALL_ROW_BYTES:
            return self._pread(block, row, 1)[0] if self._map is None else self._view(block, row)
        value = self._small(field.name, block, row, 1)[0]
        if isinstance(value, bytes):
            return value.rstrip(b"\0").decode("utf-8", "surrogateescape")
        if field.name == "mix_partner" and field.shape:  # torch has no unsigned type of 64 bits
            return value.astype(np.int64)
        return value.copy() if field.shape else value.item()

    def _small(self, name: str, block: Optional[Block], first: int, count: int) -> np.ndarray:
        """Some small rows of a column."""
        column = self._columns.get(name)
        if column is None:
            assert block is not None
            asked = self._asked[name] = self._asked.get(name, 0) + 1
            if asked <= _FEW_ROWS:
                return self._pread(block, first, count)
            column = self._columns[name] = self._pread(block, 0, block.count)
        return column[first:first + count]

    def _view(self, block: Block, row: int) -> np.ndarray:
        size = block.row_bytes // block.dtype.itemsize
        flat = np.frombuffer(self._map, block.dtype, size, block.offset + row * block.row_bytes)
        return flat.reshape(block.shape)

    def _pread(self, block: Block, first: int, count: int) -> np.ndarray:
        """Elements first to first + count - 1 as an array of their own."""
        out = np.empty((count, *block.shape), block.dtype)
        self._fill(out, block.offset + first * block.row_bytes)
        return out

    def _fill(self, out: np.ndarray, offset: int) -> None:
        """Bytes from `offset` on into all of `out`."""
        if self._fd < 0:
            raise ValueError(f"{self.path}: was closed")
        target, done = memoryview(out.reshape(-1).view(np.uint8)), 0
        while done < out.nbytes:
            try:
                got = os.preadv(self._fd, [target[done:]], offset + done)
            except OSError as error:
                raise ShardError(f"{self.path}: cannot be read: {error.strerror}") from error
            if got == 0:
                left = out.nbytes - done
                raise ShardError(f"{self.path}: ends at byte {offset + done}, where {left} more were expected; it was "
                                 "truncated; `epochmill verify OUT --repair` makes it again")
            done += got

    def _inflate(self, name: str, row: int) -> np.ndarray:
        """A deflated row, by HDF5 and a handle of its own: a row is a chunk, so there is nothing to cache."""
        try:
            if self._inflating is None:
                self._inflating = h5py.File(self.path, "r", rdcc_nbytes=0)
            return self._inflating[name][row]
        except OSError as error:
            raise ShardError(f"{self.path}: {name} of row {row} cannot be inflated ({error}); `epochmill verify OUT "
                             "--repair` makes it again") from error


def _decoded(file: np.ndarray, field: Field, where: str) -> np.ndarray:
    """The pixels of a stored JPEG or PNG."""
    try:
        from PIL import Image
    except ImportError:
        raise ImportError(f"{where} is a picture file, which Pillow decodes; install it (pip install Pillow)") from None
    try:
        pixels = np.array(Image.open(io.BytesIO(file)))
    except (OSError, SyntaxError, ValueError) as error:
        raise ShardError(f"{where} cannot be decoded ({error}); `epochmill verify OUT --repair` makes it "
                         "again") from error
    shape: Tuple[int, ...] = field.shape
    if pixels.size != np.prod(shape):
        raise ShardError(f"{where} has the shape {pixels.shape}, expected {shape}; `epochmill verify OUT --repair` "
                         "makes it again")
    return pixels.reshape(shape)
