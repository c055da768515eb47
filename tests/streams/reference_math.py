"""The arithmetic of docs/streams.md, written a second time: each operation rounded once, in the same order."""

import math
import struct

LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10


def log(x):
    mantissa, exponent = math.frexp(x)  # in [1/2, 1)
    mantissa, exponent = 2 * mantissa, exponent - 1
    if mantissa > 1.41421356237309504880:
        mantissa, exponent = mantissa / 2, exponent + 1
    t = (mantissa - 1) / (mantissa + 1)
    series = 1 / 23
    for odd in range(21, 0, -2):
        series = series * (t * t) + 1 / odd
    return exponent * LN2_HIGH + (2 * t * series + exponent * LN2_LOW)


def exp(x):
    scaled = x * 1.44269504088896340736
    k = int(scaled - 0.5 if scaled < 0 else scaled + 0.5)
    r = (x - k * LN2_HIGH) - k * LN2_LOW
    series = 1.0
    for n in range(13, 0, -1):
        series = 1 + series * r / n
    return series * 2.0**k


def cos_turns(turns):
    """cos(2 pi turns), turns in [0, 1)."""
    quarter = (int(turns * 8) + 1) // 2
    angle = (turns - quarter * 0.25) * 6.28318530717958647693
    sine = cosine = 1.0
    for n in range(18, 0, -2):
        sine = 1 - sine * (angle * angle) / (n * (n + 1))
    for n in range(17, 0, -2):
        cosine = 1 - cosine * (angle * angle) / (n * (n + 1))
    return (cosine, -sine * angle, -cosine, sine * angle)[quarter % 4]


class F32(float):
    """IEEE single precision. An operation of doubles, rounded to a single, is that of the singles rounded once."""

    def __new__(cls, value):
        return super().__new__(cls, struct.unpack("<f", struct.pack("<f", value))[0])

    def __add__(self, other):
        return F32(float(self) + other)

    def __sub__(self, other):
        return F32(float(self) - other)

    def __mul__(self, other):
        return F32(float(self) * other)


def coefficients(text):
    return [F32(float.fromhex(word)) for word in text.split()]


def minus_log_unit(word):
    """-ln of ((word >> 9) + 1/2) / 2^23."""
    exponent_23, bits = 1 << 23, struct.unpack("<I", struct.pack("<f", ((word >> 9) + 0.5) / 2**23))[0]
    k, rest = divmod(bits - 0x3F2AAAAB, exponent_23)  # 0x3f2aaaab is 2/3
    x = F32(struct.unpack("<f", struct.pack("<I", rest + 0x3F2AAAAB))[0]) - F32(1)
    a0, a1, a2, a3 = coefficients("0x1.55550cp-2 0x1.fffe68p-3 0x1.99ce36p-3 0x1.55b64p-3")
    b0, b1, b2, b3 = coefficients("0x1.1ef25p-3 0x1.f0688ep-4 0x1.1defc8p-3 0x1.0dcc48p-3")
    ln2_high, ln2_low = coefficients("0x1.62e4p-1 0x1.7f7d1cp-20")
    x2, k = x * x, F32(k)
    low, high = (a0 - a1 * x) + (a2 - a3 * x) * x2, (b0 - b1 * x) + (b2 - b3 * x) * x2
    series = (x2 * x) * (low + high * (x2 * x2))
    return F32(0) - (((series - F32(0.5) * x2) + k * ln2_low) + x + k * ln2_high)


def box_muller(radius_word, angle_word):
    """The two f32 normals of src/streams/box_muller.hpp."""
    radius = F32(math.sqrt(minus_log_unit(radius_word)))
    t = F32(((angle_word << 2 | 2) & 0xFFFFFFFF ^ 0x80000000) - 0x80000000) * F32(2.0**-31)
    s0, s1, s2, s3 = coefficients("0x1.921fb4p-1 0x1.4abb68p-4 0x1.46496cp-9 0x1.2a7638p-15")
    c0, c1, c2, c3 = coefficients("0x1.03c1aep-6 0x1.3bd3ccp-2 0x1.d46c34p-19 0x1.55b13p-12")
    t2 = t * t
    sine = t * ((s0 - s1 * t2) + (s2 - s3 * t2) * (t2 * t2))
    cosine = F32(1) + t2 * ((c0 * t2 - c1) + (c2 * t2 - c3) * (t2 * t2))
    first, second = (cosine - sine) * radius, (cosine + sine) * radius
    return (-first if angle_word >> 31 else first), (-second if angle_word >> 30 & 1 else second)
