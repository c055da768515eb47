"""Killed at any moment, resumed on another number of ranks: a file under a final name is whole, and the tree ends the same.

EPOCHMILL_KILLS is the number of kills (20), EPOCHMILL_KILL_RECIPE a recipe to run instead of the generated dataset's.
"""

import os
import random
import signal
import time
import unittest

from program import ProgramTest, children_of, digests, kill_all, run, shards, start


class Kills(ProgramTest):
    images = 48
    kills = int(os.environ.get("EPOCHMILL_KILLS", "20"))

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.recipe = os.environ.get("EPOCHMILL_KILL_RECIPE", cls.recipe)

    def test_sigkill_at_random_moments(self):
        began = time.monotonic()
        self.mill(self.folder / "calm", ranks=2)
        longest = time.monotonic() - began
        expected = digests(self.folder / "calm")
        chance = random.Random(20261130)
        kills = 0
        hit_unfinished = 0
        out = self.folder / "stormy"
        while kills < self.kills:
            ranks = chance.choice([None, 1, 2, 3])
            process = start(["run", self.recipe, "--output", out, "--threads", chance.choice([1, 2])], ranks)
            ranks_began = time.monotonic()
            moment = chance.uniform(0, longest)
            while time.monotonic() - ranks_began < moment and process.poll() is None:
                time.sleep(0.002)
            if process.poll() is None:
                victims = children_of(process.pid) if ranks else [process.pid]
                if ranks and victims and chance.random() < 0.5:
                    os.kill(chance.choice(victims), signal.SIGKILL)  # one rank alone: the launcher ends the others
                    process.communicate(timeout=60)
                else:
                    kill_all(process)
                kills += 1
            else:
                process.communicate()
            if out.exists():
                now = digests(out)
                for path in shards(out):
                    self.assertEqual(now[str(path)], expected[str(path)], f"after kill {kills}")
                hit_unfinished += len(shards(out)) < len(shards(self.folder / "calm"))
                if now.keys() >= expected.keys():
                    for path in shards(out):
                        (out / path).unlink()
                    (out / "manifest.json").unlink()
        print(f"{kills} kills, {hit_unfinished} of them with work left")
        self.assertGreater(hit_unfinished, 0, "no kill came while there was work: the test proved nothing")
        self.mill(out, ranks=2)
        self.assertEqual(digests(out), expected)

    def test_signals_stop_at_a_safe_point_and_say_so(self):
        self.mill(self.folder / "undisturbed")
        expected = digests(self.folder / "undisturbed")
        for name in ("SIGTERM", "SIGUSR1", "SIGINT", "SIGHUP"):
            out = self.folder / name
            for _ in range(200):
                process = start(["run", self.recipe, "--output", out, "--threads", 1])
                time.sleep(0.15)
                process.send_signal(getattr(signal, name))
                _, errors = process.communicate(timeout=60)
                if process.returncode == 75:
                    break
                self.assertIn(process.returncode, (0, -getattr(signal, name)), errors)
                for path in shards(out):
                    (out / path).unlink()
            self.assertEqual(process.returncode, 75, errors)
            self.assertIn("the same command goes on from there", errors)
            self.assertEqual(list(out.glob("epoch-*/.*")), [], "unfinished files are gone")
            self.mill(out)
            self.assertEqual(digests(out), expected)

    def test_usr1_through_mpirun_ends_with_75(self):
        out = self.folder / "usr1"
        for _ in range(50):
            process = start(["run", self.recipe, "--output", out, "--threads", 1], ranks=2)
            # mpirun handles the signal from when its ranks run: not before the first file is there.
            while process.poll() is None and not list(out.glob("epoch-*/.*")) and not shards(out):
                time.sleep(0.005)
            process.send_signal(signal.SIGUSR1)
            _, errors = process.communicate(timeout=60)
            if process.returncode == 75:
                return
            self.assertEqual(process.returncode, 0, errors)
            for path in shards(out):
                (out / path).unlink()
        self.fail("the signal never came while there was work")


    def test_a_rank_that_hangs_does_not_hold_the_others(self):
        out = self.folder / "hung"
        process = start(["run", self.recipe, "--output", out, "--threads", 1, "--set", "epochs=200"], ranks=3)
        while process.poll() is None and len(shards(out)) < 2:
            time.sleep(0.005)
        ranks = sorted(children_of(process.pid))
        os.kill(ranks[2], signal.SIGSTOP)
        os.kill(ranks[1], signal.SIGTERM)  # this one stops by itself, and tells the others
        began = time.monotonic()
        _, errors = process.communicate(timeout=60)
        self.assertLess(time.monotonic() - began, 30)
        self.assertNotEqual(process.returncode, 0)
        self.assertIn("a rank did not stop in time", errors)
        self.assertIn("the same command goes on from there", errors)
        done = run("run", self.recipe, "--output", out, "--epochs", "0:1")
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
