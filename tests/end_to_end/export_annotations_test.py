"""`export` of boxes, masks, extra labels and landmarks: nothing is lost, skipped samples leave no trace, what is
exported can be milled again; and two exports at once, or one that is stopped, harm nothing."""

import csv
import io
import json
import os
import pathlib
import signal
import tarfile
import unittest

import h5py
import numpy as np
from PIL import Image

from program import ProgramTest, digests, kill_all, run, shards, start

RECIPE = """seed = 5
epochs = {epochs}
on_bad_sample = "skip"
error_budget = 0.5
[source]
kind = "csv"
path = "table.csv"
image = "path"
label = "label"
extra_labels = ["a, \\"colour\\""]
mask = "mask"
box = ["x0", "y0", "x1", "y1"]
box_label = "kind"
flip_pairs = []
[output]
path = "out"
shard_rows = {rows}
encoding = "{encoding}"
[[augment]]
op = "random_resized_crop"
size = [24, 20]
"""

AGAIN = """seed = 1
epochs = 1
[source]
kind = "{kind}"
path = "{path}"
{more}
[output]
path = "unused"
[[augment]]
op = "center_crop"
size = [24, 20]
"""

EXTRA = 'a, "colour"'
TARGETS = ("webdataset", "folder", "npy")
BAD = (2, 9)


def key(number):
    return f"d.{number % 3}/p{number:02}.png"


class ExportAnnotations(ProgramTest):
    images = 4
    samples = 14

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.data = cls.folder / "table"
        rows = []
        chance = np.random.default_rng(7)
        for number in range(cls.samples):
            path = cls.data / key(number)
            path.parent.mkdir(parents=True, exist_ok=True)
            Image.fromarray(chance.integers(0, 256, (40, 50, 3), np.uint8)).save(path)
            if number in BAD:
                path.write_text("no picture")
            mask = Image.fromarray(np.kron(chance.integers(0, 256, (8, 10), np.uint8), np.ones((5, 5), np.uint8)))
            mask.save(cls.data / f"m{number}.png")
            point = ["", "", 0] if number == 4 else [20.5, 1.25 * number, 1]
            for box in [None] if number % 4 == 3 else chance.uniform(0, 20, (1 + number % 3, 4)):
                fields = [""] * 5
                if box is not None:
                    fields = [*box[:2], *(box[:2] + 5 + box[2:]), "b'x\"" if box[0] > 9 else "a"]
                label, colour = "cat" if number % 2 else "d,o/g", ["red", "blue", "x%y"][number % 3]
                rows.append([key(number), label, colour, f"m{number}.png", *fields, *point])
        with open(cls.data / "table.csv", "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["path", "label", EXTRA, "mask", "x0", "y0", "x1", "y1", "kind", "eye_x", "eye_y", "eye_v"])
            writer.writerows(rows)
        cls.good = [key(number) for number in range(cls.samples) if number not in BAD]
        for name, encoding, per_shard, epochs in (("raw", "raw", 1, 2), ("jpeg", "jpeg", 5, 1), ("long", "raw", 1, 12)):
            recipe = cls.data / f"{name}.toml"
            recipe.write_text(RECIPE.format(encoding=encoding, rows=per_shard, epochs=epochs))
            done = run("run", recipe, "--output", cls.folder / name, "--threads", 2)
            assert done.returncode == 0, done.stderr

    def export(self, out, target, folder, *more):
        done = run("export", self.folder / out, "--to", target, self.folder / folder, *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.folder / folder

    @staticmethod
    def rows_of(out, epoch=0, extra=EXTRA):
        """{key: everything that its row holds}"""
        found = {}
        for path in sorted((out / f"epoch-{epoch:04}").glob("shard-*.h5")):
            with h5py.File(path) as file:
                for row, name in enumerate(file["key"][:]):
                    start, end = file["box_offset"][row:row + 2]
                    if "mask" in file:
                        mask = file["mask"][row]
                    else:
                        mask = file["mask_bytes"][slice(*file["mask_offset"][row:row + 2])].tobytes()
                    point = file["keypoint"][row, 0]
                    found[name.decode()] = {
                        "label": int(file["label"][row]), "mask": mask, "boxes": file["box"][start:end],
                        "box_labels": file["box_label"][start:end], "extra": int(file[f"extra_label/{extra}"][row]),
                        "point": (*point, file["keypoint_visible"][row, 0]),
                        "image": file["image"][row] if "image" in file else None}
        return found

    def test_shards_without_rows_are_among_them(self):
        sizes = []
        for path in shards(self.folder / "raw"):
            with h5py.File(self.folder / "raw" / path) as file:
                sizes.append(len(file["label"]))
        self.assertEqual(sizes.count(0), 2 * len(BAD))

    def test_webdataset(self):
        for out in ("raw", "jpeg"):
            rows = self.rows_of(self.folder / out)
            self.assertEqual(sorted(rows), sorted(self.good))
            members = {}
            for path in sorted((self.export(out, "webdataset", f"tars-{out}") / "epoch-0000").iterdir()):
                with tarfile.open(path) as tar:
                    for member in tar:
                        base, name = member.name.rsplit("/", 1)
                        stem, field = name.split(".", 1)  # WebDataset's rule
                        name = f"{base}/{stem.replace('%2E', '.')}"
                        members.setdefault(name, {})[field] = tar.extractfile(member).read()
            self.assertEqual(sorted(members), sorted(rows))
            for name, row in rows.items():
                parts = members[name]
                told = json.loads(parts["json"])
                self.assertEqual(list(told), ["keypoints", "boxes", "extra_labels"])
                boxes = np.array(told["boxes"], np.float64).reshape(-1, 5)
                np.testing.assert_array_equal(boxes[:, :4].astype(np.float32), row["boxes"])
                np.testing.assert_array_equal(boxes[:, 4], row["box_labels"])
                self.assertEqual(told["extra_labels"], {EXTRA: row["extra"]})
                self.assertEqual(int(parts["cls"]), row["label"])
                if out == "jpeg":
                    self.assertEqual(parts["mask.png"], row["mask"])
                else:
                    np.testing.assert_array_equal(np.asarray(Image.open(io.BytesIO(parts["mask.png"]))), row["mask"])

    def test_arrays(self):
        for out in ("raw", "jpeg"):
            rows = self.rows_of(self.folder / out)
            folder = self.export(out, "npy", f"arrays-{out}", "--threads", 2) / "epoch-0000"
            names = (folder / "keys.txt").read_text().splitlines()
            self.assertEqual(names, sorted(self.good))
            arrays = {path.stem: np.load(path) for path in folder.glob("*.npy")}
            extra = "extra_label_" + EXTRA
            self.assertEqual(set(arrays), {"images", "labels", "keypoints", "masks", "boxes", "box_labels",
                                           "box_offsets", extra})
            types = {"masks": "|u1", "boxes": "<f4", "box_labels": "<i8", "box_offsets": "<u8", extra: "<i8"}
            self.assertEqual({name: arrays[name].dtype.str for name in types}, types)
            offsets = arrays["box_offsets"]
            self.assertEqual((offsets[0], offsets[-1]), (0, len(arrays["boxes"])))
            self.assertEqual(len(arrays["boxes"]), len(arrays["box_labels"]))
            for name in ("images", "labels", "keypoints", "masks", extra):
                self.assertEqual(len(arrays[name]), len(names), name)
            for i, name in enumerate(names):
                row = rows[name]
                self.assertEqual((arrays["labels"][i], arrays[extra][i]), (row["label"], row["extra"]))
                mine = slice(offsets[i], offsets[i + 1])
                np.testing.assert_array_equal(arrays["boxes"][mine], row["boxes"])
                np.testing.assert_array_equal(arrays["box_labels"][mine], row["box_labels"])
                np.testing.assert_array_equal(arrays["keypoints"][i, 0], row["point"])
                if out == "raw":
                    np.testing.assert_array_equal(arrays["masks"][i], row["mask"])
                    np.testing.assert_array_equal(arrays["images"][i], row["image"])
                else:
                    np.testing.assert_array_equal(arrays["masks"][i], np.asarray(Image.open(io.BytesIO(row["mask"]))))

    def mill_again(self, kind, path, more=""):
        out = self.folder / f"again-{kind}"
        self.mill(out, recipe=self.write_recipe(f"again-{kind}.toml", AGAIN.format(kind=kind, path=path, more=more)))
        return out

    def test_a_folder_and_its_table_mill_again(self):
        folder = self.export("raw", "folder", "tree")
        self.assertEqual(sorted(path.name for path in folder.iterdir()),
                         ["epoch-0000", "epoch-0000-masks", "epoch-0000.csv", "epoch-0001", "epoch-0001-masks",
                          "epoch-0001.csv", "export.json"])
        out = self.mill_again("csv", folder / "epoch-0000.csv", f"""extra_labels = ['extra_label_{EXTRA}']
mask = "mask"
box = ["x0", "y0", "x1", "y1"]
box_label = "box_label"
flip_pairs = []
""")
        rows = self.rows_of(self.folder / "raw")
        again = self.rows_of(out, extra=f"extra_label_{EXTRA}")
        labels = {0: "cat", 1: "d,o%2Fg"}
        self.assertEqual(sorted(again),
                         sorted(f"epoch-0000/{labels[row['label']]}/{name}.png" for name, row in rows.items()))
        for name, row in again.items():
            expected = rows[name.split("/", 2)[2].removesuffix(".png")]
            for part, value in expected.items():
                np.testing.assert_array_equal(row[part], value, f"{name} {part}")
        pictures = self.mill_again("folder", folder / "epoch-0000")
        with h5py.File(pictures / shards(pictures)[0]) as file:
            found = {name.decode().split("/", 1)[1].removesuffix(".png"): i for i, name in enumerate(file["key"][:])}
            self.assertEqual(sorted(found), sorted(self.good))
            for name, i in found.items():
                np.testing.assert_array_equal(file["image"][i], rows[name]["image"])
                self.assertEqual(file["label"][i], rows[name]["label"])

    def test_tars_mill_again(self):
        tars = self.export("raw", "webdataset", "tars-again") / "epoch-0000" / "shard-*.tar"
        rows = self.rows_of(self.folder / "raw")
        out = self.mill_again("tar", tars, "num_classes = 2")
        with h5py.File(out / shards(out)[0]) as file:
            found = {name.decode().replace("%2E", "."): i for i, name in enumerate(file["key"][:])}
            self.assertEqual(sorted(found), sorted(rows))
            for name, i in found.items():
                np.testing.assert_array_equal(file["image"][i], rows[name]["image"])
                self.assertEqual(file["label"][i], rows[name]["label"])

    def test_two_at_once_agree(self):
        for target in TARGETS:
            calm = digests(self.export("long", target, f"calm-{target}", "--threads", 2))
            folder = self.folder / f"two-{target}"
            both = [start(["export", self.folder / "long", "--to", target, folder, "--threads", 1]) for _ in range(2)]
            for process in both:
                _, errors = process.communicate(timeout=120)
                self.assertEqual(process.returncode, 0, errors)
            self.assertEqual(digests(folder), calm, target)

    def test_two_targets_at_once_never_mix(self):
        for first, second in (("webdataset", "npy"), ("folder", "webdataset"), ("npy", "folder")):
            folder = self.folder / f"mixed-{first}-{second}"
            both = {target: start(["export", self.folder / "raw", "--to", target, folder])
                    for target in (first, second)}
            codes = {}
            for target, process in both.items():
                process.communicate(timeout=120)
                codes[target] = process.returncode
            self.assertEqual(sorted(codes.values()), [0, 64])
            winner = min(codes, key=codes.get)
            self.assertEqual(digests(folder), digests(self.export("raw", winner, f"{folder.name}-calm")))

    def stop(self, target, folder, end):
        """An export that is ended once it has written something."""
        process = start(["export", self.folder / "long", "--to", target, folder, "--threads", 1])
        while process.poll() is None and all("export.json" in path.name for path in self.files(folder)):
            pass
        end(process)
        return process

    @staticmethod
    def files(folder):
        return [pathlib.Path(top) / name for top, _, names in os.walk(folder) for name in names]

    def test_a_stop_leaves_no_half_file_and_a_rerun_goes_on(self):
        for target in TARGETS:
            calm = digests(self.export("long", target, f"whole-{target}"))
            for name in ("SIGTERM", "SIGKILL"):
                folder = self.folder / f"{name}-{target}"
                if name == "SIGTERM":
                    process = self.stop(target, folder, lambda process: process.send_signal(signal.SIGTERM))
                    _, errors = process.communicate(timeout=60)
                    self.assertEqual(process.returncode, 75, errors)
                    self.assertIn("say the same again to go on", errors)
                    self.assertEqual([path for path in folder.rglob(".*")], [])
                else:
                    self.stop(target, folder, kill_all)
                left = {path: digest for path, digest in digests(folder).items() if "/." not in f"/{path}"}
                self.assertLess(len(left), len(calm))
                self.assertLessEqual(left.items(), calm.items())
                times = {path: (folder / path).stat().st_mtime_ns for path in left}
                self.export("long", target, folder.name)
                self.assertEqual(digests(folder), calm)
                if target == "webdataset":
                    self.assertEqual({path: (folder / path).stat().st_mtime_ns for path in left}, times)


if __name__ == "__main__":
    unittest.main()
