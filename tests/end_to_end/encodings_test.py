"""Every encoding of `describe encodings`: the same bytes on any ranks and threads, found whole, replayed, read by h5py."""

import io
import re
import unittest

import h5py
import numpy as np
from PIL import Image

from program import ProgramTest, digests, run, shards

NORMALIZE = """
[[augment]]
op = "normalize"
mean = [0.5, 0.5, 0.5]
std = [0.25, 0.25, 0.25]
"""


def encodings():
    text = run("describe", "encodings").stdout
    return re.findall(r"^  (\w+)  ", text, re.M)


def pictures(path, name="image"):
    """The pictures of a shard in the order of its rows, however they are stored."""
    with h5py.File(path, "r") as file:
        if name in file:
            return file[name][:]
        data, offset = file[name + "_bytes"][:], file[name + "_offset"][:]
        files = [data[start:end].tobytes() for start, end in zip(offset, offset[1:])]
        shape = tuple(file[name + "_bytes"].attrs["shape"])
        made = np.stack([np.asarray(Image.open(io.BytesIO(file))) for file in files])
        assert made.shape[1:] == shape, (made.shape, shape)
        return made


class Encodings(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.keep = cls.folder / "data" / "keep.toml"
        cls.keep.write_text(cls.recipe.read_text() + '\n[[augment]]\nop = "keep"\nname = "copy"\n')

    def out(self, encoding, *arguments, ranks=None, threads=1, recipe=None):
        out = self.folder / f"{encoding}-{recipe or 'plain'}-{ranks}-{threads}".replace("/", "_")
        self.mill(out, "--set", f"output.encoding={encoding}", "--set", "epochs=2", "--threads", threads, *arguments,
                  ranks=ranks, recipe=recipe or self.keep)
        return out

    def test_there_are_some(self):
        self.assertEqual(encodings(), ["raw", "jpeg", "png", "gzip"])

    def test_ranks_and_threads_never_enter(self):
        for encoding in encodings():
            expected = digests(self.out(encoding))
            for ranks, threads in [(None, 3), (2, 2)]:
                out = self.out(encoding, ranks=ranks, threads=threads)
                self.assertEqual(digests(out), expected, f"{encoding}: {ranks} ranks x {threads} threads")

    def test_every_row_is_verified_and_made_again(self):
        for encoding in encodings():
            out = self.out(encoding)
            done = run("verify", out, "--replay", 1000, "--census")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn("48 rows made again from their addresses: 0 differ", done.stdout)
            done = run("replay", out, "--epoch", 1, "--sample", 3)
            self.assertIn("equal to its row", done.stdout, done.stderr)
            done = run("show", out, "-o", self.folder / "sheet.png")
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_h5py_reads_what_raw_holds(self):
        raw = self.out("raw")
        for encoding in encodings():
            out = self.out(encoding)
            for path in shards(raw):
                for name in ("image", "keep/copy"):
                    expected, found = pictures(raw / path, name), pictures(out / path, name)
                    if encoding == "jpeg":
                        difference = np.abs(expected.astype(int) - found)
                        self.assertLess(difference.mean(), 4)
                    else:
                        np.testing.assert_array_equal(expected, found, encoding)
                with h5py.File(raw / path, "r") as a, h5py.File(out / path, "r") as b:
                    for name in ("label", "key", "sample", "order", "draws", "keypoint"):
                        if name in a:
                            np.testing.assert_array_equal(a[name][:], b[name][:], f"{encoding} {name}")

    def test_f32_is_for_encodings_that_can(self):
        normalized = self.folder / "data" / "normalized.toml"
        normalized.write_text(self.recipe.read_text() + NORMALIZE)
        raw, gzip = self.out("raw", recipe=normalized), self.out("gzip", recipe=normalized)
        for path in shards(raw):
            np.testing.assert_array_equal(pictures(raw / path), pictures(gzip / path))
        with h5py.File(gzip / shards(gzip)[0], "r") as file:
            self.assertTrue(file["image"].shuffle)
        for encoding in ("jpeg", "png"):
            done = run("run", normalized, "--output", self.folder / "never", "--set", f"output.encoding={encoding}")
            self.assertEqual(done.returncode, 64)
            self.assertRegex(done.stderr, "stores 8-bit pictures.*normalize")
            self.assertFalse((self.folder / "never").exists())

    def test_a_flipped_bit_is_named(self):
        for encoding in encodings():
            out = self.out(encoding)
            shard = out / shards(out)[1]
            whole = shard.read_bytes()
            with h5py.File(shard, "r") as file:
                if "image_bytes" in file:
                    offset = file["image_bytes"].id.get_offset() + int(file["image_offset"][4]) + 5
                elif encoding == "gzip":
                    offset = file["image"].id.get_chunk_info_by_coord((4, 0, 0, 0)).byte_offset + 5
                else:
                    offset = file["image"].id.get_offset() + 4 * file["image"][0].size + 5
            shard.write_bytes(whole[:offset] + bytes([whole[offset] ^ 4]) + whole[offset + 1:])
            done = run("verify", out)
            shard.write_bytes(whole)
            self.assertEqual(done.returncode, 65, f"{encoding}: {done.stdout}")
            self.assertIn(f"{shard}: row 4 ", done.stderr)


if __name__ == "__main__":
    unittest.main()
