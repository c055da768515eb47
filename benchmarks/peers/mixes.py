#!/usr/bin/env python3
"""Mixing ops' kernels beside torch, Pillow, NumPy and, where it is installed, OpenCV: one thread each, in one run, in turns.

    benchmarks/peers/mixes.py [--build build] [--rounds 7]

Pictures of 224 x 224. torch is torchvision v2's arithmetic on a batch of 32, for each picture of it. Prints the median of
the rounds in microseconds, and the ratio to the fastest peer.
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

try:
    import cv2
    cv2.setNumThreads(1)
except ImportError:
    cv2 = None

BATCH = 32
CALLS = 200
WEIGHT = 0.375


def kernel_us(build):
    text = subprocess.run([build / "benchmarks" / "kernels", "--benchmark_filter=^(mixup|cutmix|mosaic)_",
                           "--benchmark_min_time=0.1", "--benchmark_format=json"], check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True).stdout
    return {row["name"]: row["cpu_time"] for row in json.loads(text)["benchmarks"]}


def cut_batch(batch):
    output = batch.clone()
    output[..., 40:152, 50:162] = batch.roll(1, 0)[..., 40:152, 50:162]


def mosaic(picture):
    canvas = np.full((224, 224, 3), 114, np.uint8)
    canvas[:100, :120] = picture[124:, 104:]
    canvas[:100, 120:] = picture[124:, :104]
    canvas[100:, :120] = picture[:124, 104:]
    canvas[100:, 120:] = picture[:124, :104]


def paste(own, partner):
    own[40:152, 50:162] = partner[40:152, 50:162]


def peers():
    """{kernel: [(library, pictures a call, call), ...]}"""
    own, partner = np.random.default_rng(1).integers(0, 256, (2, 224, 224, 3)).astype(np.uint8)
    reals = [torch.from_numpy(a / np.float32(255)) for a in (own, partner)]
    batch = torch.rand(BATCH, 3, 224, 224)
    bytes_batch = (batch * 255).to(torch.uint8)
    pictures = [Image.fromarray(a) for a in (own, partner)]
    made = {"mixup_u8": [("Pillow", 1, lambda: Image.blend(*pictures, WEIGHT))],
            "mixup_f32": [("torch", BATCH, lambda: batch.roll(1, 0).mul_(1 - WEIGHT).add_(batch.mul(WEIGHT))),
                          ("torch, one", 1, lambda: reals[1].mul(1 - WEIGHT).add_(reals[0].mul(WEIGHT)))],
            "cutmix_u8": [("torch", BATCH, lambda: cut_batch(bytes_batch)), ("NumPy", 1, lambda: paste(own, partner))],
            "mosaic_u8": [("NumPy", 1, lambda: mosaic(own))]}
    if cv2 is not None:
        made["mixup_u8"].append(("OpenCV", 1, lambda: cv2.addWeighted(own, WEIGHT, partner, 1 - WEIGHT, 0)))
        arrays = [a.numpy() for a in reals]
        made["mixup_f32"].append(("OpenCV", 1, lambda: cv2.addWeighted(arrays[0], WEIGHT, arrays[1], 1 - WEIGHT, 0)))
    return made


def us_of(count, call):
    start = time.process_time()
    for _ in range(max(1, CALLS // count)):
        call()
    return (time.process_time() - start) / (max(1, CALLS // count) * count) * 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    torch.set_num_threads(1)
    ours, theirs = {}, {}
    print(f"load before: {os.getloadavg()[0]:.2f}, {options.rounds} rounds")
    for _ in range(options.rounds):
        for name, us in kernel_us(options.build).items():
            ours.setdefault(name, []).append(us)
        for name, libraries in peers().items():
            for library, count, call in libraries:
                theirs.setdefault(name, {}).setdefault(library, []).append(us_of(count, call))
    for name, times in ours.items():
        mine = statistics.median(times)
        others = {library: statistics.median(us) for library, us in theirs.get(name, {}).items()}
        text = ", ".join(f"{library} {us:.1f}" for library, us in others.items())
        ratio = f"{min(others.values()) / mine:6.2f}" if others else ""
        print(f"{name:18}{mine:8.1f} us {ratio:>8}  {text}")


if __name__ == "__main__":
    main()
