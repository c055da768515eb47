# expect: nothing
import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset

rng = np.random.RandomState(0)
x = rng.uniform(-3, 3, (1000, 1)).astype(np.float32)
y = np.sin(x) + rng.normal(0, 0.1, x.shape).astype(np.float32)


class Regression(Dataset):
    def __init__(self, x, y):
        self.x, self.y = torch.from_numpy(x), torch.from_numpy(y)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, index):
        return self.x[index], self.y[index]


loader = DataLoader(Regression(x, y), batch_size=50, shuffle=True, num_workers=2)
