# expect: clock-seed
from datetime import datetime

import numpy as np
from torch.utils.data import DataLoader


def get(dataset):
    return DataLoader(dataset, batch_size=8, num_workers=8,
                      worker_init_fn=lambda _: np.random.seed(datetime.now().second))
