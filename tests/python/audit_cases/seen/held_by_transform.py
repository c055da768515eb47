# expect: held-generator
import numpy as np
from PIL import Image
from torch.utils.data import DataLoader, Dataset


class RandomErase:
    def __init__(self, p=0.5, seed=None):
        self.p = p
        self.rng = np.random.RandomState(seed)

    def __call__(self, image):
        if self.rng.rand() < self.p:
            h, w = image.shape[:2]
            y, x = self.rng.randint(h), self.rng.randint(w)
            image[max(0, y - 8):y + 8, max(0, x - 8):x + 8] = 0
        return image


class Persons(Dataset):
    def __init__(self, paths):
        self.paths = paths
        self.erase = RandomErase()

    def __getitem__(self, index):
        image = np.array(Image.open(self.paths[index]).convert("RGB"))
        return self.erase(image)

    def __len__(self):
        return len(self.paths)


if __name__ == "__main__":
    DataLoader(dataset=Persons([]), batch_size=64, num_workers=4, drop_last=True)
