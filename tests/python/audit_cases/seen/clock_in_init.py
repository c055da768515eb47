# expect: clock-seed
import time

import numpy as np
import torch


def worker_init(worker_id):
    np.random.seed(int(time.time()) % 2**32)


def loaders(train, test):
    return (torch.utils.data.DataLoader(train, batch_size=32, num_workers=4, worker_init_fn=worker_init),
            torch.utils.data.DataLoader(test, batch_size=32))
