"""check_dataset over planted faults, each with the coordinate that it lacks, and over datasets that are right."""

import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))

try:
    import numpy as np
    import torch
    from torch.utils.data import Dataset, IterableDataset, get_worker_info
except ImportError as missing:
    print(f"skipped: {missing}; needs torch and NumPy (Debian: python3-torchvision)")
    sys.exit(77)

from epochmill.audit import check_dataset  # noqa: E402

torch.set_num_threads(1)


class Items(Dataset):
    """Three numbers for each item; how they are drawn is the subclass's."""

    top = 1000

    def __init__(self):
        self.epoch = 0

    def __len__(self):
        return 16

    def __getitem__(self, index):
        return {"drawn": self.draw(index), "label": index}


class HeldByObject(Items):
    def __init__(self):
        super().__init__()
        self.rng = np.random.default_rng(1)

    def draw(self, index):
        return self.rng.integers(0, self.top, 3)


class HeldTorch(Items):
    def __init__(self):
        super().__init__()
        self.generator = torch.Generator().manual_seed(1)

    def draw(self, index):
        return torch.randint(0, self.top, (3,), generator=self.generator)


class ReseededBySetEpoch(HeldByObject):
    def set_epoch(self, epoch):
        self.rng = np.random.default_rng((7, epoch))


class GlobalNumpy(Items):
    def draw(self, index):
        return np.random.randint(0, self.top, 3)


class GlobalPython(Items):
    def draw(self, index):
        return [random.randrange(self.top) for _ in range(3)]


class GlobalTorch(Items):
    def draw(self, index):
        return torch.randint(0, self.top, (3,))


class SeededByIndex(Items):
    def draw(self, index):
        return np.random.default_rng(index).integers(0, self.top, 3)


class SeededByConstant(Items):
    def draw(self, index):
        np.random.seed(0)
        return np.random.randint(0, self.top, 3)


class SeededByEpochAndIndex(Items):
    def set_epoch(self, epoch):
        self.epoch = epoch

    def draw(self, index):
        return np.random.default_rng((self.epoch, index)).integers(0, self.top, 3)


class SumOfWorkerAndEpoch(Items):
    """A generator of each worker, seeded by a sum."""

    rng = None

    def set_epoch(self, epoch):
        self.epoch = epoch

    def draw(self, index):
        if get_worker_info() is None:
            return np.random.randint(0, self.top, 3)
        if self.rng is None:
            self.rng = np.random.default_rng(100 + get_worker_info().id + self.epoch)
        return self.rng.integers(0, self.top, 3)


class Coin(HeldByObject):
    top = 2

    def draw(self, index):
        return int(self.rng.integers(2))


class FairCoin(Items):
    def draw(self, index):
        return int(torch.randint(2, ()))


class TwoFields(HeldByObject):
    """One field is right, one is not."""

    def __getitem__(self, index):
        return torch.rand(3), {"noise": self.rng.normal(size=3)}


class Plain(Items):
    def draw(self, index):
        return np.arange(3)


class Stream(IterableDataset):
    def __init__(self, is_held):
        self.rng = np.random.default_rng(3) if is_held else None

    def __iter__(self):
        while True:
            yield self.rng.random(2) if self.rng is not None else torch.rand(2)


def by_worker_id(worker_id):
    np.random.seed(worker_id)


class PlantedFaults(unittest.TestCase):
    def missing(self, dataset, **options):
        self.check = check_dataset(dataset, **options)
        return sorted(self.check.missing)

    def test_held_generators_lack_worker_and_epoch(self):
        for dataset in (HeldByObject(), HeldTorch(), Stream(True)):
            self.assertEqual(self.missing(dataset), ["epoch", "worker"], str(self.check))

    def test_one_worker_lacks_the_epoch_alone(self):
        self.assertEqual(self.missing(HeldByObject(), workers=(1,)), ["epoch"])
        self.assertEqual(self.missing(HeldByObject(), workers=(0,)), [])

    def test_persistent_workers_lack_the_worker_alone(self):
        self.assertEqual(self.missing(HeldByObject(), workers=(4,), persistent_workers=True), ["worker"])

    def test_set_epoch_in_the_main_process_leaves_workers_alike(self):
        self.assertEqual(self.missing(ReseededBySetEpoch()), ["worker"])

    def test_the_half_cure_lacks_the_epoch(self):
        self.assertEqual(self.missing(GlobalNumpy(), worker_init_fn=by_worker_id), ["epoch"])

    def test_a_seed_from_the_index_or_a_constant_lacks_the_epoch(self):
        for dataset in (SeededByIndex(), SeededByConstant()):
            self.assertEqual(self.missing(dataset), ["epoch"])
            self.assertIn("seeds a generator", str(self.check))

    def test_a_sum_is_seen_along_the_diagonal(self):
        self.assertEqual(self.missing(SumOfWorkerAndEpoch()), ["worker + epoch"], str(self.check))

    def test_ranks_that_start_alike(self):
        alike = dict(ranks=2, seed_rank=lambda rank: torch.manual_seed(5))
        self.assertEqual(self.missing(GlobalTorch(), workers=(2,), **alike), ["rank"])
        apart = dict(ranks=2, seed_rank=lambda rank: torch.manual_seed(1000 * rank))
        self.assertEqual(self.missing(GlobalTorch(), workers=(2,), **apart), [])
        # Worker 1 of rank 0 is worker 0 of rank 1: torch's seeds of workers are a base plus their number.
        fixed = dict(ranks=2, seed_rank=lambda rank: None, worker_init_fn=lambda worker: np.random.seed(worker))
        self.assertEqual(self.missing(GlobalNumpy(), workers=(2,), **fixed), ["epoch", "rank"])

    def test_few_outcomes_are_told_from_chance(self):
        self.assertEqual(self.missing(Coin(), workers=(4,), draws=48), ["epoch", "worker"], str(self.check))
        self.assertEqual(self.missing(FairCoin(), workers=(4,), draws=48), [])
        seen = [each for each in self.check.comparisons if each.differs_by == "worker"][0]
        self.assertTrue(seen.is_decided)
        self.assertLess(abs(seen.seen - seen.expected), 0.2 * seen.pairs)

    def test_too_few_draws_are_admitted(self):
        self.assertEqual(self.missing(FairCoin(), workers=(4,), draws=8), [])
        self.assertIn("cannot tell", str(self.check))

    def test_the_field_is_named(self):
        self.assertEqual(self.missing(TwoFields(), workers=(2,)), ["worker", "epoch"][::-1])
        self.assertEqual({each.field for each in self.check.comparisons if each.is_fault}, {"1.noise"})


class RightOnes(unittest.TestCase):
    def test_nothing_is_missing(self):
        for dataset in (GlobalTorch(), GlobalPython(), SeededByEpochAndIndex(), Plain(), Stream(False)):
            check = check_dataset(dataset)
            self.assertEqual(check.missing, [], f"{type(dataset).__name__}\n{check}")
            self.assertTrue(check.ok)

    def test_numpy_is_seeded_in_workers_of_this_torch(self):
        if tuple(map(int, torch.__version__.split(".")[:2])) >= (1, 9):
            self.assertEqual(check_dataset(GlobalNumpy()).missing, [])

    def test_spawned_workers_are_checked_likewise(self):
        check = check_dataset(HeldByObject(), workers=(2,), epochs=2, draws=6, multiprocessing_context="spawn")
        self.assertEqual(sorted(check.missing), ["epoch", "worker"])

    def test_the_state_of_this_process_is_kept(self):
        torch.manual_seed(1)
        np.random.seed(1)
        before = torch.get_rng_state().clone(), np.random.get_state()[1].copy()
        check_dataset(GlobalNumpy(), workers=(0, 2), epochs=2)
        self.assertTrue(torch.equal(before[0], torch.get_rng_state()))
        np.testing.assert_array_equal(before[1], np.random.get_state()[1])

    def test_wrong_questions_are_refused(self):
        with self.assertRaisesRegex(ValueError, "seed_rank"):
            check_dataset(GlobalTorch(), ranks=2)
        with self.assertRaisesRegex(ValueError, "at least 2 draws"):
            check_dataset(GlobalTorch(), draws=1)


if __name__ == "__main__":
    unittest.main()
