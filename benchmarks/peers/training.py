#!/usr/bin/env python3
"""Pictures/s that one DataLoader worker hands to training: epochmill's raw shards beside torchvision's online pipeline.

    benchmarks/peers/training.py FOLDER [--build build] [--rounds 5] [--scratch /dev/shm] [--csv FILE]

FOLDER is a folder source of JPEGs. Both sides give batches of 32 u8 tensors of 224 x 224 with labels: torchvision
decodes, crops and mirrors each photo when it is asked for; epochmill did so before, and its worker reads. In turns, in
one run; shards and photos are in the page cache. Orders of reading are compared in the process itself, without a
worker. Every picture that was read is checked by the sum of its pixels against what h5py reads. Prints medians by wall
time, which a busy machine harms on both sides, and by the CPU time of the worker (or, without one, of the process),
which it harms little; and the ratios.
"""

import argparse
import csv
import multiprocessing
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import warnings

import h5py
import torch
from torch.utils.data import DataLoader
from torchvision import datasets, transforms

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
from epochmill import EpochDataset, EpochLoader, EpochSampler  # noqa: E402

SIDE = 224
BATCH = 32
EPOCHS = 2
COPIES = 4  # of the photos, so that the start of a pass does not count for much
RECIPE = """seed = 1
epochs = {epochs}
[source]
kind = "folder"
path = "{folder}"
[output]
path = "{out}"
shard_rows = 32
[[augment]]
op = "random_resized_crop"
size = [224, 224]
[[augment]]
op = "random_horizontal_flip"
"""
# What is compared with what, and the ratio that is wanted.
WANTED = [
    ("worker, random", "torchvision, 1 worker", 20),
    ("worker, stored", "torchvision, 1 worker", 20),
    ("plain DataLoader, random", "torchvision, 1 worker", 20),
    ("random", "sequential", 0.5),
    ("stored", "sequential", 0.5),
    ("random, 2 handles", "sequential", 0.5),
]


def worker_cpu_s():
    """Seconds of CPU of all workers that live, which the kernel counts in ns."""
    return sum(int(pathlib.Path(f"/proc/{child.pid}/schedstat").read_text().split()[0])
               for child in multiprocessing.active_children()) / 1e9


def rates_of(batches, passes, before_pass=lambda epoch: None, has_worker=True):
    """Pictures/s of whole passes by wall and by CPU, and the sum of some pixels."""
    count = total = 0
    clocks = [time.perf_counter, worker_cpu_s if has_worker else time.process_time]
    elapsed_s = [0.0, 0.0]
    for epoch in range(passes):
        before_pass(epoch)
        start = [clock() for clock in clocks]
        for batch in batches:
            images = batch["image"] if isinstance(batch, dict) else batch[0]
            count += len(images)
            total += int(images[:, ::16, ::16].sum(dtype=torch.int64))
        elapsed_s = [sum_s + clock() - since for sum_s, clock, since in zip(elapsed_s, clocks, start)]
    return [count / sum_s for sum_s in elapsed_s], total


class Bench:
    def __init__(self, options, scratch):
        self.out = scratch / "out"
        recipe = scratch / "recipe.toml"
        for copy in range(COPIES):
            shutil.copytree(options.folder, scratch / "photos" / f"copy-{copy}")
        recipe.write_text(RECIPE.format(epochs=EPOCHS, folder=scratch / "photos", out=self.out))
        subprocess.run([options.build / "src" / "epochmill", "run", recipe], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        self.expected = 0
        for path in sorted(self.out.glob("epoch-*/*.h5")):
            with h5py.File(path) as shard:  # also brings it into the page cache
                self.expected += int(shard["image"][:][:, ::16, ::16].sum(dtype="int64"))
        self.photos = datasets.ImageFolder(options.folder, transforms.Compose([
            transforms.RandomResizedCrop(SIDE), transforms.RandomHorizontalFlip(), transforms.PILToTensor()]))
        self.online = DataLoader(self.photos, BATCH, shuffle=True, num_workers=1, persistent_workers=True)
        self.loaders = {}
        for order in ("random", "stored"):
            self.loaders[f"worker, {order}"] = self.loader(order, num_workers=1, persistent_workers=True)
        for order in ("random", "stored", "sequential"):
            self.loaders[order] = self.loader(order)
        self.loaders["random, 2 handles"] = self.loader("random", open_shards=2)
        self.plain = self.dataset()
        self.plain_loader = DataLoader(self.plain, BATCH, sampler=EpochSampler(self.plain), num_workers=1,
                                       persistent_workers=True)

    def dataset(self, open_shards=64):
        return EpochDataset(self.out, fields=("image", "label"), open_shards=open_shards)

    def loader(self, order, open_shards=64, **options):
        return EpochLoader(self.dataset(open_shards), BATCH, order=order, **options)

    def one_round(self):
        rates = {"torchvision, 1 worker": rates_of(self.online, 1)[0]}
        for name, loader in self.loaders.items():
            rates[name] = self.checked(loader, loader.set_epoch, name.startswith("worker"))
        rates["plain DataLoader, random"] = self.checked(self.plain_loader, self.plain.set_epoch, True)
        return rates

    def checked(self, batches, set_epoch, has_worker):
        rates, total = rates_of(batches, EPOCHS, set_epoch, has_worker)
        if total != self.expected:
            raise SystemExit(f"read pixels that sum up to {total}, the shards' sum is {self.expected}")
        return rates


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scratch", default="/dev/shm")
    parser.add_argument("--csv", type=pathlib.Path)
    options = parser.parse_args()
    torch.set_num_threads(1)
    warnings.filterwarnings("ignore", message="This DataLoader will create")
    if os.getloadavg()[0] > 0.5:
        print(f"warning: the load is {os.getloadavg()[0]:.1f}; the figures are of a busy machine", file=sys.stderr)
    rates = {}
    with tempfile.TemporaryDirectory(dir=options.scratch) as scratch:
        bench = Bench(options, pathlib.Path(scratch))
        bench.one_round()  # starts the workers, and opens everything once
        for _ in range(options.rounds):
            for name, rate in bench.one_round().items():
                rates.setdefault(name, []).append(rate)
    for name, values in rates.items():
        columns = [f"{statistics.median(one):7.0f} ({min(one):.0f} .. {max(one):.0f})" for one in zip(*values)]
        print(f"{name:<25} images/s {columns[0]:<26} per CPU second {columns[1]}")
    rows = []
    for ours, peer, wanted in WANTED:
        pairs = [[mine / other for mine, other in zip(*both)] for both in zip(rates[ours], rates[peer])]
        by_wall, by_cpu = (statistics.median(one) for one in zip(*pairs))
        rows.append((ours, peer, by_wall, by_cpu, wanted))
        print(f"{ours:<25} {by_wall:6.2f} x {peer:<22} by CPU {by_cpu:6.2f} x  wanted {wanted:5.1f} "
              f"{'' if by_wall >= wanted else ' SHORT'}")
    if options.csv:
        with options.csv.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([("epochmill", "peer", "ratio by wall", "ratio by CPU", "wanted"), *rows])


if __name__ == "__main__":
    main()
