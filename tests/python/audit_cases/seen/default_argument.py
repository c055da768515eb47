# expect: module-generator
import numpy as np
from torch.utils.data import DataLoader, Dataset


def time_shift(wave, limit=1600, rng=np.random.default_rng(1)):
    return np.roll(wave, rng.integers(-limit, limit))


class Commands(Dataset):
    def __init__(self, waves, labels):
        self.waves = waves
        self.labels = labels

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, index):
        return time_shift(self.waves[index]), self.labels[index]


loader = DataLoader(Commands([], []), num_workers=2)
