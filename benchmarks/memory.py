#!/usr/bin/env python3
"""Peak memory of each rank for a dataset and for the same photos listed many times over.

    benchmarks/memory.py FOLDER [--times 1 100] [--epochs 16] [--side 224] [--encoding raw] [--ranks 2] [--threads 1]
                         [--build build] [--scratch /dev/shm]

The photos below FOLDER are listed through the csv source, each `times` times, so that only the number of samples grows.
"""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile

RECIPE = """
seed = 1
epochs = {epochs}
[source]
kind = "csv"
path = "{table}"
root = "{folder}"
[output]
path = "{out}"
encoding = "{encoding}"
shard_rows = 64
[[augment]]
op = "random_resized_crop"
size = [{side}, {side}]
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--times", type=int, nargs="+", default=[1, 100])
    parser.add_argument("--epochs", type=int, default=16)
    parser.add_argument("--side", type=int, default=224)
    parser.add_argument("--encoding", default="raw")
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    parser.add_argument("--scratch", default="/dev/shm")
    options = parser.parse_args()

    photos = sorted(path.relative_to(options.folder) for path in options.folder.glob("*/*") if path.is_file())
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    for times in options.times:
        with tempfile.TemporaryDirectory(dir=options.scratch) as scratch:
            scratch = pathlib.Path(scratch)
            lines = [f'"{photo}",{photo.parent}' for photo in photos] * times
            (scratch / "table.csv").write_text("image,label\n" + "\n".join(lines) + "\n")
            (scratch / "recipe.toml").write_text(RECIPE.format(table=scratch / "table.csv", folder=options.folder.resolve(),
                                                               out=scratch / "out", epochs=options.epochs,
                                                               side=options.side, encoding=options.encoding))
            subprocess.run(["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(options.ranks),
                            options.build / "src" / "epochmill", "run", scratch / "recipe.toml", "--threads",
                            str(options.threads), "--report", scratch / "report.json"],
                           check=True, env=environment, capture_output=True)
            report = json.loads((scratch / "report.json").read_text())
            peaks = ", ".join(f"rank {rank['rank']}: {rank['peak_memory_bytes'] / 2**20:.1f} MiB"
                              for rank in report["ranks"])
            print(f"{len(lines):7d} samples, {options.threads} thread(s): {peaks}")


if __name__ == "__main__":
    main()
