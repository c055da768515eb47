# expect: numpy-global
import numpy as np
import torchvision
from torch.utils.data import DataLoader
from torchvision.transforms import Compose, Lambda, ToTensor

pipeline = Compose([
    Lambda(lambda image: np.asarray(image).astype("float32")),
    Lambda(lambda image: image + 10 * np.random.randn(*image.shape)),
    ToTensor(),
])
loader = DataLoader(torchvision.datasets.MNIST("mnist", transform=pipeline), batch_size=64, num_workers=2)
