# expect: stale-epoch
import numpy as np
from torch.utils.data import DataLoader, Dataset


class Tiles(Dataset):
    def __init__(self, tiles, seed=0):
        self.tiles = tiles
        self.seed = seed
        self.epoch = 0

    def set_epoch(self, epoch):
        self.epoch = epoch

    def __len__(self):
        return len(self.tiles)

    def __getitem__(self, index):
        rng = np.random.default_rng((self.seed, self.epoch, index))
        return np.rot90(self.tiles[index], rng.integers(4)).copy()


tiles = Tiles([])
loader = DataLoader(tiles, batch_size=8, num_workers=4, persistent_workers=True)
for epoch in range(20):
    tiles.set_epoch(epoch)
    for batch in loader:
        pass
