#!/usr/bin/env python3
"""Images/s of `epochmill run` beside the rate of decoding the same photos alone, in one run, in turns.

    benchmarks/peers/throughput.py FOLDER [--build build] [--epochs 1 4 16] [--threads 1] [--rounds 5] [--scratch /dev/shm]

FOLDER is a folder source (class folders with photos). Prints the median of the rounds and the lowest and highest; ratios
are of medians. The machine should be otherwise idle: the load is printed.
"""

import argparse
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile

RECIPE = """
seed = 1
[source]
kind = "folder"
path = "{folder}"
[output]
path = "{out}"
shard_rows = 64
[[augment]]
op = "random_resized_crop"
size = [224, 224]
[[augment]]
op = "random_horizontal_flip"
"""
JITTER = """
[[augment]]
op = "color_jitter"
brightness = 0.4
contrast = 0.4
saturation = 0.4
hue = 0.1
"""


def rate_of(argv, out=None):
    if out is not None:
        shutil.rmtree(out, ignore_errors=True)
    text = subprocess.run(argv, check=True, capture_output=True, text=True).stdout
    return float(re.search(r"([\d.]+) images/s", text).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    parser.add_argument("--epochs", type=int, nargs="+", default=[1, 4, 16])
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scratch", default="/dev/shm")
    options = parser.parse_args()

    with tempfile.TemporaryDirectory(dir=options.scratch) as scratch:
        out = pathlib.Path(scratch) / "out"
        cases = {"decode alone": [options.build / "benchmarks" / "decode_rate", options.folder, str(options.threads)]}
        for jitter in (False, True):
            recipe = pathlib.Path(scratch) / f"recipe-{jitter}.toml"
            recipe.write_text(RECIPE.format(folder=options.folder.resolve(), out=out) + JITTER * jitter)
            for epochs in options.epochs:
                name = f"run, {epochs} epochs, crop + flip" + " + color_jitter" * jitter
                cases[name] = [options.build / "src" / "epochmill", "run", recipe, "--set", f"epochs={epochs}",
                               "--threads", str(options.threads)]
        rates = {name: [] for name in cases}
        print(f"load before: {os.getloadavg()[0]:.2f}, {options.threads} thread(s), {options.rounds} rounds")
        for _ in range(options.rounds):
            for name, argv in cases.items():
                rates[name].append(rate_of(argv, out))
    base = statistics.median(rates["decode alone"])
    print(f"{'':44} {'images/s':>9} {'lowest':>8} {'highest':>8} {'x decode':>9}")
    for name, found in rates.items():
        middle = statistics.median(found)
        print(f"{name:44} {middle:9.0f} {min(found):8.0f} {max(found):8.0f} {middle / base:9.2f}")


if __name__ == "__main__":
    main()
