# expect: fixed-reseed
import numpy as np
from torch.utils.data import DataLoader, IterableDataset


class Patches(IterableDataset):
    def __init__(self, slides, per_slide, seed):
        self.slides = slides
        self.per_slide = per_slide
        self.seed = seed

    def __iter__(self):
        rng = np.random.default_rng(self.seed)
        for slide in self.slides:
            for _ in range(self.per_slide):
                y = rng.integers(0, slide.shape[0] - 256)
                x = rng.integers(0, slide.shape[1] - 256)
                yield slide[y:y + 256, x:x + 256]


loader = DataLoader(Patches([], 100, seed=3), batch_size=32, num_workers=4)
