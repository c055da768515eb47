# expect: numpy-global
import numpy as np
import torch
from torch.utils.data import DataLoader
from torch.utils.data.dataloader import default_collate
from torchvision.datasets import CIFAR10
from torchvision.transforms import ToTensor


class MixupCollate:
    def __init__(self, alpha):
        self.alpha = alpha

    def __call__(self, batch):
        images, labels = default_collate(batch)
        lam = np.random.beta(self.alpha, self.alpha)
        order = torch.randperm(len(labels))
        return lam * images + (1 - lam) * images[order], labels, labels[order], lam


train = CIFAR10("data", train=True, transform=ToTensor(), download=True)
loader = DataLoader(train, batch_size=128, shuffle=True, num_workers=4, collate_fn=MixupCollate(0.4))
