# expect: worker-id-seed
import numpy as np
import torch
from torch.utils.data import IterableDataset, get_worker_info


class Simulated(IterableDataset):
    def __init__(self, length, seed):
        self.length, self.seed = length, seed

    def __iter__(self):
        info = get_worker_info()
        worker = info.id if info is not None else 0
        rng = np.random.default_rng([self.seed, worker])
        for _ in range(self.length):
            yield torch.from_numpy(rng.normal(size=(3, 16)))


loader = torch.utils.data.DataLoader(Simulated(1000, 0), batch_size=10, num_workers=4)
