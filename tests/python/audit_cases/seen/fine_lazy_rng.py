# expect: nothing
import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset, get_worker_info


class Radar(Dataset):
    def __init__(self, sweeps, seed=0):
        self.sweeps = sweeps
        self.seed = seed
        self._rng = None

    @property
    def rng(self):
        if self._rng is None:
            info = get_worker_info()
            seed = self.seed if info is None else info.seed
            self._rng = np.random.default_rng(seed)
        return self._rng

    def __len__(self):
        return len(self.sweeps)

    def __getitem__(self, index):
        sweep = torch.as_tensor(self.sweeps[index])
        return sweep.roll(int(self.rng.integers(0, 360)), 0)


loader = DataLoader(Radar([]), num_workers=4, batch_size=16)
