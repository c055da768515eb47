# expect: held-generator
from __future__ import annotations

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


class SyntheticShapes(Dataset):
    def __init__(self, n: int, rng: np.random.Generator | None = None):
        super().__init__()
        self.n = n
        self._rng = rng or np.random.default_rng()

    def __len__(self):
        return self.n

    def __getitem__(self, _):
        return torch.from_numpy(self._draw())

    def _draw(self):
        canvas = np.zeros((32, 32), dtype=np.float32)
        y, x = self._rng.integers(4, 28, size=2)
        r = self._rng.integers(2, 5)
        canvas[y - r:y + r, x - r:x + r] = 1
        return canvas


class Data:
    def train(self):
        return DataLoader(SyntheticShapes(10_000), batch_size=64, num_workers=3)
