"""The same bytes on any number of ranks and threads, in any pieces; what is finished is never touched again."""

import unittest

from program import ProgramTest, digests, run, shards


class Invariance(ProgramTest):
    def test_ranks_and_threads_never_enter(self):
        self.mill(self.folder / "1x1", "--threads", 1)
        expected = digests(self.folder / "1x1")
        self.assertEqual(len(shards(self.folder / "1x1")), 6 * 3)
        for ranks, threads in [(1, 2), (2, 1), (2, 2), (3, 2)]:
            out = self.folder / f"{ranks}x{threads}"
            self.mill(out, "--threads", threads, ranks=ranks)
            self.assertEqual(digests(out), expected, f"{ranks} ranks x {threads} threads")

    def test_more_ranks_than_shards(self):
        self.mill(self.folder / "few", "--epochs", "0:1", "--set", "output.shard_rows=24", ranks=3)
        self.assertEqual(len(shards(self.folder / "few")), 1)

    def test_epochs_can_be_made_in_any_pieces(self):
        self.mill(self.folder / "whole")
        pieces = self.folder / "pieces"
        for epochs in ("4:6", "0:1", "1:4"):
            self.mill(pieces, "--epochs", epochs)
        self.assertEqual(digests(pieces), digests(self.folder / "whole"))

    def test_parts_without_mpi_add_up_to_the_whole(self):
        self.mill(self.folder / "whole2")
        parts = self.folder / "parts"
        for part in ("3/3", "1/3", "2/3"):
            self.mill(parts, "--part", part)
        self.assertEqual(digests(parts), digests(self.folder / "whole2"))

    def test_more_epochs_leave_finished_files_alone(self):
        out = self.folder / "growing"
        self.mill(out, "--set", "epochs=2")
        before = {path: (out / path).stat().st_mtime_ns for path in shards(out)}
        self.mill(out, "--set", "epochs=4")
        self.assertEqual(len(shards(out)), 2 * len(before))
        for path, modified in before.items():
            self.assertEqual((out / path).stat().st_mtime_ns, modified)

    def test_a_rerun_does_nothing(self):
        out = self.folder / "again"
        self.mill(out)
        before = digests(out)
        done = self.mill(out, ranks=2)
        self.assertIn("0 of 144 images to make", done.stdout)
        self.assertEqual(digests(out), before)

    def test_a_moved_dataset_is_the_same_dataset(self):
        self.mill(self.folder / "here")
        moved = self.folder / "moved"
        moved.mkdir()
        (self.folder / "data").rename(moved / "data")
        self.addCleanup((moved / "data").rename, self.folder / "data")
        done = run("run", moved / "data" / "recipe.toml", "--output", self.folder / "here")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("0 of 144 images to make", done.stdout)


if __name__ == "__main__":
    unittest.main()
