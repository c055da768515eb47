# expect: held-generator
import pytorch_lightning as pl
import torch
from torch.utils.data import DataLoader

from .dataset import ContrastivePairs


class PairsData(pl.LightningDataModule):
    def __init__(self, files, seed=0, **loader_options):
        super().__init__()
        self.files, self.seed = files, seed
        self.loader_options = loader_options

    def setup(self, stage=None):
        gen = torch.Generator().manual_seed(self.seed)
        self.train_set = ContrastivePairs(self.files, generator=gen)

    def train_dataloader(self):
        return DataLoader(self.train_set, shuffle=True, num_workers=8, **self.loader_options)
