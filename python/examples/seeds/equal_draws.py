"""Which draws are equal, and what differs between them: the worker, the epoch, or both. And tables of that."""

import collections
import itertools
from typing import Dict, Iterable, List, NamedTuple, Sequence

from loading import Drawn


class Equals(NamedTuple):
    """How many values are different, and pairs of equal ones by what differs between them."""

    different: int
    other_worker: int
    other_epoch: int
    both_other: int
    neither: int

    @property
    def pairs(self) -> int:
        return self.other_worker + self.other_epoch + self.both_other + self.neither


def equals(items: Iterable[Drawn]) -> Equals:
    groups: Dict[object, List[Drawn]] = collections.defaultdict(list)
    for item in items:
        groups[item.value].append(item)
    kinds = collections.Counter((a.worker != b.worker, a.epoch != b.epoch)
                                for group in groups.values() for a, b in itertools.combinations(group, 2))
    return Equals(len(groups), kinds[True, False], kinds[False, True], kinds[True, True], kinds[False, False])


def by_index(items: Iterable[Drawn]) -> Dict[tuple, object]:
    """Every value by its (epoch, index): what a training sees, whoever made it."""
    return {(item.epoch, item.index): item.value for item in items}


def table(headings: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """Aligned text that is a Markdown table, too."""
    texts = [[str(cell) for cell in row] for row in (headings, *rows)]
    widths = [max(map(len, column)) for column in zip(*texts)]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in texts]
    return "\n".join([lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]])
