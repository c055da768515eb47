"""What is wrong with an output folder or a shard is said clearly: what, where, what was expected, what to do."""

import shutil
import threading
import unittest

import h5py
import numpy as np
from PIL import Image

from milled import MilledTest, run

from epochmill import DatasetError, EpochDataset, EpochIterable, EpochMissing, Shard, ShardError, wait_for_epoch


class Errors(MilledTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.good = cls.synthetic("good", samples=20, epochs=3)

    def setUp(self):
        self.out = self.folder / self.id().rsplit(".", 1)[1]
        shutil.copytree(self.good, self.out)

    def shard(self, number=0, epoch=0):
        return self.out / f"epoch-{epoch:04}" / f"shard-{number:05}.h5"

    def test_past_the_last_epoch(self):
        dataset = EpochDataset(self.out)
        with self.assertRaisesRegex(EpochMissing, r"epoch 3 .*\(0 to 2\).*--epochs 3:4"):
            dataset.set_epoch(3)
        self.assertEqual(dataset.epoch, 0)
        with self.assertRaisesRegex(EpochMissing, "counted from 0"):
            EpochDataset(self.out, -1)

    def test_a_pruned_epoch(self):
        self.assertEqual(run("prune", self.out, "--before", 1).returncode, 0)
        with self.assertRaisesRegex(EpochMissing, r"epoch 0 .*\(1 to 2\).*pruned"):
            EpochDataset(self.out, 0)

    def test_a_run_that_has_finished_no_epoch(self):
        (self.out / "manifest.json").unlink()
        with self.assertRaisesRegex(DatasetError, "finished no epoch: 6 shards"):
            EpochDataset(self.out)

    def test_folders_that_are_no_output(self):
        with self.assertRaisesRegex(DatasetError, "no such folder"):
            EpochDataset(self.folder / "nowhere")
        with self.assertRaisesRegex(DatasetError, "has no manifest.json"):
            EpochDataset(self.folder)
        for text, words in (("{", "no JSON"), ('{"format": "other"}', "other"), ("[]", "None"),
                            ('{"format": "epochmill-manifest", "format_version": 9}', "version 9"),
                            ('{"format": "epochmill-manifest", "format_version": 1}', "not as epochmill")):
            (self.out / "manifest.json").write_text(text)
            with self.assertRaisesRegex(DatasetError, words):
                EpochDataset(self.out)

    def test_a_missing_shard(self):
        self.shard().unlink()
        with self.assertRaisesRegex(ShardError, "shard-00000.h5.*deleted or pruned.*repair"):
            EpochDataset(self.out)[0]

    def test_a_shard_that_is_cut_off(self):
        self.shard().write_bytes(self.shard().read_bytes()[:-1])
        with self.assertRaisesRegex(ShardError, "manifest.json says .*cut off.*repair"):
            EpochDataset(self.out)[0]

    def test_a_shard_that_is_cut_off_while_it_is_read(self):
        dataset = EpochDataset(self.out)
        dataset[0]
        with open(self.shard(), "r+b") as file:
            file.truncate(6000)
        with self.assertRaisesRegex(ShardError, "truncated"):
            dataset[10]

    def test_shards_in_each_others_place(self):
        shutil.copy(self.shard(0, 1), self.shard(0, 0))
        with self.assertRaisesRegex(ShardError, "its epoch is 1, manifest.json says 0"):
            EpochDataset(self.out)[0]

    def test_a_shard_of_another_seed(self):
        other = self.synthetic("other", "--set", "seed=8", samples=20, epochs=1)
        shutil.copy(other / "epoch-0000" / "shard-00000.h5", self.shard())
        with self.assertRaisesRegex(ShardError, "another output"):
            EpochDataset(self.out)[0]

    def test_files_that_are_no_shards(self):
        size = self.shard().stat().st_size
        self.shard().write_bytes(bytes(size))
        with self.assertRaisesRegex(ShardError, "cannot be read as a shard"):
            EpochDataset(self.out)[0]
        with h5py.File(self.folder / "plain.h5", "w") as file:
            file["image"] = np.zeros(3)
        with self.assertRaisesRegex(ShardError, "epochmill-shard"):
            Shard(self.folder / "plain.h5")

    def test_a_field_that_is_not_there(self):
        with self.assertRaisesRegex(KeyError, "no field 'mask'.*image"):
            EpochDataset(self.out, fields=("mask",))[0]

    def test_an_output_that_was_replaced(self):
        dataset = EpochDataset(self.out)
        other = self.synthetic("longer", "--set", "seed=9", samples=20, epochs=4)
        shutil.rmtree(self.out)
        shutil.copytree(other, self.out)
        with self.assertRaisesRegex(DatasetError, "another recipe"):
            dataset.set_epoch(3)

    def test_waiting_for_an_epoch(self):
        with self.assertRaisesRegex(EpochMissing, r"epoch 3 .*waited 0.2 s"):
            wait_for_epoch(self.out, 3, timeout_s=0.2, poll_s=0.05)
        other = self.synthetic("later", "--epochs", "0:1", samples=20, epochs=2)
        dataset = EpochDataset(other)
        thread = threading.Timer(0.3, lambda: self.synthetic("later", "--epochs", "1:2", samples=20, epochs=2))
        thread.start()
        self.assertEqual(sorted(wait_for_epoch(other, 1, timeout_s=60, poll_s=0.05).epochs), [0, 1])
        thread.join()
        dataset.set_epoch(1)
        self.assertEqual(len(dataset[0]["image"]), 40)

    def test_skipped_samples_have_no_row(self):
        photos = self.folder / "photos"
        for number in range(6):
            (photos / "a").mkdir(parents=True, exist_ok=True)
            Image.fromarray(np.full((50, 50, 3), number, np.uint8)).save(photos / "a" / f"{number}.png")
        (photos / "a" / "5.png").write_bytes(b"no picture")
        (photos / "a" / "4.png").write_bytes(b"no picture")
        out = self.milled("skipped", f"""seed = 1
epochs = 1
on_bad_sample = "skip"
error_budget = 0.9
[source]
kind = "folder"
path = "{photos}"
[output]
path = "out"
shard_rows = 1
[[augment]]
op = "random_crop"
size = [40, 40]
""")
        for order in ("random", "shards", "stored", "sequential"):
            keys = [sample["key"] for sample in EpochIterable(out, order=order, interleave=2)]
            self.assertEqual(sorted(keys), [f"a/{number}.png" for number in range(4)])


if __name__ == "__main__":
    unittest.main()
