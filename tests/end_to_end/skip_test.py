"""`on_bad_sample = "skip"`: good rows only, the rest listed with reasons, and the same bytes however the work is shared."""

import json
import pathlib
import shutil
import unittest

import h5py
import numpy

from program import ProgramTest, digests, run

GOOD = 30
SHARD_ROWS = 8

RECIPE = """seed = 5
epochs = 3
on_bad_sample = "skip"
error_budget = {budget}
[source]
kind = "folder"
path = "photos"
[output]
path = "out"
encoding = "{encoding}"
shard_rows = {shard_rows}
[[augment]]
op = "random_crop"
size = [48, 48]
[[augment]]
op = "random_horizontal_flip"
"""


def damaged_near_the_end(jpeg):
    """Its last rows are damaged, and its end marker is there: a crop of the upper rows would not notice."""
    at = len(jpeg) - 12
    return jpeg[:at] + b"\xff\xd3" + jpeg[at + 2:]


def add_bad_samples(folder, photo):
    """Each with a word that its reason must have."""
    jpeg = photo.read_bytes()
    bad = {"truncated.jpg": (jpeg[:len(jpeg) // 2], "cut"),
           "damaged.jpg": (damaged_near_the_end(jpeg), "damaged"),
           "empty.png": (b"", "0 bytes"),
           "page.jpg": (b"<!DOCTYPE html><html></html>", "HTML"),
           "tiny.ppm": (b"P6 4 4 255\n" + bytes(48), "random_crop")}
    words = {}
    for place, (name, (content, word)) in enumerate(bad.items()):
        target = sorted(path for path in folder.iterdir() if path.is_dir())[place % 2]
        (target / name).write_bytes(content)
        words[f"{target.name}/{name}"] = word
    return words


def texts(dataset):
    return [text.decode() for text in dataset[:]]


class Skip(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        photos = cls.folder / "photos"
        pictures = sorted((cls.folder / "data").rglob("*.jpg"))
        assert pictures, "the generated dataset has no JPEG"
        for i in range(GOOD):
            target = photos / ("even" if i % 2 == 0 else "odd") / f"{i:03}.jpg"
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(pictures[i % len(pictures)], target)
        cls.words = add_bad_samples(photos, pictures[0])
        cls.samples = GOOD + len(cls.words)
        cls.outputs = {}
        for encoding in ("raw", "jpeg", "gzip"):
            cls.outputs[encoding] = cls.folder / f"whole-{encoding}"
            done = run("run", cls.recipe_of(encoding), "--output", cls.outputs[encoding], "--threads", 1)
            assert done.returncode == 0, done.stderr

    @classmethod
    def recipe_of(cls, encoding="raw", budget=0.5, shard_rows=SHARD_ROWS):
        path = cls.folder / f"{encoding}-{budget}-{shard_rows}.toml"
        path.write_text(RECIPE.format(encoding=encoding, budget=budget, shard_rows=shard_rows))
        return path

    def out(self):
        return self.folder / self.id().rsplit(".", 1)[1]

    def test_without_it_the_run_stops_and_names_the_sample(self):
        done = run("run", self.recipe_of(), "--output", self.out(), "--set", "on_bad_sample=stop", ranks=2)
        self.assertEqual(done.returncode, 65, done.stderr)
        self.assertTrue(any(key in done.stderr for key in self.words), done.stderr)

    def test_shards_hold_the_good_rows_and_list_the_others(self):
        rows, rejected = [], {}
        for path in sorted(self.outputs["raw"].glob("epoch-0001/*.h5")):
            with h5py.File(path) as file:
                rows += texts(file["key"])
                self.assertEqual(len(file["image"]), len(file["label"]))
                self.assertEqual(sorted(file["order"][:]), list(range(len(file["label"]))))
                if "rejected" in file:
                    rejected |= dict(zip(texts(file["rejected/key"]), texts(file["rejected/reason"])))
        self.assertEqual(len(rows), GOOD)
        self.assertFalse(set(rows) & set(self.words))
        self.assertEqual(set(rejected), set(self.words))
        for key, word in self.words.items():
            self.assertIn(word, rejected[key])
            self.assertNotIn(str(self.folder), rejected[key])

    def test_the_list_has_every_bad_sample_once(self):
        lines = (self.outputs["raw"] / "rejected.tsv").read_text().splitlines()
        self.assertEqual(lines[0].split("\t"), ["sample", "key", "shard", "reason"])
        fields = [line.split("\t") for line in lines[1:]]
        self.assertEqual(sorted(field[1] for field in fields), sorted(self.words))
        samples = [int(field[0]) for field in fields]
        self.assertEqual(samples, sorted(samples))

    def test_the_bytes_are_the_same_on_any_ranks_and_threads(self):
        for encoding, whole in self.outputs.items():
            for ranks, threads in ((None, 3), (2, 1), (3, 2)):
                with self.subTest(encoding=encoding, ranks=ranks, threads=threads):
                    out = self.folder / f"again-{encoding}-{ranks}-{threads}"
                    self.mill(out, "--threads", threads, ranks=ranks, recipe=self.recipe_of(encoding))
                    self.assertEqual(digests(out), digests(whole))
                    shutil.rmtree(out)

    def test_epoch_by_epoch_gives_the_same_tree(self):
        for epochs in ("2:3", "0:1", "1:2"):
            self.mill(self.out(), "--epochs", epochs, recipe=self.recipe_of())
        self.assertEqual(digests(self.out()), digests(self.outputs["raw"]))

    def test_the_place_of_the_source_reaches_no_byte(self):
        moved = self.folder / "elsewhere"
        shutil.copytree(self.folder / "photos", moved)
        self.mill(self.out(), "--source", moved, recipe=self.recipe_of())
        here, there = digests(self.outputs["raw"]), digests(self.out())
        for tree in (here, there):
            del tree["local.json"]
        self.assertEqual(there, here)

    def test_a_damaged_part_counts_whatever_the_crop_uses(self):
        # `stop` decodes the part that is cropped alone; `skip` must not let that decide which samples there are.
        text = (self.outputs["raw"] / "rejected.tsv").read_text()
        self.assertIn("damaged.jpg", text)

    def test_verify_knows_of_them(self):
        for whole in self.outputs.values():
            done = run("verify", whole, "--replay", 3 * self.samples)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(run("verify", self.outputs["raw"], "--census").returncode, 0)

    def test_verify_finds_a_sample_that_was_skipped_and_is_good(self):
        photos = self.folder / "mended"
        shutil.copytree(self.folder / "photos", photos)
        good = next(path for path in photos.rglob("000.jpg"))
        key = next(key for key in self.words if key.endswith("truncated.jpg"))
        shutil.copy(good, photos / key)
        done = run("verify", self.outputs["raw"], "--source", photos, "--replay", 3 * self.samples)
        self.assertEqual(done.returncode, 65, done.stdout)
        self.assertIn("was skipped, and is a good one", done.stderr + done.stdout)

    def test_verify_finds_a_list_that_says_something_else_and_mends_it(self):
        shutil.copytree(self.outputs["raw"], self.out())
        path = self.out() / "rejected.tsv"
        whole = path.read_text()
        for content in (None, whole.replace("truncated", "fine")):
            path.unlink()
            if content is not None:
                path.write_text(content)
            self.assertEqual(run("verify", self.out()).returncode, 65)
            self.assertEqual(run("verify", self.out(), "--repair").returncode, 0)
            self.assertEqual(path.read_text(), whole)

    def test_more_than_the_budget_stops(self):
        # 5 of 35 are bad. Each rank alone is within the budget, and so is each shard.
        budget = 4.9 / self.samples
        for ranks in (None, 3):
            out = self.folder / f"budget-{ranks}"
            done = run("run", self.recipe_of(budget=budget), "--output", out, ranks=ranks)
            self.assertEqual(done.returncode, 65, done.stderr)
            self.assertIn("error_budget", done.stderr)
            self.assertFalse((out / "manifest.json").exists())
            # What was made is kept: a larger budget goes on from there.
            self.mill(out, recipe=self.recipe_of())
            self.assertEqual(digests(out), digests(self.outputs["raw"]))

    def test_a_shard_that_ranks_make_in_parts_counts_its_bad_samples_once(self):
        # One shard in three epochs: every rank gets one of them.
        recipe = self.recipe_of(budget=5.1 / self.samples, shard_rows=64)
        report = self.folder / "parts.json"
        done = self.mill(self.out(), "--report", report, ranks=3, recipe=recipe)
        self.assertIn(f"{len(self.words)} samples are bad, and were skipped", done.stdout)
        job = json.loads(report.read_text())
        self.assertEqual(sum(rank["work"]["images"] > 0 for rank in job["ranks"]), 3)
        self.assertEqual(sum(len(rank["warnings"]) for rank in job["ranks"]), len(self.words))
        alone = self.folder / "alone"
        self.mill(alone, recipe=recipe)
        self.assertEqual(digests(self.out()), digests(alone))

    def test_the_budget_counts_what_earlier_runs_skipped(self):
        recipe = self.recipe_of(budget=4.9 / self.samples)
        codes = [run("run", recipe, "--output", self.out(), "--epochs", "0:1", "--part", f"{part}/5").returncode
                 for part in range(1, 6)]
        self.assertIn(65, codes)

    def test_shards_without_any_good_sample(self):
        for encoding in ("raw", "png", "gzip"):
            with self.subTest(encoding=encoding):
                recipe = self.recipe_of(encoding, shard_rows=1)
                out = self.folder / f"alone-{encoding}"
                self.mill(out, recipe=recipe)
                empty = []
                for path in out.glob("epoch-0000/*.h5"):
                    with h5py.File(path) as file:
                        if len(file["label"]) == 0:
                            empty += texts(file["rejected/key"])
                self.assertEqual(sorted(empty), sorted(self.words))
                self.assertEqual(run("verify", out, "--replay", 200).returncode, 0)

    def test_no_bad_sample_leaves_no_trace_but_the_recipe(self):
        photos = self.folder / "fine"
        shutil.copytree(self.folder / "photos", photos)
        for key in self.words:
            (photos / key).unlink()
        for word in ("stop", "skip"):
            self.mill(self.folder / word, "--source", photos, "--set", f"on_bad_sample={word}", recipe=self.recipe_of())
        self.assertFalse((self.folder / "skip" / "rejected.tsv").exists())
        for path in sorted((self.folder / "stop").glob("epoch-*/*.h5")):
            other = self.folder / "skip" / path.relative_to(self.folder / "stop")
            with h5py.File(path) as stop, h5py.File(other) as skip:
                self.assertNotIn("rejected", skip)
                self.assertTrue(numpy.array_equal(stop["image"][:], skip["image"][:]))

    def test_the_summary_says_how_many(self):
        done = self.mill(self.out(), recipe=self.recipe_of())
        self.assertIn(f"{len(self.words)} samples are bad, and were skipped", done.stdout)
        self.assertIn(f"{self.samples} samples: {GOOD} have rows, {len(self.words)} were skipped", done.stdout)


if __name__ == "__main__":
    unittest.main()
