# expect: held-generator
import random

from torch.utils.data import DataLoader, IterableDataset


class ShuffleBuffer(IterableDataset):
    def __init__(self, source, size, seed=17):
        self.source = source
        self.size = size
        self.rnd = random.Random(seed)

    def __iter__(self):
        buffer = []
        for item in self.source:
            if len(buffer) < self.size:
                buffer.append(item)
                continue
            place = self.rnd.randrange(self.size)
            yield buffer[place]
            buffer[place] = item
        self.rnd.shuffle(buffer)
        yield from buffer


loader = DataLoader(ShuffleBuffer(range(100000), 1000), batch_size=32, num_workers=4)
