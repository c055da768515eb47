# expect: numpy-global
import torch
from torch.utils.data import Dataset

from augment import spec_augment


class Speech(Dataset):
    def __init__(self, items):
        self.items = items

    def __getitem__(self, index):
        spectrogram, text = self.items[index]
        return torch.from_numpy(spec_augment(spectrogram)), text

    def __len__(self):
        return len(self.items)
