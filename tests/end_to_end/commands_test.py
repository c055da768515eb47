"""Each command does what its help says."""

import json
import unittest

import numpy as np
from PIL import Image

from program import ProgramTest, run, shards


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
        report = json.loads(self.report.read_text())
        self.assertEqual(report["total"]["images"], 6 * 24)
        self.assertEqual(sum(rank["work"]["images"] for rank in report["ranks"]), 6 * 24)
        self.assertEqual([rank["rank"] for rank in report["ranks"]], [0, 1])
        self.assertEqual(report["total"]["written_bytes"],
                         sum((self.out / path).stat().st_size for path in shards(self.out)))
        for rank in report["ranks"]:
            self.assertGreater(rank["peak_memory_bytes"], 1 << 20)
            self.assertGreaterEqual(len(rank["cores"]), 1)

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
        self.assertIn("equal to row", done.stdout)
        self.assertIn("random_resized_crop.top = ", done.stdout)
        self.assertEqual(Image.open(picture).size, (160, 160))
        self.assertEqual(run("replay", self.out, "--epoch", 3, "--sample", 24).returncode, 64)

    def test_replay_makes_epochs_that_nobody_has_stored(self):
        done = run("replay", self.out, "--epoch", 1000, "--sample", 0)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("nothing to compare with", done.stdout)

    def test_describe_knows_every_op_and_parameter(self):
        listing = run("describe", "ops").stdout
        for op in ("resize", "center_crop", "pad", "random_crop", "random_resized_crop", "random_horizontal_flip",
                   "random_vertical_flip", "color_jitter", "random_grayscale", "gaussian_blur", "gaussian_noise",
                   "normalize", "keep"):
            self.assertIn(op, listing)
            self.assertEqual(run("describe", op).returncode, 0)
        text = run("describe", "random_resized_crop").stdout
        for word in ("size", "scale", "ratio", "interpolation", "[0.08, 1.0]"):
            self.assertIn(word, text)
        for topic in ("sources", "encodings", "recipe", "folder", "csv", "raw"):
            self.assertEqual(run("describe", topic).returncode, 0, topic)

    def test_the_demo_dataset_is_the_same_everywhere(self):
        again = self.folder / "again"
        run("make-demo", again, "--images", 24)
        for path in (self.folder / "data").rglob("*"):
            if path.is_file():
                self.assertEqual(path.read_bytes(), (again / path.relative_to(self.folder / "data")).read_bytes())

    def test_version_names_the_parts(self):
        done = run("--version")
        self.assertEqual(done.returncode, 0)
        for part in ("epochmill", "libjpeg-turbo", "HDF5", "MPI"):
            self.assertIn(part, done.stdout)


if __name__ == "__main__":
    unittest.main()
