# expect: worker-id-seed
import random
from functools import partial

import numpy as np
from torch.utils.data import DataLoader


def worker_init_fn(worker_id, num_workers, rank, seed):
    # The seed of each worker equals to num_workers * rank + worker_id + user_seed
    worker_seed = num_workers * rank + worker_id + seed
    np.random.seed(worker_seed)
    random.seed(worker_seed)


def build_dataloader(dataset, samples_per_gpu, workers_per_gpu, rank=0, seed=None, **kwargs):
    init_fn = partial(worker_init_fn, num_workers=workers_per_gpu, rank=rank, seed=seed) if seed is not None else None
    return DataLoader(dataset, batch_size=samples_per_gpu, num_workers=workers_per_gpu, worker_init_fn=init_fn, **kwargs)
