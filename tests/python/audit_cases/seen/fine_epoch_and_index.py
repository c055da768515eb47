# expect: nothing
import numpy as np
from torch.utils.data import DataLoader, Dataset


class Galaxies(Dataset):
    def __init__(self, images, seed=0):
        self.images, self.seed, self.epoch = images, seed, 0

    def set_epoch(self, epoch):
        self.epoch = epoch

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        rng = np.random.default_rng((self.seed, self.epoch, index))
        return np.rot90(self.images[index], rng.integers(4)).copy()


galaxies = Galaxies([])
loader = DataLoader(galaxies, batch_size=8, num_workers=4)
for epoch in range(5):
    galaxies.set_epoch(epoch)
    for batch in loader:
        pass
