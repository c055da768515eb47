# expect: nothing
import random

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


class Gestures(Dataset):
    def __init__(self, sequences):
        self.sequences = sequences

    def __len__(self):
        return len(self.sequences)

    def __getitem__(self, index):
        scale = np.random.uniform(0.9, 1.1)
        return self.sequences[index] * scale


def seed_worker(worker_id):
    worker_seed = torch.initial_seed() % 2**32
    np.random.seed(worker_seed)
    random.seed(worker_seed)


g = torch.Generator()
g.manual_seed(0)
loader = DataLoader(Gestures([]), batch_size=8, num_workers=4, worker_init_fn=seed_worker, generator=g)
