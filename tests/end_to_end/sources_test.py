"""Every source that is no folder of photos: the same bytes on any ranks and threads, replayed, and equal to a folder's."""

import io
import json
import pathlib
import re
import shutil
import subprocess
import tarfile
import unittest

import h5py
import numpy as np

from program import SHARED, ProgramTest, digests, run, shards

RECIPE = """seed = 5
epochs = 2
[source]
{source}
[output]
path = "out"
shard_rows = 8
[[augment]]
op = "random_resized_crop"
size = [12, 10]
[[augment]]
op = "random_horizontal_flip"
"""


def idx(sides, data):
    return b"".join([bytes([0, 0, 8, len(sides)])] + [side.to_bytes(4, "big") for side in sides]) + data


def pixels(*sides):
    return np.random.Generator(np.random.Philox(key=7)).integers(0, 256, sides, np.uint8)


def columns(out, names):
    """These datasets of every shard, end to end."""
    parts = {name: [] for name in names}
    for path in shards(out):
        with h5py.File(pathlib.Path(out) / path, "r") as file:
            for name in names:
                parts[name].append(file[name][:])
    return {name: np.concatenate(part) for name, part in parts.items()}


class Sources(ProgramTest):
    images = 40

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.photos = sorted((cls.folder / "data").rglob("*.jpg"))[:19]
        assert len(cls.photos) == 19, cls.photos
        cls.tree = cls.folder / "tree"
        for number, photo in enumerate(cls.photos):
            place = cls.tree / f"class{number % 3}" / "deeper" / f"{number:03}.jpg"
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(photo, place)

    def recipe_of(self, name, source):
        return self.write_recipe(f"{name}.toml", RECIPE.format(source=source))

    def write_tars(self, name, samples, tar_format=tarfile.USTAR_FORMAT, per_tar=7):
        """Tars NAME-0.tar, ...: of each sample (key, {extension: bytes}) its members."""
        for first in range(0, len(samples), per_tar):
            with tarfile.open(self.folder / f"{name}-{first // per_tar}.tar", "w", format=tar_format) as tar:
                for key, members in samples[first:first + per_tar]:
                    for extension, content in members.items():
                        member = tarfile.TarInfo(f"{key}.{extension}")
                        member.size = len(content)
                        tar.addfile(member, io.BytesIO(content))
        return f"{name}-{{0..{(len(samples) - 1) // per_tar}}}.tar"

    def sources(self):
        """The [source] of a small dataset of each kind."""
        samples = [(f"d.v1/{number:03}", {"jpg": photo.read_bytes(), "cls": b"%d" % (number % 4)})
                   for number, photo in enumerate(self.photos)]
        (self.folder / "t-images-idx3-ubyte").write_bytes(idx([20, 14, 15], pixels(20, 14, 15).tobytes()))
        (self.folder / "t-labels-idx1-ubyte").write_bytes(idx([20], bytes(range(20))))
        np.save(self.folder / "x.npy", np.asfortranarray(pixels(20, 14, 15)))
        np.save(self.folder / "y.npy", np.arange(20))
        records = np.concatenate([np.arange(20, dtype=np.uint8)[:, None] % 10, pixels(20, 3072)], 1)
        (self.folder / "data_batch_1.bin").write_bytes(records[:11].tobytes())
        (self.folder / "data_batch_2.bin").write_bytes(records[11:].tobytes())
        photos = [str(path.relative_to(self.tree)) for path in sorted(self.tree.rglob("*")) if path.is_file()]
        (self.folder / "coco.json").write_text(json.dumps({
            "images": [{"id": number, "file_name": photo} for number, photo in enumerate(photos)],
            "annotations": [{"id": 1, "image_id": 2, "category_id": 5, "bbox": [1, 2, 30.5, 20]}],
            "categories": [{"id": 5, "name": "cat"}]}))
        for number, photo in enumerate(photos):
            text = self.folder / "boxes" / pathlib.Path(photo).with_suffix(".txt")
            text.parent.mkdir(parents=True, exist_ok=True)
            text.write_text(f"{number % 3} 0.5 0.4 0.{number + 1:02} 0.9\n")
        for part in (0, 1):
            with h5py.File(self.folder / f"part-{part}.h5", "w") as file:
                rows = pixels(20, 14, 15, 3)[part * 10:][:10]
                file.create_dataset("x", data=rows, chunks=(3, 7, 15, 2), compression="gzip")
                file["y"] = np.arange(10, dtype=">i4")
        return {"folder": 'kind = "folder"\npath = "tree"',
                "coco": 'kind = "coco"\npath = "coco.json"\nroot = "tree"',
                "yolo": 'kind = "yolo"\npath = "tree"\nboxes = "boxes"\nclasses = ["a", "b", "c"]',
                "hdf5": 'kind = "hdf5"\npath = "part-*.h5"\nimage = "x"\nlabel = "y"',
                "tar": f'kind = "tar"\npath = "{self.write_tars("t", samples)}"',
                "idx": 'kind = "idx"\npath = "t-images-idx3-ubyte"',
                "cifar": 'kind = "cifar"\npath = "."',
                "npy": 'kind = "npy"\npath = "x.npy"\nlabels = "y.npy"',
                "synthetic": 'kind = "synthetic"\nsamples = 21\nheight = 30\nwidth = 20'}

    def test_every_source_is_described_and_tested(self):
        described = re.findall(r"^  (\w+)  ", run("describe", "sources").stdout, re.M)
        self.assertEqual(set(described) - {"csv"}, set(self.sources()) & set(described))
        self.assertLessEqual(set(self.sources()), set(described))

    def test_ranks_and_threads_never_enter_and_every_row_is_made_again(self):
        for kind, source in self.sources().items():
            with self.subTest(kind):
                recipe = self.recipe_of(kind, source)
                done = run("plan", recipe)
                self.assertEqual(done.returncode, 0, done.stderr)
                one, two = self.folder / f"{kind}-1", self.folder / f"{kind}-2"
                self.mill(one, "--threads", 3, recipe=recipe)
                self.mill(two, "--threads", 1, ranks=2, recipe=recipe)
                self.assertEqual(digests(one), digests(two))
                done = run("verify", one, "--replay", 1000)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assertRegex(done.stdout, r"\n(38|40|42) rows made again from their addresses: 0 differ")

    def assert_equal_outputs(self, recipe, other, names):
        outs = []
        for each in (recipe, other):
            outs.append(self.folder / f"out-{each.stem}")
            self.mill(outs[-1], recipe=each)
        expected, found = (columns(out, names) for out in outs)
        for name in names:
            np.testing.assert_array_equal(expected[name], found[name], name)
        self.assertGreater(len(expected["sample"]), 0)

    def test_a_tar_gives_what_the_folder_with_the_same_keys_gives(self):
        bare = self.folder / "bare"
        samples = []
        for path in sorted(self.tree.rglob("*.jpg")):
            key = path.relative_to(self.tree).with_suffix("")
            (bare / key).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, bare / key)
            samples.append((str(key), {"jpg": path.read_bytes(), "json": b"{}"}))
        recipe = self.recipe_of("of-bare", 'kind = "folder"\npath = "bare"')
        for number, tar_format in enumerate((tarfile.USTAR_FORMAT, tarfile.PAX_FORMAT, tarfile.GNU_FORMAT)):
            pattern = self.write_tars(f"of-bare-{number}", samples, tar_format)
            other = self.recipe_of(f"of-bare-tar-{number}", f'kind = "tar"\npath = "{pattern}"')
            self.assert_equal_outputs(recipe, other, ["image", "label", "draws", "key", "sample", "order"])

    def test_gnu_tar_of_a_folder_gives_what_the_folder_gives(self):
        # Longer than the 100 bytes of a header's name, and what ustar can still split.
        deep = self.tree / "class1" / ("long" * 15) / ("deep" * 15)
        deep.mkdir(parents=True)
        shutil.copy(self.photos[0], deep / "photo.x.jpg")
        self.addCleanup(shutil.rmtree, deep.parent)
        recipe = self.recipe_of("of-tree", 'kind = "folder"\npath = "tree"')
        for tar_format in ("gnu", "pax", "ustar"):
            file = self.folder / f"of-tree-{tar_format}.tar"
            subprocess.run(["tar", f"--format={tar_format}", "-cf", file, "-C", self.tree, "."], check=True)
            other = self.recipe_of(f"of-tree-{tar_format}", f'kind = "tar"\nkey = "member"\npath = "{file.name}"')
            self.assert_equal_outputs(recipe, other, ["image", "label", "draws", "key", "sample", "order"])

    def test_a_tar_of_imagenet_gives_what_its_folders_give(self):
        photos = SHARED / "data" / "imagenet-sample"
        if not photos.is_dir():
            self.skipTest("the shared photos are not here")
        file = self.folder / "imagenet.tar"
        subprocess.run(["tar", "-cf", file, "-C", photos, "--sort=name", "."], check=True)
        settings = '\nmax_pixels = 100000000\n'
        recipe = self.recipe_of("imagenet", f'kind = "folder"\npath = "{photos}"{settings}')
        other = self.recipe_of("imagenet-tar", f'kind = "tar"\npath = "imagenet.tar"{settings}')
        self.assert_equal_outputs(recipe, other, ["image", "label", "draws", "sample", "order"])

    def test_a_hostile_tar_is_named_with_its_entry(self):
        for name in ("/etc/passwd.jpg", "../up.jpg"):
            with tarfile.open(self.folder / "hostile.tar", "w") as tar:
                for member in ("0.jpg", name):
                    tar.addfile(tarfile.TarInfo(member), io.BytesIO())
            recipe = self.recipe_of("hostile", 'kind = "tar"\npath = "hostile.tar"')
            for command in ("plan", "run"):
                done = run(command, recipe)
                self.assertEqual(done.returncode, 65, done.stderr)
                self.assertRegex(done.stderr, f"hostile.tar`: entry 2, `{name}`")

    def test_a_compressed_tar_is_refused_with_a_remedy(self):
        with tarfile.open(self.folder / "t.tar.gz", "w:gz") as tar:
            tar.addfile(tarfile.TarInfo("a.jpg"), io.BytesIO())
        done = run("plan", self.recipe_of("gz", 'kind = "tar"\npath = "t.tar.gz"'))
        self.assertEqual(done.returncode, 65)
        self.assertIn("gunzip", done.stderr)

    def test_a_forged_hdf5_file_is_refused_by_every_rank(self):
        """One that ended the program by a signal, within HDF5, as fuzzing found it."""
        forged = pathlib.Path(__file__).parents[1] / "fuzz" / "corpus" / "hdf5_source" / "forged_link"
        recipe = self.write_recipe("forged.toml", RECIPE.format(source=f'kind = "hdf5"\npath = "{forged}"'))
        for ranks in (None, 2):
            done = run("run", recipe, ranks=ranks)
            self.assertEqual(done.returncode, 65, done.stderr)
            self.assertEqual(len(re.findall("epochmill: error: .*forged_link", done.stderr)), 1, done.stderr)

    def test_mnist_has_its_pixels(self):
        images = SHARED / "data" / "mnist" / "t10k-images-idx3-ubyte.gz"
        if not images.is_file():
            self.skipTest("MNIST is not here")
        done = run("plan", self.recipe_of("mnist", f'kind = "idx"\npath = "{images}"'))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("10000 samples of 10 classes", done.stdout)


if __name__ == "__main__":
    unittest.main()
