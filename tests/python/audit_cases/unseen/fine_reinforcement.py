# expect: nothing
import random
from collections import deque

import numpy as np
import torch


class ReplayBuffer:
    def __init__(self, capacity, seed):
        self.memory = deque(maxlen=capacity)
        self.rng = np.random.default_rng(seed)

    def add(self, *transition):
        self.memory.append(transition)

    def sample(self, n):
        places = self.rng.choice(len(self.memory), n)
        return [torch.tensor(np.array(each)) for each in zip(*(self.memory[i] for i in places))]


def act(q, state, epsilon):
    if np.random.rand() < epsilon:
        return random.randrange(4)
    return int(q(state).argmax())
