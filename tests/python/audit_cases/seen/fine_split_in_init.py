# expect: nothing
import numpy as np
from torch.utils.data import DataLoader, Dataset


class Molecules(Dataset):
    def __init__(self, table, split, seed=0):
        rng = np.random.RandomState(seed)
        order = rng.permutation(len(table))
        np.random.seed(seed)
        self.weights = np.random.rand(len(table))
        cut = int(0.8 * len(order))
        self.rows = order[:cut] if split == "train" else order[cut:]
        self.table = table

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return self.table[self.rows[index]]


loader = DataLoader(Molecules([], "train"), batch_size=8, num_workers=4)
