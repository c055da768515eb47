#!/usr/bin/env python3
"""What each encoding costs: images/s and bytes beside `raw`, beside encoding alone, and beside h5py's own gzip.

    benchmarks/peers/encodings.py FOLDER [--build build] [--rounds 3] [--scratch /dev/shm]

FOLDER is a folder source of photos, which should be in the page cache. jpeg: 16 epochs on one thread, beside libjpeg-turbo
encoding the same pictures and doing nothing else. gzip: 4 epochs on two threads, beside one h5py program that writes the same
pixels with gzip level 1; both by the clock, in turns. Medians.
"""

import argparse
import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile
import time

import h5py

from throughput import RECIPE, rate_of


class Bench:
    def __init__(self, options, scratch):
        self.options = options
        self.scratch = scratch
        self.recipe = scratch / "recipe.toml"
        self.recipe.write_text(RECIPE.format(folder=options.folder, out=scratch / "out"), encoding="utf-8")

    def run_rate(self, encoding, epochs, threads):
        """Images/s, and bytes an image."""
        out = self.scratch / encoding
        rate = rate_of([self.options.build / "src" / "epochmill", "run", self.recipe, "--output", out, "--threads", str(threads),
                        "--set", f"epochs={epochs}", "--set", f"output.encoding={encoding}"], out)
        files = list(out.glob("epoch-*/*.h5"))
        rows = sum(len(h5py.File(path)["label"]) for path in files)
        return rate, sum(path.stat().st_size for path in files) / rows

    def bare_jpeg_rate(self):
        text = subprocess.run([self.options.build / "benchmarks" / "encode_rate", self.scratch / "raw"], check=True,
                              capture_output=True, text=True).stdout
        return float(re.search(r"([\d.]+) images/s", text).group(1))

    def h5py_gzip_rate(self):
        pixels = [h5py.File(path)["image"][:] for path in sorted((self.scratch / "raw").glob("epoch-0000/*.h5"))]
        start = time.perf_counter()
        for i, rows in enumerate(pixels):
            with h5py.File(self.scratch / f"peer-{i}.h5", "w") as file:
                file.create_dataset("image", data=rows, chunks=(1, *rows.shape[1:]), compression="gzip", compression_opts=1)
        return sum(map(len, pixels)) / (time.perf_counter() - start)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--scratch", default="/dev/shm")
    options = parser.parse_args()
    rates, sizes = {}, {}

    def note(name, result):
        rate, sizes[name] = result
        rates.setdefault(name, []).append(rate)

    with tempfile.TemporaryDirectory(dir=options.scratch) as scratch:
        bench = Bench(options, pathlib.Path(scratch))
        for _ in range(options.rounds):
            note("raw, 16 epochs, 1 thread", bench.run_rate("raw", 16, 1))
            note("jpeg, 16 epochs, 1 thread", bench.run_rate("jpeg", 16, 1))
            note("encoding JPEGs alone, 1 thread", (bench.bare_jpeg_rate(), sizes["jpeg, 16 epochs, 1 thread"]))
            note("gzip, 4 epochs, 2 threads", bench.run_rate("gzip", 4, 2))
            note("h5py gzip level 1", (bench.h5py_gzip_rate(), float("nan")))
        note("png, 1 epoch, 2 threads", bench.run_rate("png", 1, 2))
        for encoding in ("jpeg", "gzip", "png"):
            subprocess.run([options.build / "src" / "epochmill", "verify", pathlib.Path(scratch) / encoding, "--replay", "20"],
                           check=True)
        shutil.rmtree(scratch, ignore_errors=True)
    median = {name: statistics.median(values) for name, values in rates.items()}
    for name, values in rates.items():
        print(f"{name:<32} {median[name]:7.0f} images/s ({min(values):.0f} .. {max(values):.0f}), {sizes[name] / 1024:.1f} KiB each")
    for ours, peer, wanted in [("jpeg, 16 epochs, 1 thread", "encoding JPEGs alone, 1 thread", 0.8),
                               ("gzip, 4 epochs, 2 threads", "h5py gzip level 1", 4)]:
        ratio = median[ours] / median[peer]
        print(f"{ours} = {ratio:.2f} x {peer}, wanted {wanted}{'' if ratio >= wanted else ' SHORT'}")


if __name__ == "__main__":
    main()
