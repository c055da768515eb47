# expect: numpy-global
from scipy import stats
from torch.utils.data import DataLoader, Dataset


class Counts(Dataset):
    def __init__(self, rates):
        self.rates = rates

    def __len__(self):
        return len(self.rates)

    def __getitem__(self, index):
        return stats.poisson.rvs(self.rates[index]).astype("float32")


loader = DataLoader(Counts([]), batch_size=100, num_workers=2)
