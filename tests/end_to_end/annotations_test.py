"""Boxes, masks and extra labels, from a table to the shards: they stay on what they mark, in any encoding."""

import csv
import io
import unittest

import h5py
import numpy as np
from PIL import Image

from program import ProgramTest, digests, run, shards

RECIPE = """seed = 9
epochs = 3
{top}
[source]
kind = "csv"
path = "table.csv"
image = "path"
label = "label"
extra_labels = ["colour"]
mask = "mask"
box = ["x0", "y0", "x1", "y1"]
box_label = "kind"
[output]
path = "out"
shard_rows = 8
encoding = "{encoding}"
[[augment]]
op = "random_resized_crop"
size = [48, 40]
scale = [0.3, 1.0]
[[augment]]
op = "random_horizontal_flip"
[[augment]]
op = "random_crop"
size = [48, 40]
padding = 3
[[augment]]
op = "color_jitter"
brightness = 0.1
"""

HEIGHT, WIDTH = 90, 120
KINDS = ["bike", "bus"]
COLOURS = ["blue", "red"]
INDICES = [7, 200]


def place(number, kind):
    """The rectangle of an object: left, top, right, bottom. The two of a picture do not touch."""
    left = 6 + 4 * (number % 6) + 52 * kind
    top = 6 + 7 * (number % 5)
    return left, top, left + 30 + number % 7, top + 24 + number % 9


class Annotations(ProgramTest):
    images = 4
    samples = 20

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.data = cls.folder / "table"
        cls.data.mkdir()
        rows = []
        for number in range(cls.samples):
            # Every fifth has no object, every second two.
            kinds = [] if number % 5 == 4 else [0, 1] if number % 2 else [number % 4 // 2]
            picture = np.full((HEIGHT, WIDTH, 3), 60, np.uint8)
            mask = np.zeros((HEIGHT, WIDTH), np.uint8)
            for kind in kinds:
                x0, y0, x1, y1 = place(number, kind)
                picture[y0:y1, x0:x1] = (220, 60, 60) if kind else (60, 60, 220)
                mask[y0:y1, x0:x1] = INDICES[kind]
                rows.append(cls.row(number, (x0, y0, x1, y1), KINDS[kind]))
            if not kinds:
                rows.append(cls.row(number, ("",) * 4, ""))
            cls.write_photo(number, picture)
            indexed = Image.fromarray(mask, "P")
            indexed.putpalette(np.arange(768).astype(np.uint8)[::-1].tobytes())
            indexed.save(cls.data / f"m{number:02}.png")
        cls.rows = rows
        cls.write_table("table.csv", rows)

    @classmethod
    def row(cls, number, box, kind):
        return [cls.name(number), number % 3, COLOURS[number % 2], f"m{number:02}.png", *box, kind]

    @staticmethod
    def name(number):
        return f"p{number:02}.{'jpg' if number % 2 else 'png'}"

    @classmethod
    def write_photo(cls, number, picture):
        photo = Image.fromarray(picture)
        if number == 3:  # stored on its side, and to be turned back
            exif = Image.Exif()
            exif[274] = 6
            photo.transpose(Image.Transpose.ROTATE_90).save(cls.data / cls.name(number), exif=exif, quality=95)
        else:
            photo.save(cls.data / cls.name(number), **({"quality": 95} if number % 2 else {}))

    @classmethod
    def write_table(cls, name, rows):
        with open(cls.data / name, "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["path", "label", "colour", "mask", "x0", "y0", "x1", "y1", "kind"])
            writer.writerows(rows)

    def recipe_of(self, encoding="raw", top=""):
        path = self.data / f"{encoding}.toml"
        path.write_text(RECIPE.format(encoding=encoding, top=top))
        return path

    def out(self, encoding="raw", ranks=None, threads=1, top="", name=""):
        out = self.folder / f"out-{encoding}-{ranks}-{threads}{name}"
        self.mill(out, "--threads", threads, ranks=ranks, recipe=self.recipe_of(encoding, top))
        return out

    def test_ranks_and_threads_never_enter(self):
        for encoding in ("raw", "jpeg", "png", "gzip"):
            expected = digests(self.out(encoding))
            self.assertEqual(digests(self.out(encoding, ranks=2, threads=2)), expected, encoding)

    def test_every_row_is_verified_made_again_and_shown(self):
        for encoding in ("raw", "jpeg", "png", "gzip"):
            out = self.out(encoding, name="-verified")
            done = run("verify", out, "--replay", 1000)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn("60 rows made again from their addresses: 0 differ", done.stdout)
            done = run("replay", out, "--epoch", 1, "--sample", 3, "-o", self.folder / "one.png")
            self.assertIn("equal to its row", done.stdout, done.stderr)
            done = run("show", out, "-o", self.folder / "sheet.png")
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_boxes_and_masks_stay_on_their_objects(self):
        boxes_seen = 0
        for path, file in self.opened(self.out(name="-objects")):
            self.assertEqual([name.decode() for name in file.attrs["box_class_names"]], KINDS)
            offset = file["box_offset"][:]
            self.assertEqual(offset[-1], len(file["box"]))
            for row in range(len(file["label"])):
                mask, picture = file["mask"][row], file["image"][row].astype(int)
                self.assertLessEqual(set(np.unique(mask)), {0, *INDICES}, path)
                boxes, labels = (file[name][offset[row]:offset[row + 1]] for name in ("box", "box_label"))
                self.assertEqual(len(set(labels)), len(labels))
                for box, label in zip(boxes, labels):
                    boxes_seen += 1
                    self.check_object(mask == INDICES[label], picture, box, label, f"{path}: row {row}")
        self.assertGreater(boxes_seen, 30)

    def check_object(self, inside, picture, box, label, where):
        self.assertGreaterEqual((box[2] - box[0]) * (box[3] - box[1]), 1, where)
        if inside.sum() < 40 or min(box[2] - box[0], box[3] - box[1]) < 4:
            return
        rows, columns = np.nonzero(inside.any(1))[0], np.nonzero(inside.any(0))[0]
        found = [columns[0], rows[0], columns[-1] + 1, rows[-1] + 1]
        np.testing.assert_allclose(box, found, atol=1.01, err_msg=where)
        # Red objects are buses, blue ones bikes; edges are blended.
        y, x = (int((box[1] + box[3]) / 2), int((box[0] + box[2]) / 2))
        strong, weak = (0, 2) if label else (2, 0)
        self.assertGreater(picture[y, x, strong], picture[y, x, weak] + 60, where)

    def test_extra_labels_are_the_tables(self):
        for path, file in self.opened(self.out(name="-labels")):
            data = file["extra_label/colour"]
            self.assertEqual([name.decode() for name in data.attrs["class_names"]], COLOURS, path)
            for key, label, main in zip(file["key"][:], data[:], file["label"][:]):
                number = int(key[1:3])
                self.assertEqual((COLOURS[label], main), (COLOURS[number % 2], number % 3), key)

    def test_encodings_hold_the_same_masks_and_boxes(self):
        raw = self.out(name="-encodings")
        for encoding in ("jpeg", "png", "gzip"):
            out = self.out(encoding, name="-encodings")
            for (_, a), (path, b) in zip(self.opened(raw), self.opened(out)):
                for name in ("box", "box_label", "box_offset", "extra_label/colour"):
                    np.testing.assert_array_equal(a[name][:], b[name][:], f"{path} {name}")
                np.testing.assert_array_equal(a["mask"][:], self.masks(b), path)

    @staticmethod
    def masks(file):
        if "mask" in file:
            return file["mask"][:]
        data, offset = file["mask_bytes"][:], file["mask_offset"][:]
        files = [data[start:end].tobytes() for start, end in zip(offset, offset[1:])]
        return np.stack([np.asarray(Image.open(io.BytesIO(png))) for png in files])

    @staticmethod
    def opened(out):
        for path in shards(out):
            with h5py.File(out / path, "r") as file:
                yield path, file

    def test_min_box_area_is_kept(self):
        def areas(out):
            parts = [file["box"][:] for _, file in self.opened(out)]
            boxes = np.concatenate(parts)
            return (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])

        few = areas(self.out(top="min_box_area = 300", name="-few"))
        self.assertGreaterEqual(few.min(), 300)
        self.assertLess(len(few), len(areas(self.out(name="-all"))))
        none = self.out(top="min_box_area = 1e6", name="-none")
        self.assertEqual(len(areas(none)), 0)
        self.assertEqual(run("verify", none, "--replay", 1000).returncode, 0)

    def test_boxes_that_reach_out_are_clipped_and_counted(self):
        rows = [list(row) for row in self.rows]
        rows[0][4:8] = [-5, 10, WIDTH + 0.00001, 40]
        rows[1][4:8] = [0, 0, WIDTH + 0.00001, HEIGHT]
        self.write_table("table.csv", rows)
        self.addCleanup(self.write_table, "table.csv", self.rows)
        done = self.mill(self.folder / "out-clipped", recipe=self.recipe_of())
        self.assertRegex(done.stdout, r"\b1 boxes reached out of their pictures")

    def test_a_mask_that_does_not_fit_is_named(self):
        mask = self.data / "m02.png"
        whole = mask.read_bytes()
        self.addCleanup(mask.write_bytes, whole)
        for bad, expected in [
            (Image.new("P", (WIDTH, HEIGHT + 1)), f"{HEIGHT + 1} x {WIDTH} .*{HEIGHT} x {WIDTH}"),
            (Image.new("RGB", (WIDTH, HEIGHT)), "3 channels of 8 bits; .*palette"),
        ]:
            bad.save(mask)
            for command in (("run", self.recipe_of(), "--output", self.folder / "never"), ("check", self.recipe_of())):
                done = run(*command)
                self.assertEqual(done.returncode, 65, done.stderr)
                self.assertRegex(done.stderr + done.stdout, f"p02.png.*its mask.*{expected}")


if __name__ == "__main__":
    unittest.main()
