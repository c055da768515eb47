# expect: colliding-seed
import numpy as np
import torch.distributed as dist
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler


def _init(worker_id):
    rank = dist.get_rank()
    np.random.seed(1234 + rank + worker_id)


def make(dataset, batch_size):
    sampler = DistributedSampler(dataset)
    return DataLoader(dataset, batch_size, sampler=sampler, num_workers=4, worker_init_fn=_init)
