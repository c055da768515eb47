# expect: held-generator
import os, sys
import numpy as np
import torch
from torch.utils.data import Dataset, DataLoader

class OmniglotEpisodes(Dataset):
	def __init__(self, root, n_way=5):
		self.n_way = n_way
		self.rng = np.random.RandomState(1)
		self.alphabets = os.listdir(root)
		print >>sys.stderr, "found", len(self.alphabets), "alphabets"

	def __getitem__(self, i):
		a = self.alphabets[i % len(self.alphabets)]
		chars = self.rng.permutation(os.listdir(a))[:self.n_way]
		if not len(chars):
			raise IndexError, "empty"
		return [c.decode('utf-8') for c in chars]

	def __len__(self):
		return 0100

loader = DataLoader(OmniglotEpisodes(sys.argv[1]), num_workers=2)
for batch in loader:
	print batch
