# expect: held-generator
import numpy as np
import torch.utils.data as tud


def elastic(image, alpha, random_state):
    dx = random_state.rand(*image.shape) * 2 - 1
    dy = random_state.rand(*image.shape) * 2 - 1
    return image, alpha * dx, alpha * dy


class Cells(tud.Dataset):
    def __init__(self, stack, masks):
        self.stack, self.masks = stack, masks
        self.random_state = np.random.RandomState(47)

    def __len__(self):
        return self.stack.shape[0]

    def __getitem__(self, item):
        return elastic(self.stack[item], 34.0, self.random_state), self.masks[item]
