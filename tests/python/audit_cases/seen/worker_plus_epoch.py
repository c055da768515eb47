# expect: colliding-seed
import numpy as np
from torch.utils.data import DataLoader


def train(dataset, model, epochs, seed=0):
    for epoch in range(epochs):
        def init(worker_id):
            np.random.seed(seed + epoch + worker_id)

        loader = DataLoader(dataset, batch_size=32, shuffle=True, num_workers=4, worker_init_fn=init)
        for batch in loader:
            model.step(batch)
