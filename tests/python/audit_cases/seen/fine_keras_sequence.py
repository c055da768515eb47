# expect: nothing
import numpy as np
from tensorflow import keras


class ScanDataset(keras.utils.Sequence):
    def __init__(self, scans, labels, batch_size=8):
        self.scans, self.labels, self.batch_size = scans, labels, batch_size
        self.rng = np.random.RandomState(0)

    def __len__(self):
        return len(self.scans) // self.batch_size

    def __getitem__(self, index):
        rows = slice(index * self.batch_size, (index + 1) * self.batch_size)
        return self.scans[rows] + np.random.normal(0, 0.1), self.labels[rows]


model = keras.models.load_model("model.h5")
model.fit(ScanDataset([], []), epochs=3, workers=4, use_multiprocessing=True)
