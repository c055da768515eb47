"""Crops of the workers coincide with a kept generator; the program's all differ, and landmarks follow them."""

import os
import pathlib
import re
import unittest

from example import ExampleTest, tables

FACES = pathlib.Path(os.environ.get("EPOCHMILL_SHARED", "../shared")) / "data" / "faces" / "face_landmarks.csv"


class FaceLandmarks(ExampleTest):
    script = "seeds/face_landmarks.py"

    def test_crops_of_all_workers_coincide_with_a_kept_generator(self):
        for row in self.tables[0]:
            self.assertEqual(row["worker 0, epoch 0"], row["worker 1, epoch 0"])
            self.assertEqual(row["worker 0, epoch 0"], row["worker 0, epoch 1"])
        # Of 32 pictures each of 4 workers has 8, and draws 8 boxes, in each of 3 epochs the same.
        self.assert_row(self.tables[2][0], ["8 of 96", "528", "144", "96", "288"])

    def test_crops_of_epochmill_all_differ(self):
        self.assert_row(self.tables[2][1], ["96 of 96", "0", "0", "0", "0"])

    def test_pixels_and_landmarks_are_those_of_the_crop(self):
        self.assertIn("96 of 96 pictures are Pillow's", self.text)
        self.assertLess(float(re.search(r"off by more than (\S+) pixels", self.text)[1]), 1e-4)

    def test_the_picture(self):
        self.assert_is_a_small_picture(self.picture)

    @unittest.skipUnless(FACES.is_file(), "no faces")
    def test_real_faces(self):
        done = self.run_example(self.script, FACES.resolve(), "--picture", self.folder / "faces.png")
        faulty, milled = tables(done.stdout)[2]
        self.assert_row(faulty, ["18 of 207", "1107", "300", "207", "600"])
        self.assert_row(milled, ["206 of 207", "1", "1", "0", "0"])
        self.assertIn("207 of 207 pictures are Pillow's", done.stdout)
        self.assertLess(float(re.search(r"off by more than (\S+) pixels", done.stdout)[1]), 1e-3)

    def test_one_epoch_is_refused(self):
        done = self.run_example(self.script, "--epochs", 1, code=1)
        self.assertIn("--epochs: expected at least 2", done.stderr)


if __name__ == "__main__":
    unittest.main()
