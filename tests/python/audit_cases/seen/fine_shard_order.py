# expect: nothing
import random

import torch
from torch.utils.data import IterableDataset


class Shards(IterableDataset):
    """All workers must put the shards into one order, of which each takes its own."""

    def __init__(self, shards, seed=0):
        self.shards, self.seed, self.epoch = shards, seed, 0

    def set_epoch(self, epoch):
        self.epoch = epoch

    def __iter__(self):
        shards = list(self.shards)
        random.Random(self.seed + self.epoch).shuffle(shards)
        info = torch.utils.data.get_worker_info()
        if info is not None:
            shards = shards[info.id::info.num_workers]
        for shard in shards:
            yield from open(shard)


loader = torch.utils.data.DataLoader(Shards([]), batch_size=4, num_workers=2)
