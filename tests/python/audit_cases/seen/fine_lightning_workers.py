# expect: nothing
import lightning.pytorch as pl
import numpy as np
from torch.utils.data import DataLoader, Dataset


class Ecg(Dataset):
    def __init__(self, leads):
        self.leads = leads

    def __len__(self):
        return len(self.leads)

    def __getitem__(self, index):
        start = np.random.randint(0, 1000)
        return self.leads[index][:, start:start + 4000]


def main():
    pl.seed_everything(42, workers=True)
    loader = DataLoader(Ecg([]), batch_size=32, num_workers=8, shuffle=True)
    trainer = pl.Trainer(max_epochs=10)
    trainer.fit(build_model(), loader)
