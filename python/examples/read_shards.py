#!/usr/bin/env python3
"""Reads an output folder of epochmill, as training code would, and says what it saw.

    python/examples/read_shards.py OUT [--epoch 0]
"""

import argparse
import json
import pathlib

import h5py
import numpy as np


def rows(out, epoch):
    """Yields (image [H, W, 3], label, key) of every sample of one epoch, shards in turn, each in its shuffled order."""
    manifest = json.loads((out / "manifest.json").read_text())
    listed = [entry for entry in manifest["epochs"] if entry["epoch"] == epoch]
    if not listed:
        raise SystemExit(f"{out} holds no epoch {epoch}; it has {[entry['epoch'] for entry in manifest['epochs']]}")
    for entry in listed[0]["shards"]:
        with h5py.File(out / entry["path"], "r") as shard:
            labels, keys = shard["label"][:], shard["key"][:]
            for row in shard["order"][:]:
                yield shard["image"][row], int(labels[row]), keys[row].decode(errors="replace")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--epoch", type=int, default=0)
    options = parser.parse_args()
    count = 0
    total = 0.0
    labels = set()
    for image, label, _ in rows(options.out, options.epoch):
        count += 1
        total += float(np.mean(image))
        labels.add(label)
    print(f"epoch {options.epoch}: {count} pictures of {len(labels)} classes, mean pixel {total / count:.2f}")


if __name__ == "__main__":
    main()
