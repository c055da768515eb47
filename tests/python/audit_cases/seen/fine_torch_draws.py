# expect: nothing
import torch
from torch.utils.data import DataLoader, Dataset


class Volumes(Dataset):
    def __init__(self, volumes, size):
        self.volumes, self.size = volumes, size

    def __len__(self):
        return len(self.volumes)

    def __getitem__(self, index):
        volume = self.volumes[index]
        start = [int(torch.randint(0, side - self.size + 1, ())) for side in volume.shape]
        if torch.rand(()) < 0.5:
            volume = volume.flip(0)
        return volume[tuple(slice(each, each + self.size) for each in start)]


loader = DataLoader(Volumes([], 64), batch_size=2, shuffle=True, num_workers=8)
