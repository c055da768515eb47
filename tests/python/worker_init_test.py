"""What each worker_init_fn leaves unmended, counted."""

import unittest

from example import ExampleTest


class WorkerInit(ExampleTest):
    script = "seeds/worker_init.py"

    # different, equal: other worker, other epoch, both other, repeated after resume, the same with other workers
    expected = {"seed(worker)": ["16 of 96", "0", "240", "0", "48 of 48", "no"],
                "seed(base + worker + epoch)": ["36 of 96", "0", "0", "104", "24 of 48", "no"],
                "seed(torch.initial_seed())": ["48 of 96", "0", "48", "0", "48 of 48", "no"],
                "seed([base, epoch, worker])": ["96 of 96", "0", "0", "0", "0 of 48", "no"],
                "epochmill's streams": ["96 of 96", "0", "0", "0", "0 of 48", "yes"]}

    def test_each_cure_leaves_what_the_table_says(self):
        self.assertEqual([row["worker_init_fn"] for row in self.tables[0]], list(self.expected))
        for row in self.tables[0]:
            self.assert_row(row, self.expected[row["worker_init_fn"]])

    def test_the_picture(self):
        self.assert_is_a_small_picture(self.picture)


if __name__ == "__main__":
    unittest.main()
