"""EpochLoader and DataLoader: the same content from any workers, however they start, and no handle that stays behind.

Skipped without torch.
"""

import gc
import hashlib
import sys
import unittest
import warnings

try:
    import torch
    from torch.utils.data import DataLoader
except ImportError as missing:
    print(f"skipped: {missing}; needs torch (Debian: python3-torchvision)")
    sys.exit(77)

import numpy as np
from milled import MilledTest, open_files

from epochmill import EpochDataset, EpochIterable, EpochLoader, EpochSampler, collate, stack

warnings.filterwarnings("ignore", message="This DataLoader will create")
torch.set_num_threads(1)


def content(batches):
    """One hash of all that batches hold, in their order."""
    found = hashlib.sha256()

    def add(value):
        if isinstance(value, dict):
            for name in value:
                found.update(name.encode())
                add(value[name])
        elif isinstance(value, (list, tuple)):
            for item in value:
                add(item)
        elif isinstance(value, torch.Tensor):
            found.update(value.contiguous().numpy().tobytes())
        else:
            found.update(repr(value).encode())

    count = 0
    for batch in batches:
        add(batch)
        count += 1
    return count, found.hexdigest()


def brighter(sample):
    """A transform that spawned workers can import."""
    return sample["image"].astype(np.float32) / 255, sample["label"]


WORKERS = [(0, None), (1, "fork"), (4, "fork"), (1, "spawn"), (4, "spawn")]


class Loader(MilledTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.out = cls.synthetic("raw", samples=101, epochs=4)

    def loader(self, workers=0, context=None, dataset=None, **options):
        if context is not None:
            options["multiprocessing_context"] = context
        return EpochLoader(dataset or EpochDataset(self.out), 8, num_workers=workers, **options)

    def test_workers_change_nothing(self):
        """Two epochs each: those that stay must follow set_epoch."""
        found = {}
        for workers, context in WORKERS:
            loader = self.loader(workers, context, order="shards", interleave=2, persistent_workers=workers > 0)
            found[workers, context] = []
            for epoch in (2, 3):
                loader.set_epoch(epoch)
                self.assertEqual(len(loader), 13)
                found[workers, context].append(content(loader))
        self.assertEqual(len({tuple(each) for each in found.values()}), 1, found)
        self.assertNotEqual(*found[0, None])
        self.assertEqual(found[0, None][0][0], 13)

    def test_nor_do_they_with_a_plain_data_loader(self):
        found = {}
        for workers, context in WORKERS[:3] + WORKERS[4:]:
            dataset = EpochDataset(self.out, 1, fields=("image", "label"), transform=brighter)
            loader = DataLoader(dataset, 8, sampler=EpochSampler(dataset), collate_fn=collate, num_workers=workers,
                                multiprocessing_context=context, persistent_workers=workers > 0)
            first = content(loader)
            dataset.set_epoch(3)
            found[workers, context] = first, content(loader)
        self.assertEqual(len(set(found.values())), 1, found)
        self.assertNotEqual(*found[0, None])

    def test_nor_with_an_iterable(self):
        found = []
        for workers in (0, 1, 4):
            stream = EpochIterable(self.out, 1, batch_size=8, collate=collate)
            found.append(content(DataLoader(stream, batch_size=None, num_workers=workers)))
        self.assertEqual(len(set(found)), 1)
        samples = []
        for workers in (0, 3):
            stream = EpochIterable(self.out, 1, fields=("sample",))
            samples.append([sample["sample"] for sample in DataLoader(stream, batch_size=None, num_workers=workers)])
        self.assertEqual(samples[0], samples[1])
        self.assertEqual(sorted(samples[0]), list(range(101)))

    def test_pictures_that_are_handed_over_are_those_of_the_shards(self):
        """Batches are kept while later ones come: their memory must be their own."""
        dataset = EpochDataset(self.out)
        for options in ({}, {"prefetch_factor": 1}, {"persistent_workers": True}):
            batches = list(self.loader(2, **options))
            for batch in batches:
                for image, sample in zip(batch["image"], batch["sample"]):
                    index = self.index_of[int(sample)]
                    np.testing.assert_array_equal(image.numpy(), dataset[index]["image"])
        self.assertEqual(sum(len(batch["image"]) for batch in batches), 101)

    @property
    def index_of(self):
        return {sample["sample"]: index for index, sample in enumerate(EpochDataset(self.out, fields=("sample",)))}

    def test_two_passes_at_once_do_not_meet(self):
        loader = self.loader(2)
        whole = content(self.loader())
        pairs = list(zip(loader, loader))
        self.assertEqual(content(first for first, _ in pairs), whole)
        self.assertEqual(content(second for _, second in pairs), whole)

    def test_a_pass_that_is_broken_off_leaves_nothing(self):
        for persistent in (False, True):
            loader = self.loader(2, persistent_workers=persistent)
            for _ in range(6):
                for number, _ in enumerate(loader):
                    if number == 2:
                        break
                loader.set_epoch(loader.epoch)
            self.assertEqual(content(loader), content(self.loader()))

    def test_batches_are_tensors(self):
        batch = next(iter(self.loader(1)))
        self.assertEqual((batch["image"].dtype, tuple(batch["image"].shape)), (torch.uint8, (8, 40, 40, 3)))
        self.assertEqual((batch["label"].dtype, tuple(batch["label"].shape)), (torch.int64, (8,)))
        self.assertEqual((batch["draws"].dtype, batch["sample"].dtype), (torch.float32, torch.int64))
        self.assertIsInstance(batch["key"][0], str)
        digests = EpochLoader(EpochDataset(self.out, fields=("digest", "key")), 8)
        self.assertTrue(all(isinstance(digest, int) for digest in next(iter(digests))["digest"]))

    def test_torchs_own_collate_takes_rows_without_boxes(self):
        batches = list(DataLoader(EpochDataset(self.out), 8, shuffle=True))
        self.assertEqual(sorted(int(s) for batch in batches for s in batch["sample"]), list(range(101)))

    def test_collate_keeps_ragged_boxes_as_lists(self):
        boxes = [np.zeros((count, 4), np.float32) for count in (2, 0, 1)]
        samples = [{"image": np.full((2, 2), n, np.uint8), "box": box, "box_label": np.arange(len(box)),
                    "mix_weight": 0.5, "key": "k"} for n, box in enumerate(boxes)]
        batch, plain = collate(samples), stack(samples)
        self.assertEqual([tuple(box.shape) for box in batch["box"]], [(2, 4), (0, 4), (1, 4)])
        self.assertEqual([box.shape for box in plain["box"]], [(2, 4), (0, 4), (1, 4)])
        self.assertEqual(batch["image"].shape, (3, 2, 2))
        self.assertEqual(batch["mix_weight"].dtype, torch.float32)
        images, keys = collate([(sample["image"], sample["key"]) for sample in samples])
        self.assertEqual((tuple(images.shape), keys), ((3, 2, 2), ["k"] * 3))
        samples[1]["image"] = np.zeros((3, 2), np.uint8)
        for put_together in (collate, stack):
            with self.assertRaisesRegex(ValueError, r"image: .*\(2, 2\).*\(3, 2\)"):
                put_together(samples)

    def test_handles_do_not_leak_over_20_epochs(self):
        for workers, persistent in ((0, False), (2, False), (2, True)):
            with self.subTest(workers=workers, persistent=persistent):
                dataset = EpochDataset(self.out, open_shards=3)
                loader = self.loader(workers, dataset=dataset, persistent_workers=persistent)
                counts = []
                for epoch in range(20):
                    loader.set_epoch(epoch % 4)
                    self.assertEqual(sum(len(batch["label"]) for batch in loader), 101)
                    gc.collect()
                    counts.append(len(open_files()))
                # Torch takes its time to close the pipes of workers that ended, so single counts go up and down.
                self.assertLessEqual(min(counts[-5:]), max(counts[:2]), counts)

    def test_handles_of_workers_do_not_leak(self):
        dataset = EpochDataset(self.out, transform=CountFiles(), open_shards=3)
        loader = self.loader(1, dataset=dataset, persistent_workers=True)
        counts, all_counts = [], []
        for epoch in range(20):
            loader.set_epoch(epoch % 4)
            batches = list(loader)
            counts.append(max(int(batch["shards"].max()) for batch in batches))
            all_counts.append(min(int(batch["files"].min()) for batch in batches))
        self.assertEqual(set(counts), {3})
        # Torch has some open for a while, to hand tensors over.
        self.assertLessEqual(min(all_counts[-5:]), max(all_counts[:2]), all_counts)

    def test_a_state_goes_on_with_another_number_of_workers(self):
        whole = [batch["sample"].tolist() for batch in self.loader()]
        for before, after in ((0, 4), (4, 0), (1, 2)):
            loader = self.loader(before)
            batches = iter(loader)
            first = [next(batches)["sample"].tolist() for _ in range(5)]
            state = loader.state_dict()
            self.assertEqual(state["rows_read"], 40)
            other = self.loader(after, dataset=EpochDataset(self.out, 2))
            other.load_state_dict(state)
            self.assertEqual(other.state_dict(), state)
            self.assertEqual(len(other), 8)
            self.assertEqual(first + [batch["sample"].tolist() for batch in other], whole)
            self.assertEqual(other.state_dict()["rows_read"], 101)
            self.assertEqual([batch["sample"].tolist() for batch in other], whole, "another pass is one over all")

    def test_states_of_persistent_workers(self):
        loader = self.loader(2, persistent_workers=True)
        whole = [batch["sample"].tolist() for batch in loader]
        loader.load_state_dict({**loader.state_dict(), "rows_read": 24})
        self.assertEqual([batch["sample"].tolist() for batch in loader], whole[3:])

    def test_an_iterable_that_workers_read_has_no_state_of_its_own(self):
        stream = EpochIterable(self.out, batch_size=8)
        list(DataLoader(stream, batch_size=None, num_workers=1))
        with self.assertRaisesRegex(RuntimeError, "EpochLoader"):
            stream.state_dict()
        self.assertEqual(stream.state_dict(3)["rows_read"], 24)

    def test_ranks_and_workers_read_every_sample_once(self):
        for order in ("random", "stored"):
            read = []
            for rank in range(3):
                loader = self.loader(2, order=order, rank=rank, world_size=3)
                read += [int(sample) for batch in loader for sample in batch["sample"]]
            self.assertEqual(sorted(read), list(range(101)))

    def test_errors_reach_the_training_loop(self):
        out = self.synthetic("cut", samples=20, epochs=1)
        path = next((out / "epoch-0000").glob("*.h5"))
        path.write_bytes(path.read_bytes()[:-1])
        with self.assertRaisesRegex(Exception, "cut off or replaced"):
            list(EpochLoader(EpochDataset(out), 8, num_workers=1, order="sequential"))

    def test_options_that_mean_something_else_are_refused(self):
        with self.assertRaisesRegex(TypeError, "shuffle.*EpochSampler"):
            self.loader(shuffle=True)


class CountFiles:
    """Tells how many files the process has open that reads."""

    def __call__(self, sample):
        files = open_files()
        return {"label": sample["label"], "files": len(files), "shards": sum(name.endswith(".h5") for name in files)}


if __name__ == "__main__":
    unittest.main()
