# expect: nothing
import numpy as np
import torch
from torch.utils.data import DataLoader, Sampler, TensorDataset


class Balanced(Sampler):
    """Runs in the main process, so its generator is the only one."""

    def __init__(self, labels, seed=0):
        self.labels = np.asarray(labels)
        self.rng = np.random.default_rng(seed)

    def __len__(self):
        return len(self.labels)

    def __iter__(self):
        for _ in range(len(self)):
            label = self.rng.choice(np.unique(self.labels))
            yield int(self.rng.choice(np.flatnonzero(self.labels == label)))


labels = np.random.randint(0, 10, 1000)
dataset = TensorDataset(torch.randn(1000, 3), torch.from_numpy(labels))
generator = torch.Generator().manual_seed(3)
loader = DataLoader(dataset, batch_size=8, sampler=Balanced(labels), num_workers=4, generator=generator)
