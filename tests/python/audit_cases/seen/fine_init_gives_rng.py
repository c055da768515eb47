# expect: nothing
import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


class Rays(Dataset):
    def __init__(self, images, seed=0):
        self.images = images
        self.rng = np.random.default_rng(seed)

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        image = self.images[index]
        rows = self.rng.integers(0, image.shape[0], 1024)
        return image[rows]


def init(worker_id):
    info = torch.utils.data.get_worker_info()
    info.dataset.rng = np.random.default_rng(info.seed)


loader = DataLoader(Rays([]), batch_size=1, num_workers=4, worker_init_fn=init)
