# expect: index-seed
import random

import torch
from torch.utils.data import DataLoader, Dataset


def drop_words(words, p, seed):
    dice = random.Random(seed)
    kept = [word for word in words if dice.random() > p]
    return kept or [dice.choice(words)]


class Reviews(Dataset):
    def __init__(self, texts, labels, vocabulary):
        self.texts, self.labels, self.vocabulary = texts, labels, vocabulary

    def __len__(self):
        return len(self.texts)

    def __getitem__(self, idx):
        words = drop_words(self.texts[idx].split(), 0.1, seed=1000 + idx)
        return torch.tensor([self.vocabulary[word] for word in words]), self.labels[idx]


train_loader = DataLoader(Reviews([], [], {}), batch_size=1, num_workers=2)
