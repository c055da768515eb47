"""Finds repeated augmentations of a dataset at run time, and says which coordinate its generator lacks."""

import dataclasses
import itertools
import math
from typing import Any, Callable, Optional, Sequence

from .worker_streams import collect, count_seedings

# A chance of equal streams below this is no chance.
IMPOSSIBLE = 1e-6

Address = tuple[int, int, int]  # rank, worker, epoch


@dataclasses.dataclass(frozen=True)
class Comparison:
    """Pairs of draws that differ in one coordinate and stand at the same place of their streams."""

    workers: int
    field: str
    differs_by: str       # worker, epoch, rank, worker + epoch, rank + worker
    pairs: int
    expected: float       # equal ones, if draws were independent: from the pairs within the streams
    seen: int             # equal ones
    is_fault: bool
    is_decided: bool      # False: too few different outcomes, or draws, to tell

    @property
    def verdict(self) -> str:
        return "repeats" if self.is_fault else "differs" if self.is_decided else "cannot tell"


@dataclasses.dataclass(frozen=True)
class DatasetCheck:
    """What came of check_dataset; str() is a table."""

    comparisons: list[Comparison]
    missing: list[str]    # coordinates that the generator lacks: worker, epoch, rank, and sums of two of them
    notes: list[str]

    @property
    def ok(self) -> bool:
        return not self.missing

    def __str__(self) -> str:
        lines = [f"{'workers':>7}  {'field':12} {'differs by':14} {'pairs':>6} {'expected':>9} {'seen':>6}  verdict"]
        for each in self.comparisons:
            lines.append(f"{each.workers:7}  {each.field:12} {each.differs_by:14} {each.pairs:6} {each.expected:9.2f}"
                         f" {each.seen:6}  {each.verdict}")
        lines += self.notes
        lines.append("missing from the generator: " + (", ".join(self.missing) or "nothing that was seen"))
        return "\n".join(lines)


def check_dataset(dataset: Any, workers: Sequence[int] = (0, 1, 4), epochs: int = 3, *, draws: int = 16, item: Any = 0,
                  ranks: int = 1, seed_rank: Optional[Callable[[int], None]] = None, **options: Any) -> DatasetCheck:
    """Draws one item again and again in real workers, and compares what differs only by worker, epoch or rank.

    dataset    map-style: `item` is fed at every index, so equal outputs are equal draws. An IterableDataset gives what
               it gives; let it repeat one item. set_epoch(epoch), where there is one, is called before every epoch
    draws      outputs of each worker in each epoch; more where few outcomes are possible
    ranks      processes to act; seed_rank(rank) then does what your script does first in each of them
    options    the rest of DataLoader's: worker_init_fn, collate_fn, persistent_workers, multiprocessing_context, ...

    Needs torch. The global generators of this process are left as they were.
    """
    try:
        import torch  # noqa: F401
    except ImportError as error:
        raise ImportError("check_dataset runs a DataLoader and needs torch (Debian: python3-torch)") from error
    if draws < 2 or epochs < 1:
        raise ValueError(f"draws = {draws}, epochs = {epochs}: expected at least 2 draws and 1 epoch")
    if ranks > 1 and seed_rank is None:
        raise ValueError(f"ranks = {ranks} without seed_rank: say what your script does first in each rank,"
                         " seed_rank=lambda rank: torch.manual_seed(rank) for instance")
    comparisons: list[Comparison] = []
    notes: list[str] = []
    missing: list[str] = []
    for count in dict.fromkeys(workers):
        streams = collect(dataset, count, epochs, draws, item, seed_rank, ranks, options)
        short = min(len(stream) for stream in streams.values())
        if short < 2:
            notes.append(f"{count} workers: a worker gave {short} items in an epoch; expected at least 2 to compare")
            continue
        fields = sorted(set.intersection(*(set(row) for stream in streams.values() for row in stream)))
        rows = [row for stream in streams.values() for row in stream]
        constant = [field for field in fields if len({row[field] for row in rows}) == 1]
        if constant:
            notes.append(_of_constant(constant, len(constant) == len(fields), dataset, item, missing))
        for field in fields:
            if field not in constant:
                own = {address: [row[field] for row in stream[:short]] for address, stream in streams.items()}
                comparisons += _compare(own, count, field, notes)
    for each in comparisons:
        if each.is_fault and each.differs_by not in missing:
            missing.append(each.differs_by)
    # Equal over workers and over epochs is equal along the diagonal, too: the sum is a fault of its own only alone.
    for both, parts in (("worker + epoch", ("worker", "epoch")), ("rank + worker", ("rank", "worker"))):
        if both in missing and set(parts) & set(missing):
            missing.remove(both)
    return DatasetCheck(comparisons, missing, list(dict.fromkeys(notes)))


def _compare(streams: dict[Address, list[str]], workers: int, field: str, notes: list[str]) -> list[Comparison]:
    within = [a == b for stream in streams.values() for a, b in itertools.combinations(stream, 2)]
    # Equal pairs within streams, plus one: that none was seen does not mean that there can be none.
    chance = (sum(within) + 1) / (len(within) + 1)
    if all(within):
        return _of_fixed_streams(streams, workers, field, notes)
    found = []
    for name, step in (("worker", (0, 1, 0)), ("epoch", (0, 0, 1)), ("rank", (1, 0, 0)), ("worker + epoch", (0, 1, -1)),
                       ("rank + worker", (1, -1, 0))):
        pairs = _pairs(streams, step)
        if pairs:
            found.append(_comparison(pairs, workers, field, name, chance))
    return found


def _pairs(streams: dict[Address, list[str]], step: Address) -> list[tuple[list[str], list[str]]]:
    """Streams whose addresses differ by a multiple of the step; of a sum, by the step itself."""
    is_sum = sum(map(abs, step)) > 1
    found = []
    for a, b in itertools.permutations(streams, 2):
        difference = tuple(y - x for x, y in zip(a, b))
        size = max(map(abs, difference))
        if difference == tuple(size * each for each in step) and (size == 1 or not is_sum):
            found.append((streams[a], streams[b]))
    return found


def _comparison(pairs: list[tuple[list[str], list[str]]], workers: int, field: str, name: str,
                chance: float) -> Comparison:
    draws = len(pairs[0][0])
    seen = [sum(x == y for x, y in zip(a, b)) for a, b in pairs]
    # The chance that some pair of streams is as equal as the most equal one here; and that one is equal throughout.
    is_fault = len(pairs) * _tail(max(seen), draws, chance) < IMPOSSIBLE
    could_be = len(pairs) * chance ** draws < IMPOSSIBLE
    count = draws * len(pairs)
    return Comparison(workers, field, name, count, chance * count, sum(seen), is_fault, could_be)


def _tail(seen: int, count: int, chance: float) -> float:
    """P(X >= seen) of a binomial X, by Chernoff's bound."""
    share = seen / count
    if share <= chance:
        return 1.0
    bound = share * math.log(share / chance) + (0 if share == 1 else (1 - share) * math.log((1 - share) / (1 - chance)))
    return math.exp(-count * bound)


def _of_constant(fields: list[str], are_all: bool, dataset: Any, item: Any, missing: list[str]) -> str:
    """One output, whatever worker and epoch: nothing random, or a seed of the index or a constant alone."""
    names = ", ".join(fields)
    seedings = count_seedings(dataset, item) if are_all and hasattr(dataset, "__getitem__") else 0
    if not seedings:
        return f"{names}: one output only; nothing random in it was seen"
    if "epoch" not in missing:
        missing.append("epoch")
    return (f"{names}: one output only, though each call seeds a generator {seedings} time(s): from the index or a"
            " constant alone, without the epoch")


def _of_fixed_streams(streams: dict[Address, list[str]], workers: int, field: str,
                      notes: list[str]) -> list[Comparison]:
    """Each stream repeats one output: a function of the index and perhaps the epoch: right, if epochs differ."""
    by_epoch: dict[int, set[str]] = {}
    for (_, _, epoch), stream in streams.items():
        by_epoch.setdefault(epoch, set()).update(stream)
    if all(len(seen) == 1 for seen in by_epoch.values()):
        notes.append(f"{field}: a function of the index and the epoch, {len(set.union(*by_epoch.values()))} outputs in"
                     f" {len(by_epoch)} epochs")
        several = list(by_epoch.values())
        equal = sum(a == b for a, b in itertools.combinations(several, 2))
        pairs = len(several) * (len(several) - 1) // 2
        return [Comparison(workers, field, "epoch", pairs, 0.0, equal, equal == pairs > 0, True)]
    notes.append(f"{field}: each worker repeats one output throughout an epoch; is the index in its seed?")
    return []
