import numpy as np

from .base import BaseImages


class NoisePairs(BaseImages):
    sigma = 0.3

    def corrupt(self, image):
        return image + self.sigma * np.random.normal(size=image.shape)
