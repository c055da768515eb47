# expect: nothing
import random

import torch
from datasets import load_dataset
from torch.utils.data import DataLoader
from torchvision.transforms import ColorJitter, Compose, RandomResizedCrop, ToTensor

pipeline = Compose([RandomResizedCrop(224), ColorJitter(0.2, 0.2), ToTensor()])


def on_the_fly(batch):
    batch["pixel_values"] = [pipeline(image.convert("RGB")) for image in batch["image"]]
    if random.random() < 0.1:
        batch["pixel_values"] = [image.flip(-1) for image in batch["pixel_values"]]
    return batch


train = load_dataset("food101", split="train").with_transform(on_the_fly)
loader = DataLoader(train, batch_size=32, num_workers=4)
