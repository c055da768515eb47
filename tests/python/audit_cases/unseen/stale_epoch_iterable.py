# expect: stale-epoch
import numpy as np
from torch.utils.data import DataLoader, IterableDataset, get_worker_info


class Points(IterableDataset):
    def __init__(self, seed=0):
        self.seed = seed
        self.epoch = 0

    def __iter__(self):
        info = get_worker_info()
        seed_sequence = np.random.SeedSequence([self.seed, self.epoch, info.id])
        rng = np.random.default_rng(seed_sequence)
        for _ in range(1000):
            yield rng.random(3)


points = Points()
loader = DataLoader(points, batch_size=10, num_workers=2, persistent_workers=True, prefetch_factor=4)
for epoch in range(10):
    points.epoch = epoch
    for batch in loader:
        pass
