# expect: nothing
import numpy as np


class RandomDataset:
    """No loader and no torch: a plain generator of test data."""

    def __init__(self, seed=0):
        self.rng = np.random.default_rng(seed)

    def __getitem__(self, index):
        return self.rng.normal(size=3)

    def __len__(self):
        return 10


print([RandomDataset()[i] for i in range(3)])
