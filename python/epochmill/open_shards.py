"""The shards that this process has open: few at a time, the longest unused is closed first."""

import collections
import os
import pathlib
import threading
from typing import Any, Dict, Tuple

from .errors import ShardError
from .layout import ShardLayout
from .manifest import Manifest, ShardEntry
from .shard import Shard


class OpenShards:
    """Shards of one output folder by (epoch, number), opened when they are first read.

    Handles belong to the process that opened them: a forked child opens its own and closes its copies of the parent's.
    Pickled, it is empty. Threads may share it.
    """

    def __init__(self, limit: int, copy: bool) -> None:
        if limit < 1:
            raise ValueError(f"open_shards: expected at least 1, found {limit}")
        self._limit = limit
        self._copy = copy
        self._forget()

    def _forget(self) -> None:
        self._pid = os.getpid()
        self._lock = threading.Lock()  # a new one: the parent's may have been held while it forked
        self._open: "collections.OrderedDict[Tuple[int, int], Shard]" = collections.OrderedDict()
        # Outlive the handles, so that random access to more shards than may be open need not ask HDF5 again.
        self._layouts: Dict[Tuple[int, int], ShardLayout] = {}

    def __getstate__(self) -> Dict[str, Any]:
        return {"_limit": self._limit, "_copy": self._copy}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._forget()

    def get(self, manifest: Manifest, epoch: int, entry: ShardEntry) -> Shard:
        """The shard, open. It stays open while the caller holds it, even when others push it out."""
        if self._pid != os.getpid():
            self._forget()
        key = epoch, entry.shard
        with self._lock:
            shard = self._open.get(key)
            if shard is None:
                shard = self._open[key] = self._opened(manifest, epoch, entry)
                while len(self._open) > self._limit:
                    self._open.popitem(last=False)
            else:
                self._open.move_to_end(key)
            return shard

    def keep_only(self, epoch: int) -> None:
        """Lets go of all other epochs."""
        if self._pid != os.getpid():
            self._forget()
        with self._lock:
            for key in [key for key in self._open if key[0] != epoch]:
                del self._open[key]
            for key in [key for key in self._layouts if key[0] != epoch]:
                del self._layouts[key]

    def close(self) -> None:
        """Closes every shard that nobody else holds."""
        self._forget()

    def _opened(self, manifest: Manifest, epoch: int, entry: ShardEntry) -> Shard:
        key = epoch, entry.shard
        path = manifest.root / entry.path
        if key not in self._layouts:
            _check_size(path, entry)
            layout = ShardLayout.read(path)
            _check_origin(path, layout, manifest, epoch, entry)
            self._layouts[key] = layout
        return Shard(path, self._layouts[key], self._copy)


def _check_size(path: pathlib.Path, entry: ShardEntry) -> None:
    try:
        size_bytes = path.stat().st_size
    except OSError as error:
        raise ShardError(f"{path}: manifest.json lists it, but it cannot be opened: {error.strerror}; it was "
                         "deleted or pruned; `epochmill verify OUT --repair` makes it again") from error
    if size_bytes != entry.size_bytes:
        raise ShardError(f"{path}: has {size_bytes} bytes, manifest.json says {entry.size_bytes}; it was cut off or "
                         "replaced; `epochmill verify OUT --repair` makes it again")


def _check_origin(path: pathlib.Path, layout: ShardLayout, manifest: Manifest, epoch: int, entry: ShardEntry) -> None:
    """Is it the very shard that the manifest lists?"""
    expected = {"epoch": epoch, "shard": entry.shard, "content_digest": entry.content_digest,
                **{name: manifest.facts.get(name) for name in ("recipe_digest", "catalog_digest", "seed")}}
    for name, value in expected.items():
        if layout.attributes.get(name) != value:
            found = layout.attributes.get(name)
            raise ShardError(f"{path}: its {name} is {found}, manifest.json says {value}: a shard of another output or "
                             "place; `epochmill verify OUT --repair` makes the right one")
