# expect: fixed-reseed
import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


class Sketches(Dataset):
    def __init__(self, sketches):
        self.sketches = sketches

    def __len__(self):
        return len(self.sketches)

    def __getitem__(self, index):
        np.random.seed(42)  # reproducible
        sketch = self.sketches[index]
        keep = np.random.rand(len(sketch)) > 0.1
        return torch.from_numpy(sketch[keep])


loader = DataLoader(Sketches([]), batch_size=1, num_workers=2)
