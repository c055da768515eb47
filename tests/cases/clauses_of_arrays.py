"""Clauses on arrays and labels: NumPy and h5py read the file, too."""

import re

import h5py
import numpy as np

from clauses import clause, expect, short
from put import plain


def arrays_of(trial):
    """What NumPy and h5py read: pictures and labels, or None, as the recipe of the row names them."""
    named = dict(re.findall(r'(\w+) = "([^"]*)"', trial.row.put))
    if trial.case.suffix == ".npy":
        return np.load(trial.case), None
    if trial.case.suffix == ".npz":
        with np.load(trial.case) as file:
            return file[named["array"]], file[named["labels_array"]]
    with h5py.File(trial.case, "r") as file:
        labels = file[named["label"]][:]
        pictures = file[named["image"]][:] if named["image"] in file else None
    if named.get("layout") == "nchw":
        pictures = pictures.transpose(0, 2, 3, 1)
    return pictures, labels.argmax(1) if named.get("label_form") == "one_hot" else labels.ravel()


@clause(r"images as stored")
def images_as_stored(trial, _):
    wanted = arrays_of(trial)[0]
    seen = trial.array("image")
    if wanted.ndim == 2:
        wanted = wanted[:, None, :, None]
    elif wanted.ndim == 3:
        wanted = wanted[..., None]
    if seen.dtype == np.uint8:
        expect(wanted.dtype == np.uint8, f"{wanted.dtype} become {seen.dtype}")
        wanted = np.broadcast_to(wanted, (*wanted.shape[:3], 3))
    expect(seen.shape == wanted.shape, f"shape {seen.shape}")
    return expect((seen == wanted).all(), f"{seen.dtype} {seen.shape}, values as stored", "other values than stored")


@clause(r"array as stored")
def array_as_stored(trial, _):
    seen = trial.picture()
    return expect(np.array_equal(seen, np.load(trial.case)), f"{seen.dtype} {seen.shape}, values as stored",
                  "other values than stored")


@clause(r"labels as stored")
def labels_as_stored(trial, _):
    seen = trial.array("label")
    if trial.row.put.startswith("idx"):
        data = plain(trial.case)
        wanted = np.frombuffer(data, np.uint8, offset=8)
    else:
        wanted = arrays_of(trial)[1]
    expect(seen.dtype == np.int64 and seen.shape == wanted.shape, f"{seen.dtype} {seen.shape}")
    first = " ".join(map(str, seen[:8]))
    return expect((seen == wanted).all(), f"labels {first}{' …' if len(seen) > 8 else ''}")


@clause(r"labels ([\d ]+)")
def labels(trial, _, wanted):
    seen = " ".join(map(str, trial.array("label")))
    return expect(seen == wanted, f"labels {seen}")


@clause(r"keys and labels as stored")
def keys_and_labels_as_stored(trial, _):
    """Samples are in the order of their keys."""
    with h5py.File(trial.case, "r") as file:
        wanted = sorted(zip(file["DSvariable"][:], file["DSBEint"][:]))
    seen = list(zip(trial.array("key"), trial.array("label")))
    return expect(seen == wanted, "; ".join(f"{short(key.decode(), 40)} {label}" for key, label in seen))
