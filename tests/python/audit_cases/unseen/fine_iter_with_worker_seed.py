# expect: nothing
import random

from torch.utils.data import IterableDataset, DataLoader
import torch.utils.data as tud


class WeightedMix(IterableDataset):
    def __init__(self, streams, weights):
        self.streams = streams
        self.weights = weights

    def __iter__(self):
        worker_info = tud.get_worker_info()
        if worker_info is None:
            rng = random.Random(0)
        else:
            rng = random.Random(worker_info.seed)
        streams = [iter(stream) for stream in self.streams]
        while True:
            yield next(rng.choices(streams, self.weights)[0])


loader = DataLoader(WeightedMix([], []), batch_size=8, num_workers=2)
