"""Mills a recipe with the program, and reads what it wrote with h5py and NumPy."""

import os
import pathlib
import shutil
import subprocess
from typing import Dict

import h5py
import numpy as np

BUILT_HERE = pathlib.Path(__file__).resolve().parents[3] / "build" / "src" / "epochmill"


def program() -> str:
    """The program: $EPOCHMILL_PROGRAM, else the one on the PATH, else the one that was built beside these examples."""
    found = os.environ.get("EPOCHMILL_PROGRAM") or shutil.which("epochmill") or str(BUILT_HERE)
    if not os.access(found, os.X_OK):
        raise SystemExit(f"{found}: expected the program epochmill there; build it, or name it in EPOCHMILL_PROGRAM")
    return found


def run(*arguments: object) -> str:
    """What the program prints. Its own message, and its exit code, where it fails."""
    done = subprocess.run([program(), *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"epochmill {arguments[0]} ended with {done.returncode}: {done.stderr or done.stdout}")
    return done.stdout


def mill(recipe: str, folder: pathlib.Path) -> pathlib.Path:
    """Mills the text of a recipe into `folder`/out, and leaves it beside that as recipe.toml."""
    path = folder / "recipe.toml"
    path.write_text(recipe)
    run("run", path, "--output", folder / "out", "--threads", 1)
    return folder / "out"


def epoch_rows(out: pathlib.Path, epoch: int, *names: str) -> Dict[str, np.ndarray]:
    """Datasets of all shards of an epoch: each an array [samples, ...] in the order of the catalog."""
    parts: Dict[str, list] = {name: [] for name in ("sample", *names)}
    for path in sorted((out / f"epoch-{epoch:04d}").glob("shard-*.h5")):
        with h5py.File(path, "r") as shard:
            for name, arrays in parts.items():
                arrays.append(shard[name][:])
    order = np.argsort(np.concatenate(parts["sample"]), kind="stable")
    return {name: np.concatenate(arrays)[order] for name, arrays in parts.items()}


def draw_columns(out: pathlib.Path) -> Dict[str, int]:
    """Which column of /draws holds which draw, such as `random_crop.top`."""
    with h5py.File(next(out.glob("epoch-*/shard-*.h5")), "r") as shard:
        names = [name if isinstance(name, str) else name.decode() for name in shard["draws"].attrs["columns"]]
    return {name: column for column, name in enumerate(names)}
