# expect: nothing
import numpy as np
import torch
from torch.utils.data import DataLoader
from torchvision import datasets, transforms


def mixup(images, labels, alpha=0.2):
    lam = np.random.beta(alpha, alpha)
    order = np.random.permutation(len(labels))
    return lam * images + (1 - lam) * images[order], labels, labels[order], lam


train = datasets.CIFAR10("data", transform=transforms.Compose([
    transforms.RandomCrop(32, padding=4), transforms.RandomHorizontalFlip(), transforms.ToTensor()]))
loader = DataLoader(train, batch_size=128, shuffle=True, num_workers=4)
for epoch in range(200):
    for images, labels in loader:
        images, first, second, lam = mixup(images, labels)
