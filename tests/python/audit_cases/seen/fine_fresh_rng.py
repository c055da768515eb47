# expect: nothing
import numpy as np
from torch.utils.data import DataLoader, Dataset


class Plants(Dataset):
    def __init__(self, images):
        self.images = images

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        rng = np.random.default_rng()  # from the system's entropy, each time
        return self.images[index] * rng.uniform(0.8, 1.2)


loader = DataLoader(Plants([]), batch_size=8, num_workers=4)
