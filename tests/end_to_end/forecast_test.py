"""`plan --nodes` measures what work costs here, and forecasts from that, or from another machine's measurement."""

import json
import os
import socket
import subprocess
import unittest

from program import ProgramTest, read_json, run


class Forecast(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.out = cls.folder / "outputs" / "never"
        cls.out.parent.mkdir()
        gone = subprocess.Popen(["true"])
        gone.wait()
        killed = cls.out.parent / f".never-calibration.tmp.{socket.gethostname()}.{gone.pid}.1"
        (killed / "epoch-0000").mkdir(parents=True)
        cls.calibration = cls.folder / "calibration.json"
        cls.report = cls.folder / "plan.json"
        cls.made = cls.plan("--nodes", "1:4", "--threads", "2", "--save-calibration", cls.calibration, "--report", cls.report)
        assert cls.made.returncode == 0, cls.made.stderr

    @classmethod
    def plan(cls, *options):
        return run("plan", cls.recipe, "--output", cls.out, *options)

    def forecasts(self, *options):
        """Nodes -> what --report says of them, from the calibration that was kept."""
        report = self.folder / "other.json"
        done = self.plan("--calibration", self.calibration, "--report", report, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return {one["nodes"]: one for one in read_json(report)["forecasts"]}

    def test_nothing_is_left_behind(self):
        self.assertEqual(os.listdir(self.out.parent), [])

    def test_what_was_measured_is_what_happens_here(self):
        found = read_json(self.calibration)
        self.assertEqual(found["cores"], len(os.sched_getaffinity(0)))
        self.assertEqual(found["slowdowns"][0], {"threads": 1, "factor": 1.0})
        self.assertEqual(found["slowdowns"][-1]["threads"], found["cores"])
        for cost in found["samples"]:
            self.assertGreater(cost["decode_s"], 0)
            self.assertGreater(cost["augment_s"], 0)
        self.assertGreater(found["file_s"], 0)
        # A row is 160 x 160 x 3 bytes, and its columns.
        self.assertGreater(found["image_bytes"], 160 * 160 * 3)
        self.assertLess(found["image_bytes"], 160 * 160 * 3 * 1.5)

    def test_the_table_and_the_report_say_the_same(self):
        forecasts = read_json(self.report)["forecasts"]
        self.assertEqual([one["nodes"] for one in forecasts], [1, 2, 4])
        rows = [line.split() for line in self.made.stdout.splitlines() if "/s  " in line]
        self.assertEqual([int(row[0]) for row in rows], [1, 2, 4])
        for row, one in zip(rows, forecasts):
            self.assertEqual(int(row[1]), one["ranks"])
            self.assertEqual(int(row[2]), one["units"])
            self.assertIn(one["bottleneck"], " ".join(row))
            self.assertAlmostEqual(sum(one["shares"].values()), 1, delta=0.05)
        self.assertEqual(forecasts[0]["efficiency"], 1)

    def test_a_kept_calibration_gives_the_same_forecast(self):
        again = self.forecasts("--nodes", "1:4", "--threads", "2")
        self.assertEqual(list(again.values()), read_json(self.report)["forecasts"])

    def test_more_samples_take_longer_and_more_nodes_less_long(self):
        small = self.forecasts("--nodes", "1", "--samples", "10000")[1]
        large = self.forecasts("--nodes", "1,8", "--samples", "100000")
        self.assertAlmostEqual(large[1]["job_s"] / small["job_s"], 10, delta=1)
        self.assertAlmostEqual(large[1]["job_s"] / large[8]["job_s"], 8, delta=1)

    def test_a_slow_file_system_is_the_bottleneck(self):
        options = ("--nodes", "1,64", "--samples", "1000000")
        free = self.forecasts(*options)
        slow = self.forecasts(*options, "--write-bandwidth", "0.001")
        self.assertEqual(slow[64]["bottleneck"], "storage")
        self.assertGreater(slow[64]["job_s"], 10 * free[64]["job_s"])
        bytes_in_all = 1000000 * 6 * read_json(self.calibration)["image_bytes"]
        self.assertAlmostEqual(slow[64]["job_s"] / (bytes_in_all / 1e6), 1, delta=0.05)

    def test_failures_cost_time(self):
        options = ("--nodes", "64", "--samples", "10000000")
        without = self.forecasts(*options)[64]
        failing = self.forecasts(*options, "--node-mtbf", str(64 * without["job_s"] / 3600 / 4))[64]
        self.assertEqual(without["failures"], 0)
        self.assertGreaterEqual(failing["failures"], 1)
        self.assertGreater(failing["job_s"], without["job_s"] + 50 * failing["failures"])

    def test_what_cannot_be_is_refused(self):
        for options, words in ((("--nodes", "4:2"), "ends before it begins"), (("--nodes", "none"), "expected numbers from 1"),
                               (("--samples", "5"), "--nodes"),
                               (("--nodes", "1", "--calibration", self.folder / "none.json"), "none.json")):
            done = self.plan(*options)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(words, done.stderr + done.stdout)
        broken = self.folder / "broken.json"
        broken.write_text(json.dumps({**read_json(self.calibration), "samples": []}))
        done = self.plan("--nodes", "1", "--calibration", broken)
        self.assertEqual(done.returncode, 65)
        self.assertIn("broken.json is no calibration", done.stderr)


if __name__ == "__main__":
    unittest.main()
