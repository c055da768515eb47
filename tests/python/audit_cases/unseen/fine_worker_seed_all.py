# expect: nothing
import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset, get_worker_info


def reseed(worker_id):
    info = get_worker_info()
    sequence = np.random.SeedSequence([info.seed, worker_id])
    np.random.seed(sequence.generate_state(4))


class Lidar(Dataset):
    def __init__(self, scans):
        self.scans = scans

    def __len__(self):
        return len(self.scans)

    def __getitem__(self, index):
        scan = self.scans[index]
        return scan[np.random.permutation(len(scan))[:2048]]


def make(scans, workers):
    return DataLoader(Lidar(scans), batch_size=2, num_workers=workers, worker_init_fn=reseed)
