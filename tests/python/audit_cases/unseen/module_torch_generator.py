# expect: module-generator
import torch
from torch.utils.data import DataLoader, Dataset

g = torch.Generator()
g.manual_seed(0)


class Blobs(Dataset):
    def __len__(self):
        return 4096

    def __getitem__(self, index):
        centre = torch.rand(2, generator=g)
        return centre + 0.1 * torch.randn(64, 2, generator=g)


loader = DataLoader(Blobs(), batch_size=32, num_workers=2)
