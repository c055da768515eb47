# expect: held-generator, numpy-global
import numpy as np
from torch.utils.data import DataLoader, Dataset


class Mosaic(Dataset):
    def __init__(self, images, seed=3):
        self.images = images
        self.rs = np.random.RandomState(seed)

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        others = self.rs.randint(0, len(self.images), 3)
        tiles = [self.images[each] for each in (index, *others)]
        if np.random.random() < 0.5:
            tiles = tiles[::-1]
        return np.vstack([np.hstack(tiles[:2]), np.hstack(tiles[2:])])


loader = DataLoader(Mosaic([]), 4, True, num_workers=4)
