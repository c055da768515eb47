#!/usr/bin/env python3
"""Every op beside torchvision's on Pillow and OpenCV's functions, as Albumentations calls them: one thread each, in one
run, in turns.

    benchmarks/peers/ops.py [--build build] [--rounds 5] [--seconds 0.1] [--photos FOLDER] [--only NAME ...]

Pictures are of 224 x 224, those of crops that resize of 500 x 375: photos of a folder, or made ones. Every picture gets
draws of its own, and all times include them; an op that makes several rows makes all of them. Prints a Markdown table of
the medians of the rounds, in pictures per second of processor time, with the ratio to the faster peer. An op that the
program does not know, or knows by other parameters, is a note below the table. OpenCV's resize does not antialias, and
its warps reckon in 1/32 of a pixel.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

import cv2
import numpy as np
import torch
from PIL import Image
from torchvision import transforms as T
from torchvision.transforms import InterpolationMode

import cv2_ops as C

SMALL, LARGE = (224, 224), (375, 500)
NEAREST, BILINEAR = InterpolationMode.NEAREST, InterpolationMode.BILINEAR
MEAN, STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)


def to_f32(picture):
    return T.functional.normalize(T.functional.to_tensor(picture), MEAN, STD)


def on_tensor(transform):
    """Of a torchvision transform that has no PIL backend: the way there is part of it."""
    return lambda picture: transform(T.functional.pil_to_tensor(picture))


# Op, parameters, torchvision's, OpenCV's, size of the pictures.
ROWS = [
    ("resize", "size = 224", T.Resize(224), C.resize(224), LARGE),
    ("resize", "size = 224\ninterpolation = \"nearest\"", T.Resize(224, NEAREST), None, LARGE),
    ("resize", "size = 224\ninterpolation = \"bicubic\"", T.Resize(224, InterpolationMode.BICUBIC), None, LARGE),
    ("resize", "size = 224\ninterpolation = \"lanczos\"", T.Resize(224, InterpolationMode.LANCZOS), None, LARGE),
    ("center_crop", "size = 200", T.CenterCrop(200), C.center_crop(200), SMALL),
    ("pad", "padding = 4", T.Pad(4), C.pad(4), SMALL),
    ("random_crop", "size = 200", T.RandomCrop(200), C.random_crop(200), SMALL),
    ("random_resized_crop", "size = 224", T.RandomResizedCrop(224), C.random_resized_crop(224), LARGE),
    ("random_horizontal_flip", "p = 1.0", T.RandomHorizontalFlip(1), C.flip(1), SMALL),
    ("random_vertical_flip", "p = 1.0", T.RandomVerticalFlip(1), C.flip(0), SMALL),
    ("color_jitter", "brightness = 0.4\ncontrast = 0.4\nsaturation = 0.4\nhue = 0.1", T.ColorJitter(0.4, 0.4, 0.4, 0.1),
     C.color_jitter(0.4, 0.4, 0.4, 0.1), SMALL),
    ("random_grayscale", "p = 1.0", T.RandomGrayscale(1), C.grayscale, SMALL),
    ("gaussian_blur", "kernel_size = 5\nsigma = [0.1, 2.0]", T.GaussianBlur(5), C.gaussian_blur(5, 0.1, 2.0), SMALL),
    ("gaussian_blur", "kernel_size = 23\nsigma = [0.1, 2.0]", T.GaussianBlur(23), C.gaussian_blur(23, 0.1, 2.0), SMALL),
    ("gaussian_noise", "", None, C.gaussian_noise(0.1), SMALL),
    ("normalize", f"mean = {list(MEAN)}\nstd = {list(STD)}", to_f32, C.normalize(MEAN, STD), SMALL),
    ("random_rotation", "degrees = 15", T.RandomRotation(15), C.rotation(15, cv2.INTER_NEAREST), SMALL),
    ("random_rotation", "degrees = 15\ninterpolation = \"bilinear\"", T.RandomRotation(15, BILINEAR),
     C.rotation(15, cv2.INTER_LINEAR), SMALL),
    ("random_affine", "degrees = 15\ntranslate = [0.1, 0.1]\nscale = [0.8, 1.2]\nshear = 5.0",
     T.RandomAffine(15, (0.1, 0.1), (0.8, 1.2), 5), C.affine(15, 0.1, (0.8, 1.2), 5, cv2.INTER_NEAREST), SMALL),
    ("random_affine",
     "degrees = 15\ntranslate = [0.1, 0.1]\nscale = [0.8, 1.2]\nshear = 5.0\ninterpolation = \"bilinear\"",
     T.RandomAffine(15, (0.1, 0.1), (0.8, 1.2), 5, BILINEAR), C.affine(15, 0.1, (0.8, 1.2), 5, cv2.INTER_LINEAR), SMALL),
    ("random_perspective", "p = 1.0\ninterpolation = \"nearest\"", T.RandomPerspective(0.5, 1, NEAREST),
     C.perspective(0.5, cv2.INTER_NEAREST), SMALL),
    ("random_perspective", "p = 1.0", T.RandomPerspective(0.5, 1), C.perspective(0.5, cv2.INTER_LINEAR), SMALL),
    ("five_crop", "size = 200", T.FiveCrop(200), C.five_crop(200), SMALL),
    ("ten_crop", "size = 200", T.TenCrop(200), None, SMALL),
    ("elastic_transform", "", T.ElasticTransform(), C.elastic(50, 5), SMALL),
    ("random_zoom_out", "p = 1.0", None, C.zoom_out(1, 4), SMALL),
    ("scale_jitter", "target_size = [224, 224]", None, C.scale_jitter(224, 0.1, 2.0), SMALL),
    ("random_photometric_distort", "p = 1.0", None, C.photometric_distort, SMALL),
    ("random_channel_permutation", "", None, C.channel_permutation, SMALL),
    ("random_invert", "p = 1.0", T.RandomInvert(1), C.invert, SMALL),
    ("random_posterize", "bits = 4\np = 1.0", T.RandomPosterize(4, 1), C.posterize(4), SMALL),
    ("random_solarize", "threshold = 128\np = 1.0", T.RandomSolarize(128, 1), C.solarize(128), SMALL),
    ("random_adjust_sharpness", "sharpness_factor = 2.0\np = 1.0", T.RandomAdjustSharpness(2, 1), C.sharpen(2), SMALL),
    ("random_autocontrast", "p = 1.0", T.RandomAutocontrast(1), C.autocontrast, SMALL),
    ("random_equalize", "p = 1.0", T.RandomEqualize(1), C.equalize, SMALL),
    ("jpeg_distortion", "quality = [50, 90]", None, C.jpeg(50, 90), SMALL),
    ("salt_and_pepper", "", None, C.salt_and_pepper(0.05), SMALL),
    ("random_erasing", "p = 1.0", on_tensor(T.RandomErasing(1)), C.erasing(0.02, 0.33), SMALL),
    ("random_erasing", "p = 1.0\nvalue = \"random\"", on_tensor(T.RandomErasing(1, value="random")), None, SMALL),
    ("coarse_dropout", "max_holes = 8\nmax_height = 8\nmax_width = 8\np = 1.0", None, C.coarse_dropout(8, 8), SMALL),
    ("grid_mask", "ratio = 0.5\np = 1.0", None, C.grid_mask(0.5), SMALL),
    ("auto_augment", "", T.AutoAugment(), None, SMALL),
    ("rand_augment", "", T.RandAugment(), None, SMALL),
    ("trivial_augment_wide", "", T.TrivialAugmentWide(), None, SMALL),
    ("aug_mix", "", T.AugMix(), None, SMALL),
    ("to_dtype", "dtype = \"float32\"\nscale = true", T.ToTensor(), C.to_f32, SMALL),
]


def made_picture(rng, size):
    """Slopes, discs and noise."""
    height, width = size
    y, x = np.mgrid[:height, :width]
    picture = np.stack([x * 255 / width, y * 255 / height, (x + y) * 255 / (width + height)], -1)
    for _ in range(12):
        is_in = (y - rng.integers(height)) ** 2 + (x - rng.integers(width)) ** 2 < rng.integers(10, height // 3) ** 2
        picture[is_in] = rng.integers(0, 256, 3)
    return np.clip(picture + rng.normal(0, 6, picture.shape), 0, 255).astype(np.uint8)


def read_pictures(folder, size):
    """Eight photos of that size, cut out of the middle of larger ones, or made ones."""
    height, width = size
    if folder is None:
        rng = np.random.default_rng(1)
        return [made_picture(rng, size) for _ in range(8)]
    files = sorted(p for p in pathlib.Path(folder).rglob("*") if p.suffix.lower() in (".jpg", ".jpeg", ".png"))
    if not files:
        raise SystemExit(f"{folder}: no .jpg or .png file; give a folder of photos, or none for made pictures")
    chosen = files[::max(1, len(files) // 8)][:8]
    pictures = []
    for file in chosen:
        photo = Image.open(file).convert("RGB")
        scale = max(width / photo.width, height / photo.height)
        photo = photo.resize((max(width, round(photo.width * scale)), max(height, round(photo.height * scale))),
                             Image.BILINEAR)
        pictures.append(np.asarray(T.functional.center_crop(photo, size)))
    return pictures


class Ours:
    def __init__(self, build, files, seconds):
        self.program, self.files, self.seconds = build / "benchmarks" / "op_rate", files, seconds

    def rate(self, op, params, size):
        """Pictures per second; or what is wrong, as text."""
        run = subprocess.run([self.program, self.files[size], str(size[0]), str(size[1]), str(self.seconds), op, params],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        return float(run.stdout) if run.returncode == 0 else run.stderr.strip()


def peer_rate(work, pictures, seconds):
    if work is None:
        return None
    made, start = 0, time.process_time()
    while time.process_time() < start + seconds:
        for picture in pictures:
            work(picture)
        made += len(pictures)
    return made / (time.process_time() - start)


def title(op, params):
    return f"{op} ({', '.join(params.splitlines())})".replace("\"", "") if params else op


def table_line(name, ours, torchvision, opencv):
    mid = [statistics.median(rates) if rates else None for rates in (ours, torchvision, opencv)]
    shown = [f"{rate:.0f}" if rate else "-" for rate in mid]
    best = max(((rate, who) for rate, who in zip(mid[1:], ("torchvision", "OpenCV")) if rate), default=None)
    ratio = f"{mid[0] / best[0]:.2f} | {best[1]}" if best else "- | -"
    return f"| {name} | {' | '.join(shown)} | {ratio} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.1, help="for one op of one library in one round")
    parser.add_argument("--photos", help="a folder")
    parser.add_argument("--only", nargs="+", default=[])
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    rows = [row for row in ROWS if not options.only or row[0] in options.only]
    with tempfile.TemporaryDirectory(prefix="epochmill-ops-") as scratch:
        arrays, pillow, files = {}, {}, {}
        for size in (SMALL, LARGE):
            arrays[size] = read_pictures(options.photos, size)
            pillow[size] = [Image.fromarray(picture) for picture in arrays[size]]
            files[size] = pathlib.Path(scratch) / f"{size[0]}.rgb"
            files[size].write_bytes(b"".join(picture.tobytes() for picture in arrays[size]))
        ours = Ours(options.build, files, options.seconds)
        measured, notes = [([], [], []) for _ in rows], {}
        print(f"load before: {os.getloadavg()[0]:.2f}, {options.rounds} rounds, OpenCV {cv2.__version__}\n", flush=True)
        for _ in range(options.rounds):
            for (op, params, torchvision, opencv, size), rates in zip(rows, measured):
                if op in notes:
                    continue
                mine = ours.rate(op, params, size)
                if isinstance(mine, str):
                    notes[op] = mine
                    continue
                found = (mine, peer_rate(torchvision, pillow[size], options.seconds),
                         peer_rate(opencv, arrays[size], options.seconds))
                for kept, rate in zip(rates, found):
                    if rate is not None:
                        kept.append(rate)
    print("| op | epochmill | torchvision | OpenCV | ratio | to |\n|---|--:|--:|--:|--:|---|")
    for (op, params, *_), rates in zip(rows, measured):
        if rates[0]:
            print(table_line(title(op, params), *rates))
    for op, note in notes.items():
        print(f"\n{op} is left out: {note}")


if __name__ == "__main__":
    main()
