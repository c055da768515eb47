# expect: nothing
import numpy as np
from torch.utils.data import DataLoader, Dataset


class Queries(Dataset):
    def __init__(self, queries, documents):
        self.queries, self.documents = queries, documents

    def __len__(self):
        return len(self.queries)

    def __getitem__(self, index):
        negatives = np.random.choice(len(self.documents), 7)
        return self.queries[index], [self.documents[each] for each in negatives]


# Workers live as long as the loader: they are seeded once, and go on from there.
loader = DataLoader(Queries([], []), batch_size=4, num_workers=4, persistent_workers=True,
                    worker_init_fn=lambda worker_id: np.random.seed(100 + worker_id))
