# expect: nothing
import multiprocessing

import numpy as np
from torch.utils.data import DataLoader, Dataset


class Crops(Dataset):
    def __init__(self, images, seed=0):
        self.images, self.seed = images, seed
        self.epoch = multiprocessing.Value("i", 0)

    def set_epoch(self, epoch):
        self.epoch.value = epoch

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        rng = np.random.default_rng((self.seed, self.epoch.value, index))
        top, left = rng.integers(0, 32, 2)
        return self.images[index][top:top + 224, left:left + 224]


crops = Crops([])
loader = DataLoader(crops, batch_size=8, num_workers=4, persistent_workers=True)
