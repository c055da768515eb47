# expect: numpy-global
from numpy.random import rand, randn
from torch.utils import data


class SensorWindows(data.Dataset):
    def __init__(self, windows, labels, jitter=0.05, training=True):
        self.windows = windows
        self.labels = labels
        self.jitter = jitter
        self.training = training

    def __len__(self):
        return len(self.windows)

    def __getitem__(self, i):
        x = self.windows[i].copy()
        if self.training:
            x += self.jitter * randn(*x.shape)
            if rand() < 0.5:
                x = x[::-1].copy()
        return x, self.labels[i]


def make_loaders(train, valid, args):
    return (data.DataLoader(SensorWindows(*train), args.batch_size, True, num_workers=args.num_workers),
            data.DataLoader(SensorWindows(*valid, training=False), args.batch_size, num_workers=args.num_workers))
