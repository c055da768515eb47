#!/usr/bin/env python3
"""Images/s of epochmill beside decoding alone, torchvision and OpenCV: the same photos, one thread each, in turns.

    benchmarks/peers/images.py FOLDER [--build build] [--rounds 5] [--scratch /dev/shm] [--csv FILE] [--picture FILE]

FOLDER is a folder source of JPEGs, which should be in the page cache. Prints medians of CPU time, so that a busy machine
harms little, with their spread, and the ratios that matter. The outputs of epochmill are verified at the end.
"""

import argparse
import csv
import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import loaders
import numpy
from throughput import JITTER, RECIPE

COPIES = 4  # of the photos
# What is compared with what, and the ratio that is wanted.
WANTED = [
    ("1 epoch", "decoding alone", 1.2),
    ("1 epoch", "torchvision", 2.3),
    ("1 epoch", "OpenCV", 2.2),
    ("1 epoch + jitter", "torchvision + jitter", 5.5),
    ("16 epochs", "torchvision", 11),
    ("16 epochs", "OpenCV", 10),
    ("16 epochs + jitter", "torchvision + jitter", 20),
    ("kernel crop", "torchvision's crop", 9),
    ("kernel crop", "OpenCV's crop", 1),
    ("kernel jitter", "torchvision's jitter", 30),
]


def cpu_s(argv):
    """Seconds of CPU, of user and system, that a program took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(argv, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def python_rate(work, items):
    start = time.process_time()
    for item in items:
        work(item)
    return len(items) / (time.process_time() - start)


def kernel_rates(build):
    text = subprocess.run([build / "benchmarks" / "kernels", "--benchmark_filter=(crop_and_resize|mirror|color_jitter)/1",
                           "--benchmark_min_time=0.1", "--benchmark_format=json"],
                          check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    us = {row["name"].split("/")[0]: row["cpu_time"] for row in json.loads(text)["benchmarks"]}
    # Half of the pictures are mirrored.
    return {"kernel crop": 1e6 / (us["crop_and_resize"] + us["mirror"] / 2), "kernel jitter": 1e6 / us["color_jitter"]}


class Bench:
    def __init__(self, options, scratch):
        self.options = options
        self.out = scratch / "out"
        self.photos = [path.read_bytes() for path in sorted(options.folder.rglob("*")) if path.is_file()]
        # Copies, so that the start of a program does not count for much.
        self.folder = scratch / "photos"
        for copy in range(COPIES):
            (self.folder / f"copy-{copy}").mkdir(parents=True)
            for i, data in enumerate(self.photos):
                (self.folder / f"copy-{copy}" / f"{i}.jpg").write_bytes(data)
        self.recipes = {}
        for jitter in ("", " + jitter"):
            self.recipes[jitter] = scratch / f"recipe{bool(jitter)}.toml"
            text = RECIPE.format(folder=self.folder, out=self.out) + (JITTER if jitter else "")
            self.recipes[jitter].write_text(text, encoding="utf-8")

    def run_rate(self, epochs, jitter):
        shutil.rmtree(self.out, ignore_errors=True)
        used = cpu_s([self.options.build / "src" / "epochmill", "run", self.recipes[jitter], "--threads", "1",
                      "--set", f"epochs={epochs}"])
        return epochs * COPIES * len(self.photos) / used

    def one_round(self):
        decoding_s = cpu_s([self.options.build / "benchmarks" / "decode_rate", self.folder, "1"])
        rates = {"decoding alone": COPIES * len(self.photos) / decoding_s}
        for jitter in self.recipes:
            rates["1 epoch" + jitter] = self.run_rate(1, jitter)
            rates["16 epochs" + jitter] = self.run_rate(16, jitter)
        for name, pipeline in loaders.PIPELINES.items():
            rates[name] = python_rate(pipeline, self.photos)
        pillow = [loaders.decode_pillow(data) for data in self.photos[:50]]
        arrays = [numpy.asarray(photo) for photo in pillow]
        small = [photo.resize((loaders.SIDE, loaders.SIDE)) for photo in pillow]
        rates["torchvision's crop"] = python_rate(loaders.torchvision_crop, pillow)
        rates["torchvision's jitter"] = python_rate(loaders.torchvision_jitter, small)
        rates["OpenCV's crop"] = python_rate(loaders.opencv_crop, arrays)
        return {**rates, **kernel_rates(self.options.build)}

    def verify(self):
        subprocess.run([self.options.build / "src" / "epochmill", "verify", self.out, "--replay", "20"], check=True)


def warn_of_a_poor_machine(options):
    load = os.getloadavg()[0]
    if load > 0.5:
        print(f"warning: the load is {load:.1f}; the figures are of a busy machine", file=sys.stderr)
    cache = (options.build / "CMakeCache.txt").read_text(encoding="utf-8")
    if "CMAKE_BUILD_TYPE:STRING=Release" not in cache:
        print(f"warning: {options.build} is not a Release build", file=sys.stderr)


def draw(rows, path):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    names = [f"{ours} / {peer}" for ours, peer, *_ in rows]
    figure, axes = pyplot.subplots(figsize=(9, 0.45 * len(rows) + 1), layout="constrained")
    axes.barh(names, [ratio for _, _, ratio, _ in rows], color="#4477aa")
    axes.plot([wanted for *_, wanted in rows], names, "k|", markersize=16, label="wanted")
    for y, (_, _, ratio, wanted) in enumerate(rows):
        axes.text(1.03 * max(ratio, wanted), y, f" {ratio:.1f}", va="center")
    axes.set_xlim(0.8, 2 * max(ratio for _, _, ratio, _ in rows))
    axes.set_xscale("log")
    axes.invert_yaxis()
    axes.set_xlabel("times as fast, per augmented image, one thread each")
    axes.legend(loc="upper right", frameon=False)
    figure.savefig(path, dpi=120)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scratch", default="/dev/shm")
    parser.add_argument("--csv", type=pathlib.Path)
    parser.add_argument("--picture", type=pathlib.Path)
    options = parser.parse_args()
    warn_of_a_poor_machine(options)

    rates = {}
    with tempfile.TemporaryDirectory(dir=options.scratch) as scratch:
        bench = Bench(options, pathlib.Path(scratch))
        for _ in range(options.rounds):
            for name, rate in bench.one_round().items():
                rates.setdefault(name, []).append(rate)
        bench.verify()
    for name, values in rates.items():
        print(f"{name:<22} {statistics.median(values):8.0f} images/s of CPU ({min(values):.0f} .. {max(values):.0f})")
    rows = []
    for ours, peer, wanted in WANTED:
        ratio = statistics.median(rates[ours]) / statistics.median(rates[peer])
        rows.append((ours, peer, ratio, wanted))
        print(f"{ours:<20} {ratio:6.2f} x {peer:<22} wanted {wanted:5.1f} {'' if ratio >= wanted else ' SHORT'}")
    if options.csv:
        with options.csv.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([("epochmill", "peer", "ratio", "wanted"), *rows])
    if options.picture:
        draw(rows, options.picture)


if __name__ == "__main__":
    main()
