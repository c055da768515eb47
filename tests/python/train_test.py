"""python/examples/train.py: DDP on two processes, resume in the middle of an epoch, rolling epochs.

Skipped without torch.
"""

import os
import re
import socket
import subprocess
import sys
import threading
import unittest

try:
    import torch.distributed
except ImportError as missing:
    print(f"skipped: {missing}; needs torch (Debian: python3-torchvision)")
    sys.exit(77)

from milled import ROOT, MilledTest

SCRIPT = ROOT / "python" / "examples" / "train.py"
ONE_THREAD = {**os.environ, "OMP_NUM_THREADS": "1"}
TIMEOUT_S = 240


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Train(MilledTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.out = cls.synthetic("raw", samples=50, epochs=2)

    def train(self, *arguments, out=None, processes=1):
        """What the first process printed; all must end well."""
        port = str(free_port())
        running = []
        for rank in range(processes):
            place = {"RANK": str(rank), "WORLD_SIZE": str(processes), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
            argv = [sys.executable, SCRIPT, out or self.out, "--batch", "4", *arguments]
            running.append(subprocess.Popen([str(word) for word in argv], env={**ONE_THREAD, **place}, text=True,
                                            stdout=subprocess.PIPE, stderr=subprocess.PIPE))
        ended = [process.communicate(timeout=TIMEOUT_S) for process in running]
        for process, (_, errors) in zip(running, ended):
            self.assertEqual(process.returncode, 0, errors)
        self.assertEqual([printed for printed, _ in ended[1:]], [""] * (processes - 1))
        return ended[0][0]

    def weights(self, printed):
        return re.search(r"weights (\w+)", printed).group(1)

    def test_stopped_and_gone_on_with_is_the_same_as_at_one_go(self):
        whole = self.train("--epochs", 2, "--workers", 0)
        self.assertIn("epoch 1: loss", whole)
        saved = self.folder / "one.pt"
        first = self.train("--epochs", 2, "--workers", 0, "--checkpoint", saved, "--stop-after", 5)
        self.assertIn("stopped in epoch 0 after 5 batches", first)
        self.assertNotEqual(self.weights(first), self.weights(whole))
        second = self.train("--epochs", 2, "--workers", 2, "--checkpoint", saved)
        self.assertIn("goes on in epoch 0, after 20 of 50 rows", second)
        self.assertEqual(self.weights(second), self.weights(whole))
        again = self.train("--epochs", 2, "--checkpoint", saved)
        self.assertIn("goes on after epoch 1", again)
        self.assertEqual(self.weights(again), self.weights(whole))

    def test_two_processes_stopped_and_gone_on_with(self):
        whole = self.train("--epochs", 2, "--workers", 0, processes=2)
        self.assertIn("of 50 rows", whole)
        saved = self.folder / "two.pt"
        self.train("--epochs", 2, "--workers", 1, "--checkpoint", saved, "--stop-after", 9, processes=2)
        second = self.train("--epochs", 2, "--workers", 0, "--checkpoint", saved, processes=2)
        self.assertIn("goes on in epoch 1, after 16 of 50 rows", second)
        self.assertEqual(self.weights(second), self.weights(whole))

    def test_other_numbers_of_processes_read_the_rest_of_an_epoch(self):
        saved = self.folder / "other.pt"
        self.train("--epochs", 1, "--workers", 0, "--checkpoint", saved, "--stop-after", 3, processes=2)
        rest = self.train("--epochs", 1, "--workers", 0, "--checkpoint", saved)
        self.assertRegex(rest, r"after 24 of 50 rows\nepoch 0: .* of 26 rows")

    def test_it_ends_clearly_after_the_last_epoch(self):
        printed = self.train("--epochs", 5, "--workers", 0, processes=2)
        self.assertRegex(printed, r"ends before epoch 2: epoch 2 is not among the finished epochs .*\(0 to 1\)")

    def test_it_waits_for_rolling_epochs(self):
        out = self.synthetic("rolling", "--epochs", "0:1", samples=50, epochs=2)
        thread = threading.Timer(6, lambda: self.synthetic("rolling", "--epochs", "1:2", samples=50, epochs=2))
        thread.start()
        printed = self.train("--epochs", 2, "--workers", 0, "--wait-s", 120, out=out)
        thread.join()
        self.assertIn("epoch 1: loss", printed)
        self.assertEqual(self.weights(printed), self.weights(self.train("--epochs", 2, "--workers", 0)))

    def test_a_folder_that_is_no_output_is_named(self):
        done = subprocess.run([sys.executable, SCRIPT, self.folder], capture_output=True, text=True, env=ONE_THREAD)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^train.py: .*has no manifest.json")


if __name__ == "__main__":
    unittest.main()
