# expect: stale-epoch
import random

from torch.utils.data import DataLoader, IterableDataset, get_worker_info


class Sentences(IterableDataset):
    """Counts its epochs itself; but the copy that counts is thrown away with the worker."""

    def __init__(self, lines, seed):
        self.lines = lines
        self.seed = seed
        self.epoch = 0

    def __iter__(self):
        info = get_worker_info()
        dice = random.Random(f"{self.seed}-{self.epoch}-{info.id if info else 0}")
        self.epoch += 1
        for line in self.lines:
            words = line.split()
            start = dice.randrange(len(words))
            yield words[start:start + 64]


loader = DataLoader(Sentences([], 1), batch_size=None, num_workers=2)
