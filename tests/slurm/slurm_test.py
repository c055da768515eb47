"""The shipped batch scripts on a real Slurm of two nodes: whatever becomes of a job, the tree is that of an undisturbed run."""

import csv
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from cluster import Cluster, reason_to_skip, wait_until

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "end_to_end"))
import program

ROOT = pathlib.Path(__file__).resolve().parents[2]
JOBS = ROOT / "jobs"
PRELOAD = os.environ.get("EPOCHMILL_FAULTS_PRELOAD", str(ROOT / "build/tests/faults/libfaults_preload.so"))
IMAGES = 20
EPOCHS = 3
ROWS = 2
FILES = EPOCHS * IMAGES // ROWS

RECIPE = f"""
seed = 5
epochs = {EPOCHS}
[source]
kind = "folder"
path = "data"
[output]
path = "unused"
shard_rows = {ROWS}
[[augment]]
op = "random_resized_crop"
size = [16, 16]
"""

# A rank for each core, on both nodes.
RANKS_PER_NODE = min(2, os.cpu_count())
SITE = """
export SITE_MPI=pmix
export SITE_RANKS_PER_NODE={ranks}
export SITE_THREADS_PER_RANK=1
export SITE_SCRATCH={folder}
"""

# Looks at what a training script would read, and takes its time.
TRAIN = """#!/bin/sh
#SBATCH --output={folder}/train-%j.log
grep -q '"epoch": '"$2", "$1/manifest.json" || exit 3
files=$(ls "$1"/epoch-000"$2" | wc -l)
[ "$files" -eq {shards} ] || exit 4
sleep 2
[ "$(ls "$1"/epoch-000"$2" | wc -l)" -eq {shards} ] || exit 5
ls "$1" | grep -c epoch- > {folder}/seen-"$2"
"""


def tree_sha256(digests):
    return hashlib.sha256("".join(f"{name} {digests[name]}\n" for name in sorted(digests)).encode()).hexdigest()


class Jobs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="epochmill-slurm-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.folder.chmod(0o755)  # munge wants its socket to be reachable
        assert program.run("make-demo", cls.folder / "data", "--images", IMAGES).returncode == 0
        cls.recipe = cls.folder / "recipe.toml"
        cls.recipe.write_text(RECIPE)
        (cls.folder / "site.env").write_text(SITE.format(ranks=RANKS_PER_NODE, folder=cls.folder))
        cls.calm = cls.folder / "calm"
        assert program.run("run", cls.recipe, "--output", cls.calm).returncode == 0
        cls.expected = program.digests(cls.calm)
        cls.cluster = Cluster(cls.folder / "slurm")
        cls.addClassCleanup(cls.cluster.stop)
        cls.cluster.start()

    def setUp(self):
        self.out = self.folder / self.id().rsplit(".", 1)[1]

    def submit(self, script, *words, slow_ms=0, **variables):
        """The job's number. With `slow_ms` every write to the output takes so long."""
        variables |= {"SITE": str(self.folder / "site.env"), "EPOCHMILL": str(program.PROGRAM)}
        variables |= {"NODES": "2"} if "NODES" not in variables else {}
        if slow_ms:
            variables |= {"LD_PRELOAD": PRELOAD, "FAULT_FOLDER": str(self.out), "FAULT_SLOW_MS": str(slow_ms)}
        return self.cluster.call(JOBS / "submit.sh", script, "--parsable", *words, cwd=self.folder, **variables).splitlines()[-1]

    def preprocess(self, *options, **variables):
        return self.submit("preprocess", *options, "--", self.recipe, "--output", self.out, **variables)

    def wait_for_work(self, files=1):
        wait_until(lambda: len(program.shards(self.out)) >= files, 60, f"{files} files in {self.out}")

    def log(self, job, name="epochmill"):
        return (self.folder / f"{name}-{job}.log").read_text(errors="replace")

    def expect_end(self, job, restarts=None, log=None):
        """Finished, with the undisturbed tree; `restarts` is how often it was queued again."""
        state = self.cluster.wait_for_end(job)
        facts = self.cluster.job(job)
        text = self.log(job) if log is None else log(job)
        self.assertEqual((state, facts["ExitCode"]), ("COMPLETED", "0:0"), text)
        if restarts is not None:
            self.assertEqual(int(facts["Restarts"]), restarts, text)
        self.expect_tree(job, state, facts["Restarts"])

    def expect_tree(self, job, state, restarts):
        found = program.digests(self.out)
        self.assertEqual(found, self.expected)
        print(f"\n  {self.id().rsplit('.', 1)[1]}: job {job} {state}, {restarts} restarts, tree {tree_sha256(found)[:16]}",
              end="", flush=True)

    def test_two_nodes(self):
        job = self.preprocess()
        self.expect_end(job, restarts=0)
        log = self.log(job)
        for rank in range(2 * RANKS_PER_NODE):  # each on a core of its own
            self.assertIn(f"rank {rank} on n{1 + rank // RANKS_PER_NODE}: 1 thread on core {rank % RANKS_PER_NODE}\n", log)
        self.assertNotIn("warning", log)

    def test_the_front_door(self):
        """make submit, status and verify."""
        variables = {"SITE": str(self.folder / "site.env"), "EPOCHMILL": str(program.PROGRAM)}
        make = ["make", "-s", "-f", ROOT / "Makefile.cluster", "-C", ROOT, f"OUT={self.out}"]
        said = self.cluster.call(*make, "submit", f"RECIPE={self.recipe}", "NODES=2", f"LOGS={self.folder}", **variables)
        job = re.search(r"Submitted batch job (\d+)", said).group(1)
        self.expect_end(job)
        self.assertIn(f"{FILES} finished shards, 0 being written; manifest.json: yes", self.cluster.call(*make, "status", **variables))
        said = self.cluster.call(*make, "verify", f"LOGS={self.folder}", "ARGS=--replay 5", **variables)
        check = re.search(r"Submitted batch job (\d+)", said).group(1)
        self.assertEqual(self.cluster.wait_for_end(check), "COMPLETED", self.log(check, "epochmill-verify"))
        self.assertIn("5 rows made again from their addresses: 0 differ", self.log(check, "epochmill-verify"))

    def test_a_time_limit(self):
        job = self.preprocess("--time=1", "--signal=B:USR1@50", slow_ms=250)
        self.expect_end(job)
        self.assertGreaterEqual(int(self.cluster.job(job)["Restarts"]), 1, self.log(job))
        self.assertIn("stopped with work left; queued again", self.log(job))

    def test_a_preemption(self):
        job = self.preprocess("--partition=scavenge", "--signal=B:USR1@20", slow_ms=100)
        self.wait_for_work()
        urgent = self.cluster.call("sbatch", "--parsable", "--partition=main", "--nodes=2", "--exclusive",
                                   f"--output={self.folder}/urgent.log", "--wrap=sleep 1")
        self.assertEqual(self.cluster.wait_for_end(urgent), "COMPLETED")
        self.assertLess(len(program.shards(self.out)), FILES, "the job was done before it was preempted")
        self.expect_end(job, restarts=1)

    def test_a_node_that_dies(self):
        job = self.preprocess(slow_ms=100)
        self.wait_for_work()
        self.cluster.kill_node("n2")
        try:
            wait_until(lambda: self.cluster.job(job)["Restarts"] != "0", 90, "queued again")
            self.assertLess(len(program.shards(self.out)), FILES, "the job was done before its node died")
        finally:
            self.cluster.start_node("n2")
        self.expect_end(job, restarts=1)

    def test_a_signal_by_scancel(self):
        job = self.preprocess(slow_ms=100)
        self.wait_for_work()
        self.cluster.call("scancel", "--signal=USR1", job)
        self.expect_end(job, restarts=1)
        self.assertIn("stopped by a signal", self.log(job))
        self.expect_two_reports()

    def expect_two_reports(self):
        """Of a job that was stopped once: they add up."""
        report = program.read_json(self.out / "report.json")
        self.assertEqual([run["end"] for run in report["runs"]], ["stopped", "done"])
        self.assertEqual([run["hosts"] for run in report["runs"]], [2, 2])
        self.assertEqual(report["total"]["images"], IMAGES * EPOCHS)
        self.assertEqual(sum(run["images"] for run in report["runs"]), IMAGES * EPOCHS)

    def test_an_error_on_the_other_node_ends_the_job(self):
        """A sample that only a rank of n2 cannot read; rank 0 waits, so that the others get work."""
        job = self.preprocess(LD_PRELOAD=PRELOAD, FAULT_FOLDER=str(self.folder / "data"), FAULT_CALL="pread", FAULT_AT="1",
                              FAULT_MODE="zeros", FAULT_RANK=str(RANKS_PER_NODE), FAULT_PAUSE_MS="500")
        self.assertEqual(self.cluster.wait_for_end(job), "FAILED", self.log(job))
        self.assertEqual(self.cluster.job(job)["ExitCode"], "65:0", self.log(job))
        messages = re.findall("^epochmill: error: .*", self.log(job), flags=re.M)
        self.assertEqual(len(messages), 1, self.log(job))
        self.assertIn(f"[rank {RANKS_PER_NODE}]", messages[0])

    def test_an_array_with_an_element_killed(self):
        log = lambda element: "".join(path.read_text() for path in self.folder.glob("epochmill-array-*.log"))
        arguments = ["--", self.recipe, "--output", self.out]
        job = self.submit("array", *arguments, PARTS="3", slow_ms=500)
        # Shards 1, 4 and 7 are the second part's.
        wait_until(lambda: list(self.out.glob("epoch-*/*shard-00001.h5*")), 60, "the second element at work")
        self.cluster.call("scancel", "--signal=KILL", f"{job}_2")
        for element in (1, 3):
            self.assertEqual(self.cluster.wait_for_end(f"{job}_{element}"), "COMPLETED", log(element))
        self.assertNotEqual(self.cluster.wait_for_end(f"{job}_2"), "COMPLETED", log(2))
        self.assertFalse((self.out / "manifest.json").exists())
        again = self.submit("array", "--array=2", *arguments, PARTS="3")
        self.expect_end(f"{again}_2", log=log)

    def test_a_rolling_chain(self):
        train = self.folder / "train.sbatch"
        train.write_text(TRAIN.format(folder=self.folder, shards=IMAGES // ROWS))
        said = self.cluster.call(JOBS / "submit_rolling.sh", 3, self.out, train, self.recipe, cwd=self.folder, NODES="2",
                                 SITE=str(self.folder / "site.env"), EPOCHMILL=str(program.PROGRAM), DISK_GB="1")
        jobs = re.findall(r"^(make|train) (\d) (\d+)$", said, flags=re.M)
        self.assertEqual([(name, epoch) for name, epoch, _ in jobs], [(name, str(e)) for e in range(3) for name in ("make", "train")])
        for name, epoch, job in jobs:
            text = self.folder / (f"train-{job}.log" if name == "train" else f"epochmill-rolling-{job}.log")
            self.assertEqual(self.cluster.wait_for_end(job), "COMPLETED", f"{name} {epoch}: {text.read_text()}")
        # The last training sees two epochs: its own and the one before.
        self.assertEqual((self.folder / "seen-2").read_text().strip(), "2")
        rolled = self.folder / "calm-rolled"
        self.assertEqual(program.run("run", self.recipe, "--output", rolled, "--epochs", "0:3").returncode, 0)
        self.assertEqual(program.run("prune", rolled, "--before", 1).returncode, 0)
        self.expected = program.digests(rolled)
        self.expect_tree("+".join(job for _, _, job in jobs), "COMPLETED", 0)

    def test_a_rolling_chain_needs_room(self):
        done = subprocess.run([JOBS / "submit_rolling.sh", "3", self.out, "train.sbatch", self.recipe, "--set",
                               "output.shard_rows=1", "--set", "augment.0.size=[4096, 4096]"],
                              env={**self.cluster.environment, "SITE": str(self.folder / "site.env"), "DISK_GB": "1",
                                   "EPOCHMILL": str(program.PROGRAM)}, capture_output=True, text=True)
        self.assertEqual(done.returncode, 74, done.stderr)
        self.assertIn("two epochs take", done.stderr)

    def test_copies_that_each_think_they_are_alone_are_refused(self):
        script = self.folder / "wrong.sh"
        script.write_text(f"#!/bin/sh\nexec srun --mpi=none {program.PROGRAM} run {self.recipe} --output {self.out}\n")
        job = self.cluster.call("sbatch", "--parsable", "-n", "2", f"--output={self.folder}/wrong.log", script)
        self.assertEqual(self.cluster.wait_for_end(job), "FAILED")
        log = (self.folder / "wrong.log").read_text()
        self.assertEqual(self.cluster.job(job)["ExitCode"], "64:0", log)
        self.assertIn("srun --mpi=pmix", log)
        self.assertFalse(self.out.exists())

    def test_scaling(self):
        """make scale: strong and weak, ranks x threads, one job on both nodes."""
        recipe = self.folder / "tiny.toml"
        recipe.write_text(re.sub(r'kind = .*\npath = .*', f'kind = "synthetic"\nsamples = {IMAGES}', RECIPE, count=1))
        layouts = sorted({(1, RANKS_PER_NODE), (RANKS_PER_NODE, 1)})
        arguments = ["--repeats", 1, "--probe-mib", 1, "--results", self.out, "--synthetic", recipe, "--layouts",
                     " ".join(f"{ranks}x{threads}" for ranks, threads in layouts)]
        said = self.cluster.call(JOBS / "scale.sh", *arguments, cwd=self.folder, NODES="2 1", SITE=str(self.folder / "site.env"),
                                 EPOCHMILL=str(program.PROGRAM))
        self.assertIn("nodes 1 2; ranks of a node x threads", said)
        job = re.search(r"Submitted batch job (\d+)", said).group(1)
        state = self.cluster.wait_for_end(job)
        log = self.log(job, "epochmill-scaling")
        self.assertEqual(state, "COMPLETED", log)
        with open(next(self.out.glob("*-site.csv")), newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([tuple(row[name] for name in ("nodes", "machines", "series", "ranks", "threads")) for row in rows],
                         [(str(nodes), "1", series, str(nodes * ranks), str(threads)) for nodes in (1, 2) for ranks, threads in layouts
                          for series in ("strong", "weak")])
        self.assertEqual(len({row["sha256"] for row in rows if row["series"] == "strong"}), 1, log)
        for row in rows:  # each rank on cores of its own
            report = program.read_json(next(self.out.glob("*-site")) / row["report"])
            self.assertEqual(len({rank["host"] for rank in report["ranks"]}), int(row["nodes"]))
            owned = [(rank["host"], core) for rank in report["ranks"] for core in rank["cores"]]
            self.assertEqual(len(set(owned)), len(owned), row["report"])
            self.assertEqual(len(owned), int(row["ranks"]) * int(row["threads"]), row["report"])
        self.assertIn("All trees of a source hold the same bytes", log)


if __name__ == "__main__":
    reason = reason_to_skip()
    if reason:
        print(f"SKIPPED: {reason}")
        sys.exit(77)
    unittest.main(verbosity=2)
