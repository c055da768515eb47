"""One flipped byte anywhere in a shard is found, and named by file and row."""

import pathlib
import unittest

import h5py

from program import ProgramTest, run, shards


class Damage(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.out = cls.folder / "out"
        # A `keep` and a narrow crop, so that every kind of dataset is there.
        recipe = cls.recipe.read_text() + '\n[[augment]]\nop = "keep"\nname = "copy"\n'
        cls.recipe.write_text(recipe)
        done = run("run", cls.recipe, "--set", "epochs=1")
        assert done.returncode == 0, done.stderr
        cls.shard = cls.out / shards(cls.out)[1]

    def flip(self, offset):
        with open(self.shard, "r+b") as file:
            file.seek(offset)
            byte = file.read(1)[0]
            file.seek(offset)
            file.write(bytes([byte ^ 0x10]))

    def verify_with_flip(self, offset):
        self.flip(offset)
        try:
            return run("verify", self.out)
        finally:
            self.flip(offset)

    def test_every_dataset_row_by_row(self):
        places = []
        with h5py.File(self.shard, "r") as file:
            def note(name, item):
                if isinstance(item, h5py.Dataset) and not name.startswith("meta"):
                    places.append((name, item.id.get_offset(), item.id.get_storage_size(), len(item)))
            file.visititems(note)
        self.assertEqual({name for name, *_ in places},
                         {"image", "keep/copy", "keypoint", "keypoint_visible", "label", "sample", "key", "order",
                          "draws", "digest"})
        for name, offset, size, rows in places:
            for row in (0, rows // 2, rows - 1):
                done = self.verify_with_flip(offset + row * (size // rows) + (size // rows) // 2)
                self.assertEqual(done.returncode, 65, f"/{name} row {row}: {done.stdout}")
                self.assertIn(str(self.shard), done.stderr)
                self.assertIn(f"row {row} ", done.stderr, f"/{name}")
        self.assertEqual(run("verify", self.out, "--replay", 100).returncode, 0, "all flips are undone")

    def test_forged_files_end_nobody_by_a_signal(self):
        """Ones that crashed HDF5 within the program, as fuzzing found them."""
        corpus = pathlib.Path(__file__).parents[1] / "fuzz" / "corpus"
        for forged, place in (("shard/forged_link", self.shard), ("shard/forged_message", self.shard),
                              ("shard/list_of_chunks_without_end", self.shard),
                              ("catalog/forged_message", self.out / "catalog.h5")):
            true = place.read_bytes()
            try:
                place.write_bytes((corpus / forged).read_bytes())
                done = run("verify", self.out)
            finally:
                place.write_bytes(true)
            self.assertEqual(done.returncode, 65, f"{forged}: {done.stderr}")
            self.assertIn(str(place), done.stderr)

    def test_every_twentieth_byte_of_everything_else(self):
        with h5py.File(self.shard, "r") as file:
            taken = []
            file.visititems(lambda _, item: taken.append((item.id.get_offset(), item.id.get_storage_size()))
                            if isinstance(item, h5py.Dataset) else None)
        data = set()
        for offset, size in taken:
            data.update(range(offset, offset + size))
        content = self.shard.read_bytes()
        missed = []
        for offset in range(0, len(content), 20):
            if offset in data:
                continue
            done = self.verify_with_flip(offset)
            if done.returncode == 0 and content[offset] != 0:
                missed.append(offset)
            self.assertIn(done.returncode, (0, 65, 74), f"byte {offset}: {done.stderr}")
        self.assertEqual(missed, [], "bytes that mean something and are not looked at")

    def test_a_missing_and_a_foreign_file_are_named(self):
        content = self.shard.read_bytes()
        self.shard.unlink()
        done = run("verify", self.out)
        self.assertEqual(done.returncode, 65)
        self.assertIn(f"{self.shard}: is listed in manifest.json and is not there", done.stderr)
        self.shard.write_bytes(content[: len(content) // 2])
        done = run("verify", self.out)
        self.assertEqual(done.returncode, 65)
        self.assertIn(str(self.shard), done.stderr)
        self.shard.write_bytes(content)
        self.assertEqual(run("verify", self.out).returncode, 0)


if __name__ == "__main__":
    unittest.main()
