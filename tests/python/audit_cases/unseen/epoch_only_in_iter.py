# expect: fixed-reseed
import numpy as np
from torch.utils.data import DataLoader, IterableDataset


class Negatives(IterableDataset):
    def __init__(self, pairs, items):
        self.pairs = pairs
        self.items = items
        self.epoch = 0

    def set_epoch(self, epoch):
        self.epoch = epoch

    def __iter__(self):
        rng = np.random.RandomState(self.epoch)
        for user, item in self.pairs:
            yield user, item, self.items[rng.randint(len(self.items))]


dataset = Negatives([], [])
for epoch in range(3):
    dataset.set_epoch(epoch)
    for batch in DataLoader(dataset, batch_size=256, num_workers=4):
        pass
