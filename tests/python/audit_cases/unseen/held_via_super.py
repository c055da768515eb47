# expect: held-generator
import numpy as np
from torch.utils.data import Dataset


class Randomised(Dataset):
    def __init__(self, seed):
        self.prng = np.random.RandomState(seed)


class Graphs(Randomised):
    def __init__(self, graphs, seed=0, drop=0.2):
        super(Graphs, self).__init__(seed)
        self.graphs = graphs
        self.drop = drop

    def __len__(self):
        return len(self.graphs)

    def __getitem__(self, index):
        edges = self.graphs[index]
        keep = self.prng.random_sample(edges.shape[1]) >= self.drop
        return edges[:, keep]
