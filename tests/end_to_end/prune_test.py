"""`prune` deletes the epochs that it is told to and nothing else; what is not its own stops it before it begins."""

import os
import pathlib
import shutil
import socket
import unittest

from program import ProgramTest, digests, run


class Prune(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.whole = cls.folder / "whole"
        assert run("run", cls.recipe, "--output", cls.whole, "--epochs", "0:4").returncode == 0

    def setUp(self):
        self.out = self.folder / self.id().rsplit(".", 1)[1]
        shutil.copytree(self.whole, self.out)

    def prune(self, before):
        return run("prune", self.out, "--before", before)

    def epochs(self):
        return sorted(path.name for path in self.out.glob("epoch-*"))

    def expect_refusal(self, path, word):
        """Names what is in the way, and leaves everything where it was."""
        before = digests(self.out)
        done = self.prune(2)
        self.assertEqual(done.returncode, 64, done.stderr)
        self.assertIn(str(path), done.stderr)
        self.assertIn(word, done.stderr)
        self.assertIn("nothing was deleted", done.stderr)
        self.assertEqual(digests(self.out), before)

    def test_what_is_left_is_a_whole_output(self):
        done = self.prune(2)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("2 epochs deleted: 6 files", done.stdout)
        self.assertEqual(self.epochs(), ["epoch-0002", "epoch-0003"])
        self.assertEqual(run("verify", self.out, "--replay", 5).returncode, 0)

    def test_a_pruned_output_equals_one_that_never_had_them(self):
        self.prune(2)
        fresh = self.folder / "fresh"
        self.mill(fresh, "--epochs", "2:4")
        self.assertEqual(digests(self.out), digests(fresh))

    def test_a_run_makes_pruned_epochs_again(self):
        self.prune(4)
        self.assertEqual(self.epochs(), [])
        self.mill(self.out, "--epochs", "0:4")
        self.assertEqual(digests(self.out), digests(self.whole))

    def test_nothing_to_prune_changes_nothing(self):
        before = digests(self.out)
        self.assertEqual(self.prune(0).returncode, 0)
        self.assertEqual(digests(self.out), before)

    def test_it_goes_on_where_it_was_killed(self):
        # Killed after the manifest and some of the files: what is left of an epoch goes with the next call.
        self.prune(1)
        for path in sorted((self.out / "epoch-0001").iterdir())[:1]:
            path.unlink()
        self.assertEqual(self.prune(2).returncode, 0)
        self.assertEqual(self.epochs(), ["epoch-0002", "epoch-0003"])

    def test_a_file_of_somebody_else_stops_it(self):
        notes = self.out / "epoch-0001" / "notes.txt"
        notes.write_text("precious")
        self.expect_refusal(notes, "was not made by epochmill")

    def test_a_link_stops_it(self):
        precious = self.folder / "precious"
        precious.mkdir()
        for name, target in (("shard-00000.h5", self.whole / "epoch-0000/shard-00000.h5"), (".", precious)):
            with self.subTest(name):
                place = self.out / "epoch-0000" / name
                if name == ".":
                    shutil.rmtree(self.out / "epoch-0000")
                    place = self.out / "epoch-0000"
                else:
                    place.unlink()
                place.symlink_to(target)
                self.expect_refusal(place, "")
                self.assertTrue(pathlib.Path(target).exists())

    def test_a_shard_of_another_recipe_stops_it(self):
        other = self.folder / "other"
        self.mill(other, "--epochs", "0:1", "--set", "seed=99")
        place = self.out / "epoch-0000" / "shard-00000.h5"
        shutil.copy(other / "epoch-0000" / "shard-00000.h5", place)
        self.expect_refusal(place, "another recipe or source")

    def test_a_run_at_work_stops_it(self):
        # The unfinished file of a process that lives: this one.
        place = self.out / "epoch-0000" / f".shard-00009.h5.tmp.{socket.gethostname()}.{os.getpid()}.0"
        place.write_bytes(b"")
        self.expect_refusal(place, "being written by another run")

    def test_another_folder_is_refused(self):
        done = run("prune", self.folder / "data", "--before", 1)
        self.assertEqual(done.returncode, 64)
        self.assertIn("not an output folder", done.stderr)


if __name__ == "__main__":
    unittest.main()
