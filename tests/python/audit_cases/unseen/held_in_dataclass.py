# expect: held-generator
import dataclasses

import numpy as np
from torch.utils.data import DataLoader, Dataset


@dataclasses.dataclass
class Augmenter:
    scale: float = 0.1
    rng: np.random.Generator = dataclasses.field(default_factory=np.random.default_rng)

    def apply(self, x):
        return x * (1 + self.scale * self.rng.standard_normal())


class Imu(Dataset):
    def __init__(self, records):
        self.records = records
        self.augmenter = Augmenter(scale=0.05)

    def __len__(self):
        return len(self.records)

    def __getitem__(self, index):
        return self.augmenter.apply(self.records[index])


loader = DataLoader(Imu([]), 16, num_workers=2)
