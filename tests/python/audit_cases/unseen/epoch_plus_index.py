# expect: colliding-seed
import numpy as np
from torch.utils.data import DataLoader, Dataset


class Frames(Dataset):
    """Frame i of epoch e gets the noise that frame i + 1 had in epoch e - 1."""

    def __init__(self, frames, seed=0):
        self.frames, self.base_seed, self.current_epoch = frames, seed, 0

    def __len__(self):
        return len(self.frames)

    def __getitem__(self, index):
        seed = self.base_seed + self.current_epoch + index
        rng = np.random.RandomState(seed % 2**31)
        return self.frames[index] + rng.normal(0, 0.1, self.frames[index].shape)


loader = DataLoader(Frames([]), batch_size=4, num_workers=2)
