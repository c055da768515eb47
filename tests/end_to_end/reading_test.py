"""Shards are plain HDF5: h5py and NumPy read every dataset, and find what the format promises."""

import hashlib
import json
import unittest

import h5py
import numpy as np

from program import ProgramTest, run, shards

RECIPE = """
seed = 5
epochs = 2
[source]
kind = "csv"
path = "data/landmarks.csv"
flip_pairs = [[1, 2], [3, 4]]
[output]
path = "out"
shard_rows = 10
[[augment]]
op = "random_crop"
size = [96, 120]
pad_if_needed = true
[[augment]]
op = "random_horizontal_flip"
[[augment]]
op = "keep"
name = "clean"
[[augment]]
op = "gaussian_noise"
sigma = 0.3
[[augment]]
op = "normalize"
mean = [0.485, 0.456, 0.406]
std = [0.229, 0.224, 0.225]
"""


# Digest of all row digests of the generated dataset under the recipe above. A change is a change of what every user's
# recipe makes: it needs a new format version, and a reason in docs/decisions.md.
GOLDEN = {"libjpeg-turbo 2.1.5": "706e4509e8732f6069e9da7fb74b7d7a4eea19df62eb704d015cba69038b3329"}


class Reading(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.out = cls.folder / "out"
        (cls.folder / "recipe.toml").write_text(RECIPE)
        done = run("run", cls.folder / "recipe.toml")
        assert done.returncode == 0, done.stderr

    def test_every_dataset_has_its_type_and_shape(self):
        for path in shards(self.out):
            with h5py.File(self.out / path, "r") as file:
                n = len(file["label"])
                self.assertEqual(set(file), {"image", "keep", "keypoint", "keypoint_visible", "label", "sample", "key",
                                             "order", "draws", "digest"} | ({"meta"} & set(file)))
                self.assertEqual((file["image"].dtype, file["image"].shape), (np.float32, (n, 96, 120, 3)))
                self.assertEqual((file["keep/clean"].dtype, file["keep/clean"].shape), (np.uint8, (n, 96, 120, 3)))
                self.assertEqual((file["keypoint"].dtype, file["keypoint"].shape), (np.float32, (n, 5, 2)))
                self.assertEqual((file["keypoint_visible"].dtype, file["keypoint_visible"].shape), (np.uint8, (n, 5)))
                self.assertEqual((file["label"].dtype, file["label"].shape), (np.int64, (n,)))
                self.assertEqual((file["sample"].dtype, file["sample"].shape), (np.uint64, (n,)))
                self.assertEqual((file["order"].dtype, sorted(file["order"][:])), (np.uint32, list(range(n))))
                self.assertEqual(file["digest"].dtype, np.uint64)
                columns = [name if isinstance(name, str) else name.decode() for name in file["draws"].attrs["columns"]]
                self.assertEqual(columns, ["redraw", "random_crop.top", "random_crop.left", "random_horizontal_flip.flip"])
                self.assertEqual(file["draws"].shape, (n, len(columns)))
                self.assertTrue(np.isfinite(file["image"][:]).all())

    def test_the_noisy_picture_is_the_clean_one_plus_noise(self):
        mean, std = np.array([0.485, 0.456, 0.406]), np.array([0.229, 0.224, 0.225])
        with h5py.File(self.out / "epoch-0000" / "shard-00000.h5", "r") as file:
            noisy = file["image"][:] * std + mean
            clean = file["keep/clean"][:] / 255.0
            inner = (clean > 0.49) & (clean < 0.51)  # far from where noise is cut off
            noise = (noisy - clean)[inner]
        self.assertGreater(noise.size, 1000)
        self.assertAlmostEqual(noise.mean(), 0, delta=0.02)
        self.assertAlmostEqual(noise.std(), 0.3, delta=0.03)

    def test_labels_and_keys_are_those_of_the_source(self):
        lines = (self.folder / "data" / "landmarks.csv").read_text().splitlines()[1:]
        label_of = {line.split(",")[0]: line.split(",")[1] for line in lines}
        seen = []
        for path in shards(self.out):
            if path.parts[0] != "epoch-0001":
                continue
            with h5py.File(self.out / path, "r") as file:
                names = file.attrs["class_names"] if "class_names" in file.attrs else file["meta/class_names"][:]
                names = [name if isinstance(name, str) else name.decode() for name in names]
                for key, label in zip(file["key"][:], file["label"][:]):
                    seen.append(key.decode())
                    self.assertEqual(names[label], label_of[key.decode()])
        self.assertEqual(sorted(seen), sorted(label_of), "every sample once an epoch")

    def test_the_rows_are_what_they_have_always_been(self):
        manifest = json.loads((self.out / "manifest.json").read_text())
        decoder = next((name for name in GOLDEN if name in manifest["versions"]), None)
        if decoder is None:
            self.skipTest(f"no golden digest for {manifest['versions']}")
        rows = []
        for path in shards(self.out):
            with h5py.File(self.out / path, "r") as file:
                rows += [(path.parts[0], int(sample), int(digest))
                         for sample, digest in zip(file["sample"][:], file["digest"][:])]
        text = "\n".join(f"{epoch} {sample} {digest:016x}" for epoch, sample, digest in sorted(rows))
        self.assertEqual(hashlib.sha256(text.encode()).hexdigest(), GOLDEN[decoder])

    def test_the_manifest_lists_what_is_there(self):
        manifest = json.loads((self.out / "manifest.json").read_text())
        listed = [shard["path"] for epoch in manifest["epochs"] for shard in epoch["shards"]]
        self.assertEqual(sorted(listed), [str(path) for path in shards(self.out)])
        self.assertEqual(manifest["samples"], self.images)


if __name__ == "__main__":
    unittest.main()
