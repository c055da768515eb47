"""manifest.json of an output folder: which epochs are finished, and what their shards are."""

import json
import os
import pathlib
import time
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple, Union

from .errors import DatasetError, EpochMissing

FORMAT = "epochmill-manifest"
VERSION = 1
_WANTED = "the folder that `epochmill run` wrote, [output] path of the recipe"
Root = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class ShardEntry:
    """One shard as the manifest lists it; `path` is below the output folder."""

    shard: int
    path: str
    rows: int
    size_bytes: int
    content_digest: str


@dataclass(frozen=True)
class Manifest:
    """A parsed manifest.json. An epoch that it lists is complete: the program writes it last, by rename."""

    root: pathlib.Path
    facts: Dict[str, Any]
    epochs: Dict[int, Tuple[ShardEntry, ...]]

    @classmethod
    def read(cls, root: Root) -> "Manifest":
        """Reads ROOT/manifest.json; DatasetError says what is there instead."""
        folder = pathlib.Path(root)
        path = folder / "manifest.json"
        try:
            facts = json.loads(path.read_text(encoding="utf-8", errors="surrogateescape"))
        except FileNotFoundError:
            raise DatasetError(_what_is_there(folder)) from None
        except OSError as error:
            raise DatasetError(f"{path}: cannot be read: {error.strerror}") from error
        except ValueError as error:
            raise DatasetError(f"{path}: is no JSON ({error}); `epochmill verify {folder} --repair` writes it "
                               "anew") from None
        found = facts.get("format") if isinstance(facts, dict) else None
        if found != FORMAT:
            raise DatasetError(f"{path}: expected the format {FORMAT!r}, found {found!r}; give {_WANTED}")
        if facts.get("format_version") != VERSION:
            raise DatasetError(f"{path}: format version {facts.get('format_version')}, this package reads {VERSION}; "
                               "install the package that came with the program")
        try:
            epochs = {int(item["epoch"]): tuple(_entry(shard) for shard in item["shards"])
                      for item in facts.pop("epochs")}
        except (KeyError, TypeError, ValueError) as error:
            raise DatasetError(f"{path}: is not as epochmill writes it ({error!r}); `epochmill verify {folder} "
                               "--repair` writes it anew") from None
        return cls(folder, facts, epochs)

    def shards_of(self, epoch: int) -> Tuple[ShardEntry, ...]:
        """The shards of one finished epoch, in their order; EpochMissing says which there are."""
        if epoch in self.epochs:
            return self.epochs[epoch]
        there = _ranges(sorted(self.epochs))
        if self.epochs and 0 <= epoch < min(self.epochs):
            advice = f"it may have been pruned; `epochmill run RECIPE --epochs {epoch}:{epoch + 1}` makes it again"
        elif epoch < 0:
            advice = "epochs are counted from 0"
        else:
            advice = (f"mill it with `epochmill run RECIPE --epochs {epoch}:{epoch + 1}`; while a job makes it, "
                      "epochmill.wait_for_epoch waits for it")
        raise EpochMissing(f"epoch {epoch} is not among the finished epochs of {self.root} ({there}); {advice}")

    @property
    def class_names(self) -> List[str]:
        """The name of each label."""
        return list(self.facts.get("class_names", []))


def wait_for_epoch(root: Root, epoch: int, timeout_s: Optional[float] = None, poll_s: float = 5.0) -> Manifest:
    """Waits until an epoch is finished, looking every `poll_s` seconds; gives up with EpochMissing after `timeout_s`.

    For rolling epochs, where one job mills epoch e + 1 while another trains on e. Also waits for the first manifest.
    """
    deadline = None if timeout_s is None else time.monotonic() + timeout_s
    while True:
        try:
            manifest = Manifest.read(root)
            manifest.shards_of(epoch)
            return manifest
        except DatasetError as error:
            is_unfinished = isinstance(error, EpochMissing) or not (pathlib.Path(root) / "manifest.json").exists()
            if not is_unfinished:
                raise
            left = poll_s if deadline is None else min(poll_s, deadline - time.monotonic())
            if left <= 0:
                raise EpochMissing(f"{error}" + (f" (waited {timeout_s:g} s)" if timeout_s else "")) from None
        time.sleep(left)


def _entry(item: Dict[str, Any]) -> ShardEntry:
    return ShardEntry(int(item["shard"]), str(item["path"]), int(item["rows"]), int(item["bytes"]),
                      str(item["content_digest"]))


def _what_is_there(folder: pathlib.Path) -> str:
    if not folder.is_dir():
        return f"{folder}: there is no such folder; give {_WANTED}"
    if (folder / "catalog.h5").exists():
        count = sum(1 for _ in folder.glob("epoch-*/shard-*.h5"))
        return (f"{folder}: a run has begun but finished no epoch: {count} shards and no manifest.json; "
                "the same `epochmill run RECIPE` goes on and writes it last")
    return f"{folder}: has no manifest.json; expected {_WANTED}"


def _ranges(numbers: List[int]) -> str:
    """[0, 1, 2, 5] -> "0 to 2, 5"."""
    if not numbers:
        return "there are none"
    parts: List[List[int]] = []
    for number in numbers:
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(str(a) if a == b else f"{a} to {b}" for a, b in parts)
