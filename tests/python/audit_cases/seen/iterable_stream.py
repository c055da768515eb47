# expect: numpy-global
import numpy as np
import torch
from torch.utils.data import IterableDataset


class Mixture(IterableDataset):
    """Draws a source by its weight, and a line from it, without end."""

    def __init__(self, sources, weights):
        super().__init__()
        self.sources = sources
        self.weights = np.asarray(weights) / np.sum(weights)

    def __iter__(self):
        streams = [iter(source) for source in self.sources]
        while True:
            which = np.random.choice(len(streams), p=self.weights)
            try:
                yield next(streams[which])
            except StopIteration:
                return


def loader(sources, weights):
    return torch.utils.data.DataLoader(Mixture(sources, weights), batch_size=8, num_workers=2)
