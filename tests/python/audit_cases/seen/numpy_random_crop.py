# expect: numpy-global
import os

import cv2
import numpy as np
from torch.utils.data import DataLoader, Dataset


class CarDetection(Dataset):
    """Cars with boxes; crops that keep at least one box."""

    def __init__(self, root, split="train", size=512):
        self.root, self.split, self.size = root, split, size
        self.names = sorted(os.listdir(os.path.join(root, split)))

    def __len__(self):
        return len(self.names)

    def random_crop(self, image, boxes):
        h, w = image.shape[:2]
        top = np.random.randint(0, max(1, h - self.size))
        left = np.random.randint(0, max(1, w - self.size))
        boxes = boxes - np.array([left, top, left, top])
        return image[top:top + self.size, left:left + self.size], boxes

    def __getitem__(self, idx):
        image = cv2.imread(os.path.join(self.root, self.split, self.names[idx]))
        boxes = np.loadtxt(os.path.join(self.root, "labels", self.names[idx] + ".txt"), ndmin=2)
        if self.split == "train":
            image, boxes = self.random_crop(image, boxes)
        return image.transpose(2, 0, 1), boxes


train_loader = DataLoader(CarDetection("/data/cars"), batch_size=16, shuffle=True, num_workers=8, pin_memory=True)
