# expect: fixed-reseed
import torch
import torchvision.transforms as T
from torch.utils.data import DataLoader, Dataset


class Paired(Dataset):
    """Image and mask get the same crop by the same seed, but so do all images."""

    def __init__(self, images, masks):
        self.images = images
        self.masks = masks
        self.crop = T.RandomCrop(256)
        self.seed = 11

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        torch.manual_seed(self.seed)
        image = self.crop(self.images[index])
        torch.manual_seed(self.seed)
        mask = self.crop(self.masks[index])
        return image, mask


loader = DataLoader(Paired([], []), batch_size=2, num_workers=2)
