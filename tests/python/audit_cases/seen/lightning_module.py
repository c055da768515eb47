# expect: held-generator
import numpy as np
import pytorch_lightning as pl
from torch.utils.data import DataLoader, Dataset, random_split


class Spectra(Dataset):
    def __init__(self, spectra, seed):
        self.spectra = spectra
        self.noise = np.random.RandomState(seed)

    def __len__(self):
        return len(self.spectra)

    def __getitem__(self, index):
        spectrum = self.spectra[index]
        return spectrum + self.noise.normal(scale=0.01, size=spectrum.shape)


class SpectraData(pl.LightningDataModule):
    def __init__(self, path, batch_size=64, num_workers=4):
        super().__init__()
        self.save_hyperparameters()

    def setup(self, stage=None):
        full = Spectra(np.load(self.hparams.path), seed=1)
        self.train, self.val = random_split(full, [900, 100])

    def train_dataloader(self):
        return DataLoader(self.train, self.hparams.batch_size, shuffle=True, num_workers=self.hparams.num_workers)

    def val_dataloader(self):
        return DataLoader(self.val, self.hparams.batch_size, num_workers=self.hparams.num_workers)
