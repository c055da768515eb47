# expect: index-seed
import numpy as np
from torch.utils.data import DataLoader, Dataset


class Stars(Dataset):
    """Every star field is made from its number: reproducible, and the same in every epoch."""

    def __init__(self, count, seed=5):
        self.count, self.seed = count, seed

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        rng = np.random.default_rng([self.seed, index])
        field = rng.poisson(3.0, (64, 64)).astype(np.float32)
        shift = rng.integers(-4, 5, 2)
        return np.roll(field, shift, (0, 1))


loader = DataLoader(Stars(1000), batch_size=10, num_workers=2, shuffle=True)
