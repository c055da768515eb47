from torch.utils.data import DataLoader

from data import NoisePairs

if __name__ == "__main__":
    import numpy as np
    images = np.load("digits.npy")
    loader = DataLoader(NoisePairs(images), batch_size=64, num_workers=4)
