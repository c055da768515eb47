"""NumPy writes, epochmill mills, h5py reads: the numbers are equal, over types, orders, byte orders and outputs."""

import gzip
import shutil
import unittest
import warnings

import h5py
import numpy as np
from PIL import Image

from program import SHARED, ProgramTest, digests, run, shards

TYPES = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8"]


def numbers(dtype, shape):
    """Values that differ, and that float32 holds; some of them negative or large where the type has such."""
    count = np.arange(np.prod(shape), dtype=np.int64).reshape(shape)
    kind, size = np.dtype(dtype).kind, np.dtype(dtype).itemsize
    if kind == "b":
        return count % 3 == 0
    if kind == "f":
        return (count / 7 - 3).astype(dtype)
    values = count % 120 + (0 if kind == "u" or size == 1 else -60)
    return (values * (1 if size < 4 else 2 ** (8 * size - 12))).astype(dtype)


def stored(out, name="image"):
    """What an output folder holds of its first epoch, by sample."""
    parts, samples = [], []
    for path in shards(out):
        if str(path).startswith("epoch-0000"):
            with h5py.File(out / path, "r") as file:
                parts.append(file[name][:])
                samples.append(file["sample"][:])
    return np.concatenate(parts)[np.argsort(np.concatenate(samples))]


class ArrayTest(ProgramTest):
    images = 4
    count = 0

    def recipe_of(self, source, more="", output=""):
        return self.write_recipe("r.toml", f'seed = 5\nunique = false\n[source]\nkind = "npy"\n{source}\n[output]\n'
                                           f'path = "out"\n{output}\n{more}\n')

    def milled(self, source, more="", output=""):
        self.count += 1
        out = self.folder / f"{self.id()}-{self.count}"
        self.mill(out, recipe=self.recipe_of(source, more, output))
        return out

    def refused(self, code, source, more="", output=""):
        done = run("run", self.recipe_of(source, more, output), "--output", self.folder / "never")
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertFalse((self.folder / "never").exists() and shards(self.folder / "never"))
        return done.stderr

    def save(self, name, array, **options):
        np.save(self.folder / name, array, **options)


class Arrays(ArrayTest):
    def test_every_type_order_and_byte_order(self):
        for dtype in TYPES:
            for order in "CF":
                for endian in "<>":
                    made = numbers(endian + dtype, (5, 3, 4, 2))
                    made = np.array(made, order=order)
                    self.save("x.npy", made)
                    with self.subTest(dtype=made.dtype.str, order=order):
                        found = stored(self.milled('path = "x.npy"\nnum_classes = 1'))
                        self.assertEqual(found.dtype, np.float32)
                        np.testing.assert_array_equal(found, made.astype(np.float32))

    def test_integers_as_vectors_come_out_as_they_are(self):
        made = np.random.RandomState(1).randint(0, 1000, (50, 3))
        self.save("v.npy", made)
        found = stored(self.milled('path = "v.npy"\nnum_classes = 1'))
        self.assertEqual(found.shape, (50, 1, 3, 1))
        np.testing.assert_array_equal(found[:, 0, :, 0], made)
        self.save("v.npy", np.asfortranarray(made.astype("u1")))
        np.testing.assert_array_equal(stored(self.milled('path = "v.npy"\nnum_classes = 1'))[:, 0, :, 0],
                                      made.astype("u1"))

    def test_an_integer_that_float32_lacks_is_named(self):
        for value in (2 ** 24 + 1, -(2 ** 24) - 1, 2 ** 63 - 1):
            self.save("v.npy", np.array([[1, 2], [3, value]]))
            text = self.refused(65, 'path = "v.npy"\nnum_classes = 1')
            self.assertRegex(text, rf"sample 1 .*number 1 is {value}, which 32-bit reals do not hold")
        self.save("v.npy", np.array([[2 ** 24, 2 ** 63]], dtype="u8"))
        np.testing.assert_array_equal(stored(self.milled('path = "v.npy"\nnum_classes = 1'))[0, 0, :, 0],
                                      np.float32([2 ** 24, 2 ** 63]))

    def test_bytes_are_photos(self):
        made = numbers("u1", (6, 5, 4, 4))
        grey, rgb = made[..., 0], made[..., :3]
        for array in (grey, grey[..., None]):
            self.save("x.npy", array)
            np.testing.assert_array_equal(stored(self.milled('path = "x.npy"\nnum_classes = 1')),
                                          np.repeat(grey[..., None], 3, 3))
        self.save("x.npy", np.asfortranarray(rgb))
        np.testing.assert_array_equal(stored(self.milled('path = "x.npy"\nnum_classes = 1')), rgb)
        self.save("x.npy", np.ascontiguousarray(rgb.transpose(0, 3, 1, 2)))
        np.testing.assert_array_equal(stored(self.milled('path = "x.npy"\nlayout = "nchw"\nnum_classes = 1')), rgb)
        self.save("x.npy", made)
        alpha = made[..., 3:].astype(int)
        expected = (made[..., :3] * alpha + 200 * (255 - alpha) + 127) // 255
        found = stored(self.milled('path = "x.npy"\nbackground = [200, 200, 200]\nnum_classes = 1'))
        np.testing.assert_array_equal(found, expected)

    def test_npz_stored_deflated_and_gzip(self):
        images, labels = numbers("<f4", (7, 3, 2)), np.arange(7) % 3
        np.savez(self.folder / "a.npz", x_train=images, y_train=labels)
        np.savez_compressed(self.folder / "b.npz", x_train=np.asfortranarray(images), y_train=labels.astype(">i2"))
        for name in ("a.npz", "b.npz"):
            out = self.milled(f'path = "{name}"\narray = "x_train"\nlabels_array = "y_train"')
            np.testing.assert_array_equal(stored(out)[..., 0], images)
            np.testing.assert_array_equal(stored(out, "label"), labels)
        self.save("x.npy", images)
        (self.folder / "z.npy").write_bytes(gzip.compress((self.folder / "x.npy").read_bytes()))
        out = self.milled('path = "z.npy"\nlabels = "a.npz"\nlabels_array = "y_train"')
        np.testing.assert_array_equal(stored(out)[..., 0], images)
        self.assertIn("name one by `array`: `x_train`, `y_train`", self.refused(65, 'path = "a.npz"'))
        self.assertIn("has no array `z`", self.refused(65, 'path = "a.npz"\narray = "z"'))
        for name in ("a.npz", "b.npz"):
            whole = (self.folder / name).read_bytes()
            (self.folder / "cut.npz").write_bytes(whole[:-9])
            self.assertIn("cut or damaged", self.refused(65, 'path = "cut.npz"\narray = "x_train"'))
        damaged = bytearray(whole)
        damaged[90] ^= 1  # of the first member's data: its header has 61 bytes
        (self.folder / "cut.npz").write_bytes(damaged)
        self.assertRegex(self.refused(65, 'path = "cut.npz"\narray = "x_train"\nnum_classes = 1'),
                         "damaged|checksum|do not hold")

    def test_the_four_mistakes_with_labels(self):
        self.save("x.npy", numbers("f4", (4, 2, 2)))
        source = 'path = "x.npy"\nlabels = "y.npy"\nnum_classes = 3'
        for labels, said in [
                (np.array([0, 1, 3, 2]), "row 2: label 3 is not from 0 to 2.*training would index"),
                (np.array([0, -1, 1, 2]), "row 1: label -1 is not from 0 to 2.*training would index"),
                (np.zeros((4, 1), int), r"\(4, 1\).*would broadcast.*\(n, n\)"),
                (np.eye(4, 3), r"\(4, 3\) look one-hot.*as probabilities"),
                (np.array([0., 1, 2, 1]), "type float64.*values to be fitted"),
                (np.array([True, False, True, True]), "type bool.*refuses bools"),
                (np.array([0, 1, 2, 1j]), "complex numbers.*a loss over classes refuses"),
                (np.array(["a", "b", "c", "a"]), "text.*a loss over classes refuses"),
                (np.zeros((4, 2, 2), int), "an array of shape"),
                (np.array([0, 1, 2]), "3 labels for the 4 samples"),
                (np.array([2 ** 64 - 1] * 4, "u8"), "row 0 is 18446744073709551615")]:
            self.save("y.npy", labels)
            self.assertRegex(self.refused(65, source), said)
        self.save("y.npy", np.array([{}, None, 1, 2], object), allow_pickle=True)
        self.assertRegex(self.refused(65, source), "Python objects.*pickled.*refused")
        self.save("y.npy", np.array([2, 0, 1, 2], ">u2"))
        np.testing.assert_array_equal(stored(self.milled(source), "label"), [2, 0, 1, 2])
        self.assertIn("no labels; name their file", self.refused(65, 'path = "x.npy"'))

    def test_output_types_and_layouts(self):
        rgb = numbers("u1", (6, 5, 4, 3))
        reals = (np.random.RandomState(3).randn(6, 5, 4, 5) * 10.0 ** np.random.RandomState(4).randint(
            -9, 7, (6, 5, 4, 5))).astype("f4")
        reals[0, 0, 0] = [np.inf, -np.inf, np.nan, 65520, -0.0]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of overflows, which are meant
            for array in (rgb, reals):
                self.save("x.npy", array)
                types = ["uint8", "float16", "float32"] if array is rgb else ["float16", "float32"]
                for dtype in types:
                    for layout in ("nhwc", "nchw"):
                        for encoding in ("raw", "gzip"):
                            with self.subTest(dtype=dtype, layout=layout, encoding=encoding, of=array.dtype):
                                out = self.milled('path = "x.npy"\nnum_classes = 1', "",
                                                  f'encoding = "{encoding}"\ndtype = "{dtype}"\nlayout = "{layout}"')
                                found = stored(out)
                                self.assertEqual(found.dtype, dtype)
                                found = found if layout == "nhwc" else found.transpose(0, 2, 3, 1)
                                np.testing.assert_array_equal(found, array.astype(dtype))
                                done = run("verify", out, "--replay", 6, "--census")
                                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                                self.assertIn("6 rows made again from their addresses: 0 differ", done.stdout)

    def test_replay_and_show_draw_what_is_stored(self):
        ramp = np.tile(np.arange(256, dtype="u1"), (4, 8, 1))[..., None].repeat(3, 3)
        self.save("x.npy", ramp)
        out = self.milled('path = "x.npy"\nnum_classes = 1', output='dtype = "float16"\nlayout = "nchw"')
        sheet, picture = self.folder / "sheet.png", self.folder / "one.png"
        for arguments in (("show", out, "--no-original", "-o", sheet),
                          ("replay", out, "--epoch", 0, "--sample", 2, "-o", picture)):
            done = run(*arguments)
            self.assertEqual(done.returncode, 0, done.stderr)
        np.testing.assert_array_equal(np.asarray(Image.open(picture)), ramp[2])
        drawn = np.asarray(Image.open(sheet))
        self.assertTrue(any((drawn[y:y + 8, 6:262] == ramp[0]).all() for y in range(drawn.shape[0] - 8)))

    def test_what_cannot_be_is_told_by_the_plan(self):
        self.save("x.npy", numbers("f4", (4, 6, 6, 5)))
        source = 'path = "x.npy"\nnum_classes = 1'
        for op in ("color_jitter", "random_grayscale", 'gaussian_blur"\nkernel_size = 3\n#'):
            text = self.refused(64, source, f'[[augment]]\nop = "{op}"')
            self.assertRegex(text, r"r\.toml:\d+:.*needs 8-bit pixels of 3 channels, and gets f32 of 5")
        text = self.refused(64, source, '[[augment]]\nop = "random_crop"\nsize = [7, 7]')
        self.assertRegex(text, r"r\.toml:\d+:.*a picture of 6x6 is smaller than the crop of 7x7")
        text = self.refused(64, source, '[[augment]]\nop = "pad"\npadding = 1\nfill = [1, 2, 3]')
        self.assertIn("fill has 3 numbers, and the pictures have 5 channels", text)
        text = self.refused(64, source, '[[augment]]\nop = "normalize"\nmean = [1, 2, 3]\nstd = 1')
        self.assertIn("mean has 3 numbers, and the pictures have 5 channels", text)
        self.assertIn('dtype = "uint8", and the pixels are f32', self.refused(64, source, "", 'dtype = "uint8"'))
        self.assertIn("stores 8-bit pictures", self.refused(64, source, "", 'encoding = "png"'))
        self.assertIn("dtype", self.refused(64, source, "", 'encoding = "png"\ndtype = "uint8"'))

    def test_geometry_of_many_channels(self):
        made = numbers("f4", (4, 6, 8, 5))
        self.save("x.npy", made)
        source = 'path = "x.npy"\nnum_classes = 1'
        found = stored(self.milled(source, '[[augment]]\nop = "random_horizontal_flip"\np = 1.0'))
        np.testing.assert_array_equal(found, made[:, :, ::-1])
        found = stored(self.milled(source, '[[augment]]\nop = "pad"\npadding = [1, 2]\nfill = -7.5'))
        np.testing.assert_array_equal(found, np.pad(made, ((0, 0), (2, 2), (1, 1), (0, 0)), constant_values=-7.5))
        found = stored(self.milled(source, '[[augment]]\nop = "center_crop"\nsize = [2, 4]'))
        np.testing.assert_array_equal(found, made[:, 2:4, 2:6])
        found = stored(self.milled(source, '[[augment]]\nop = "resize"\nsize = [3, 4]'))
        self.save("y.npy", np.ascontiguousarray(made[..., 4:]))
        alone = stored(self.milled('path = "y.npy"\nnum_classes = 1', '[[augment]]\nop = "resize"\nsize = [3, 4]'))
        np.testing.assert_array_equal(found[..., 4:], alone)
        mean = np.float32([0, 1, 2, 3, 4])
        found = stored(self.milled(source, '[[augment]]\nop = "normalize"\nmean = [0, 1, 2, 3, 4]\nstd = 2'))
        np.testing.assert_array_equal(found, (made - mean) / np.float32(2))

    def test_ranks_and_threads_never_enter(self):
        self.save("x.npy", np.asfortranarray(numbers("f8", (40, 9, 8, 2))))
        more = '[[augment]]\nop = "random_crop"\nsize = [6, 5]\n[[augment]]\nop = "gaussian_noise"\nclip = false'
        recipe = self.recipe_of('path = "x.npy"\nnum_classes = 1', more, 'dtype = "float16"\nshard_rows = 7')
        trees = []
        for ranks, threads in [(None, 1), (None, 3), (2, 2)]:
            out = self.folder / f"tree-{ranks}-{threads}"
            self.mill(out, "--threads", threads, "--set", "epochs=2", ranks=ranks, recipe=recipe)
            trees.append(digests(out))
        self.assertEqual(trees[0], trees[1])
        self.assertEqual(trees[0], trees[2])

    def test_plain_outputs_say_nothing_of_types(self):
        self.save("x.npy", numbers("u1", (4, 3, 2)))
        out = self.milled('path = "x.npy"\nnum_classes = 1')
        with h5py.File(out / shards(out)[0], "r") as file:
            recipe = file.attrs["recipe"]
            recipe = recipe.decode() if isinstance(recipe, bytes) else recipe
            self.assertNotIn("dtype", recipe)
            self.assertNotIn("layout", file["image"].attrs)


class Cases(ArrayTest):
    """The odd files, each as the list of cases says."""

    def case(self, name):
        path = SHARED / "cases" / name
        if not path.exists():
            self.skipTest(f"{path} is not there")
        return path

    def source(self, name, more="num_classes = 1"):
        return f'path = "{self.case(name)}"\n{more}'

    def test_orders_give_equal_arrays(self):
        expected = np.load(self.case("E15/c_order.npy"))
        for name in ("E15/c_order.npy", "E15/fortran_order.npy"):
            found = stored(self.milled(self.source(name)))
            np.testing.assert_array_equal(found, expected[..., None].repeat(3, 3))

    def test_types(self):
        for name in ("E16/big_endian_f4.npy", "E16/bool.npy", "E16/f2.npy", "E16/u1_2d.npy", "C11/2011_000003.npy"):
            expected = np.load(self.case(name))
            with self.subTest(name):
                found = stored(self.milled(self.source(name)))
                np.testing.assert_array_equal(found.reshape(expected.shape), expected.astype("f4"))

    def test_a_photo_in_a_table(self):
        path = shutil.copy(self.case("E15/chelsea.npy"), self.folder / "photo.npy")
        (self.folder / "t.csv").write_text("image,label\nphoto.npy,cat\n")
        recipe = self.write_recipe("c.toml", 'seed = 1\nunique = false\n[source]\nkind = "csv"\npath = "t.csv"\n'
                                             '[output]\npath = "c"\n[[augment]]\nop = "resize"\nsize = [300, 451]\n')
        done = run("run", recipe)
        self.assertEqual(done.returncode, 0, done.stderr)
        np.testing.assert_array_equal(stored(self.folder / "c")[0], np.load(path))

    def test_an_array_that_is_no_photo_is_a_bad_sample_of_a_table(self):
        shutil.copy(self.case("E16/big_endian_f4.npy"), self.folder / "reals.npy")
        (self.folder / "t.csv").write_text("image,label\nreals.npy,cat\n")
        recipe = self.write_recipe("d.toml", 'seed = 1\nunique = false\n[source]\nkind = "csv"\npath = "t.csv"\n'
                                             '[output]\npath = "d"\n[[augment]]\nop = "resize"\nsize = [3, 4]\n')
        done = run("run", recipe)
        self.assertEqual(done.returncode, 65, done.stderr)
        self.assertRegex(done.stderr, 'sample 0.*kind = "npy"')

    def test_sizes_that_lie(self):
        for name in ("E16/extra_bytes.npy", "E16/lying_shape.npy", "E16/truncated.npy"):
            self.assertRegex(self.refused(65, self.source(name)), r"its header says .* bytes, and \d+ follow")
        self.assertIn("more bytes than any file has", self.refused(65, self.source("E16/huge_shape.npy")))

    def test_no_samples(self):
        text = self.refused(65, self.source("E16/zero_len.npy"))
        self.assertRegex(text, "no samples|is no picture")

    def test_two_arrays(self):
        path = self.case("E16/two_arrays.npz")
        with np.load(path) as arrays:
            out = self.milled(self.source("E16/two_arrays.npz", 'array = "images"\nlabels_array = "labels"'))
            np.testing.assert_array_equal(stored(out, "label"), arrays["labels"])
            np.testing.assert_array_equal(stored(out)[..., 0], arrays["images"])


if __name__ == "__main__":
    unittest.main()
