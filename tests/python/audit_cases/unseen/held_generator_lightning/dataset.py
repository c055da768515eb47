import torch
from torch.utils.data import Dataset


class ContrastivePairs(Dataset):
    def __init__(self, files, generator=None):
        self.files = files
        self.generator = generator

    def __len__(self):
        return len(self.files)

    def _view(self, x):
        drop = torch.rand(x.shape, generator=self.generator) < 0.1
        return x.masked_fill(drop, 0)

    def __getitem__(self, i):
        x = torch.load(self.files[i])
        return self._view(x), self._view(x)
