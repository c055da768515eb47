# expect: constant-seed
import numpy as np
import random
import torch


def make_init(seed):
    def init(worker_id):
        random.seed(seed)
        np.random.seed(seed)
    return init


def make_loader(dataset, seed):
    return torch.utils.data.DataLoader(dataset, batch_size=4, num_workers=2, worker_init_fn=make_init(seed))
