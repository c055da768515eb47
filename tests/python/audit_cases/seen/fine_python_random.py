# expect: nothing
import random

from PIL import Image
from torch.utils.data import DataLoader, Dataset
import torchvision.transforms.functional as TF


class Segmentation(Dataset):
    def __init__(self, images, masks):
        self.images, self.masks = images, masks

    def __len__(self):
        return len(self.images)

    def transform(self, image, mask):
        if random.random() > 0.5:
            image, mask = TF.hflip(image), TF.hflip(mask)
        angle = random.uniform(-10, 10)
        return TF.rotate(image, angle), TF.rotate(mask, angle)

    def __getitem__(self, index):
        return self.transform(Image.open(self.images[index]), Image.open(self.masks[index]))


loader = DataLoader(Segmentation([], []), batch_size=4, shuffle=True, num_workers=4)
