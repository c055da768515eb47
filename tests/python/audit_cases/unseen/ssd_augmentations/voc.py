import os.path as osp

import cv2
import torch
import torch.utils.data as data


class VOCDetection(data.Dataset):
    def __init__(self, root, transform=None):
        self.root = root
        self.transform = transform
        self.ids = [line.strip() for line in open(osp.join(root, "trainval.txt"))]

    def __getitem__(self, index):
        im, gt = self.pull_item(index)
        return im, gt

    def __len__(self):
        return len(self.ids)

    def pull_item(self, index):
        img = cv2.imread(osp.join(self.root, self.ids[index]))
        target = torch.load(self.ids[index] + ".pt")
        if self.transform is not None:
            img, boxes, labels = self.transform(img, target[:, :4], target[:, 4])
        return torch.from_numpy(img).permute(2, 0, 1), target
