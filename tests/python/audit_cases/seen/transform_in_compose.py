# expect: numpy-global
import numpy as np
import pandas as pd
import torch
from skimage import io, transform
from torch.utils.data import DataLoader, Dataset
from torchvision import transforms


class FaceLandmarks(Dataset):
    def __init__(self, csv_file, root_dir, transform=None):
        self.frame = pd.read_csv(csv_file)
        self.root_dir = root_dir
        self.transform = transform

    def __len__(self):
        return len(self.frame)

    def __getitem__(self, idx):
        sample = {"image": io.imread(self.root_dir + self.frame.iloc[idx, 0]),
                  "landmarks": self.frame.iloc[idx, 1:].to_numpy().reshape(-1, 2)}
        if self.transform:
            sample = self.transform(sample)
        return sample


class Rescale:
    def __init__(self, size):
        self.size = size

    def __call__(self, sample):
        return {"image": transform.resize(sample["image"], (self.size, self.size)), "landmarks": sample["landmarks"]}


class RandomCrop(object):
    def __init__(self, size):
        self.size = size

    def __call__(self, sample):
        h, w = sample["image"].shape[:2]
        top = np.random.randint(0, h - self.size)
        left = np.random.randint(0, w - self.size)
        image = sample["image"][top:top + self.size, left:left + self.size]
        return {"image": image, "landmarks": sample["landmarks"] - [left, top]}


if __name__ == "__main__":
    dataset = FaceLandmarks("faces/face_landmarks.csv", "faces/",
                            transform=transforms.Compose([Rescale(256), RandomCrop(224)]))
    for batch in DataLoader(dataset, batch_size=4, shuffle=True, num_workers=4):
        print(batch["image"].shape)
