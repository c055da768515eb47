# expect: held-generator
import numpy as np
import torch


class Waveforms(torch.utils.data.Dataset):
    rng = np.random.default_rng(2021)

    def __init__(self, waves):
        self.waves = waves

    def __len__(self):
        return len(self.waves)

    def __getitem__(self, n):
        wave = self.waves[n]
        gain = self.rng.uniform(0.7, 1.3)
        return torch.as_tensor(wave * gain)


train = torch.utils.data.DataLoader(Waveforms([]), batch_size=4, num_workers=3)
