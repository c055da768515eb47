"""The random vectors repeat with a kept generator, and never with epochmill's streams."""

import pickle
import re
import unittest

from example import ExampleTest

import torch


class RandomVectors(ExampleTest):
    script = "seeds/random_vectors.py"

    def way(self, start):
        return next(row for row in self.tables[2] if row["drawn from"].startswith(start))

    def test_a_kept_generator_gives_every_worker_and_epoch_the_same(self):
        for start in ("a generator that the dataset keeps", "numpy.random before PyTorch 1.9"):
            self.assert_row(self.way(start), ["4 of 48", "72", "48", "144", "no"])
        rows = self.tables[0]
        self.assertEqual(len({row[f"worker {worker}"] for row in rows for worker in range(4)}), 1)

    def test_the_global_generator_is_mended_since_pytorch_1_9(self):
        is_mended = tuple(map(int, torch.__version__.split(".")[:2])) >= (1, 9)
        self.assert_row(self.way("numpy.random, PyTorch"),
                        ["48 of 48", "0", "0", "0", "no"] if is_mended else ["4 of 48", "72", "48", "144", "no"])

    def test_persistent_workers_still_copy_each_other(self):
        self.assert_row(self.way("the same, persistent"), ["12 of 48", "72", "0", "0", "no"])

    def test_a_pickled_dataset_draws_the_same(self):
        """Which is how a spawned worker gets its copy."""
        from random_vectors import KeptVectors, StreamVectors
        for dataset in (KeptVectors(), StreamVectors()):
            first, second = (pickle.loads(pickle.dumps(dataset)) for _ in range(2))
            self.assertEqual([first[index] for index in range(5)], [second[index] for index in range(5)])
        # The streams do so because it is the same items; those of another worker have other draws.
        self.assertEqual(len({StreamVectors()[index] for index in range(16)}), 16)

    def test_streams_give_48_vectors_whatever_the_workers(self):
        self.assert_row(self.way("epochmill's streams"), ["48 of 48", "0", "0", "0", "yes"])
        rows = self.tables[1]
        self.assertEqual(len({row[f"worker {worker}"] for row in rows for worker in range(4)}), 12)

    def test_streams_give_the_same_in_a_second_run(self):
        line = r"streams: (\w{16}) with 4 workers, (\w{16}) in a second run.*: (.*)"
        first, second, said = re.search(line, self.text).groups()
        self.assertEqual((first, said), (second, "the same"))
        again = self.run_example(self.script, "--picture", self.folder / "again.png")
        self.assertEqual(again.stdout.replace("again.png", "picture.png"), self.text)

    def test_its_vectors_are_those_of_the_program(self):
        from milled import run
        from random_vectors import SEED, StreamVectors
        dataset = StreamVectors()
        dataset.set_epoch(2)
        printed = run("draw", "--seed", SEED, "--epoch", 2, "--sample", 5, "--op", 0, "--count", 3)
        bits = [int(word, 16) for word in re.findall(r"bits64   (\w+)", printed)]
        self.assertEqual(dataset[5], tuple(word * 1000 >> 64 for word in bits))

    def test_the_picture(self):
        self.assert_is_a_small_picture(self.picture)


if __name__ == "__main__":
    unittest.main()
