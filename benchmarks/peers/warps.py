#!/usr/bin/env python3
"""Warps a second of epochmill beside torchvision's on Pillow, one thread each, in one run, in turns.

    benchmarks/peers/warps.py [--build build] [--rounds 7]

Pictures of 224 x 224, a new map for each; torchvision's draws are part of it, which cost it little. Prints the median of
the rounds, the lowest and the highest; ratios are of medians.
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
from torchvision.transforms import InterpolationMode, RandomAffine, RandomPerspective, RandomRotation

PICTURES = 200  # in one round of torchvision
NAMES = [f"warp_{kind}/{look}" for kind in ("rotation", "affine", "perspective") for look in ("nearest", "bilinear")]


def kernel_us(build):
    """Microseconds of every warp."""
    text = subprocess.run([build / "benchmarks" / "kernels", "--benchmark_filter=^warp_", "--benchmark_min_time=0.2",
                           "--benchmark_format=json"], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True).stdout
    return {row["name"]: row["cpu_time"] for row in json.loads(text)["benchmarks"]}


def peers():
    made = {}
    for name in NAMES:
        look = InterpolationMode(name.split("/")[1])
        if "rotation" in name:
            made[name] = RandomRotation(15, look)
        elif "affine" in name:
            made[name] = RandomAffine(15, (0.25, 0.1), (0.8, 1.2), 5, look)
        else:
            made[name] = RandomPerspective(0.3, 1.0, look)
    return made


def us_of(warp, picture):
    start = time.process_time()
    for _ in range(PICTURES):
        warp(picture)
    return (time.process_time() - start) / PICTURES * 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    torch.set_num_threads(1)
    noise = np.random.default_rng(1).integers(0, 23, (224, 224, 3))
    picture = Image.fromarray((np.arange(224)[:, None, None] + noise).astype(np.uint8))
    ours, theirs = {n: [] for n in NAMES}, {n: [] for n in NAMES}
    print(f"load before: {os.getloadavg()[0]:.2f}, {options.rounds} rounds")
    for _ in range(options.rounds):
        for name, us in kernel_us(options.build).items():
            ours[name].append(us)
        for name, warp in peers().items():
            theirs[name].append(us_of(warp, picture))
    print(f"{'':28}{'images/s':>10}{'lowest':>9}{'highest':>9}{'torchvision':>13}{'ratio':>8}")
    for name in NAMES:
        mine, other = statistics.median(ours[name]), statistics.median(theirs[name])
        print(f"{name:28}{1e6 / mine:10.0f}{1e6 / max(ours[name]):9.0f}{1e6 / min(ours[name]):9.0f}{1e6 / other:13.0f}"
              f"{other / mine:8.2f}")


if __name__ == "__main__":
    main()
