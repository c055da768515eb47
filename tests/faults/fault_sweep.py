"""Every system call of a small run fails in every way, one at a time: nothing incomplete gets a final name, the message says
what happened, and a rerun ends with the undisturbed tree.

    fault_sweep.py [--encodings raw,jpeg] [--all-modes] [--jobs N] [unittest's options]

One process: every call below the output folder, in every mode that it can meet. Two ranks: every call of either rank, and the
smallest recipe, since a start of mpirun costs ten of one process: with a full disk and a kill (reads: a broken disk) in one
encoding, or with --all-modes, for half an hour, in every mode and encoding.

A rerun sees nothing of a fault but the folder. So each folder that differs from all before it (in its finished files, or in
the names or sizes of its unfinished ones) is finished twice: by one process and by two ranks.
"""

import argparse
import collections
import concurrent.futures
import errno
import os
import pathlib
import queue
import re
import shutil
import subprocess
import sys
import time
import unittest

from faults import Fault, FaultTest, Progress, environment, final_name, is_unfinished, messages, program

ERRORS = ["ENOSPC", "EIO", "EDQUOT", "EINTR"]
KILLS = ["kill-before", "kill-after"]
CALLS = ["fsync", "ftruncate", "fallocate", "open", "close", "rename", "mkdir", "link", "unlink"]
MODES = {call: ERRORS + KILLS for call in CALLS}
MODES |= {call: ERRORS + ["short"] + KILLS for call in ("pwrite", "write")} | {"pread": ["EIO", "EINTR", "short"]}
MODES_OF_TWO_RANKS = {call: ["ENOSPC", "kill-before"] for call in MODES} | {"pread": ["EIO"]}

REASONS = {name: os.strerror(getattr(errno, name)) for name in ERRORS}


def must_go_on(fault):
    """Not an error: a call that took a part, or nothing yet."""
    is_again = fault.call in ("pwrite", "write", "pread", "fsync", "fallocate")
    return fault.mode == "short" or (fault.mode == "EINTR" and is_again)


def may_go_on(fault, access):
    """Errors that lose nothing: of closing what was only read, of deleting what a sweep will find, of looking whether a file is
    there yet, and a descriptor that is closed although close was interrupted."""
    return (must_go_on(fault) or fault.call == "unlink" or (fault.call == "close" and access == "r") or
            (fault.call == "open" and access == "-") or fault.mode == "EINTR")


class Server:
    """A process that has loaded the program and forks itself for every run (see FAULT_SERVER in preload.c)."""

    def __init__(self, arguments):
        self.process = subprocess.Popen(program.command([*arguments, "--output", "of-each-run"], None,
                                                        environment(None) | {"FAULT_SERVER": 1}),
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, out, fault, log):
        printed = pathlib.Path(f"{out}.printed")
        self.process.stdin.write(f"{out} {fault.call} {fault.at} {fault.mode} {log} {printed}\n")
        self.process.stdin.flush()
        code = int(self.process.stdout.readline())
        text = printed.read_text(errors="replace")
        printed.unlink()
        return subprocess.CompletedProcess([], code, "", text)

    def close(self):
        self.process.communicate()


class Sweep(FaultTest):
    rows = 1
    encodings = None  # all that there are
    all_modes = False
    jobs = os.cpu_count()

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for left_out in ("flower", "house"):  # two samples are enough for two shards
            shutil.rmtree(cls.folder / "data" / left_out)
        if cls.encodings is None:
            cls.encodings = re.findall(r"^  (\w+)", program.run("describe", "encodings").stdout, flags=re.M)

    def test_one_process(self):
        for encoding in self.encodings:
            with self.subTest(encoding=encoding):
                self.sweep(encoding, epochs=2, ranks=None)

    def test_two_ranks(self):
        # What the ranks say to each other does not depend on the encoding.
        for encoding in self.encodings if self.all_modes else self.encodings[:1]:
            with self.subTest(encoding=encoding):
                self.sweep(encoding, epochs=1, ranks=2)

    def sweep(self, encoding, epochs, ranks):
        began = time.monotonic()
        name = f"{encoding}, {ranks or 1} process{'es' if ranks else ''}"
        self.settings = ["--threads", 1, "--set", f"output.encoding={encoding}", "--set", f"epochs={epochs}"]
        self.ranks = ranks
        self.pause_ms = 200 if ranks else None
        self.place = self.folder / f"sweep-{encoding}-{ranks}"
        self.place.mkdir()
        self.expected = self.calm(f"calm-{encoding}-{ranks}", *self.settings)
        self.states = set()
        self.tried = collections.Counter()  # by call, mode and exit code
        faults = self.points()
        self.servers = queue.Queue()
        for _ in range(self.jobs):
            self.servers.put(Server(["run", self.recipe, *self.settings]))
        # When a rank ends early, mpirun sleeps a second or two before it ends, too.
        with concurrent.futures.ThreadPoolExecutor(self.jobs if ranks is None else 3 * self.jobs) as pool:
            wrong = []
            progress = Progress(name, len(faults))
            for done, text in enumerate(pool.map(self.judge, faults), 1):
                if text:
                    wrong.append(text)
                progress.tell(done, f" points, {len(wrong)} wrong")
        while not self.servers.empty():
            self.servers.get().close()
        self.print_table(name, time.monotonic() - began)
        self.assertFalse(wrong, f"{len(wrong)} of {len(faults)} points:\n" + "\n".join(wrong[:20]))

    def points(self):
        """All points that a run has. Which rank gets which shard is chance: of three counts the largest is taken."""
        points = []
        modes = MODES_OF_TWO_RANKS if self.ranks is not None and not self.all_modes else MODES
        for rank in [None] if self.ranks is None else range(self.ranks):
            counts = collections.Counter()
            for _ in range(1 if rank is None else 3):
                counts |= self.count_calls(rank)
            for call, count in sorted(counts.items()):
                for mode in modes[call]:
                    points += [Fault(call, at, mode, rank) for at in range(1, count + 1)]
        return points

    def count_calls(self, rank):
        out = self.place / "counted"
        log = self.place / "calls"
        done = self.mill_with(environment(out, log=log, rank=rank, pause_ms=self.pause_ms), out)
        self.assertEqual(done.returncode, 0, done.stderr)
        counts = collections.Counter(line.split()[0] for line in log.read_text().splitlines())
        log.unlink()
        shutil.rmtree(out)
        return counts

    def mill_with(self, settings, out):
        return program.run("run", self.recipe, "--output", out, *self.settings, ranks=self.ranks, environment=settings)

    def run_with(self, fault, out, log):
        if self.ranks is not None:
            return self.mill_with(environment(out, fault, log, pause_ms=self.pause_ms), out)
        server = self.servers.get()
        try:
            return server.run(out, fault, log)
        finally:
            self.servers.put(server)

    def judge(self, fault):
        """'' when all is well after `fault`, or what is not."""
        out = self.place / str(fault).replace(" ", "-").replace(":", "")
        try:
            self.check(fault, out)
        except (AssertionError, subprocess.TimeoutExpired) as error:
            return f"{fault}: {error}"
        shutil.rmtree(out, ignore_errors=True)
        return ""

    def check(self, fault, out):
        log = pathlib.Path(f"{out}.hit")
        done = self.run_with(fault, out, log)
        if not log.exists():  # this rank got less to do than in the run that was counted
            self.assertIsNotNone(fault.rank, "the call did not come")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.tried[fault.call, fault.mode, "not reached"] += 1
            return
        _, _, access, path = log.read_text().split(" ", 3)
        log.unlink()
        self.tried[fault.call, fault.mode, done.returncode] += 1
        left = self.check_finals(out, self.expected, "after the fault")
        self.check_end(fault, access, path.strip(), done, left)
        self.check_reruns(out, left)

    def check_end(self, fault, access, path, done, left):
        """The exit code, the message, and what is left in the folder."""
        if fault.is_kill:
            self.assertEqual(done.returncode, -9 if self.ranks is None else 137, done.stderr)
            return
        if fault.call != "unlink":
            self.assertEqual([name for name in left if is_unfinished(name)], [], "an unfinished file is left")
        if done.returncode == 0:
            self.assertTrue(may_go_on(fault, access), "the error was lost")
            self.assertEqual({name: left[name] for name in left if not is_unfinished(name)}, self.expected)
            return
        self.assertFalse(must_go_on(fault), done.stderr)
        self.assertEqual(done.returncode, 74, done.stderr)
        said = messages(done.stderr)
        self.assertEqual(len(said), 1, done.stderr)
        self.assertIn(REASONS[fault.mode], said[0])
        self.assertIn(final_name(path), said[0], f"the message does not name {path}")

    def check_reruns(self, out, left):
        state = frozenset((final_name(path), (out / path).stat().st_size) if is_unfinished(path) else path for path in left)
        if state in self.states:
            return
        self.states.add(state)
        copy = pathlib.Path(f"{out}.copy")
        if out.exists():
            shutil.copytree(out, copy)
        for folder, ranks in (out, None), (copy, 2):
            done = program.run("run", self.recipe, "--output", folder, *self.settings, ranks=ranks)
            self.assertEqual(done.returncode, 0, f"rerun: {done.stderr}")
            self.assertEqual(program.digests(folder), self.expected, "the rerun ends with another tree")
        shutil.rmtree(copy)

    def print_table(self, name, elapsed_s):
        codes = sorted({key[2] for key in self.tried}, key=str)
        print(f"\n{name}: {sum(self.tried.values())} points, {len(self.states)} different folders left, {elapsed_s:.0f} s")
        titles = [code if code == "not reached" else f"exit {code}" for code in codes]
        print(f"  {'call':10} {'mode':12}" + "".join(f"{title:>12}" for title in titles))
        for call, mode in sorted({key[:2] for key in self.tried}):
            print(f"  {call:10} {mode:12}" + "".join(f"{self.tried[call, mode, code]:12}" for code in codes), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--encodings")
    parser.add_argument("--all-modes", action="store_true")
    parser.add_argument("--jobs", type=int, default=Sweep.jobs)
    options, rest = parser.parse_known_args()
    Sweep.encodings = options.encodings.split(",") if options.encodings else None
    Sweep.all_modes = options.all_modes
    Sweep.jobs = options.jobs
    unittest.main(argv=[sys.argv[0], *rest])
