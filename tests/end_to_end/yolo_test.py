"""The `yolo` source on real photos: boxes and masks stay on their objects, are verified, made again and shown.

EPOCHMILL_SHEET names a file to keep the contact sheet in, to be looked at.
"""

import os
import pathlib
import shutil
import sys
import unittest

import h5py
import numpy as np
from PIL import Image

from program import SHARED, ProgramTest, digests, run, shards

DATA = SHARED / "data" / "coco-mini"

RECIPE = """seed = 11
epochs = 4
[source]
kind = "yolo"
path = "{data}/images"
boxes = "{boxes}"
masks = "{data}/masks"
num_classes = 80
[output]
path = "out"
shard_rows = 6
[[augment]]
op = "random_resized_crop"
size = [192, 192]
scale = [0.4, 1.0]
[[augment]]
op = "random_horizontal_flip"
"""


def listed_boxes(boxes, photo):
    """[class, x0, y0, x1, y1] of each line, in pixels."""
    with Image.open(photo) as picture:
        size = picture.size
    path = boxes / f"{photo.stem}.txt"
    found = []
    for line in path.read_text().splitlines() if path.exists() else []:
        label, x, y, width, height = map(float, line.split())
        edges = np.array([x - width / 2, y - height / 2, x + width / 2, y + height / 2])
        found.append([label, *edges * [*size, *size]])
    return np.array(found).reshape(-1, 5)


class Yolo(ProgramTest):
    images = 4

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.photos = sorted((DATA / "images").iterdir())
        cls.out = cls.folder / "out"
        cls.mill_recipe = cls.folder / "yolo.toml"
        cls.mill_recipe.write_text(RECIPE.format(data=DATA, boxes=DATA / "boxes"))
        done = run("run", cls.mill_recipe, "--output", cls.out, "--threads", 2)
        assert done.returncode == 0, done.stderr
        cls.told = done.stdout

    def rows(self, out):
        for path in shards(out):
            with h5py.File(out / path) as file:
                columns = [name.decode() for name in file["draws"].attrs["columns"]]
                for row, key in enumerate(file["key"][:]):
                    start, end = file["box_offset"][row:row + 2]
                    draws = dict(zip(columns, file["draws"][row]))
                    yield key.decode(), draws, file["mask"][row], file["box"][start:end], file["box_label"][start:end]

    def test_boxes_are_those_of_the_files_cropped_and_mirrored(self):
        seen = 0
        for key, draws, mask, boxes, labels in self.rows(self.out):
            photo = DATA / "images" / key
            source = listed_boxes(DATA / "boxes", photo)
            crop = {name.rsplit(".", 1)[1]: value for name, value in draws.items() if name.startswith("random_resized")}
            scale = 192 / np.array([crop["width"], crop["height"]] * 2)
            moved = np.clip((source[:, 1:] - [crop["left"], crop["top"]] * 2) * scale, 0, 192)
            flipped = next(value for name, value in draws.items() if name.startswith("random_horizontal_flip"))
            if flipped:
                moved[:, [0, 2]] = 192 - moved[:, [2, 0]]
            area = (moved[:, 2] - moved[:, 0]) * (moved[:, 3] - moved[:, 1])
            if (np.abs(area - 1) < 0.01).any():
                continue  # float and double may judge otherwise whether it is kept
            self.assertEqual(source[area >= 1, 0].tolist(), labels.tolist(), key)
            np.testing.assert_allclose(boxes, moved[area >= 1], atol=2e-3, err_msg=key)
            seen += len(boxes)
            self.assertTrue(mask.any() or not len(boxes), key)
        self.assertGreater(seen, 200)

    def test_any_ranks_and_threads_give_the_same_bytes(self):
        other = self.folder / "ranks"
        self.mill(other, "--threads", 1, recipe=self.mill_recipe, ranks=2)
        self.assertEqual(digests(other), digests(self.out))

    def test_every_row_is_verified_and_shown(self):
        done = run("verify", self.out, "--replay", 1000)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(f"{4 * len(self.photos)} rows made again from their addresses: 0 differ", done.stdout)
        sheet = pathlib.Path(os.environ.get("EPOCHMILL_SHEET", self.folder / "sheet.png"))
        done = run("show", self.out, "-o", sheet)
        self.assertEqual(done.returncode, 0, done.stderr)
        with Image.open(sheet) as drawn:
            self.assertGreater(drawn.size[1], 6 * 192)
        done = run("check", self.mill_recipe)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_overhang_is_counted_and_bad_lines_are_named(self):
        boxes = self.folder / "boxes"
        shutil.copytree(DATA / "boxes", boxes)
        first = boxes / f"{self.photos[0].stem}.txt"
        recipe = self.write_recipe("own.toml", RECIPE.format(data=DATA, boxes=boxes))

        def overhanging(text):
            first.write_text(text)
            done = self.mill(self.folder / f"own-{len(text)}", recipe=recipe)
            found = [line for line in done.stdout.splitlines() if "reached out of their pictures" in line]
            return int(found[0].split()[0]) if found else 0

        before = overhanging("")
        self.assertEqual(overhanging("3 0.5 0.5 1.000001 1\n"), before)
        self.assertEqual(overhanging("3 0.5 0.5 1.0001 1\n3 0.1 0.1 0.4 0.4\n"), before + 2)
        first.write_text("3 0.5 0.5 1 1\n80 0.5 0.5 1 1\n")
        for command in (("run", recipe, "--output", self.folder / "never"), ("check", recipe)):
            done = run(*command)
            self.assertEqual(done.returncode, 65, done.stderr)
            self.assertIn(f"{first}:2: label `80`", done.stderr + done.stdout)


if __name__ == "__main__":
    if not DATA.is_dir():
        print(f"skipped: {DATA} is not there")
        sys.exit(77)
    unittest.main()
