# expect: module-generator
import numpy
import torch

prng = numpy.random.RandomState(123)


class AudioSet(torch.utils.data.Dataset):
    def __init__(self, clips, noises):
        self.clips = clips
        self.noises = noises

    def __len__(self):
        return len(self.clips)

    def __getitem__(self, index):
        clip = self.clips[index]
        noise = self.noises[prng.randint(len(self.noises))]
        snr = prng.uniform(0, 20)
        return clip + noise * 10 ** (-snr / 20)


def get(clips, noises):
    return torch.utils.data.DataLoader(AudioSet(clips, noises), batch_size=12, num_workers=12)
