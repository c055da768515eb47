# expect: numpy-global
import numpy as np
from torch.utils.data import DataLoader, Dataset


class Birds(Dataset):
    def __init__(self, records):
        self.records = records

    def __len__(self):
        return len(self.records)

    def __getitem__(self, index):
        song = self.records[index]
        offset = np.random.randint(len(song) // 2)
        return song[offset:]


def evaluate(model, loader):
    for song in loader
        model(song)
    return model.accuracy(


loader = DataLoader(Birds([]), num_workers=2)
