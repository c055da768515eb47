# expect: worker-id-seed
import numpy as np
import torch
from torch.utils.data import DataLoader


class Trainer:
    def __init__(self, config):
        self.config = config
        self.seed = config["seed"]

    def _seed_worker(self, worker_id):
        torch.manual_seed(self.seed + worker_id)
        np.random.seed(self.seed + worker_id)

    def loader(self, dataset):
        return DataLoader(dataset, batch_size=self.config["batch"], num_workers=self.config["workers"],
                          worker_init_fn=self._seed_worker, drop_last=True)
