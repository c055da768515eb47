"""five_crop and ten_crop: several rows of a sample, from the shards to verify, replay, census and exports."""

import pathlib
import re
import shutil
import tarfile
import unittest

import h5py
import numpy as np
from PIL import Image

from program import ProgramTest, digests, run, shards

try:
    from torchvision.transforms.functional import five_crop, ten_crop
except ImportError:
    five_crop = ten_crop = None

SIZE = 41, 50
PHOTO = 62, 97
RECIPE = """seed = 9
epochs = {epochs}
{top}
[source]
kind = "csv"
path = "table.csv"
image = "path"
label = "label"
mask = "mask"
box = ["x0", "y0", "x1", "y1"]
box_label = "kind"
[output]
path = "out"
shard_rows = 7
encoding = "{encoding}"
{ops}
"""
FIVE = f'[[augment]]\nop = "five_crop"\nsize = {list(SIZE)}\n'
TEN = FIVE.replace("five", "ten")
RANDOM = '[[augment]]\nop = "random_crop"\nsize = [55, 80]\n[[augment]]\nop = "gaussian_noise"\nsigma = 0.05\n'
JITTER = '[[augment]]\nop = "random_crop"\nsize = [55, 80]\n[[augment]]\nop = "color_jitter"\nbrightness = 0.4\n'


def moved(box, view, is_vertical):
    """A box of the photo in a view of ten_crop, by the words of torchvision: flip, crop, clip; none when nothing is left."""
    x0, y0, x1, y1 = box
    if view >= 5 and is_vertical:
        y0, y1 = PHOTO[0] - y1, PHOTO[0] - y0
    elif view >= 5:
        x0, x1 = PHOTO[1] - x1, PHOTO[1] - x0
    down, right = PHOTO[0] - SIZE[0], PHOTO[1] - SIZE[1]
    top, left = [(0, 0), (0, right), (down, 0), (down, right), (round(down / 2), round(right / 2))][view % 5]
    xs = np.clip([x0 - left, x1 - left], 0, SIZE[1])
    ys = np.clip([y0 - top, y1 - top], 0, SIZE[0])
    return [xs[0], ys[0], xs[1], ys[1]] if (xs[1] - xs[0]) * (ys[1] - ys[0]) >= 1 else None


class Crops(ProgramTest):
    images = 4
    samples = 17

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        photos = sorted((cls.folder / "data").rglob("*.jpg"))
        lines = ["path,label,mask,x0,y0,x1,y1,kind"]
        cls.boxes = []
        for number in range(cls.samples):
            rng = np.random.default_rng(number)
            pixels = np.asarray(Image.open(photos[number % len(photos)]).convert("RGB").resize(PHOTO[::-1]))
            noise = rng.integers(0, 40, (*PHOTO, 3))
            Image.fromarray((pixels // 2 + noise).astype(np.uint8)).save(cls.folder / f"{number}.png")
            Image.fromarray(rng.integers(0, 9, PHOTO).astype(np.uint8)).save(cls.folder / f"{number}-mask.png")
            box = [3 + number, 5, 60, 30 + number]
            cls.boxes.append(box)
            lines.append(f"{number}.png,{'a' if number % 3 else 'b'},{number}-mask.png,{','.join(map(str, box))},bus")
        (cls.folder / "table.csv").write_text("\n".join(lines) + "\n")

    def recipe_of(self, name, ops, top="", encoding="raw", epochs=2):
        return self.write_recipe(f"{name}.toml", RECIPE.format(ops=ops, top=top, encoding=encoding, epochs=epochs))

    def milled(self, name, ops, *arguments, **more):
        recipe = self.recipe_of(name, ops, **more)
        out = self.folder / name
        shutil.rmtree(out, ignore_errors=True)
        self.mill(out, *arguments, recipe=recipe)
        return out

    def verify(self, out, *arguments, code=0):
        done = run("verify", out, *arguments)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    @unittest.skipIf(five_crop is None, "no torchvision")
    def test_rows_are_torchvisions_crops(self):
        for name, ops, crops, views in (("five", FIVE, lambda p: five_crop(p, SIZE), 5),
                                        ("ten", TEN, lambda p: ten_crop(p, SIZE), 10),
                                        ("upside", TEN + "vertical_flip = true\n", lambda p: ten_crop(p, SIZE, True), 10)):
            out = self.milled(name, ops, epochs=1)
            seen = []
            for path in shards(out):
                with h5py.File(out / path) as file:
                    samples = file["sample"][:]
                    self.assertEqual(list(file["view"][:]), list(range(views)) * (len(samples) // views))
                    columns = [column.decode() for column in file["draws"].attrs["columns"]]
                    self.assertEqual(columns, ["redraw", "five_crop.view" if views == 5 else "ten_crop.view"])
                    np.testing.assert_array_equal(file["draws"][:, 1], file["view"][:])
                    self.assertEqual(sorted(file["order"][:]), list(range(len(samples))))
                    offsets = file["box_offset"][:]
                    for row, (sample, view) in enumerate(zip(samples, file["view"][:])):
                        self.assertEqual(row % views, view)
                        key = file["key"][row].decode()
                        number = int(key.split(".")[0])
                        photo = Image.open(self.folder / key)
                        mask = Image.open(self.folder / f"{number}-mask.png")
                        np.testing.assert_array_equal(file["image"][row], np.asarray(crops(photo)[view]), f"{name} {view}")
                        np.testing.assert_array_equal(file["mask"][row], np.asarray(crops(mask)[view]), f"{name} {view}")
                        box = moved(self.boxes[number], view, name == "upside")
                        stored = file["box"][offsets[row]:offsets[row + 1]].tolist()
                        self.assertEqual(stored, [] if box is None else [box], f"{name} {key} {view}")
                        seen.append(int(sample))
            self.assertEqual(sorted(seen), sorted(list(range(self.samples)) * views))
            self.verify(out, "--replay", 40)

    def test_the_same_bytes_on_ranks_and_threads_in_every_encoding(self):
        for encoding in ("raw", "gzip", "jpeg"):
            one = self.milled(f"one-{encoding}", RANDOM + FIVE, "--threads", "1", encoding=encoding)
            many = self.folder / f"many-{encoding}"
            self.mill(many, "--threads", "2", ranks=2, recipe=self.folder / f"one-{encoding}.toml")
            self.assertEqual(digests(one), digests(many))
            self.verify(one, "--replay", 1000)

    def test_replay_makes_each_view_again(self):
        out = self.milled("replayed", JITTER + FIVE)
        draws = []
        for view in range(5):
            done = run("replay", out, "--epoch", 1, "--sample", 3, "--view", view, "-o", self.folder / "view.png")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn(f"sample 3, view {view} ", done.stdout)
            self.assertIn(f"five_crop.view = {view}\n", done.stdout)
            self.assertIn("equal to its row", done.stdout)
            draws.append(re.sub(r"view.*\n", "", done.stdout))
        self.assertEqual(len(set(draws)), 1, "views of one sample have other draws")
        self.assertEqual(run("replay", out, "--epoch", 1, "--sample", 3, "--view", 5).returncode, 64)

    def test_damage_is_found_and_repaired(self):
        out = self.milled("damaged", JITTER + TEN)
        before = digests(out)
        path = out / shards(out)[1]
        for dataset in ("image", "view", "draws"):
            with h5py.File(path, "r+") as file:
                data = file[dataset]
                row = data[33]
                data[33] = row ^ 1 if data.dtype == np.uint8 else row + 1
            done = self.verify(out, code=65)
            self.assertIn("row 33", done.stderr + done.stdout)
            self.verify(out, "--repair")
            self.assertEqual(digests(out), before)

    def test_a_census_sees_no_row_twice(self):
        out = self.milled("census", JITTER + FIVE, epochs=3)
        done = self.verify(out, "--census")
        self.assertIn(f"census of {self.samples * 3 * 5} rows", done.stdout)
        for line in done.stdout.splitlines():
            found = re.fullmatch(r"    (\S.*?)  +(\d+) +(\d+) +\((\d+)\)", line.rstrip())
            if found:
                self.assertEqual(found.groups()[1:], ("0", "0", "0"), line)

    def test_a_census_of_crops_that_are_all_alike(self):
        """Of a picture as large as the crops: all are one picture, as they have to be."""
        out = self.milled("alike", f'[[augment]]\nop = "resize"\nsize = {list(SIZE)}\n'
                                   '[[augment]]\nop = "color_jitter"\nbrightness = 0.4\n' + FIVE)
        done = self.verify(out, "--census")
        pairs = re.search(r"    in one epoch +(\d+) +(\d+)", done.stdout)
        self.assertEqual(pairs.groups(), (str(self.samples * 2 * 10), "0"))

    def test_exports_have_a_name_for_each_view(self):
        out = self.milled("exported", RANDOM + FIVE, epochs=1)
        rows = {}
        for path in shards(out):
            with h5py.File(out / path) as file:
                for key, view, image, label in zip(file["key"][:], file["view"][:], file["image"][:], file["label"][:]):
                    rows[key.decode(), int(view)] = image, int(label)
        for target in ("webdataset", "folder", "npy"):
            folder = self.folder / f"export-{target}"
            done = run("export", out, "--to", target, folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            if target == "webdataset":
                names = []
                for path in sorted(folder.rglob("*.tar")):
                    with tarfile.open(path) as tar:
                        names += tar.getnames()
                self.assertEqual(len(names), len(set(names)))
                keys = {name.split(".")[0] for name in names}
                self.assertEqual(len(keys), self.samples * 5)
                self.assertIn("3%2Epng%v4", keys)
            elif target == "folder":
                pictures = sorted(pathlib.Path(folder, "epoch-0000").rglob("*.png"))
                self.assertEqual(len(pictures), self.samples * 5)
                for picture in pictures:
                    key, view = picture.stem.split("%v")
                    np.testing.assert_array_equal(np.asarray(Image.open(picture)), rows[key, int(view)][0])
            else:
                images = np.load(folder / "epoch-0000" / "images.npy")
                labels = np.load(folder / "epoch-0000" / "labels.npy")
                offsets = np.load(folder / "epoch-0000" / "box_offsets.npy")
                keys = (folder / "epoch-0000" / "keys.txt").read_text().split()
                self.assertEqual(len(images), self.samples * 5)
                self.assertEqual(len(offsets), len(images) + 1)
                for row, key in enumerate(keys):
                    image, label = rows[key, row % 5]
                    np.testing.assert_array_equal(images[row], image)
                    self.assertEqual(labels[row], label)

    def test_a_bad_sample_has_no_row_at_all(self):
        broken = self.folder / "5.png"
        content = broken.read_bytes()
        try:
            broken.write_bytes(content[:200] + bytes(100))
            out = self.milled("skipped", JITTER + TEN, top='on_bad_sample = "skip"\nerror_budget = 0.2')
            self.verify(out, "--replay", 1000)
            self.verify(out, "--census")
            samples = []
            for path in shards(out):
                with h5py.File(out / path) as file:
                    samples += list(file["sample"][:])
            self.assertEqual(len(samples), (self.samples - 1) * 10 * 2)
            exported = run("export", out, "--to", "npy", self.folder / "export-skipped")
            self.assertEqual(exported.returncode, 0, exported.stderr)
            images = np.load(self.folder / "export-skipped" / "epoch-0000" / "images.npy")
            self.assertEqual(len(images), (self.samples - 1) * 10)
        finally:
            broken.write_bytes(content)

    def test_plan_and_show_know_the_views(self):
        recipe = self.recipe_of("planned", JITTER + FIVE)
        planned = run("plan", recipe)
        self.assertEqual(planned.returncode, 0, planned.stderr)
        self.assertIn("5 rows of each sample", planned.stdout)
        self.assertIn("shards of 35 rows", planned.stdout)
        out = self.milled("shown", JITTER + FIVE)
        shown = run("show", out, "-o", self.folder / "grid.png", "--samples", 3)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        with Image.open(self.folder / "grid.png") as sheet:
            self.assertEqual(sheet.width, 6 + (1 + 5) * (SIZE[1] + 6))


if __name__ == "__main__":
    unittest.main()
