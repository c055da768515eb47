# expect: held-generator
from typing import Sequence

import numpy as np
from torch.utils.data import Dataset


class Subgraphs(Dataset):
    """Random walks from every node. The generator comes from outside, so that tests can fix it."""

    def __init__(self, adjacency: Sequence[np.ndarray], length: int, rng: np.random.Generator):
        self.adjacency = adjacency
        self.length = length
        self.rng = rng

    def __len__(self) -> int:
        return len(self.adjacency)

    def __getitem__(self, node: int) -> np.ndarray:
        walk = [node]
        for _ in range(self.length):
            walk.append(int(self.rng.choice(self.adjacency[walk[-1]])))
        return np.array(walk)
