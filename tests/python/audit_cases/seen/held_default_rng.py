# expect: held-generator
import numpy as np
from torch.utils.data import DataLoader, Dataset


class PointClouds(Dataset):
    def __init__(self, files, n_points=1024, seed=0):
        self.files = files
        self.n_points = n_points
        self.rng = np.random.default_rng(seed)

    def __len__(self):
        return len(self.files)

    def __getitem__(self, idx):
        points = np.load(self.files[idx])
        chosen = self.rng.choice(len(points), self.n_points, replace=False)
        angle = self.rng.uniform(0, 2 * np.pi)
        c, s = np.cos(angle), np.sin(angle)
        return points[chosen] @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


loader = DataLoader(PointClouds(["a.npy", "b.npy"]), batch_size=32, shuffle=True, num_workers=8)
