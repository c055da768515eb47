"""Each command does what its help says."""

import os
import re
import unittest
from pathlib import Path

import numpy as np
from PIL import Image

from program import ProgramTest, read_json, run, shards

DOCS = Path(__file__).resolve().parents[2] / "docs"


def listed_ops():
    return re.findall(r"^  (\w+)  ", run("describe", "ops").stdout, re.M)


class Commands(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.out = cls.folder / "out"
        cls.report = cls.folder / "report.json"
        cls.made = run("run", cls.recipe, "--report", cls.report, ranks=2)
        assert cls.made.returncode == 0, cls.made.stderr

    def test_plan_writes_nothing_and_says_what_will_be(self):
        done = run("plan", self.recipe, "--output", self.folder / "never")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertFalse((self.folder / "never").exists())
        for words in ("24 samples of 4 classes, 5 keypoints each", "160 x 160 x 3 u8", "6 epochs x 3 shards of 8 rows",
                      "different draws a sample", "free there"):
            self.assertIn(words, done.stdout)

    def test_the_report_adds_up(self):
        report = read_json(self.report)
        self.assertEqual(report["total"]["images"], 6 * 24)
        self.assertEqual(sum(rank["work"]["images"] for rank in report["ranks"]), 6 * 24)
        self.assertEqual([rank["rank"] for rank in report["ranks"]], [0, 1])
        self.assertEqual(report["total"]["written_bytes"],
                         sum((self.out / path).stat().st_size for path in shards(self.out)))
        for rank in report["ranks"]:
            self.assertGreater(rank["peak_memory_bytes"], 1 << 20)
            self.assertGreaterEqual(len(rank["cores"]), 1)
            self.assertAlmostEqual(sum(rank["shares"].values()), 1, places=6)
        self.assertEqual(report["end"], "done")
        self.assertGreaterEqual(max(rank["slowest_shard"]["images"] for rank in report["ranks"]), 6 * 8)

    def test_the_timelines_hold_every_shard_once_and_never_overlap(self):
        made = []
        for rank in read_json(self.report)["ranks"]:
            end_s = 0
            for entry in rank["timeline"]:
                self.assertLessEqual(end_s, entry["start_s"])
                self.assertLess(entry["start_s"], entry["end_s"])
                end_s = entry["end_s"]
                self.assertEqual(entry["units"], 1)
                made += [(entry["shard"], entry["first_epoch"] + i) for i in range(entry["epochs"])]
            self.assertLessEqual(end_s, rank["elapsed_s"] + 1e-6)
            self.assertEqual(bool(rank["timeline"]), rank["work"]["images"] > 0)
        self.assertEqual(sorted(made), [(shard, epoch) for shard in range(3) for epoch in range(6)])

    def test_a_rerun_adds_to_the_reports(self):
        out = self.folder / "twice"
        self.mill(out, "--epochs", "0:1")
        done = self.mill(out, "--epochs", "0:3")
        self.assertIn("72 images in", done.stdout)
        self.assertIn("over 2 runs", done.stdout)
        report = read_json(out / "report.json")
        self.assertEqual([(one["options"], one["images"]) for one in report["runs"]],
                         [("--epochs 0:1", 24), ("--epochs 0:3", 48)])

    def test_plan_reports_what_rolling_epochs_need(self):
        report = self.folder / "plan.json"
        done = run("plan", self.recipe, "--output", self.folder / "never", "--report", report)
        self.assertEqual(done.returncode, 0, done.stderr)
        sizes = read_json(report)
        self.assertEqual(sizes["rolling_bytes"], 2 * sizes["epoch_bytes"])
        self.assertEqual(sizes["epoch_bytes"], 24 * 160 * 160 * 3)

    def test_show_draws_a_sheet_that_is_not_blank(self):
        sheet = self.folder / "sheet.png"
        done = run("show", self.out, "-o", sheet, "--samples", 4)
        self.assertEqual(done.returncode, 0, done.stderr)
        pixels = np.asarray(Image.open(sheet).convert("RGB"))
        self.assertGreater(pixels.shape[1], 7 * 160)
        self.assertGreater(pixels.shape[0], 4 * 160)
        self.assertGreater(len(np.unique(pixels.reshape(-1, 3), axis=0)), 1000)

    def test_replay_gives_the_stored_picture(self):
        picture = self.folder / "one.png"
        done = run("replay", self.out, "--epoch", 3, "--sample", 7, "-o", picture)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("equal to its row", done.stdout)
        self.assertIn("random_resized_crop.top = ", done.stdout)
        self.assertEqual(Image.open(picture).size, (160, 160))
        self.assertEqual(run("replay", self.out, "--epoch", 3, "--sample", 24).returncode, 64)

    def test_replay_makes_epochs_that_nobody_has_stored(self):
        done = run("replay", self.out, "--epoch", 1000, "--sample", 0)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("nothing to compare with", done.stdout)

    def test_describe_shows_every_op_with_its_parameters(self):
        ops = listed_ops()
        self.assertGreaterEqual(len(ops), 16)
        for op in ops:
            text = run("describe", op).stdout
            for part in (f"{op}\n", "Draws:", "Points, boxes, mask:", "torchvision:", f'op = "{op}"'):
                self.assertIn(part, text)
        text = run("describe", "random_resized_crop").stdout
        for word in ("size", "scale", "ratio", "interpolation", "[0.08, 1.0]"):
            self.assertIn(word, text)
        for topic in ("sources", "encodings", "recipe", "folder", "csv", "raw"):
            self.assertEqual(run("describe", topic).returncode, 0, topic)

    def test_the_page_of_ops_is_what_the_program_says(self):
        page = (DOCS / "ops.md").read_text()
        self.assertEqual(run("describe", "ops", "--markdown").stdout, page,
                         "make docs/ops.md again: epochmill describe ops --markdown > docs/ops.md")

    def test_the_table_of_names_has_every_op(self):
        named = re.findall(r"^\| `(\w+)` \|", (DOCS / "names.md").read_text(), re.M)
        self.assertEqual(sorted(named), sorted(listed_ops()))

    def test_the_gallery_is_one_picture_of_all_ops(self):
        pictures = []
        for name in ("one.png", "two.png"):
            done = run("show", "--gallery", "-o", self.folder / name)
            self.assertEqual(done.returncode, 0, done.stderr)
            pictures.append((self.folder / name).read_bytes())
        self.assertEqual(pictures[0], pictures[1])
        self.assertGreater(Image.open(self.folder / "one.png").size[0], 1000)
        self.assertEqual(run("show").returncode, 64)
        self.assertEqual(run("show", self.out, "--gallery").returncode, 64)

    def test_draw_prints_the_stream_of_each_op_of_a_recipe(self):
        ids = {"random_resized_crop": 16, "random_horizontal_flip": 20, "color_jitter": 28}
        place = ["--epoch", 5, "--sample", 1000]
        parts = run("draw", self.recipe, *place).stdout.split("\n\n")
        self.assertEqual([part.split("op       ")[1].splitlines()[0] for part in parts],
                         [f"{op} {name}" for name, op in ids.items()])
        for part, (name, op) in zip(parts, ids.items()):
            self.assertEqual(run("draw", self.recipe, *place, "--op", name).stdout.strip(), part.strip())
            alone = run("draw", "--seed", 20261130, *place, "--op", op)  # an id has no name
            self.assertEqual(alone.stdout.strip(), part.replace(f"{op} {name}", str(op)).strip())
            of_a_kind = run("draw", "--seed", "0x135290a", *place, "--op", name)
            self.assertEqual(of_a_kind.stdout.strip(), part.strip())
        for word in ("grid     64 x 16", "worker   1000", "rank     62", "thread   8", "epoch    5", "sample   1000",
                     "redraw   0"):
            self.assertIn(word + "\n", parts[0])
        self.assertEqual(parts[0].count("\ndraw "), 4 * 4)
        self.assertEqual(parts[0].count("\nbulk "), 4 * 4)

    def test_draw_knows_second_ops_own_ids_and_disabled_ones(self):
        recipe = self.write_recipe("twice.toml", self.recipe.read_text() + """
[[augment]]
op = "random_horizontal_flip"
enabled = false
[[augment]]
op = "random_vertical_flip"
stream = 200
""")
        place = ["--epoch", 0, "--sample", 0, "--count", 1]
        for name, op in (("random_horizontal_flip_2", 21), ("random_vertical_flip", 200)):
            self.assertIn(f"op       {op} {name}\n", run("draw", recipe, *place, "--op", name).stdout)
        self.assertNotIn("random_horizontal_flip_2", run("draw", recipe, *place).stdout)
        changed = run("draw", recipe, *place, "--set", "seed=7", "--set", "streams.ranks=3").stdout
        self.assertIn("seed     7\n", changed)
        self.assertIn("grid     3 x 16\n", changed)

    def test_draw_reads_padded_numbers_as_decimal(self):
        self.assertIn("epoch    10\n", run("draw", "--epoch", "0010", "--sample", "0").stdout)

    def test_draw_refuses_what_is_out_of_range_or_unknown(self):
        for arguments, *words in (
                (["--epoch", 2**20], "--epoch 1048576", "0 to 1048575"), (["--epoch", "x"], "--epoch x", "whole"),
                (["--sample", 2**40], "--sample 1099511627776", "0 to 1099511627775"),
                (["--sample", -1], "--sample -1"),
                (["--seed", 2**64], "--seed 18446744073709551616", "0 to 18446744073709551615"),
                (["--ranks", 0], "--ranks 0", "1 to 65536"), (["--threads", 4097], "--threads 4097", "1 to 4096"),
                (["--redraw", 128], "--redraw 128", "0 to 127"), (["--count", 0], "--count 0", "1 to 65536"),
                (["--count", 65537], "--count 65537"), (["--op", 256], "--op 256", "an id from 0 to 255"),
                (["--op", "random_crpo"], "did you mean `random_crop`?", "resize, center_crop"),
                (["--set", "seed=1"], "give its file, too"),
                ([self.recipe, "--op", "random_crop_3"], "there is no such op", "one of: random_resized_crop, "),
                ([self.recipe, "--op", "color_jitter_2"], "did you mean `color_jitter`?"),
                ([self.recipe, "--seed", 1], "--set seed=1"), ([self.recipe, "--ranks", 1], "--set streams.ranks=1"),
                ([self.recipe, "--set", "augment=[]"], "no op that is enabled", str(self.recipe)),
                ([self.folder / "none.toml"], "none.toml")):
            given = [str(argument) for argument in arguments]
            rest = [word for option in ("--epoch", "--sample") if option not in given for word in (option, "0")]
            done = run("draw", *given, *rest)
            self.assertEqual((done.returncode, done.stdout), (64, ""), given)
            self.assertTrue(done.stderr.startswith("epochmill: error: "), done.stderr)
            for word in words:
                self.assertIn(word, done.stderr)
        self.assertEqual(run("draw", "--epoch", 0).returncode, 64)

    def test_the_demo_dataset_is_the_same_everywhere(self):
        again = self.folder / "again"
        run("make-demo", again, "--images", 24)
        for path in (self.folder / "data").rglob("*"):
            if path.is_file():
                self.assertEqual(path.read_bytes(), (again / path.relative_to(self.folder / "data")).read_bytes())

    def test_a_rank_knows_the_cores_of_bound_threads(self):
        """OpenMP binds the main thread before the program can look: its own mask is one core then."""
        cores = sorted(os.sched_getaffinity(0))
        for threads in range(1, min(3, len(cores)) + 1):
            report = self.folder / f"bound-{threads}.json"
            done = run("run", self.recipe, "--output", self.folder / f"bound-{threads}", "--threads", threads, "--report", report,
                       ranks=1, environment={"OMP_PLACES": "threads", "OMP_PROC_BIND": "close"})
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("wait for each other", done.stderr)
            self.assertEqual(len(read_json(report)["ranks"][0]["cores"]), threads)

    def test_version_names_the_parts(self):
        done = run("--version")
        self.assertEqual(done.returncode, 0)
        for part in ("epochmill", "libjpeg-turbo", "HDF5", "MPI"):
            self.assertIn(part, done.stdout)


if __name__ == "__main__":
    unittest.main()
