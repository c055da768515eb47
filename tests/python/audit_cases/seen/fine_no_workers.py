# expect: nothing
import numpy as np
from torch.utils.data import DataLoader, Dataset


class Sines(Dataset):
    def __init__(self, n):
        self.n = n
        self.rng = np.random.default_rng(0)

    def __len__(self):
        return self.n

    def __getitem__(self, index):
        x = np.linspace(0, 1, 100)
        return np.sin(2 * np.pi * (x + np.random.rand())) + self.rng.normal(0, 0.1, 100)


train = DataLoader(Sines(1000), batch_size=20, shuffle=True)
test = DataLoader(Sines(100), batch_size=20, num_workers=0)
