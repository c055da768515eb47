# expect: numpy-global
import numpy as np
import torch
from torch.utils.data import DataLoader
from torchvision import transforms as T
from torchvision.datasets import ImageFolder


class GaussianNoise:
    def __init__(self, std=0.1):
        self.std = std

    def __call__(self, tensor):
        return tensor + torch.from_numpy(np.random.normal(0, self.std, tuple(tensor.shape))).float()


def get_transform(train):
    steps = [T.Resize(256), T.CenterCrop(224), T.ToTensor()]
    if train:
        steps.append(GaussianNoise())
    return T.Compose(steps)


def main(cfg):
    train_set = ImageFolder(cfg.train_dir, get_transform(True))
    return DataLoader(train_set, batch_size=cfg.batch, shuffle=True, num_workers=cfg.workers)
