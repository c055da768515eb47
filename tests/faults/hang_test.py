"""Whatever one rank of three meets, every rank is gone within ten seconds, and the cause is said once."""

import os
import pathlib
import signal
import time
import unittest

from faults import Fault, FaultTest, environment, messages, program

RANKS = 3
PATIENCE_S = 10


class HangTest(FaultTest):
    images = 12
    rows = 2

    def start(self, out, fault, folder):
        """Starts a run; when it gives back, `fault` has come. Gives its ranks' ids too."""
        log = pathlib.Path(f"{out}.hit")
        process = program.start(["run", self.recipe, "--output", out, "--threads", 1], RANKS,
                                environment(folder, fault, log, pause_ms=300))
        ranks = set()
        while not log.exists() and process.poll() is None:
            ranks.update(program.children_of(process.pid))
            time.sleep(0.01)
        self.assertTrue(log.exists(), "the fault did not come")
        return process, ranks

    def expect_end(self, process, ranks):
        """What was printed, when the launcher and all ranks are gone in time."""
        deadline = time.monotonic() + PATIENCE_S
        while process.poll() is None or any(pathlib.Path(f"/proc/{pid}").exists() for pid in ranks):
            if time.monotonic() > deadline:
                late = [pid for pid in ranks if pathlib.Path(f"/proc/{pid}").exists()]
                for pid in late:
                    os.kill(pid, signal.SIGKILL)
                process.kill()
                process.communicate()
                self.fail(f"{len(late)} of {RANKS} ranks are still there after {PATIENCE_S} s")
            time.sleep(0.01)
        return process.communicate()[1]


class Errors(HangTest):
    def test_a_bad_sample(self):
        self.on_each_rank("pread", "zeros", 65, "not a picture", folder=self.folder / "data")

    def test_an_unreadable_source_file(self):
        # The source is listed, not opened, by rank 0: the first file that is opened is a sample.
        self.on_each_rank("pread", "EIO", 74, "Input/output error", folder=self.folder / "data")

    def test_a_full_disk(self):
        self.on_each_rank("pwrite", "ENOSPC", 74, "No space left on device", lasts=True)

    def test_a_disk_that_fills_up_later(self):
        self.on_each_rank("pwrite", "ENOSPC", 74, "No space left on device", at=20, lasts=True)

    def test_a_folder_that_cannot_be_read_at_the_start(self):
        self.on_each_rank("open", "EIO", 74, "Input/output error")

    def test_a_rank_that_is_killed(self):
        self.on_each_rank("pwrite", "kill-before", 137, None, at=15)

    def on_each_rank(self, call, mode, code, word, at=1, lasts=False, folder=None):
        for rank in range(RANKS):
            with self.subTest(rank=rank):
                out = self.folder / f"{self.id().rsplit('.', 1)[1]}-{rank}"
                process, ranks = self.start(out, Fault(call, at, mode, rank, lasts), folder or out)
                errors = self.expect_end(process, ranks)
                self.assertEqual(process.returncode, code, errors)
                if word is None:
                    self.assertEqual(messages(errors), [], errors)
                else:
                    self.assertEqual(len(messages(errors)), 1, errors)
                    self.assertIn(word, messages(errors)[0])
                    self.assertEqual(errors.count(word), 1, errors)
                self.assertEqual(program.run("run", self.recipe, "--output", out).returncode, 0)


class Stopped(HangTest):
    """A rank that stands still is not an error by itself: it may go on at any time."""

    def stop(self, rank):
        """A run whose `rank` stands still in its first shard; the ids of its ranks, the still one first."""
        out = self.folder / f"{self.id().rsplit('.', 1)[1]}-{rank}"
        process, ranks = self.start(out, Fault("pwrite", 15, "stop-before", rank), out)
        still = []
        while not still:  # the log is written just before
            still = [pid for pid in ranks if pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "T"]
            time.sleep(0.01)
        return out, process, still + sorted(ranks.difference(still))

    def test_it_goes_on(self):
        expected = self.calm()
        for rank in range(RANKS):
            with self.subTest(rank=rank):
                out, process, ranks = self.stop(rank)
                time.sleep(1)
                os.kill(ranks[0], signal.SIGCONT)
                errors = self.expect_end(process, ranks)
                self.assertEqual(process.returncode, 0, errors)
                self.assertEqual(program.digests(out), expected)

    def test_the_launcher_is_told_to_stop(self):
        for rank in range(RANKS):
            with self.subTest(rank=rank):
                _, process, ranks = self.stop(rank)
                process.terminate()
                errors = self.expect_end(process, ranks)
                self.assertNotEqual(process.returncode, 0, errors)

    def test_another_rank_stops(self):
        for rank in range(RANKS):
            with self.subTest(rank=rank):
                _, process, ranks = self.stop(rank)
                os.kill(ranks[1], signal.SIGTERM)
                errors = self.expect_end(process, ranks)
                self.assertNotEqual(process.returncode, 0, errors)
                # mpirun wakes a rank that stands still before it kills it: rank 0 may then still say why it stops.
                self.assertIn(errors.count("the same command goes on from there"), (1, 2) if rank == 0 else (1,), errors)

    def test_the_launcher_is_killed(self):
        """mpirun is gone without a word: its ranks notice."""
        out = self.folder / "orphans"
        process, ranks = self.start(out, Fault("pwrite", 15, "EINTR", 1), out)
        process.kill()
        self.expect_end(process, ranks)


if __name__ == "__main__":
    unittest.main()
