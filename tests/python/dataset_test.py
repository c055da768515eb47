"""EpochDataset without torch: every field as h5py reads it, in copies, from few handles."""

import copy
import csv
import io
import os
import pickle
import signal
import subprocess
import sys
import threading
import unittest

import h5py
import numpy as np
from PIL import Image

from milled import ROOT, MilledTest, open_files

from epochmill import EpochDataset, Shard, stack

ANNOTATED = """seed = 9
epochs = 2
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
shard_rows = 5
encoding = "{encoding}"
[[augment]]
op = "random_crop"
size = [64, 72]
[[augment]]
op = "keep"
name = "clean"
{ops}
"""
NOISE = '[[augment]]\nop = "gaussian_noise"\nsigma = 0.1\n'
VIEWS = '[[augment]]\nop = "five_crop"\nsize = [60, 70]\n'


def plain_row(path, row):
    """A row of a shard by h5py and Pillow alone, as docs/format.md describes it: {field: array, number or text}."""
    found = {}
    with h5py.File(path) as file:
        names = [name.decode().rstrip("\0").lstrip("/") for name in file.attrs["datasets"]]
        for name in names:
            if name.endswith("_offset") or name.split("/")[0] in ("order", "rejected"):
                continue
            data = file[name]
            if "format" in data.attrs:
                start, end = file[name.replace("_bytes", "_offset")][row:row + 2]
                found[name[:-6]] = np.array(Image.open(io.BytesIO(data[start:end].tobytes())))
            elif name in ("box", "box_label"):
                start, end = file["box_offset"][row:row + 2]
                found[name] = data[start:end]
            else:
                found[name] = data[row].decode() if name == "key" else data[row]
    return found


class Dataset(MilledTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.raw = cls.synthetic("raw")
        cls.write_annotated()

    @classmethod
    def write_annotated(cls):
        data = cls.folder / "data"
        draw = np.random.default_rng(3)
        with open(data / "table.csv", "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["path", "label", "colour", "mask", "x0", "y0", "x1", "y1", "kind"])
            for number in range(12):
                Image.fromarray(draw.integers(0, 256, (80, 90, 3), np.uint8)).save(data / f"p{number}.png")
                Image.fromarray(draw.integers(0, 9, (80, 90), np.uint8)).save(data / f"m{number}.png")
                row = [f"p{number}.png", number % 3, "red" if number % 2 else "blue", f"m{number}.png"]
                boxes = [(2, 3, 40 + box, 50, "ab"[box % 2]) for box in range(number % 4)] or [("",) * 5]
                writer.writerows([*row, *box] for box in boxes)

    def check_equal(self, sample, path, row):
        expected = plain_row(path, row)
        self.assertEqual(set(sample), set(expected))
        for name, value in expected.items():
            np.testing.assert_array_equal(sample[name], value, err_msg=f"{path} row {row}: {name}")
            if isinstance(sample[name], np.ndarray) and name != "mix_partner":
                self.assertEqual(sample[name].dtype, value.dtype, name)

    def check_all(self, out, epoch=0):
        shards = sorted((out / f"epoch-{epoch:04}").glob("*.h5"))
        dataset = EpochDataset(out, epoch, fields=Shard(shards[0]).fields)
        for index in range(len(dataset)):
            shard, row = dataset.locate(index)
            self.check_equal(dataset[index], shards[shard], row)
        return dataset

    def test_every_field_is_what_h5py_reads(self):
        for encoding in ("raw", "gzip", "png", "jpeg"):
            for name, ops in (("noise", NOISE), ("views", VIEWS)):
                with self.subTest(encoding=encoding, ops=name):
                    out = self.milled(f"annotated-{encoding}-{name}", ANNOTATED.format(encoding=encoding, ops=ops))
                    dataset = self.check_all(out, 1)
                    expected = {"image", "mask", "box", "box_label", "keep/clean", "extra_label/colour", "key", "draws"}
                    self.assertLessEqual(expected, set(dataset[0]))
        self.assertEqual([dataset[i]["view"] for i in range(5)], list(range(5)))

    def test_types_and_layouts(self):
        for output in ('dtype = "float16"\nlayout = "nchw"', 'dtype = "float32"', 'layout = "nchw"'):
            for encoding in ("raw", "gzip"):
                with self.subTest(output=output, encoding=encoding):
                    name = f"typed-{encoding}-{len(output)}"
                    out = self.synthetic(name, samples=9, epochs=1, encoding=encoding, output=output)
                    dataset = self.check_all(out)
                    self.assertEqual(dataset[0]["image"].shape, (3, 40, 40) if "nchw" in output else (40, 40, 3))

    def test_mixed_labels_are_soft_labels(self):
        ops = '[[augment]]\nop = "mixup"\nalpha = 1.0\np = 0.7\n'
        out = self.synthetic("mixed", ops=ops, top="unique = false", epochs=1)
        self.check_all(out)
        soft = EpochDataset(out, fields=("soft_label", "label", "mix_label", "mix_weight"))
        for sample in soft:
            expected = np.zeros(5, np.float32)
            expected[sample["label"]] += np.float32(sample["mix_weight"])
            expected[sample["mix_label"]] += 1 - np.float32(sample["mix_weight"])
            np.testing.assert_allclose(sample["soft_label"], expected, atol=1e-6)
        one_hot = EpochDataset(self.raw, fields=("soft_label", "label"))[3]
        np.testing.assert_array_equal(one_hot["soft_label"], np.eye(5, dtype=np.float32)[one_hot["label"]])

    def test_mosaic_has_several_partners(self):
        ops = '[[augment]]\nop = "mosaic"\nsize = [48, 48]\n'
        out = self.synthetic("mosaic", ops=ops, top="unique = false", epochs=1, samples=10)
        self.assertEqual(self.check_all(out)[0]["mix_partner"].shape, (3,))

    def test_an_index_is_the_same_sample_in_every_epoch(self):
        dataset = EpochDataset(self.raw)
        first = [sample["sample"] for sample in dataset]
        self.assertEqual(sorted(first), list(range(50)))
        images = np.stack([sample["image"] for sample in dataset])
        dataset.set_epoch(2)
        self.assertEqual([sample["sample"] for sample in dataset], first)
        self.assertFalse((images == np.stack([sample["image"] for sample in dataset])).all())
        self.assertEqual(dataset[-1]["sample"], first[-1])
        with self.assertRaises(IndexError):
            dataset[50]

    def test_rows_are_copies_by_default_and_views_on_request(self):
        ours, path = EpochDataset(self.raw), next((self.raw / "epoch-0000").glob("*.h5"))
        before = path.read_bytes()
        first = ours[0]
        for value in first.values():
            if isinstance(value, np.ndarray):
                self.assertTrue(value.flags.writeable and value.flags.owndata or value.base is not None)
                value[...] = 0
        self.assertEqual(path.read_bytes(), before)
        self.assertTrue(ours[0]["image"].any())
        views = EpochDataset(self.raw, copy=False)
        view = views[0]["image"]
        self.assertFalse(view.flags.writeable)
        views.close()
        np.testing.assert_array_equal(view, ours[0]["image"])

    def test_a_batch_is_the_stack_of_its_rows(self):
        for out in (self.raw, self.milled("annotated-raw", ANNOTATED.format(encoding="raw", ops=NOISE))):
            dataset = EpochDataset(out)
            picked = [3, 0, 11, 7, 3]
            batch, expected = dataset.batch(picked), stack([dataset[index] for index in picked])
            self.assertEqual(list(batch), list(expected))
            for name, value in expected.items():
                self.assertEqual(type(batch[name]), type(value), name)
                if name in ("box", "box_label"):
                    for mine, other in zip(batch[name], value):
                        np.testing.assert_array_equal(mine, other)
                else:
                    np.testing.assert_array_equal(batch[name], value, err_msg=name)

    def test_handles_are_few(self):
        out = self.synthetic("many", samples=40, shard_rows=2, epochs=2)
        before = len(open_files())
        dataset = EpochDataset(out, open_shards=3)
        self.assertEqual(len(open_files()), before, "nothing is opened before the first row")
        for epoch in (0, 1, 0, 1):
            dataset.set_epoch(epoch)
            for index in np.random.default_rng(epoch).permutation(40):
                dataset[index]
                self.assertLessEqual(len(open_files()), before + 3)
        dataset.close()
        self.assertEqual(len(open_files()), before)

    def test_threads_may_share_it(self):
        out = self.synthetic("many", samples=40, shard_rows=2, epochs=2)
        dataset, faults = EpochDataset(out, open_shards=2), []
        expected = [sample["key"] for sample in EpochDataset(out)]

        def read(seed):
            for index in np.random.default_rng(seed).integers(0, 40, 300):
                if dataset[index]["key"] != expected[index]:
                    faults.append(index)

        threads = [threading.Thread(target=read, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(faults, [])

    def test_a_child_that_is_forked_while_a_thread_opens_a_shard_does_not_hang(self):
        dataset = EpochDataset(self.raw)
        dataset[0]
        with dataset._shards._lock:
            child = os.fork()
            if child == 0:
                signal.alarm(20)
                os._exit(0 if dataset[0]["image"].any() else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_it_can_be_pickled_and_copied(self):
        dataset = EpochDataset(self.raw, 1, fields=("digest",))
        expected = dataset[7]["digest"]
        for twin in (pickle.loads(pickle.dumps(dataset)), copy.deepcopy(dataset)):
            self.assertEqual(twin[7]["digest"], expected)
            twin.set_epoch(2)
        self.assertEqual(dataset.epoch, 1)

    def test_nothing_of_it_needs_torch_or_pillow(self):
        code = ("import sys; sys.modules['torch'] = sys.modules['PIL'] = None\n"
                "from epochmill import EpochDataset, EpochIterable\n"
                f"print(sum(len(b['label']) for b in EpochIterable({str(self.raw)!r}, batch_size=7)))\n")
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT / "python")
        self.assertEqual((done.returncode, done.stdout), (0, "50\n"), done.stderr)


if __name__ == "__main__":
    unittest.main()
