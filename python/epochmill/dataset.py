"""One epoch of an output folder, by index: for PyTorch's DataLoader, or anything that takes len() and [i]."""

import bisect
import os
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple

import numpy as np

from .batch import column
from .cursor import Cursor
from .errors import DatasetError
from .manifest import Manifest, Root
from .open_shards import OpenShards
from .shard import Shard

Sample = Dict[str, Any]


class EpochDataset:
    """The rows of one finished epoch. dataset[i] is a dict of what row i has, or what `transform` makes of that.

    root: the output folder, with manifest.json.
    epoch: which one; `set_epoch` takes the next, and workers that are running already follow.
    transform: called with the dict of a row. What is random in it should not come from a generator that workers copy.
    fields: which fields to read, such as ("image", "label"); None: all of the shard. `soft_label` and `digest`
        only when they are named. What each is, `Shard.read` says.
    open_shards: at most so many file handles in each process.
    copy: False hands out read-only views of mapped files instead of arrays of their own, where pictures are raw.

    Index i is the same sample, and the same view of it, in every epoch. Files are opened at the first row, in each
    process by itself; the object can be pickled.
    """

    def __init__(self, root: Root, epoch: int = 0, *, transform: Optional[Callable[[Sample], Any]] = None,
                 fields: Optional[Sequence[str]] = None, open_shards: int = 64, copy: bool = True) -> None:
        self.root = os.path.abspath(os.fspath(root))  # a worker may have another working directory
        self.transform = transform
        self.fields = None if fields is None else tuple(fields)
        manifest = Manifest.read(self.root)
        self._identity = _identity(manifest)
        self._rows = tuple(entry.rows for entry in manifest.shards_of(epoch))
        self._starts = [0, *np.cumsum(self._rows, dtype=np.int64).tolist()]
        self._shards = OpenShards(open_shards, copy)
        self.cursor = Cursor(epoch)
        self._manifest: Optional[Manifest] = manifest
        self._read_epoch = epoch

    def __getstate__(self) -> Dict[str, Any]:
        return {**self.__dict__, "_manifest": None}  # of many epochs it is large, and a worker can read it

    def __len__(self) -> int:
        return self._starts[-1]

    def __getitem__(self, index: int) -> Any:
        place = self.locate(index)
        sample = self.shard(place[0]).row(place[1], self.fields)
        return sample if self.transform is None else self.transform(sample)

    def batch(self, indices: Sequence[int], allocate: Callable[[str, Tuple[int, ...], np.dtype], np.ndarray]
              = lambda name, shape, dtype: np.empty(shape, dtype)) -> Dict[str, Any]:
        """Rows as a batch, as `stack` makes it, without `transform`: raw pictures are read straight into its arrays.

        allocate(field, shape, dtype): gives the array [batch, ...] of such a field.
        """
        places = [self.locate(index) for index in indices]
        shards = [self.shard(shard) for shard, _ in places]
        names = shards[0].layout.usual_fields if self.fields is None else self.fields
        batch: Dict[str, Any] = {}
        for name in names:
            if shards[0].is_large(name):
                data = shards[0].layout.fields[name].data
                assert data is not None
                out = batch[name] = allocate(name, (len(places), *data.shape), data.dtype)
                for shard, (_, row), into in zip(shards, places, out):
                    shard.read_into(into, name, row)
            else:
                batch[name] = column(name, [shard.read(name, row) for shard, (_, row) in zip(shards, places)])
        return batch

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        return f"EpochDataset({self.root!r}, epoch={self.epoch}): {len(self)} rows in {len(self._rows)} shards"

    @property
    def epoch(self) -> int:
        """The epoch that is read now."""
        return self.cursor.epoch

    def set_epoch(self, epoch: int) -> None:
        """Takes another epoch; EpochMissing when it is not finished. Call it between two passes, not within one."""
        self._check(self._manifest_of(epoch), epoch)
        self.cursor.move(epoch)

    @property
    def epochs(self) -> List[int]:
        """The finished epochs that manifest.json lists now."""
        self._manifest = Manifest.read(self.root)
        return sorted(self._manifest.epochs)

    @property
    def facts(self) -> Dict[str, Any]:
        """manifest.json without its epochs: class_names, draws, image, recipe, seed, versions, ..."""
        return self._manifest_of(self.epoch).facts

    @property
    def class_names(self) -> List[str]:
        """The name of each label."""
        return list(self.facts["class_names"])

    @property
    def shard_rows(self) -> Tuple[int, ...]:
        """How many rows each shard has; the same in every epoch."""
        return self._rows

    def locate(self, index: int) -> Tuple[int, int]:
        """(shard, row in it) of an index; negative ones count from the end."""
        rows = len(self)
        if not -rows <= index < rows:
            raise IndexError(f"index {index} of {rows} rows of {self.root}")
        index = int(index) % rows
        shard = bisect.bisect_right(self._starts, index) - 1
        return shard, index - self._starts[shard]

    def shard(self, number: int) -> Shard:
        """A shard of this epoch, open."""
        epoch = self.cursor.epoch
        if epoch != self._read_epoch:
            self._shards.keep_only(epoch)
            self._read_epoch = epoch
        manifest = self._manifest_of(epoch)
        return self._shards.get(manifest, epoch, manifest.epochs[epoch][number])

    def close(self) -> None:
        """Closes what this process has open; reading opens it again."""
        self._shards.close()

    def _manifest_of(self, epoch: int) -> Manifest:
        """A manifest that lists the epoch, read anew when the one at hand does not: a run may have made it."""
        if self._manifest is None or epoch not in self._manifest.epochs:
            manifest = Manifest.read(self.root)
            self._check(manifest, epoch)
            self._manifest = manifest
        return self._manifest

    def _check(self, manifest: Manifest, epoch: int) -> None:
        entries = manifest.shards_of(epoch)
        if _identity(manifest) != self._identity:
            raise DatasetError(f"{self.root}: holds another recipe's or source's output than when it was opened; "
                               "open it anew")
        if tuple(entry.rows for entry in entries) != self._rows:
            raise DatasetError(f"{self.root}: epoch {epoch} has other numbers of rows than the one before; "
                               "`epochmill verify` says why")


def _identity(manifest: Manifest) -> Tuple[Any, ...]:
    return tuple(manifest.facts.get(name) for name in ("recipe_digest", "catalog_digest", "seed"))
