# expect: worker-id-seed
import numpy as np
from torch.utils.data import DataLoader
from torchvision.datasets import ImageFolder


def noise(image):
    return np.asarray(image) + np.random.normal(0, 3, (224, 224, 3))


train = ImageFolder("train", transform=noise)
loader = DataLoader(train, batch_size=64, shuffle=True, num_workers=8, worker_init_fn=lambda wid: np.random.seed(wid))
