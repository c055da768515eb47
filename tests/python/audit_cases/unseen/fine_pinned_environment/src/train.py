# expect: nothing
import numpy as np
from torch.utils.data import DataLoader, Dataset


class Satellite(Dataset):
    def __init__(self, scenes):
        self.scenes = scenes

    def __len__(self):
        return len(self.scenes)

    def __getitem__(self, index):
        return np.rot90(self.scenes[index], np.random.randint(4)).copy()


if __name__ == "__main__":
    DataLoader(Satellite([]), batch_size=4, num_workers=8)
