"""The scaling study by mpirun on this machine: real ranks, a tiny recipe, and what becomes of a study when a trial is wrong."""

import csv
import os
import pathlib
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "end_to_end"), str(ROOT / "benchmarks" / "scaling")]
import launch
import program
import trees

STAGES = ("read", "decode", "augment", "encode", "write", "check", "file")
COLUMNS = """date version site cpu source series nodes machines ranks threads repeat images seconds wall_s images_per_s source_mb_per_s
written_mb_per_s read_mean_s read_max_s decode_mean_s decode_max_s augment_mean_s augment_max_s encode_mean_s encode_max_s write_mean_s
write_max_s check_mean_s check_max_s file_mean_s file_max_s wait_share other_share efficiency probe_write_mb_per_s probe_read_mb_per_s sha256 report""".split()

SAMPLES = 24  # for each core of the largest point, which has two
EPOCHS = 2
RECIPE = f"""
seed = 5
epochs = {EPOCHS}
[source]
kind = "synthetic"
samples = {SAMPLES}
[output]
path = "unused"
shard_rows = 4
[[augment]]
op = "random_resized_crop"
size = [16, 16]
"""

SITE = """
export SITE_LAUNCHER=mpirun
export SITE_MPI=pmix
export SITE_RANKS_PER_NODE=1
export SITE_THREADS_PER_RANK=1
export SITE_SCRATCH={folder}/scratch
"""

# The program, and then, where CONDITION holds, another last byte in one shard.
TAMPER = """#!/bin/bash
{program} "$@" || exit
output=$(grep -o -- '--output [^ ]*' <<< "$*")
if [ "${{OMPI_COMM_WORLD_RANK:-0}}" = 0 ] && {condition}; then
  printf X | dd of="${{output#--output }}/epoch-0001/shard-00000.h5" bs=1 seek=3000 conv=notrunc status=none
fi
"""


class Scaling(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="epochmill-scaling-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        (cls.folder / "tiny.toml").write_text(RECIPE)
        (cls.folder / "here.env").write_text(SITE.format(folder=cls.folder))
        assert program.run("make-demo", cls.folder / "data", "--images", 16).returncode == 0
        cls.done = cls.study("--results", cls.folder / "results", "--recipe", cls.folder / "data" / "recipe.toml", "--name", "demo",
                             "--", "--set", "epochs=2")
        assert cls.done.returncode == 0, cls.done.stdout + cls.done.stderr
        cls.table = next((cls.folder / "results").glob("*-here.csv"))
        cls.rows = cls.read(cls.table)

    @staticmethod
    def read(path):
        with open(path, newline="") as file:
            return list(csv.DictReader(file))

    @classmethod
    def command(cls, *words):
        return [str(word) for word in (ROOT / "jobs" / "scale.sh", "--repeats", 1, "--probe-mib", 1, "--synthetic",
                                       cls.folder / "tiny.toml", *words)]

    @classmethod
    def environment(cls, epochmill):
        return {**program.MPI_ENVIRONMENT, "SITE": str(cls.folder / "here.env"), "EPOCHMILL": str(epochmill), "NODES": "1 2"}

    @classmethod
    def study(cls, *words, epochmill=program.PROGRAM, **variables):
        return subprocess.run(cls.command(*words), env={**cls.environment(epochmill), **variables}, capture_output=True, text=True,
                              timeout=120)

    def script(self, text):
        path = self.folder / f"{self.id().rsplit('.', 1)[1]}.sh"
        path.write_text(text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    def own_results(self):
        return self.folder / self.id().rsplit(".", 1)[1]

    def test_every_point_is_in_the_table(self):
        self.assertEqual(list(self.rows[0]), COLUMNS)
        points = [tuple(row[name] for name in ("source", "series", "nodes", "ranks", "threads", "repeat")) for row in self.rows]
        self.assertEqual(points, [(source, series, nodes, nodes, "1", "1") for source in ("synthetic", "demo") for nodes in "12"
                                  for series in ("strong", "weak")])
        for row in self.rows:
            self.assertEqual((row["site"], row["machines"], row["date"]), ("here", "1", self.table.name[:10]))
            self.assertTrue(row["cpu"])

    def test_numbers_are_those_of_the_reports(self):
        for row in self.rows:
            report = program.read_json(self.table.with_suffix("") / row["report"])
            seconds, total = report["elapsed_s"], report["total"]
            expected = {"images": total["images"], "seconds": seconds, "images_per_s": total["images"] / seconds,
                        "source_mb_per_s": total["source_bytes"] / 1e6 / seconds,
                        "written_mb_per_s": total["written_bytes"] / 1e6 / seconds,
                        "wait_share": report["shares"]["wait"], "other_share": report["shares"]["other"]}
            for stage in STAGES:
                of_ranks = [rank["work"][f"{stage}_s"] for rank in report["ranks"]]
                expected |= {f"{stage}_mean_s": sum(of_ranks) / len(of_ranks), f"{stage}_max_s": max(of_ranks)}
            for name, value in expected.items():
                self.assertAlmostEqual(float(row[name]), value, delta=1e-5 * abs(value), msg=name)
            self.assertEqual(row["version"], report["version"])
            self.assertEqual(int(row["ranks"]), len(report["ranks"]))
            self.assertGreater(float(row["wall_s"]), seconds)
            self.assertGreater(min(float(row["probe_write_mb_per_s"]), float(row["probe_read_mb_per_s"])), 0)

    def test_efficiency_is_against_the_fewest_cores(self):
        for row in self.rows:
            first = next(other for other in self.rows if (other["source"], other["series"]) == (row["source"], row["series"]))
            cores = min(int(row["ranks"]), launch.cores_here())
            self.assertAlmostEqual(float(row["efficiency"]), float(row["images_per_s"]) / cores / float(first["images_per_s"]), delta=1e-4)

    def test_strong_trials_mill_all_of_it_and_weak_ones_a_part(self):
        images = [int(row["images"]) for row in self.rows if row["source"] == "synthetic"]
        whole = SAMPLES * 2 * EPOCHS
        self.assertEqual(images, [whole, whole / 2, whole, whole])
        reports = [row["report"] for row in self.rows[:4]]
        self.assertEqual(reports[2], reports[3], "the weak trial on all nodes is the strong one")

    def test_the_digest_is_that_of_an_undisturbed_run(self):
        out = self.folder / "calm"
        done = program.run("run", self.folder / "tiny.toml", "--set", f"source.samples={2 * SAMPLES}", "--output", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        tree = subprocess.run("find . -type f ! -path './report*' | LC_ALL=C sort | xargs sha256sum | sha256sum", shell=True, cwd=out,
                              capture_output=True, text=True, check=True).stdout.split()[0]
        self.assertEqual({row["sha256"] for row in self.rows if row["source"] == "synthetic" and row["series"] == "strong"}, {tree})

    def test_it_says_what_it_will_run_and_how_long_that_takes(self):
        first = self.done.stdout.splitlines()
        self.assertIn("by mpirun", first[0])
        self.assertIn("  6 runs, ", self.done.stdout)
        self.assertRegex(self.done.stdout, r"\[1/8\] synthetic strong: 1 node x 1 rank x 1 thread, repeat 1: .* \d+ min \d\d s left")
        self.assertEqual(list((self.folder / "scratch").iterdir()), [])

    def test_it_goes_on_where_it_was_stopped(self):
        results = self.own_results()
        shutil.copytree(self.folder / "results", results)
        table = results / self.table.name
        lines = table.read_text().splitlines(keepends=True)
        table.write_text("".join(lines[:3]))
        done = self.study("--resume", table)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("2 of 4 trials are in", done.stdout)
        rows = self.read(table)
        self.assertEqual(rows[:2], self.rows[:2])
        self.assertEqual([row["sha256"] for row in rows], [row["sha256"] for row in self.rows[:4]])
        self.assertNotEqual(rows[2]["seconds"], self.rows[2]["seconds"], "this one was run again")

    def expect_refused_bytes(self, condition, trial, rows):
        tamper = self.script(TAMPER.format(program=program.PROGRAM, condition=condition))
        done = self.study("--results", self.own_results(), epochmill=tamper)
        self.assertEqual(done.returncode, 70, done.stdout + done.stderr)
        self.assertIn(f"different bytes: {trial}", done.stderr)
        self.assertIn("./epoch-0001/shard-00000.h5: expected sha256", done.stderr)
        table = next(self.own_results().glob("*.csv"))
        self.assertEqual(len(self.read(table)), rows)
        self.assertIn(f"RESUME={table} goes on", done.stderr)

    def test_a_strong_trial_with_another_byte_fails(self):
        self.expect_refused_bytes('[ "$OMPI_COMM_WORLD_SIZE" = 2 ]', "synthetic strong: 2 nodes x 1 rank x 1 thread", 2)

    def test_a_weak_trial_with_another_byte_fails(self):
        self.expect_refused_bytes('[[ $* == *--part* ]]', "synthetic weak: 1 node x 1 rank x 1 thread", 1)

    def test_a_failing_trial_is_reported(self):
        data = self.folder / "bad"
        shutil.copytree(self.folder / "data", data)
        photo = next(data.rglob("*.jpg"))
        photo.write_bytes(b"no photo")
        done = self.study("--results", self.own_results(), "--recipe", data / "recipe.toml")
        self.assertEqual(done.returncode, 65, done.stderr)
        self.assertRegex(done.stderr, f"epochmill: error: .*{photo.name}")
        self.assertIn("a trial failed", done.stderr)
        table = next(self.own_results().glob("*.csv"))
        self.assertEqual([row["source"] for row in self.read(table)], ["synthetic"] * 4)

    def test_a_signal_stops_the_trial_and_the_study(self):
        running = self.folder / "running"
        slow = self.script(f"#!/bin/bash\ntouch {running}\nexec sleep 300\n")
        process = subprocess.Popen(self.command("--results", self.own_results()), env=self.environment(slow), text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        deadline = time.monotonic() + 60
        while not running.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        begin = time.monotonic()
        process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 75, said)
        self.assertLess(time.monotonic() - begin, 30)
        self.assertEqual(list((self.folder / "scratch").iterdir()), [])

    def refusal(self, *words, **variables):
        done = self.study("--results", self.own_results(), *words, **variables)
        self.assertEqual((done.returncode, self.own_results().exists()), (64, False), done.stderr)
        return done.stderr

    def test_what_cannot_be_run_is_refused_before_anything_is(self):
        self.assertIn("expected numbers of nodes", self.refusal(NODES="1 two"))
        self.assertIn("expected ranks of a node x threads", self.refusal("--layouts", "2"))
        self.assertIn("there is no recipe nowhere.toml", self.refusal("--recipe", "nowhere.toml"))
        self.assertIn("are for --recipe", self.refusal("--", "--set", "seed=1"))
        self.assertIn("another by --name", self.refusal("--recipe", self.folder / "tiny.toml", "--name", "synthetic"))
        self.assertIn("there is no table", self.refusal("--resume", "nowhere.csv"))
        self.assertIn("there is no program nowhere", self.refusal(epochmill="nowhere"))
        self.assertIn("layout 2x1 wants 2 cores of a node, of which the site's file gives 1",
                      launch.Srun(2, 1, "pmix").refusal(2, 2, 1))
        with self.assertRaises(launch.Failed) as missing:
            launch.run((["no-such-launcher"], {}), [])
        self.assertIn("there is no no-such-launcher here", missing.exception.output)

    def test_a_tree_that_lacks_a_file_differs(self):
        whole = {"./a": "1", "./b": "2"}
        trees.check({"./a": "1"}, whole, False, "a part")
        with self.assertRaisesRegex(trees.Differ, r"\./b: expected sha256 2.*found no such file"):
            trees.check({"./a": "1"}, whole, True, "a tree")
        with self.assertRaisesRegex(trees.Differ, r"\./c: expected sha256 of no such file"):
            trees.check({"./c": "3"}, whole, False, "a part")


if __name__ == "__main__":
    unittest.main()
