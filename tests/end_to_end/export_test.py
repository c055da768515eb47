"""`export`: every target holds what the shards hold, is the same again, and can be milled again."""

import io
import json
import pathlib
import tarfile
import unittest
import urllib.parse

import h5py
import numpy as np
from PIL import Image

from program import ProgramTest, digests, run, shards

RECIPE = """seed = 3
epochs = 2
[source]
kind = "csv"
path = "table.csv"
label = "class"
[output]
path = "unused"
shard_rows = 7
encoding = "{encoding}"
[[augment]]
op = "random_resized_crop"
size = [10, 12]
"""

KEYS = ["a.b/x.y.jpg", "a.b/x.y.png", "a.b/%41.jpg", "long/" + "k" * 120 + ".jpg"]


def rows_of(out, epoch):
    """{key: (label, stored picture or its file)} of the shards."""
    found = {}
    for path in sorted((pathlib.Path(out) / f"epoch-{epoch:04}").glob("shard-*.h5")):
        with h5py.File(path) as file:
            for row, key in enumerate(file["key"][:]):
                if "image" in file:
                    picture = file["image"][row]
                else:
                    start, end = file["image_offset"][row:row + 2]
                    picture = file["image_bytes"][start:end].tobytes()
                found[key.decode()] = (int(file["label"][row]), picture)
    return found


def pixels(content):
    return np.asarray(Image.open(io.BytesIO(content)))


class Export(ProgramTest):
    images = 20

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        photos = sorted((cls.folder / "data").rglob("*.jpg"))[:16]
        cls.keys = KEYS + [f"plain/{number:02}.jpg" for number in range(12)]
        lines = ["image,class"]
        for number, (key, photo) in enumerate(zip(cls.keys, photos)):
            place = cls.folder / key
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(photo.read_bytes())
            lines.append(f"{key},{'cat' if number % 3 else 'd/o.g'}")
        (cls.folder / "table.csv").write_text("\n".join(lines) + "\n")
        for encoding in ("raw", "jpeg"):
            recipe = cls.folder / f"{encoding}.toml"
            recipe.write_text(RECIPE.format(encoding=encoding))
            done = run("run", recipe, "--output", cls.folder / encoding, "--threads", 2)
            assert done.returncode == 0, done.stderr

    def export(self, out, target, folder, *more):
        done = run("export", self.folder / out, "--to", target, self.folder / folder, *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.folder / folder

    def read_tars(self, folder, epoch):
        """{key: {extension: content}}"""
        found = {}
        for path in sorted((folder / f"epoch-{epoch:04}").iterdir()):
            with tarfile.open(path) as tar:
                for member in tar:
                    self.assertEqual((member.mtime, member.uid, member.gid, member.uname), (0, 0, 0, ""))
                    base, extension = member.name.rsplit(".", 1)
                    self.assertNotIn(".", base.rsplit("/", 1)[-1])
                    found.setdefault(urllib.parse.unquote(base), {})[extension] = tar.extractfile(member).read()
        return found

    def test_webdataset_holds_the_rows(self):
        folder = self.export("raw", "webdataset", "tars")
        for epoch in (0, 1):
            rows = rows_of(self.folder / "raw", epoch)
            members = self.read_tars(folder, epoch)
            self.assertEqual(sorted(members), sorted(self.keys))
            self.assertEqual(sorted(rows), sorted(self.keys))
            for key, (label, picture) in rows.items():
                self.assertEqual(int(members[key]["cls"]), label)
                np.testing.assert_array_equal(pixels(members[key]["png"]), picture)

    def test_jpegs_are_copied_bit_by_bit(self):
        members = self.read_tars(self.export("jpeg", "webdataset", "jpegs"), 1)
        for key, (_, picture) in rows_of(self.folder / "jpeg", 1).items():
            self.assertEqual(members[key]["jpg"], picture)

    def test_a_folder_holds_the_rows(self):
        folder = self.export("raw", "folder", "tree")
        self.assertEqual({path.name for path in (folder / "epoch-0001").iterdir()}, {"cat", "d%2Fo.g"})
        classes = {0: "cat", 1: "d%2Fo.g"}
        rows = rows_of(self.folder / "raw", 1)
        for key, (label, picture) in rows.items():
            path = folder / "epoch-0001" / classes[label] / (key.replace("%", "%25") + ".png")
            np.testing.assert_array_equal(pixels(path.read_bytes()), picture)
        self.assertEqual(sum(path.is_file() for path in (folder / "epoch-0001").rglob("*")), len(rows))

    def test_arrays_hold_the_rows_in_catalog_order(self):
        for out in ("raw", "jpeg"):
            folder = self.export(out, "npy", f"arrays-{out}", "--epochs", "1") / "epoch-0001"
            keys = [urllib.parse.unquote(line) for line in (folder / "keys.txt").read_text().splitlines()]
            self.assertEqual(keys, sorted(self.keys))
            images = np.load(folder / "images.npy")
            labels = np.load(folder / "labels.npy")
            self.assertEqual((images.shape, images.dtype), ((16, 10, 12, 3), np.uint8))
            self.assertEqual(labels.dtype, np.int64)
            rows = rows_of(self.folder / out, 1)
            for i, key in enumerate(keys):
                label, picture = rows[key]
                self.assertEqual(labels[i], label)
                if out == "raw":
                    np.testing.assert_array_equal(images[i], picture)
                else:
                    np.testing.assert_array_equal(images[i], pixels(picture))
            self.assertFalse((self.folder / f"arrays-{out}" / "epoch-0000").exists())

    def test_what_is_exported_mills_again(self):
        tars = self.export("raw", "webdataset", "again-tars") / "epoch-0000" / "shard-*.tar"
        tree = self.export("raw", "folder", "again-tree") / "epoch-0000"
        rows = rows_of(self.folder / "raw", 0)
        for kind, path in (("tar", tars), ("folder", tree), ("hdf5", self.folder / "raw/epoch-0000/shard-*.h5")):
            recipe = self.write_recipe(f"again-{kind}.toml", f"""seed = 1
epochs = 1
[source]
kind = "{kind}"
path = "{path}"
[output]
path = "unused"
shard_rows = 16
[[augment]]
op = "center_crop"
size = [10, 12]
""")
            out = self.folder / f"again-{kind}"
            self.mill(out, recipe=recipe)
            milled = {}
            for key, value in rows_of(out, 0).items():
                name = key if kind == "hdf5" else urllib.parse.unquote(key)
                if kind == "folder":
                    name = urllib.parse.unquote(key).removeprefix("cat/").removeprefix("d/o.g/").removesuffix(".png")
                milled[name] = value
            self.assertEqual(sorted(milled), sorted(rows), kind)
            for key, (label, picture) in rows.items():
                self.assertEqual(milled[key][0], label, kind)
                np.testing.assert_array_equal(milled[key][1], picture)

    def test_landmarks_and_floats(self):
        recipe = self.folder / "points.toml"
        (self.folder / "points.csv").write_text(
            "image,p_x,p_y\n" + "".join(f"plain/{n:02}.jpg,{n}.25,3\n" for n in range(4)))
        recipe.write_text("""seed = 1
epochs = 1
[source]
kind = "csv"
path = "points.csv"
[output]
path = "unused"
[[augment]]
op = "resize"
size = [8, 8]
[[augment]]
op = "normalize"
mean = [0.5, 0.5, 0.5]
std = [0.2, 0.2, 0.2]
""")
        done = run("run", recipe, "--output", self.folder / "points")
        if done.returncode != 0:
            self.fail(done.stderr)
        members = self.read_tars(self.export("points", "webdataset", "points-tars"), 0)
        arrays = self.export("points", "npy", "points-npy") / "epoch-0000"
        with h5py.File(self.folder / "points" / shards(self.folder / "points")[0]) as file:
            for row, key in enumerate(file["key"][:]):
                parts = members[key.decode()]
                np.testing.assert_array_equal(np.load(io.BytesIO(parts["npy"])), file["image"][row])
                x, y, visible = json.loads(parts["json"])["keypoints"][0]
                np.testing.assert_array_equal(np.float32([x, y]), file["keypoint"][row, 0])
                self.assertEqual(visible, file["keypoint_visible"][row, 0])
            np.testing.assert_array_equal(np.load(arrays / "images.npy"), file["image"][:])
            np.testing.assert_array_equal(np.load(arrays / "keypoints.npy")[:, :, :2], file["keypoint"][:])

    def test_the_same_bytes_on_any_threads_and_nothing_written_twice(self):
        for target in ("webdataset", "folder", "npy"):
            one = self.export("raw", target, f"one-{target}", "--threads", "1")
            two = self.export("raw", target, f"two-{target}", "--threads", "3")
            self.assertEqual(digests(one), digests(two))
            places = {path: path.stat().st_mtime_ns for path in one.rglob("*") if path.is_file()}
            victim = max(path for path in places if path.suffix in (".tar", ".npy", ".png"))
            whole = victim.parent if target == "webdataset" else one / "epoch-0001"
            if target == "folder":
                for path in sorted(whole.rglob("*"), reverse=True):
                    path.rmdir() if path.is_dir() else path.unlink()
                whole.rmdir()
            else:
                (one / "epoch-0001" / "images.npy" if target == "npy" else victim).unlink()
            self.export("raw", target, f"one-{target}")
            self.assertEqual(digests(one), digests(two))
            for path, time in places.items():
                if "epoch-0000" in str(path):
                    self.assertEqual(path.stat().st_mtime_ns, time, path)

    def test_foreign_folders_and_damage_are_refused(self):
        foreign = self.folder / "foreign"
        foreign.mkdir()
        (foreign / "thesis.txt").write_text("mine")
        done = run("export", self.folder / "raw", "--to", "npy", foreign)
        self.assertEqual(done.returncode, 64)
        self.assertIn("not empty", done.stderr)
        self.assertEqual([path.name for path in foreign.iterdir()], ["thesis.txt"])
        taken = self.export("raw", "npy", "taken", "--epochs", "0")
        self.assertEqual(run("export", self.folder / "raw", "--to", "folder", taken).returncode, 64)
        self.assertEqual(run("export", self.folder / "raw", "--to", "npy", taken, "--epochs", "7").returncode, 64)

        self.mill(self.folder / "hurt", recipe=self.folder / "raw.toml")
        path = self.folder / "hurt" / shards(self.folder / "hurt")[0]
        with h5py.File(path) as file:
            place = file["image"].id.get_offset()
        content = bytearray(path.read_bytes())
        content[place] ^= 1
        path.write_bytes(content)
        done = run("export", self.folder / "hurt", "--to", "webdataset", self.folder / "hurt-tars")
        self.assertEqual(done.returncode, 65, done.stderr)
        self.assertIn("row 0", done.stderr)
        self.assertFalse((self.folder / "hurt-tars/epoch-0000/shard-00000.tar").exists())


if __name__ == "__main__":
    unittest.main()
