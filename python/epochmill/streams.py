"""epochmill's streams in NumPy: random numbers that are a pure function of what they are for.

docs/streams.md fixes the function; these are the numbers of `epochmill draw`, to the last bit. Nothing here remembers
anything, so there is nothing that a worker could copy, an epoch repeat or a resumed run forget:

    def __getitem__(self, index):
        stream = Stream(seed=1, epoch=self.epoch, sample=index)
        left = stream.integer(0, 0, 33)                 # draw 0
        noise = stream.normals((3, 224, 224))
"""

import math
from typing import NamedTuple, Sequence, Tuple, Union

import numpy as np

WORD = 0xFFFFFFFF
SCALAR_RETRIES = 256
# Field of an address, how many values it has.
LIMITS = {"ranks": 2**16, "threads": 2**12, "epoch": 2**20, "sample": 2**40, "op": 2**8, "redraw": 2**7}


def philox(counter: Sequence[int], seed: int) -> Tuple[int, int, int, int]:
    """Philox4x32-10: four 32-bit words from a counter of four and a 64-bit key."""
    c0, c1, c2, c3 = counter
    k0, k1 = seed & WORD, seed >> 32
    for _ in range(10):
        a, b = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1, c2, c3 = (b >> 32) ^ c1 ^ k0, b & WORD, (a >> 32) ^ c3 ^ k1, a & WORD
        k0, k1 = (k0 + 0x9E3779B9) & WORD, (k1 + 0xBB67AE85) & WORD
    return c0, c1, c2, c3


def philox_blocks(first: int, count: int, counter: Sequence[int], seed: int) -> np.ndarray:
    """u32 [count, 4]: the blocks of counters whose word 0 is `first`, `first` + 1, ..., and whose others are alike."""
    low, high = np.uint64(WORD), np.uint64(32)
    c0 = np.arange(first, first + count, dtype=np.uint64)
    c1, c2, c3 = (np.full(count, word, np.uint64) for word in counter[1:])
    k0, k1 = seed & WORD, seed >> 32
    for _ in range(10):
        a, b = np.uint64(0xD2511F53) * c0, np.uint64(0xCD9E8D57) * c2
        c0, c1, c2, c3 = (b >> high) ^ c1 ^ np.uint64(k0), b & low, (a >> high) ^ c3 ^ np.uint64(k1), a & low
        k0, k1 = (k0 + 0x9E3779B9) & WORD, (k1 + 0xBB67AE85) & WORD
    return np.stack([c0, c1, c2, c3], axis=1).astype(np.uint32)


class Stream(NamedTuple):
    """The random numbers of one address. `ranks` and `threads` are a recipe's canonical ones, never the job's."""

    seed: int
    epoch: int
    sample: int
    op: int = 0
    ranks: int = 64
    threads: int = 16
    redraw: int = 0

    def counter(self, block: int) -> Tuple[int, int, int, int]:
        """The counter of a block of this address, whose fields are laid side by side."""
        for field, limit in LIMITS.items():
            value, first = getattr(self, field), int(field in ("ranks", "threads"))
            if not first <= value < limit + first:
                raise ValueError(f"stream: {field} is {value}, expected {first} to {limit - 1 + first}")
        if not 0 <= self.seed < 2**64:
            raise ValueError(f"stream: seed is {self.seed}, expected 0 to 2^64 - 1")
        # An np.int64, as samplers hand out, would overflow below.
        epoch, sample, op = int(self.epoch), int(self.sample), int(self.op)
        rank, thread = divmod(sample % (self.ranks * self.threads), self.threads)
        return (block, rank << 16 | thread << 4 | epoch >> 16, sample & WORD,
                (sample >> 32) << 24 | (epoch & 0xFFFF) << 8 | op)

    def bits64(self, draw: int, retry: int = 0) -> int:
        """64 random bits: words 1 and 0 of the block of a scalar draw."""
        if not (0 <= draw < 2**16 and 0 <= retry < SCALAR_RETRIES):
            raise ValueError(f"stream: draw is {draw}, expected 0 to 65535; retry is {retry}, expected 0 to 255")
        words = philox(self.counter(self.redraw << 24 | retry << 16 | draw), int(self.seed))
        return words[1] << 32 | words[0]

    def uniform(self, draw: int) -> float:
        """A number in [0, 1), a multiple of 2^-53."""
        return (self.bits64(draw) >> 11) / 2**53

    def integer(self, draw: int, a: int, b: int) -> int:
        """A whole number in [a, b), all equally likely (Lemire 2019)."""
        if not 0 < b - a < 2**64:
            raise ValueError(f"stream: an integer from {a} to below {b}; expected 1 to 2^64 - 1 of them")
        for retry in range(SCALAR_RETRIES):
            product = self.bits64(draw, retry) * (b - a)
            if product % 2**64 >= 2**64 % (b - a):
                return a + (product >> 64)
        raise RuntimeError(f"stream: {SCALAR_RETRIES} words were rejected, which no seed should do")

    def words(self, count: int, first: int = 0) -> np.ndarray:
        """u32 [count]: the words of a bulk field, one for each of its elements from `first` on."""
        start, end = first // 4, (first + count + 3) // 4
        if not 0 <= start <= end <= 2**31:
            raise ValueError(f"stream: bulk elements {first} to {first + count}; expected at most 2^33")
        blocks = philox_blocks(2**31 + start, end - start, self.counter(0), int(self.seed))
        return blocks.reshape(-1)[first - 4 * start:][:count]

    def uniforms(self, shape: Union[int, Sequence[int]]) -> np.ndarray:
        """f32 array of a shape, each in [0, 1): the elements of a bulk field, the last axis fastest."""
        return ((self.words(size_of(shape)) >> 8).astype(np.float32) * np.float32(2.0**-24)).reshape(shape)

    def normals(self, shape: Union[int, Sequence[int]]) -> np.ndarray:
        """f32 array of a shape, each of N(0, 1): likewise, and the noise of the op gaussian_noise."""
        size = size_of(shape)
        pairs = self.words(size + size % 2).reshape(-1, 2)
        return box_muller(pairs[:, 0], pairs[:, 1]).reshape(-1)[:size].reshape(shape)


def size_of(shape: Union[int, Sequence[int]]) -> int:
    return int(shape) if isinstance(shape, (int, np.integer)) else math.prod(map(int, shape))


def float32s(text: str) -> Tuple[np.float32, ...]:
    return tuple(np.float32(float.fromhex(word)) for word in text.split())


def minus_log_unit(word: np.ndarray) -> np.ndarray:
    """f32: -ln of ((word >> 9) + 1/2) / 2^23."""
    mantissa = ((word >> 9).astype(np.float32) + np.float32(0.5)).view(np.int32)
    two_thirds = np.int32(0x3F2AAAAB)
    exponent = (mantissa - two_thirds) >> 23
    x = (mantissa - (exponent << 23)).view(np.float32) - np.float32(1)
    k = (exponent - 23).astype(np.float32)
    a0, a1, a2, a3 = float32s("0x1.55550cp-2 0x1.fffe68p-3 0x1.99ce36p-3 0x1.55b64p-3")
    b0, b1, b2, b3 = float32s("0x1.1ef25p-3 0x1.f0688ep-4 0x1.1defc8p-3 0x1.0dcc48p-3")
    ln2_high, ln2_low = float32s("0x1.62e4p-1 0x1.7f7d1cp-20")
    x2 = x * x
    low, high = (a0 - a1 * x) + (a2 - a3 * x) * x2, (b0 - b1 * x) + (b2 - b3 * x) * x2
    series = (x2 * x) * (low + high * (x2 * x2))
    return -((((series - np.float32(0.5) * x2) + k * ln2_low) + x) + k * ln2_high)


def box_muller(radius_word: np.ndarray, angle_word: np.ndarray) -> np.ndarray:
    """f32 [n, 2]: two normals of two u32 [n] each; every operation rounded once, as docs/streams.md has it."""
    radius = np.sqrt(minus_log_unit(radius_word))
    t = (angle_word << 2 | np.uint32(2)).view(np.int32).astype(np.float32) * np.float32(2.0**-31)
    s0, s1, s2, s3 = float32s("0x1.921fb4p-1 0x1.4abb68p-4 0x1.46496cp-9 0x1.2a7638p-15")
    c0, c1, c2, c3 = float32s("0x1.03c1aep-6 0x1.3bd3ccp-2 0x1.d46c34p-19 0x1.55b13p-12")
    t2 = t * t
    sine = t * ((s0 - s1 * t2) + (s2 - s3 * t2) * (t2 * t2))
    cosine = np.float32(1) + t2 * ((c0 * t2 - c1) + (c2 * t2 - c3) * (t2 * t2))
    first, second = (cosine - sine) * radius, (cosine + sine) * radius
    signs = np.float32(1) - np.float32(2) * np.stack([angle_word >> 31, angle_word >> 30 & 1], 1).astype(np.float32)
    return np.stack([first, second], axis=1) * signs
