"""The orders of an epoch: permutations that hang on (seed, epoch) alone, split over ranks, gone on with."""

import json
import unittest

import numpy as np

from milled import MilledTest

from epochmill import EpochDataset, EpochIterable, Shard

# Of (seed 3, epoch 1): a state that an older version saved must still fit.
KNOWN_RANDOM = [47, 50, 9, 31, 27, 30, 7, 32]
KNOWN_SHARDS = [51, 8, 50, 0, 48, 1, 52, 14]


class Orders(MilledTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.out = cls.synthetic("raw", samples=53)
        cls.dataset = EpochDataset(cls.out, fields=("sample",))

    def indices(self, epoch=0, **options):
        self.dataset.set_epoch(epoch)
        return list(EpochIterable(self.dataset, **options).indices())

    def test_each_is_a_permutation_of_its_own(self):
        seen = set()
        for order in ("random", "shards", "stored"):
            for interleave in (1, 3):
                for epoch in range(3):
                    for seed in (None, 5):
                        found = self.indices(epoch, order=order, interleave=interleave, seed=seed)
                        self.assertEqual(sorted(found), list(range(53)))
                        self.assertEqual(found, self.indices(epoch, order=order, interleave=interleave, seed=seed))
                        seen.add(tuple(found))
        self.assertEqual(len(seen), 6 + 12 + 12)
        self.assertEqual(self.indices(order="sequential"), list(range(53)))

    def test_known_answer(self):
        self.assertEqual(self.indices(1, order="random", seed=3)[:8], KNOWN_RANDOM)
        self.assertEqual(self.indices(1, order="shards", interleave=2, seed=3)[:8], KNOWN_SHARDS)

    def test_stored_is_the_order_of_the_shards(self):
        found = self.indices(2, order="stored", interleave=1)
        starts = np.cumsum([0, *self.dataset.shard_rows])
        shards = [self.dataset.locate(index)[0] for index in found]
        for number in range(len(self.dataset.shard_rows)):
            with Shard(self.out / f"epoch-0002/shard-{number:05}.h5") as shard:
                mine = [index - starts[number] for index in found if self.dataset.locate(index)[0] == number]
                self.assertEqual(mine, shard.order.tolist())
        self.assertEqual(len([1 for a, b in zip(shards, shards[1:]) if a != b]), len(set(shards)) - 1)

    def test_interleaving_takes_a_row_of_each_in_turn(self):
        found = self.indices(order="shards", interleave=3)
        shards = [self.dataset.locate(index)[0] for index in found]
        for first in range(0, 3 * min(self.dataset.shard_rows), 3):
            self.assertEqual(len(set(shards[first:first + 3])), 3)

    def test_ranks_read_every_sample_once(self):
        for order in ("random", "shards"):
            for world_size in (1, 2, 3, 7, 60):
                parts = [self.indices(order=order, rank=rank, world_size=world_size) for rank in range(world_size)]
                self.assertEqual(sorted(sum(parts, [])), list(range(53)))
                lengths = [len(part) for part in parts]
                self.assertLessEqual(max(lengths) - min(lengths), 1)
                dropped = [self.indices(order=order, rank=rank, world_size=world_size, remainder="drop")
                           for rank in range(world_size)]
                self.assertEqual({len(part) for part in dropped}, {53 // world_size})
                self.assertEqual(len(set(sum(dropped, []))), 53 - 53 % world_size)
                repeated = [self.indices(order=order, rank=rank, world_size=world_size, remainder="repeat")
                            for rank in range(world_size)]
                self.assertEqual({len(part) for part in repeated}, {-(-53 // world_size)})
                self.assertEqual(set(sum(repeated, [])), set(range(53)))

    def test_what_is_left_over_is_another_in_every_epoch(self):
        left = [set(range(53)) - set(sum((self.indices(epoch, order="random", rank=rank, world_size=4, remainder="drop")
                                          for rank in range(4)), [])) for epoch in range(3)]
        self.assertEqual([len(one) for one in left], [1, 1, 1])
        self.assertGreater(len(set.union(*left)), 1)

    def test_states_go_on_within_an_epoch_with_other_ranks(self):
        for remainder in ("uneven", "drop", "repeat"):
            for before, after in ((1, 1), (3, 1), (2, 5)):
                with self.subTest(remainder=remainder, before=before, after=after):
                    self.check_resumed(remainder, before, after)

    def check_resumed(self, remainder, before, after):
        def streams(count):
            return [EpochIterable(EpochDataset(self.out, 1, fields=("sample",)), order="random", batch_size=4,
                                  rank=rank, world_size=count, remainder=remainder) for rank in range(count)]

        read, states = [], []
        for stream in streams(before):
            batches = iter(stream)
            for _ in range(3):
                read += next(batches)["sample"].tolist()
            states.append(json.loads(json.dumps(stream.state_dict())))
        self.assertEqual(len({json.dumps(state) for state in states}), 1)
        self.assertEqual(states[0]["rows_read"], 12 * before)
        for stream in streams(after):
            stream.dataset.set_epoch(0)
            stream.load_state_dict(states[0])
            batches = list(stream)
            self.assertEqual(stream.state_dict()["rows_read"], 53)
            read += sum((batch["sample"].tolist() for batch in batches), [])
        if remainder == "uneven":
            self.assertEqual(sorted(read), list(range(53)))
        elif remainder == "drop":
            self.assertEqual(len(read), len(set(read)))
            self.assertEqual(len(read), 53 - (53 - 12 * before) % after)
        else:
            self.assertEqual(set(read), set(range(53)))

    def test_a_state_of_another_order_is_refused(self):
        state = EpochIterable(self.out, order="random", batch_size=4).state_dict()
        for other in ({"order": "shards"}, {"order": "random", "seed": 1}):
            with self.assertRaisesRegex(ValueError, "another order"):
                EpochIterable(self.out, batch_size=4, **other).load_state_dict(state)

    def test_wrong_options_are_named(self):
        for name, value in (("order", "any"), ("interleave", 0), ("rank", 2), ("remainder", "pad"), ("batch_size", 0)):
            with self.assertRaisesRegex(ValueError, name):
                EpochIterable(self.out, **{name: value})


if __name__ == "__main__":
    unittest.main()
