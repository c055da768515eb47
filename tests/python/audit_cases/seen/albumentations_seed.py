# expect: held-generator
import albumentations as A
import cv2
from albumentations.pytorch import ToTensorV2
from torch.utils.data import DataLoader, Dataset


class Leaves(Dataset):
    def __init__(self, paths, labels):
        self.paths, self.labels = paths, labels
        self.transform = A.Compose([
            A.RandomResizedCrop((224, 224), scale=(0.5, 1.0)),
            A.HorizontalFlip(p=0.5),
            A.RandomBrightnessContrast(p=0.3),
            A.Normalize(),
            ToTensorV2(),
        ], seed=137)

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        image = cv2.cvtColor(cv2.imread(self.paths[index]), cv2.COLOR_BGR2RGB)
        return self.transform(image=image)["image"], self.labels[index]


loader = DataLoader(Leaves([], []), batch_size=32, shuffle=True, num_workers=8)
