# expect: module-generator
import numpy as np
from torch.utils.data import DataLoader, Dataset

RNG = np.random.default_rng(0)


def jitter(image):
    return np.clip(image + RNG.normal(0, 0.05, image.shape), 0, 1)


class Textures(Dataset):
    def __init__(self, images):
        self.images = images

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        return jitter(self.images[index])


loader = DataLoader(Textures(np.zeros((10, 8, 8))), batch_size=2, num_workers=2)
