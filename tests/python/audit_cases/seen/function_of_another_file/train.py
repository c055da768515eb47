import torch
from torch.utils.data import DataLoader

from dataset import Speech

items = torch.load("items.pt")
loader = DataLoader(Speech(items), batch_size=32, num_workers=6, shuffle=True)
for epoch in range(40):
    for spectrogram, text in loader:
        pass
