"""Signals at random moments, to one rank or to all of a job: no file under a final name is ever damaged, and the tree ends the
same. Beside them what else can meet in a folder: another run, a clock that was set back, the files of the dead and the living.

    kill_loop.py [--rounds N] [unittest's options]          (200 rounds)
"""

import argparse
import collections
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
import unittest

from faults import Fault, FaultTest, Progress, environment, is_unfinished, program

CAUGHT = ["SIGTERM", "SIGUSR1", "SIGINT", "SIGHUP"]  # a run stops at the next sample, and says that it can go on: exit code 75
DEADLY = ["SIGKILL", "SIGPIPE"]

# What starts a fifth of the rounds: mpirun needs a second where one process needs a tenth of one.
RANKS = [None] * 8 + [2, 3]


def stamp(out):
    """Another one as soon as a run has begun to write: each writes local.json anew."""
    try:
        status = (out / "local.json").stat()
        return status.st_ino, status.st_mtime_ns
    except FileNotFoundError:
        return None


def wait_for_work(process, out, before=None):
    """Until the run has begun to write: from then on its handlers of signals are in place."""
    while process.poll() is None and stamp(out) == before:
        time.sleep(0.001)


class KillLoop(FaultTest):
    images = 16
    rows = 2
    epochs = 3
    rounds = 200

    def test_signals_at_random_moments(self):
        expected = self.calm()
        out = self.folder / "stormy"
        chance = random.Random(20261130)
        spans = {ranks: self.span_of(ranks) for ranks in set(RANKS)}
        ends = collections.Counter()
        with_work_left = 0
        count = 0
        progress = Progress("kill loop", self.rounds)
        while count < self.rounds:
            name = chance.choice(DEADLY[:1] * 4 + DEADLY[1:] + CAUGHT)
            ranks = chance.choice(RANKS)
            before = stamp(out)
            process = program.start(["run", self.recipe, "--output", out, "--threads", chance.choice([1, 2])], ranks)
            if chance.random() < 0.9:  # the others are hit while they start
                wait_for_work(process, out, before)
            time.sleep(chance.uniform(0, 0.7 * spans[ranks]))
            has_begun = stamp(out) != before
            members = program.children_of(process.pid)
            whom = self.hit(process, getattr(signal, name), ranks, members, chance)
            _, errors = process.communicate(timeout=60)
            self.wait_until_gone(members)
            where = f"round {count}: {name} to {whom} of {ranks or 1}: {errors}"
            left = self.check_finals(out, expected, where) if out.exists() else {}
            self.check_end(process.returncode, name, whom if has_begun else "starter", left, where)
            if whom != "nobody":  # it came too late
                count += 1
                ends[name, whom, process.returncode] += 1
                with_work_left += "manifest.json" not in left
                progress.tell(count, f" rounds, {with_work_left} with work left")
            if "manifest.json" in left and chance.random() < 0.9:
                self.take_away(out, left, chance)
        self.mill(out)
        self.assertEqual(program.digests(out), expected)
        print(f"\n{self.rounds} rounds, {with_work_left} of them with work left, no damaged file")
        for (name, whom, code), times in sorted(ends.items()):
            print(f"  {name:8} to {whom:9} exit {code:4} {times:5}", flush=True)
        self.assertGreater(with_work_left, self.rounds // 4, "most signals came too late: the test proved little")

    def span_of(self, ranks):
        """Seconds from the first file to the end."""
        out = self.folder / f"span-{ranks}"
        process = program.start(["run", self.recipe, "--output", out], ranks)
        wait_for_work(process, out)
        began = time.monotonic()
        process.communicate()
        return time.monotonic() - began

    def hit(self, process, number, ranks, members, chance):
        """Sends the signal to the one process, to a rank, or to all (which takes SIGKILL); says to whom."""
        if process.poll() is not None:
            return "nobody"
        if not members:
            process.send_signal(number)
            return "process" if ranks is None else "mpirun"
        if number == signal.SIGKILL and chance.random() < 0.5:
            program.kill_all(process)
            return "all"
        try:
            os.kill(chance.choice(members), number)
        except ProcessLookupError:
            return "nobody"
        return "rank"

    def wait_until_gone(self, members):
        """mpirun may end before its ranks do; a rerun leaves the files of the living alone."""
        deadline = time.monotonic() + 10
        while any(pathlib.Path(f"/proc/{pid}").exists() for pid in members):
            self.assertLess(time.monotonic(), deadline, "a rank is still there 10 s after mpirun")
            time.sleep(0.005)

    def check_end(self, code, name, whom, left, where):
        if whom == "process" and name in CAUGHT:
            self.assertIn(code, (0, 75), where)
        if whom == "process" and name in DEADLY:
            self.assertIn(code, (0, -getattr(signal, name)), where)
        if code in (0, 75):
            self.assertEqual([path for path in left if is_unfinished(path)], [], where)
        if code == 75:
            self.assertIn("the same command goes on from there", where)
            self.assertEqual(where.count("the same command goes on"), 1, where)

    def take_away(self, out, left, chance):
        """Makes work for the next round: of a finished tree, all or some files go."""
        if chance.random() < 0.3:
            shutil.rmtree(out)
            return
        (out / "manifest.json").unlink()
        for path in left:
            if "shard-" in path and chance.random() < 0.7:
                (out / path).unlink()


class Meetings(FaultTest):
    images = 8
    rows = 2

    def setUp(self):
        self.out = self.folder / self.id().rsplit(".", 1)[1]

    def test_two_runs_of_one_recipe_agree(self):
        expected = self.calm()
        for count, (first, second) in enumerate([(None, None)] * 6 + [(2, None), (2, 2)]):
            out = self.folder / f"shared-{count}"
            runs = [program.start(["run", self.recipe, "--output", out, "--threads", 1], ranks) for ranks in (first, second)]
            for process in runs:
                _, errors = process.communicate(timeout=60)
                self.assertEqual(process.returncode, 0, errors)
            self.assertEqual(program.digests(out), expected)

    def test_of_two_recipes_one_wins_whatever_the_moment(self):
        """The first run stops before each of its renames in turn, the second one runs, the first one goes on."""
        trees = [self.calm("calm-5", "--set", "seed=5"), self.calm("calm-6", "--set", "seed=6")]
        for at in range(1, 4):
            out = self.folder / f"contended-{at}"
            first = program.start(["run", self.recipe, "--output", out, "--threads", 1],
                                  environment=environment(out, Fault("rename", at, "stop-before")))
            os.waitid(os.P_PID, first.pid, os.WSTOPPED | os.WNOWAIT)
            second = program.run("run", self.recipe, "--output", out, "--set", "seed=6")
            first.send_signal(signal.SIGCONT)
            _, errors = first.communicate(timeout=60)
            self.assertEqual(sorted([first.returncode, second.returncode]), [0, 64], errors + second.stderr)
            self.assertIn("another recipe", errors + second.stderr)
            winner = 0 if first.returncode == 0 else 1
            self.assertEqual(program.digests(out), trees[winner], f"the files of two recipes are mixed (rename {at})")

    def test_a_clock_that_was_set_back_or_forward(self):
        expected = self.calm("calm-clock")
        for clock_s in (-40 * 365 * 86400, -86400, 86400, 40 * 365 * 86400):
            out = self.folder / f"clock{clock_s}"
            for epochs in "0:1", "0:2":
                done = program.run("run", self.recipe, "--output", out, "--epochs", epochs,
                                   environment=environment(out, clock_s=clock_s))
                self.assertEqual(done.returncode, 0, done.stderr)
                clock_s = 0
            self.assertEqual(program.digests(out), expected)

    def test_unfinished_files_of_the_dead_go_and_those_of_the_living_stay(self):
        self.mill(self.out)
        host = socket.gethostname()
        dead = subprocess.Popen(["true"])
        dead.wait()
        folder = self.out / "epoch-0001"
        gone = [folder / f".shard-00000.h5.tmp.{host}.{dead.pid}.0", self.out / f".manifest.json.tmp.{host}.{dead.pid}.7",
                folder / ".shard-00000.h5.tmp.elsewhere.1.0"]
        stay = [folder / f".shard-00000.h5.tmp.{host}.{os.getpid()}.0", folder / ".shard-00001.h5.tmp.elsewhere.1.0",
                folder / f".shard-00000.h5.tmp.{host}", folder / f"shard-00000.h5.tmp.{host}.{dead.pid}.0"]
        for path in gone + stay:
            path.write_bytes(b"unfinished")
        three_days_ago = time.time() - 3 * 86400
        os.utime(gone[2], (three_days_ago, three_days_ago))
        link = folder / f".shard-00003.h5.tmp.{host}.{dead.pid}.1"
        link.symlink_to(self.recipe)
        self.mill(self.out)
        self.assertEqual([path.name for path in gone if path.exists()], [])
        self.assertEqual([path.name for path in stay + [link] if not path.exists()], [])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--rounds", type=int, default=KillLoop.rounds)
    options, rest = parser.parse_known_args()
    KillLoop.rounds = options.rounds
    unittest.main(argv=[sys.argv[0], *rest])
