# expect: nothing
import numpy as np
from torch.utils.data import DataLoader, Dataset


class Plates(Dataset):
    def __init__(self, plates):
        self.plates = plates

    def __len__(self):
        return len(self.plates)

    def __getitem__(self, index):
        plate = self.plates[index]
        return plate + np.random.normal(0, 2, plate.shape)


loader = DataLoader(Plates([]), batch_size=8, num_workers=4)
