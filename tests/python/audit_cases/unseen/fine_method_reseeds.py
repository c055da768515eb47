# expect: nothing
import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


class Masks(Dataset):
    def __init__(self, shape, seed=0):
        self.shape = shape
        self.reset(seed)

    def reset(self, seed):
        self.rng = np.random.default_rng(seed)

    def __len__(self):
        return 1000

    def __getitem__(self, index):
        return self.rng.random(self.shape) < 0.25


def worker_init(worker_id):
    dataset = torch.utils.data.get_worker_info().dataset
    dataset.reset(torch.initial_seed() % 2**32)


loader = DataLoader(Masks((320, 320)), batch_size=1, num_workers=4, worker_init_fn=worker_init)
