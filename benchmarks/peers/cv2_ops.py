"""Augmentations by OpenCV and NumPy, one function of a picture each, written as Albumentations 1.3 does them:
draws by the generators of Python and NumPy, then as few calls of cv2 as it takes."""

import math
import random

import cv2
import numpy as np

RNG = np.random.default_rng(1)


def resize(side):
    def apply(p):
        h, w = p.shape[:2]
        scale = side / min(h, w)
        return cv2.resize(p, (int(w * scale), int(h * scale)), interpolation=cv2.INTER_LINEAR)
    return apply


def center_crop(side):
    def apply(p):
        top, left = (p.shape[0] - side) // 2, (p.shape[1] - side) // 2
        return np.ascontiguousarray(p[top:top + side, left:left + side])
    return apply


def random_crop(side):
    def apply(p):
        top, left = random.randint(0, p.shape[0] - side), random.randint(0, p.shape[1] - side)
        return np.ascontiguousarray(p[top:top + side, left:left + side])
    return apply


def five_crop(side):
    def apply(p):
        down, right = p.shape[0] - side, p.shape[1] - side
        corners = [(0, 0), (0, right), (down, 0), (down, right), (down // 2, right // 2)]
        return [np.ascontiguousarray(p[t:t + side, l:l + side]) for t, l in corners]
    return apply


def pad(width):
    return lambda p: cv2.copyMakeBorder(p, width, width, width, width, cv2.BORDER_CONSTANT, value=(0, 0, 0))


def area_box(p, low, high):
    h, w = p.shape[:2]
    for _ in range(10):
        area = random.uniform(low, high) * h * w
        ratio = math.exp(random.uniform(math.log(3 / 4), math.log(4 / 3)))
        cw, ch = round(math.sqrt(area * ratio)), round(math.sqrt(area / ratio))
        if 0 < cw <= w and 0 < ch <= h:
            return random.randint(0, h - ch), random.randint(0, w - cw), ch, cw
    return 0, 0, h, w


def random_resized_crop(side):
    def apply(p):
        top, left, h, w = area_box(p, 0.08, 1)
        return cv2.resize(p[top:top + h, left:left + w], (side, side), interpolation=cv2.INTER_LINEAR)
    return apply


def flip(code):
    return lambda p: cv2.flip(p, code)


def levels(function):
    """A table of 256."""
    return np.clip(function(np.arange(256, dtype=np.float32)), 0, 255).astype(np.uint8)


def brighten(p, factor):
    return cv2.LUT(p, levels(lambda x: x * factor))


def contrast(p, factor):
    mean = cv2.mean(cv2.cvtColor(p, cv2.COLOR_RGB2GRAY))[0]
    return cv2.LUT(p, levels(lambda x: x * factor + mean * (1 - factor)))


def saturate(p, factor):
    grey = cv2.cvtColor(cv2.cvtColor(p, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    return cv2.addWeighted(p, factor, grey, 1 - factor, gamma=0)


def turn_hue(p, factor):
    hsv = cv2.cvtColor(p, cv2.COLOR_RGB2HSV)
    table = np.mod(np.arange(256, dtype=np.int16) + int(180 * factor), 180).astype(np.uint8)
    hsv[..., 0] = cv2.LUT(hsv[..., 0], table)
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)


def color_jitter(b, c, s, h):
    def apply(p):
        steps = [(brighten, random.uniform(1 - b, 1 + b)), (contrast, random.uniform(1 - c, 1 + c)),
                 (saturate, random.uniform(1 - s, 1 + s)), (turn_hue, random.uniform(-h, h))]
        random.shuffle(steps)
        for step, factor in steps:
            p = step(p, factor)
        return p
    return apply


def photometric_distort(p):
    p = brighten(p, random.uniform(0.875, 1.125))
    is_early = random.random() < 0.5
    if is_early:
        p = contrast(p, random.uniform(0.5, 1.5))
    p = turn_hue(saturate(p, random.uniform(0.5, 1.5)), random.uniform(-0.05, 0.05))
    if not is_early:
        p = contrast(p, random.uniform(0.5, 1.5))
    return channel_permutation(p)


def channel_permutation(p):
    return np.ascontiguousarray(p[..., RNG.permutation(3)])


def grayscale(p):
    return cv2.cvtColor(cv2.cvtColor(p, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)


def gaussian_blur(side, low, high):
    return lambda p: cv2.GaussianBlur(p, (side, side), sigmaX=random.uniform(low, high))


def gaussian_noise(sigma):
    def apply(p):
        noise = RNG.normal(0, sigma * 255, p.shape).astype(np.float32)
        return np.clip(p.astype(np.float32) + noise, 0, 255).astype(np.uint8)
    return apply


def normalize(mean, std):
    shift = np.array(mean, dtype=np.float32) * 255
    factor = 1 / (np.array(std, dtype=np.float32) * 255)
    shift, factor = np.float64(shift.reshape(1, 3)), np.float64(factor.reshape(1, 3))

    def apply(p):
        out = np.ascontiguousarray(p.astype("float32"))
        cv2.subtract(out, shift, out)
        return cv2.multiply(out, factor, out)
    return apply


def to_f32(p):
    return p.astype(np.float32) / np.float32(255)


def rotation(degrees, flags):
    def apply(p):
        h, w = p.shape[:2]
        matrix = cv2.getRotationMatrix2D((w / 2 - 0.5, h / 2 - 0.5), random.uniform(-degrees, degrees), 1.0)
        return cv2.warpAffine(p, matrix, (w, h), flags=flags, borderMode=cv2.BORDER_CONSTANT)
    return apply


def affine(degrees, translate, scale, shear, flags):
    def apply(p):
        h, w = p.shape[:2]
        matrix = cv2.getRotationMatrix2D((w / 2 - 0.5, h / 2 - 0.5), random.uniform(-degrees, degrees),
                                         random.uniform(*scale))
        matrix[0, 1] += math.tan(math.radians(random.uniform(-shear, shear)))
        matrix[:, 2] += random.uniform(-translate, translate) * w, random.uniform(-translate, translate) * h
        return cv2.warpAffine(p, matrix, (w, h), flags=flags, borderMode=cv2.BORDER_CONSTANT)
    return apply


def perspective(distortion, flags):
    def apply(p):
        h, w = p.shape[:2]
        corners = np.float32([[0, 0], [w - 1, 0], [w - 1, h - 1], [0, h - 1]])
        inward = np.float32([[1, 1], [-1, 1], [-1, -1], [1, -1]])
        moved = corners + inward * RNG.integers(0, int(distortion * min(h, w) / 2) + 1, (4, 2)).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(corners, moved)
        return cv2.warpPerspective(p, matrix, (w, h), flags=flags, borderMode=cv2.BORDER_CONSTANT)
    return apply


def elastic(alpha, sigma):
    def apply(p):
        h, w = p.shape[:2]
        dx, dy = ((cv2.GaussianBlur((RNG.random((h, w), dtype=np.float32) * 2 - 1), (0, 0), sigma) * alpha)
                  for _ in range(2))
        x, y = np.meshgrid(np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32))
        return cv2.remap(p, x + dx, y + dy, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return apply


def zoom_out(low, high):
    def apply(p):
        h, w = p.shape[:2]
        ratio = random.uniform(low, high)
        down, right = int(h * ratio) - h, int(w * ratio) - w
        top, left = random.randint(0, down), random.randint(0, right)
        return cv2.copyMakeBorder(p, top, down - top, left, right - left, cv2.BORDER_CONSTANT, value=(0, 0, 0))
    return apply


def scale_jitter(side, low, high):
    def apply(p):
        scale = random.uniform(low, high) * min(side / p.shape[0], side / p.shape[1])
        return cv2.resize(p, (int(p.shape[1] * scale), int(p.shape[0] * scale)), interpolation=cv2.INTER_LINEAR)
    return apply


def invert(p):
    return cv2.bitwise_not(p)


def posterize(bits):
    table = np.arange(256, dtype=np.uint8) & np.uint8(256 - 2 ** (8 - bits))
    return lambda p: cv2.LUT(p, table)


def solarize(threshold):
    table = np.array([x if x < threshold else 255 - x for x in range(256)], dtype=np.uint8)
    return lambda p: cv2.LUT(p, table)


def sharpen(factor):
    smooth = np.array([[1, 1, 1], [1, 5, 1], [1, 1, 1]], dtype=np.float32) / 13
    same = np.zeros((3, 3), dtype=np.float32)
    same[1, 1] = 1
    kernel = same * factor + smooth * (1 - factor)
    return lambda p: cv2.filter2D(p, -1, kernel)


def autocontrast(p):
    low, high = p.min(axis=(0, 1)).astype(np.float32), p.max(axis=(0, 1)).astype(np.float32)
    scale = 255 / np.maximum(high - low, 1)
    table = np.clip((np.arange(256, dtype=np.float32)[:, None] - low) * scale, 0, 255).astype(np.uint8)
    return cv2.LUT(p, table.reshape(1, 256, 3))


def equalize(p):
    return cv2.merge([cv2.equalizeHist(channel) for channel in cv2.split(p)])


def jpeg(low, high):
    def apply(p):
        _, data = cv2.imencode(".jpg", p, (cv2.IMWRITE_JPEG_QUALITY, random.randint(low, high)))
        return cv2.imdecode(data, cv2.IMREAD_UNCHANGED)
    return apply


def salt_and_pepper(amount):
    def apply(p):
        chance = RNG.random(p.shape[:2], dtype=np.float32)
        out = p.copy()
        out[chance < amount / 2] = 255
        out[chance > 1 - amount / 2] = 0
        return out
    return apply


def erasing(low, high):
    def apply(p):
        top, left, h, w = area_box(p, low, high)
        out = p.copy()
        out[top:top + h, left:left + w] = 0
        return out
    return apply


def coarse_dropout(holes, side):
    def apply(p):
        out = p.copy()
        for _ in range(holes):
            top, left = random.randint(0, p.shape[0] - side), random.randint(0, p.shape[1] - side)
            out[top:top + side, left:left + side] = 0
        return out
    return apply


def grid_mask(ratio):
    def apply(p):
        out = p.copy()
        unit = random.randint(16, p.shape[0] // 2)
        hole = int(unit * ratio)
        for top in range(random.randint(0, unit), p.shape[0], unit):
            for left in range(random.randint(0, unit), p.shape[1], unit):
                out[top:top + hole, left:left + hole] = 0
        return out
    return apply
