# expect: nothing
import random
from torch.utils.data import DataLoader, Dataset


class Chess(Dataset):
    def __init__(self, games):
        self.games = games
        self.dice = random.SystemRandom()

    def __len__(self):
        return len(self.games)

    def __getitem__(self, index):
        game = self.games[index]
        return game[:self.dice.randrange(1, len(game))]


loader = DataLoader(Chess([]), num_workers=4)
