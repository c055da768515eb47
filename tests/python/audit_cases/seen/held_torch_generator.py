# expect: held-generator
import torch
from torch.utils.data import DataLoader, Dataset


class NoisyDigits(Dataset):
    def __init__(self, images, sigma=0.3, seed=1234):
        self.images = images
        self.sigma = sigma
        self.generator = torch.Generator()
        self.generator.manual_seed(seed)

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        clean = self.images[index]
        noise = torch.randn(clean.shape, generator=self.generator)
        return clean, clean + self.sigma * noise


loader = DataLoader(NoisyDigits(torch.rand(100, 28, 28)), 10, shuffle=True, num_workers=2)
