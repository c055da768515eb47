#!/usr/bin/env python3
"""What Slurm and MPI cost: one process with two threads beside two ranks under srun, on the same cores, in turns.

    benchmarks/slurm_overhead.py PHOTOS [--build build] [--epochs 4] [--rounds 5] [--scratch /tmp]

PHOTOS is a folder source. Starts the test cluster of tests/slurm (as root), and uses one of its nodes; each has a /dev/shm of its own,
so the scratch folder must be elsewhere. Prints medians of the rounds by the clock: of the whole command, start and end included, and
of the work alone as the program reports it.
"""

import argparse
import json
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "slurm"))
from cluster import Cluster, reason_to_skip

RECIPE = """
seed = 1
epochs = {epochs}
[source]
kind = "folder"
path = "{photos}"
[output]
path = "unused"
shard_rows = 16
[[augment]]
op = "random_resized_crop"
size = [224, 224]
[[augment]]
op = "random_horizontal_flip"
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scratch", default="/tmp")
    options = parser.parse_args()
    if reason_to_skip():
        parser.error(reason_to_skip())
    folder = pathlib.Path(tempfile.mkdtemp(prefix="epochmill-overhead-", dir=options.scratch))
    folder.chmod(0o755)  # munge wants its socket to be reachable
    (folder / "recipe.toml").write_text(RECIPE.format(epochs=options.epochs, photos=options.photos.resolve()))
    cluster = Cluster(folder / "slurm")
    try:
        cluster.start()
        measure(cluster, folder, options)
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


def measure(cluster, folder, options):
    program = (options.build / "src" / "epochmill").resolve()
    out = folder / "out"
    job = [program, "run", folder / "recipe.toml", "--output", out, "--report", folder / "report.json"]
    ways = {"one process, 2 threads": [*job, "--threads", "2"],
            "mpirun, 2 ranks": ["mpirun", "--allow-run-as-root", "--bind-to", "core", "-n", "2", *job, "--threads", "1"],
            "srun, 2 ranks": ["srun", "--mpi=pmix", "--nodes=1", "--ntasks=2", "--cpu-bind=cores", *job, "--threads", "1"]}
    whole = {way: [] for way in ways}
    work = {way: [] for way in ways}
    for _ in range(options.rounds):
        for way, command in ways.items():
            shutil.rmtree(out, ignore_errors=True)
            began = time.monotonic()
            subprocess.run([str(word) for word in command], env=cluster.environment, check=True, stdout=subprocess.DEVNULL)
            whole[way].append(time.monotonic() - began)
            work[way].append(json.loads((folder / "report.json").read_text())["elapsed_s"])
    first = next(iter(ways))
    print(f"{'':24} {'whole command':>28} {'work alone':>28}")
    for way in ways:
        cells = []
        for times in (whole, work):
            median = statistics.median(times[way])
            ratio = median / statistics.median(times[first])
            cells.append(f"{median:6.2f} s ({min(times[way]):.2f}-{max(times[way]):.2f}) {ratio:5.2f}x")
        print(f"{way:24} {cells[0]:>28} {cells[1]:>28}", flush=True)


if __name__ == "__main__":
    main()
