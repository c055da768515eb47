# expect: nothing
import unittest

import numpy as np
import torch
from torch.utils.data import DataLoader, TensorDataset


class LoaderTest(unittest.TestCase):
    def setUp(self):
        self.rng = np.random.default_rng(0)

    def test_batches(self):
        x = torch.from_numpy(self.rng.normal(size=(20, 3)))
        loader = DataLoader(TensorDataset(x), batch_size=5, num_workers=2)
        self.assertEqual(sum(len(batch) for batch, in loader), 20)
        for workers in (0, 2):
            np.random.seed(0)
            y = torch.from_numpy(np.random.randn(8, 2))
            self.assertEqual(len(DataLoader(TensorDataset(y), num_workers=workers)), 8)
