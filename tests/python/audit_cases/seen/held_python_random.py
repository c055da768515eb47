# expect: held-generator
import random

import torch
from torch.utils.data import DataLoader, Dataset


class MaskedTokens(Dataset):
    """Hides 15 of 100 tokens."""

    def __init__(self, encoded, mask_id, seed=13):
        self.encoded = encoded
        self.mask_id = mask_id
        self._random = random.Random(seed)

    def __len__(self):
        return len(self.encoded)

    def _mask(self, ids):
        labels = ids.clone()
        for place in range(len(ids)):
            if self._random.random() < 0.15:
                ids[place] = self.mask_id
            else:
                labels[place] = -100
        return ids, labels

    def __getitem__(self, i):
        return self._mask(torch.tensor(self.encoded[i]))


def build(encoded, tokenizer, workers=4):
    return DataLoader(MaskedTokens(encoded, tokenizer.mask_token_id), batch_size=16, num_workers=workers)
