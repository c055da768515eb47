# expect: nothing
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets, transforms


class Corrupt(nn.Module):
    def __init__(self):
        super().__init__()
        self.rng = np.random.default_rng(0)

    def forward(self, x):
        noise = torch.from_numpy(self.rng.normal(size=tuple(x.shape))).to(x)
        return x + 0.3 * noise


corrupt, model = Corrupt(), nn.Linear(784, 10)
train = datasets.MNIST("data", transform=transforms.ToTensor())
for images, labels in DataLoader(train, batch_size=64, num_workers=4, shuffle=True):
    model(corrupt(images).flatten(1))
