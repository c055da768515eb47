# expect: numpy-global
import albumentations as A
import numpy as np
from albumentations.core.transforms_interface import ImageOnlyTransform
from torch.utils.data import Dataset, DataLoader


class Speckle(ImageOnlyTransform):
    def __init__(self, strength=0.2, always_apply=False, p=0.5):
        super().__init__(always_apply, p)
        self.strength = strength

    def apply(self, image, **params):
        noise = np.random.gamma(1 / self.strength, self.strength, image.shape)
        return np.clip(image * noise, 0, 255).astype(np.uint8)


class Ultrasound(Dataset):
    def __init__(self, frames, augmentation):
        self.frames = frames
        self.augmentation = augmentation

    def __len__(self):
        return len(self.frames)

    def __getitem__(self, index):
        return self.augmentation(image=self.frames[index])["image"]


augmentation = A.Compose([A.HorizontalFlip(), Speckle()])
loader = DataLoader(Ultrasound([], augmentation), batch_size=8, num_workers=4)
