import numpy as np


def _band(length, width):
    start = np.random.randint(0, length - width)
    return slice(start, start + width)


def spec_augment(spectrogram, bands=2):
    """Masks of time and frequency."""
    out = spectrogram.copy()
    for _ in range(bands):
        out[_band(out.shape[0], 8), :] = 0
        out[:, _band(out.shape[1], 20)] = 0
    return out
