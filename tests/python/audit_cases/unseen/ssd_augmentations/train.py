import argparse

import torch.utils.data as data

from augmentations import SSDAugmentation
from voc import VOCDetection

parser = argparse.ArgumentParser()
parser.add_argument("--num_workers", default=4, type=int)
args = parser.parse_args()


def train():
    dataset = VOCDetection("VOC2012", transform=SSDAugmentation(300))
    loader = data.DataLoader(dataset, 32, num_workers=args.num_workers, shuffle=True, pin_memory=True)
    for images, targets in loader:
        pass


if __name__ == "__main__":
    train()
