# expect: index-seed
import contextlib

import torch
from torch.utils.data import DataLoader, Dataset


@contextlib.contextmanager
def temporary_seed(seed):
    state = torch.get_rng_state()
    torch.manual_seed(seed)
    try:
        yield
    finally:
        torch.set_rng_state(state)


class Clouds(Dataset):
    def __init__(self, count, seed):
        self.count, self.seed = count, seed

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        with temporary_seed(self.seed + index):
            return torch.randn(128, 3)


loader = DataLoader(Clouds(1000, 0), batch_size=8, num_workers=2, shuffle=True)
