# expect: worker-id-seed
import numpy as np
from torch.utils.data import DataLoader, Dataset


class Windows(Dataset):
    def __init__(self, series):
        self.series = series

    def __len__(self):
        return len(self.series)

    def __getitem__(self, index):
        start = np.random.randint(100)
        return self.series[index][start:start + 200]


def init(worker_id):
    np.random.seed(np.random.get_state()[1][0] + worker_id)


loader = DataLoader(Windows([]), batch_size=8, num_workers=4, worker_init_fn=init)
