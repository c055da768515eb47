# expect: worker-id-seed
import argparse
import random

import numpy as np
import torch
from torch.utils.data import DataLoader

from my_datasets import build_dataset

parser = argparse.ArgumentParser()
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--workers", type=int, default=4)
args = parser.parse_args()


def worker_init_fn(worker_id):
    worker_seed = args.seed + worker_id
    np.random.seed(worker_seed)
    random.seed(worker_seed)


loader = DataLoader(build_dataset("train"), batch_size=16, num_workers=args.workers, worker_init_fn=worker_init_fn,
                    shuffle=True, pin_memory=torch.cuda.is_available())
