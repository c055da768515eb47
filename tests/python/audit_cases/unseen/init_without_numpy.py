# expect: numpy-global
import random

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


class Stereo(Dataset):
    def __init__(self, pairs):
        self.pairs = pairs

    def __len__(self):
        return len(self.pairs)

    def __getitem__(self, index):
        left, right = self.pairs[index]
        gamma = np.random.uniform(0.8, 1.2)
        return left ** gamma, right ** gamma


def worker_init(worker_id):
    torch.set_num_threads(1)
    random.seed(torch.initial_seed())


loader = DataLoader(Stereo([]), batch_size=4, num_workers=6, worker_init_fn=worker_init)
