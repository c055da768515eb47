# expect: numpy-global
import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


class Trajectories(Dataset):
    def __init__(self, tracks, horizon):
        self.tracks, self.horizon = tracks, horizon

    def __len__(self):
        return len(self.tracks)

    def _window(self, track):
        start = np.random.randint(len(track) - self.horizon + 1)
        return track[start:start + self.horizon]

    def __getitem__(self, i):
        return torch.as_tensor(self._window(self.tracks[i]))


kwargs = {"num_workers": 4, "pin_memory": True} if torch.cuda.is_available() else {}
train_loader = DataLoader(Trajectories([], 20), batch_size=64, shuffle=True, **kwargs)
