#!/usr/bin/env python3
"""The ops of colour and the policies beside torchvision's on Pillow and OpenCV's, one thread each, in one run, in turns.

    benchmarks/peers/color_ops.py [--build build] [--rounds 5]

A picture of 224 x 224 to a new one, new draws for each. Prints the median of the rounds, in images/s, and the ratio to
the faster peer. OpenCV as Albumentations uses it: a table (posterize, solarize, equalize), filter2D (sharpness).
"""

import argparse
import io
import json
import os
import pathlib
import random
import statistics
import subprocess
import time

import cv2
import numpy as np
import torch
import torchvision.transforms as tv
from PIL import Image
from torchvision.transforms import functional as F

PICTURES = 60  # in one round of a peer


def kernel_us(build):
    text = subprocess.run([build / "benchmarks" / "kernels", "--benchmark_filter=^op_", "--benchmark_min_time=0.1",
                           "--benchmark_format=json"], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True).stdout
    return {row["name"][3:]: row["cpu_time"] for row in json.loads(text)["benchmarks"]}


def stored_by_pillow(picture):
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=50)
    return Image.open(file).convert("RGB")


def distorted(picture):
    """v2's RandomPhotometricDistort, as published, from the functions of 0.14."""
    def coin():
        return random.random() < 0.5
    contrast = random.uniform(0.5, 1.5) if coin() else None
    is_first = coin()
    if coin():
        picture = F.adjust_brightness(picture, random.uniform(0.875, 1.125))
    if contrast is not None and is_first:
        picture = F.adjust_contrast(picture, contrast)
    if coin():
        picture = F.adjust_saturation(picture, random.uniform(0.5, 1.5))
    if coin():
        picture = F.adjust_hue(picture, random.uniform(-0.05, 0.05))
    if contrast is not None and not is_first:
        picture = F.adjust_contrast(picture, contrast)
    if coin():
        picture = permuted_by_pillow(picture)
    return picture


def permuted_by_pillow(picture):
    planes = picture.split()
    return Image.merge("RGB", [planes[c] for c in random.sample(range(3), 3)])


def permuted_by_opencv(pixels):
    out = np.empty_like(pixels)
    order = random.sample(range(3), 3)
    cv2.mixChannels([pixels], [out], [n for pair in zip(order, range(3)) for n in pair])
    return out


def sharpened_by_opencv(pixels):
    kernel = np.array([[-0.5, -0.5, -0.5], [-0.5, 18, -0.5], [-0.5, -0.5, -0.5]], np.float32) / 13
    return cv2.filter2D(pixels, cv2.CV_8U, kernel)


def stored_by_opencv(pixels):
    return cv2.imdecode(cv2.imencode(".jpg", pixels, (cv2.IMWRITE_JPEG_QUALITY, 50))[1], cv2.IMREAD_COLOR)


def by_pillow():
    return {
        "random_photometric_distort": distorted,
        "random_channel_permutation": permuted_by_pillow,
        "random_invert": tv.RandomInvert(1),
        "random_posterize": tv.RandomPosterize(4, 1),
        "random_solarize": tv.RandomSolarize(128, 1),
        "random_adjust_sharpness": tv.RandomAdjustSharpness(1.5, 1),
        "random_autocontrast": tv.RandomAutocontrast(1),
        "random_equalize": tv.RandomEqualize(1),
        "jpeg_distortion": stored_by_pillow,
        "auto_augment": tv.AutoAugment(),
        "rand_augment": tv.RandAugment(),
        "trivial_augment_wide": tv.TrivialAugmentWide(),
        "aug_mix": tv.AugMix(),
    }


def by_opencv():
    values = np.arange(256)
    high_bits = (values & 0xF0).astype(np.uint8)
    solarized = np.where(values < 128, values, 255 - values).astype(np.uint8)
    return {
        "random_channel_permutation": permuted_by_opencv,
        "random_invert": cv2.bitwise_not,
        "random_posterize": lambda pixels: cv2.LUT(pixels, high_bits),
        "random_solarize": lambda pixels: cv2.LUT(pixels, solarized),
        "random_adjust_sharpness": sharpened_by_opencv,
        "random_equalize": lambda pixels: cv2.merge([cv2.equalizeHist(plane) for plane in cv2.split(pixels)]),
        "jpeg_distortion": stored_by_opencv,
    }


def us_of(change, picture):
    change(picture)
    start = time.process_time()
    for _ in range(PICTURES):
        change(picture)
    return (time.process_time() - start) / PICTURES * 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    noise = np.random.default_rng(1).integers(0, 23, (224, 224, 3))
    pixels = (20 + (np.arange(224)[:, None, None] + noise) / 2).astype(np.uint8)
    picture = Image.fromarray(pixels)
    us = {}
    print(f"load before: {os.getloadavg()[0]:.2f}, {options.rounds} rounds")
    for _ in range(options.rounds):
        for who, made in (("own", kernel_us(options.build)),
                          ("pillow", {n: us_of(c, picture) for n, c in by_pillow().items()}),
                          ("opencv", {n: us_of(c, pixels) for n, c in by_opencv().items()})):
            for name, one in made.items():
                us.setdefault(name, {}).setdefault(who, []).append(one)
    print(f"{'':28}{'us':>9}{'images/s':>10}{'torchvision':>13}{'OpenCV':>9}{'ratio':>8}")
    for name, times in us.items():
        own, pillow, opencv = (statistics.median(times.get(who, [float("inf")])) for who in ("own", "pillow", "opencv"))
        print(f"{name:28}{own:9.1f}{1e6 / own:10.0f}{1e6 / pillow:13.0f}{1e6 / opencv:9.0f}{min(pillow, opencv) / own:8.2f}")


if __name__ == "__main__":
    main()
