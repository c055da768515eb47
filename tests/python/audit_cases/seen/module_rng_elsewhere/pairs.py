from torch.utils.data import DataLoader, Dataset

import config


class Triplets(Dataset):
    def __init__(self, by_person):
        self.by_person = by_person
        self.persons = list(by_person)

    def __len__(self):
        return len(self.persons)

    def __getitem__(self, index):
        person = self.persons[index]
        anchor, positive = config.dice.sample(self.by_person[person], 2)
        other = config.dice.choice([each for each in self.persons if each != person])
        return anchor, positive, config.dice.choice(self.by_person[other])


def loader(by_person):
    return DataLoader(Triplets(by_person), batch_size=30, num_workers=5, shuffle=True)
