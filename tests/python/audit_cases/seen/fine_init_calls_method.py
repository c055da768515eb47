# expect: nothing
import numpy as np
from torch.utils.data import DataLoader, Dataset, get_worker_info


class Bursts(Dataset):
    def __init__(self, traces):
        self.traces = traces
        self.rng = np.random.default_rng(0)

    def reseed(self):
        info = get_worker_info()
        if info is not None:
            self.rng = np.random.default_rng(info.seed)

    def __len__(self):
        return len(self.traces)

    def __getitem__(self, index):
        return np.roll(self.traces[index], self.rng.integers(64))


def init(_):
    get_worker_info().dataset.reseed()


loader = DataLoader(Bursts([]), batch_size=8, num_workers=2, worker_init_fn=init)
