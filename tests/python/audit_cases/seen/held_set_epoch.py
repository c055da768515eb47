# expect: held-generator
import numpy as np
from torch.utils.data import DataLoader, Dataset


class Clips(Dataset):
    """set_epoch runs in the main process: epochs differ, workers do not."""

    def __init__(self, videos, frames=16, seed=7):
        self.videos, self.frames, self.seed = videos, frames, seed
        self.rng = np.random.default_rng(seed)

    def set_epoch(self, epoch):
        self.rng = np.random.default_rng([self.seed, epoch])

    def __len__(self):
        return len(self.videos)

    def __getitem__(self, index):
        video = self.videos[index]
        start = self.rng.integers(0, len(video) - self.frames)
        return video[start:start + self.frames]


dataset = Clips([])
loader = DataLoader(dataset, batch_size=2, num_workers=4)
for epoch in range(10):
    dataset.set_epoch(epoch)
    for clip in loader:
        pass
