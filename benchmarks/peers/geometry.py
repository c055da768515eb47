#!/usr/bin/env python3
"""Resizes, elastic warps and erasing a second of epochmill beside torchvision, one thread each, in one run, in turns.

    benchmarks/peers/geometry.py [--build build] [--rounds 5]

Resizes are of a picture of 375 x 500 to 224 x 224, all else of 224 x 224. torchvision works on Pillow's pictures, for
erasing on 8-bit tensors, where it has nothing else. Draws are part of both. Ratios are of medians.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import time

import numpy as np
import torch
from PIL import Image
from torchvision import transforms
from torchvision.transforms import InterpolationMode

PICTURES = 50  # in one round of torchvision


def kernel_us(build):
    """Microseconds of every op."""
    argv = [build / "benchmarks" / "kernels", "--benchmark_filter=^op", "--benchmark_min_time=0.1", "--benchmark_format=json"]
    text = subprocess.run(argv, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    return {row["name"].split("/")[1]: row["cpu_time"] for row in json.loads(text)["benchmarks"]}


def peers(photo, square, tensor):
    made = {"elastic_transform": (transforms.ElasticTransform(), square)}
    for filter in (InterpolationMode.BILINEAR, InterpolationMode.BICUBIC, InterpolationMode.LANCZOS, InterpolationMode.NEAREST):
        made[f"resize_{filter.value}"] = (transforms.Resize((224, 224), filter), photo)
        if filter in (InterpolationMode.BILINEAR, InterpolationMode.BICUBIC):
            made[f"resized_crop_{filter.value}"] = (transforms.RandomResizedCrop(224, interpolation=filter), photo)
    made["random_erasing"] = (transforms.RandomErasing(1), tensor)
    made["random_erasing_random"] = (transforms.RandomErasing(1, value="random"), tensor)
    made["random_zoom_out"] = (transforms.Pad((50, 60, 174, 164)), square)
    return made


def us_of(change, picture):
    start = time.process_time()
    for _ in range(PICTURES):
        change(picture)
    return (time.process_time() - start) / PICTURES * 1e6


def noisy(height, width):
    noise = np.random.default_rng(1).integers(0, 23, (height, width, 3))
    return Image.fromarray(((np.arange(width)[None, :, None] + noise) % 256).astype(np.uint8))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    torch.set_num_threads(1)
    square = noisy(224, 224)
    others = peers(noisy(375, 500), square, transforms.functional.pil_to_tensor(square))
    ours, theirs = {}, {name: [] for name in others}
    print(f"load before: {os.getloadavg()[0]:.2f}, {options.rounds} rounds")
    for _ in range(options.rounds):
        for name, us in kernel_us(options.build).items():
            ours.setdefault(name, []).append(us)
        for name, (change, picture) in others.items():
            theirs[name].append(us_of(change, picture))
    print(f"{'':24}{'us':>9}{'images/s':>10}{'torchvision':>13}{'ratio':>8}")
    for name, us in ours.items():
        mine = statistics.median(us)
        line = f"{name:24}{mine:9.1f}{1e6 / mine:10.0f}"
        if name in theirs:
            other = statistics.median(theirs[name])
            line += f"{1e6 / other:13.0f}{other / mine:8.2f}"
        print(line)


if __name__ == "__main__":
    main()
