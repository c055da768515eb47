# expect: index-seed
import random
import zlib

from torch.utils.data import DataLoader, Dataset


class Handwriting(Dataset):
    def __init__(self, paths):
        self.paths = paths

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        path = self.paths[index]
        rng = random.Random(zlib.crc32(path.encode()))
        slant = rng.gauss(0, 0.1)
        return load(path, slant)


loader = DataLoader(Handwriting([]), batch_size=4, num_workers=2)
