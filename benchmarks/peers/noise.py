#!/usr/bin/env python3
"""Normals per second of epochmill beside torch and NumPy, one thread each, in one run, in turns.

    benchmarks/peers/noise.py [--build build] [--rounds 7]

Each makes fields of 224 x 224 x 3 f32 normals. Prints the median of the rounds, the lowest and the highest; ratios are of
medians.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import time

import numpy
import torch

ELEMENTS = 224 * 224 * 3
FIELDS = 200  # in one round of a peer


def kernel_rates(build):
    """ns an element of every bulk kernel."""
    text = subprocess.run([build / "benchmarks" / "kernels", "--benchmark_filter=^(words|uniforms|normals)",
                           "--benchmark_min_time=0.1", "--benchmark_format=json"],
                          check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    return {f"epochmill {row['name']}": row["ns_per_element"] for row in json.loads(text)["benchmarks"]}


def ns_per_element(make):
    start = time.process_time()
    for _ in range(FIELDS):
        make()
    return (time.process_time() - start) / FIELDS / ELEMENTS * 1e9


def peers():
    torch.set_num_threads(1)
    philox = numpy.random.Generator(numpy.random.Philox(1))
    pcg = numpy.random.Generator(numpy.random.PCG64(1))
    out = numpy.empty(ELEMENTS, numpy.float32)
    return {
        "torch.randn": lambda: torch.randn(ELEMENTS),
        "numpy Philox": lambda: philox.standard_normal(ELEMENTS, numpy.float32, out=out),
        "numpy PCG64": lambda: pcg.standard_normal(ELEMENTS, numpy.float32, out=out),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()

    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores (should be near 0)")
    times = {}
    for _ in range(options.rounds):
        measured = kernel_rates(options.build)
        measured.update({name: ns_per_element(make) for name, make in peers().items()})
        for name, value in measured.items():
            times.setdefault(name, []).append(value)
    ours = statistics.median(times["epochmill normals"])
    for name, values in times.items():
        median = statistics.median(values)
        rate = f"{4 / median:6.2f} GB/s" if "word" in name or "uniform" in name else f"{median / ours:6.2f} x ours"
        print(f"{name:<24} {median:6.2f} ns an element ({min(values):.2f} .. {max(values):.2f}) {rate}")


if __name__ == "__main__":
    main()
