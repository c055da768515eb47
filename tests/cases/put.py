"""How a file is put to the program: the second column of expected.tsv, turned into files and the lines of [source].

The column is one of HOW, then lines of [source] of the row's own, all between semicolons."""

import gzip
import json
import os
import shutil
import subprocess

import h5py
import numpy as np
from PIL import Image

from trial import CASES

PHOTO = CASES / "A01" / "hopper.jpg"


def source(kind, path, *more):
    return [f'kind = "{kind}"', f"path = {json.dumps(str(path))}", *more]


def in_folder(trial, name=None, beside=False):
    """In a class folder `c` of a folder."""
    classes = trial.folder / "data" / "c"
    classes.mkdir(parents=True)
    shutil.copy(trial.case, classes / (name or trial.case.name))
    if beside:
        shutil.copy(PHOTO, classes / PHOTO.name)
    return source("folder", classes.parent)


def table(trial, header, rows):
    path = trial.folder / "table.csv"
    path.write_text("".join(",".join(map(str, line)) + "\n" for line in [header, *rows]))
    return path


def in_table(trial):
    """The one picture of a table. This takes names of any extension."""
    shutil.copy(trial.case, trial.folder)
    return source("csv", table(trial, ["image"], [[trial.case.name]]))


def beside_pictures(trial):
    """A table, and a photo under each name in it."""
    shutil.copy(trial.case, trial.folder)
    for line in trial.case.read_text().splitlines()[1:]:
        shutil.copy(PHOTO, trial.folder / line.split(",")[0])
    return source("csv", trial.folder / trial.case.name)


def tree(trial):
    """What the script makes. It takes the rights of one photo away, which binds root in no way: they are given back."""
    data = trial.folder / "data"
    subprocess.run(["bash", str(trial.case), str(data), str(PHOTO)], check=True)
    os.chmod(data / "2" / "i.jpg", 0o644)
    return source("folder", data)


def landmarks(trial, pairs=None):
    """A table of the faces of a COCO-like file, a picture for each: the real one or a grey one of its size."""
    data = json.loads(trial.case.read_text())
    pictures = {picture["id"]: picture for picture in data["images"]}
    rows, trial.sizes, trial.points = [], [], []
    for number, face in enumerate(data["annotations"]):
        picture = pictures[face["image_id"]]
        name = f"{number:02}-{picture['file_name']}"
        real = trial.case.parent / picture["file_name"]
        if real.exists():
            shutil.copy(real, trial.folder / name)
        else:
            Image.new("L", (picture["width"], picture["height"]), 99).save(trial.folder / name)
        points = np.array(face["keypoints"], float).reshape(-1, 3)
        trial.points.append(points)
        trial.sizes.append((picture["height"], picture["width"]))
        rows.append([name, *(text for x, y, v in points for text in (repr(float(x)), repr(float(y)), int(v)))])
    names = [f"p{number}_{axis}" for number in range(len(trial.points[0])) for axis in "xyv"]
    trial.pairs = pairs[len(trial.points[0])] if pairs else []
    return source("csv", table(trial, ["image", *names], rows), *([f"flip_pairs = {trial.pairs}"] if pairs else []))


def across(first, last):
    """Landmarks in a row, whose ends face each other."""
    return [[first + step, last - step] for step in range((last - first + 1) // 2)]


# Which landmarks change places in a mirror, by their number: 300W, COFW, WFLW.
PAIRS = {
    68: [*across(0, 16), *across(17, 26), *across(31, 35), [36, 45], [37, 44], [38, 43], [39, 42], [40, 47],
         [41, 46], *across(48, 54), [55, 59], [56, 58], *across(60, 64), [65, 67]],
    29: [[0, 1], [2, 3], [4, 6], [5, 7], [8, 9], [10, 11], [12, 14], [13, 15], [16, 17], [18, 19], [22, 23]],
    98: [*across(0, 32), [33, 46], [34, 45], [35, 44], [36, 43], [37, 42], [38, 50], [39, 49], [40, 48], [41, 47],
         *across(55, 59), [60, 72], [61, 71], [62, 70], [63, 69], [64, 68], [65, 75], [66, 74], [67, 73],
         *across(76, 82), *across(83, 87), *across(88, 92), *across(93, 95), [96, 97]],
}


def as_mask(trial):
    """The mask of the photo of the same name, or of a made one."""
    photo = next((path for path in (trial.case.with_suffix(".jpg"),) if path.exists()), None)
    name = "photo.jpg" if photo else "photo.png"
    if photo:
        shutil.copy(photo, trial.folder / name)
    else:
        with Image.open(trial.case) as mask:
            Image.new("RGB", mask.size).save(trial.folder / name)
    shutil.copy(trial.case, trial.folder / "mask.png")
    return source("csv", table(trial, ["image", "mask"], [[name, "mask.png"]]), 'mask = "mask"')


def as_classes(trial):
    """A table with a photo of each class that the file names, in its order."""
    trial.names = trial.case.read_text().split("\n")
    shutil.copy(PHOTO, trial.folder / "photo.jpg")
    for number in range(len(trial.names)):
        shutil.copy(PHOTO, trial.folder / f"{number:02}.jpg")
    rows = [[f"{number:02}.jpg", name] for number, name in enumerate(trial.names)]
    return source("csv", table(trial, ["image", "label"], rows), f"classes = {json.dumps(trial.names)}")


def with_pictures(trial):
    """A copy that has a dataset of pictures, too, one for each of its texts."""
    path = trial.folder / trial.case.name
    shutil.copy(trial.case, path)
    os.chmod(path, 0o644)
    with h5py.File(path, "a") as file:
        file["images"] = np.arange(5 * 4 * 4 * 3, dtype=np.uint8).reshape(5, 4, 4, 3)
    return source("hdf5", path)


def out_of_gzip(trial):
    path = trial.folder / trial.case.stem
    path.write_bytes(gzip.decompress(trial.case.read_bytes()))
    return source("tar", path)


def plain(path):
    """The bytes of a file, out of gzip if they are in it."""
    data = path.read_bytes()
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def idx_labels(trial):
    """Beside as many made pictures of one pixel."""
    count = int.from_bytes(plain(trial.case)[4:8], "big")
    header = b"".join(number.to_bytes(4, "big") for number in (0x0803, count, 1, 1))
    (trial.folder / "images").write_bytes(header + bytes(number % 256 for number in range(count)))
    return source("idx", trial.folder / "images", f"labels = {json.dumps(str(trial.case))}")


def straight(kind):
    return lambda trial: source(kind, trial.case)


HOW = {
    "folder": in_folder,
    "folder, beside a photo": lambda trial: in_folder(trial, beside=True),
    "folder, beside a photo, as .DS_Store": lambda trial: in_folder(trial, ".DS_Store", beside=True),
    "folder, the tree that it makes": tree,
    "csv": in_table,
    "csv, beside its pictures": beside_pictures,
    "csv of its landmarks": landmarks,
    "csv of its landmarks, with flip_pairs": lambda trial: landmarks(trial, PAIRS),
    "csv, as the mask of its picture": as_mask,
    "csv, as the classes of its pictures": as_classes,
    "tar": straight("tar"),
    "tar, taken out of gzip": out_of_gzip,
    "hdf5": straight("hdf5"),
    "hdf5, with pictures added": with_pictures,
    "npy": straight("npy"),
    "idx, as the labels of made pictures": idx_labels,
    "cifar": straight("cifar"),
}


def put(trial):
    how, *lines = trial.row.put.split("; ")
    trial.source = HOW[how](trial) + lines
