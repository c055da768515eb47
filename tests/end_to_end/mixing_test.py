"""Ops that mix samples: partners from the whole source, two labels and a weight, the same bytes however the work is shared."""

import csv
import json
import shutil
import tarfile
import unittest

import h5py
import numpy as np

from program import ProgramTest, digests, run

PHOTOS = 21
EPOCHS = 2
SIDE = 48

RECIPE = """seed = 5
epochs = 2
unique = false
on_bad_sample = "{on_bad}"
error_budget = 0.5
[source]
kind = "folder"
path = "{photos}"
[output]
path = "out"
encoding = "{encoding}"
shard_rows = 4
[[augment]]
op = "random_crop"
size = {side}
{ops}
"""

OPS = {"none": "", "mixup": 'op = "mixup"\nalpha = 0.4\np = 0.9', "cutmix": 'op = "cutmix"',
       "mosaic": 'op = "mosaic"\nsize = [64, 80]\nfill = 114',
       "choice": 'op = "random_choice"\n[[augment.ops]]\nop = "cutmix"\n[[augment.ops]]\nop = "mixup"\n'
                 '[[augment.ops]]\nop = "random_grayscale"'}


def add_bad_samples(folder):
    """Three that stand one behind the other in the catalog, one at its end, and one too small for the crop."""
    bad = ["even/006-a.jpg", "even/006-b.jpg", "even/006-c.jpg", "odd/zzz.png", "odd/003-tiny.ppm"]
    for key in bad:
        (folder / key).write_bytes(b"P6 4 4 255\n" + bytes(48) if key.endswith("ppm") else b"<html></html>")
    return bad


class Mixing(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        pictures = sorted((cls.folder / "data").rglob("*.jpg"))
        for i in range(PHOTOS):
            target = cls.folder / "photos" / ("even" if i % 2 == 0 else "odd") / f"{i:03}.jpg"
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(pictures[i % len(pictures)], target)
        shutil.copytree(cls.folder / "photos", cls.folder / "spoilt")
        cls.bad = add_bad_samples(cls.folder / "spoilt")
        for name in OPS:
            cls.make(name, "photos", "stop")
            cls.make(name, "spoilt", "skip")

    @classmethod
    def recipe_of(cls, name, photos="photos", on_bad="stop", encoding="raw"):
        path = cls.folder / f"{name}-{photos}-{on_bad}-{encoding}.toml"
        ops = "[[augment]]\n" + OPS[name] if OPS[name] else ""
        path.write_text(RECIPE.format(photos=photos, on_bad=on_bad, encoding=encoding, ops=ops, side=SIDE))
        return path

    @classmethod
    def make(cls, name, photos, on_bad):
        done = run("run", cls.recipe_of(name, photos, on_bad), "--output", cls.folder / f"{name}-{photos}", "--threads", 1)
        assert done.returncode == 0, done.stderr

    def rows_of(self, name, epoch, photos="photos"):
        """{sample: everything that its row holds}"""
        rows = {}
        for path in sorted((self.folder / f"{name}-{photos}" / f"epoch-{epoch:04}").glob("*.h5")):
            with h5py.File(path) as file:
                columns = list(file["draws"].attrs["columns"])
                for row, sample in enumerate(file["sample"][:]):
                    rows[int(sample)] = {
                        "image": file["image"][row], "label": int(file["label"][row]), "key": file["key"][row].decode(),
                        "draws": dict(zip((str(c.decode() if isinstance(c, bytes) else c) for c in columns),
                                          file["draws"][row])),
                        **{mix: file[mix][row] for mix in ("mix_label", "mix_weight", "mix_partner") if mix in file}}
        return rows

    @staticmethod
    def drawn_partner(row, op, which=""):
        return int(row["draws"][f"{op}.partner{which}_high"]) * 2**20 + int(row["draws"][f"{op}.partner{which}_low"])

    def test_mixup_is_the_weighted_sum_of_the_two_rows_without_it(self):
        alone = 0
        for epoch in range(EPOCHS):
            plain, mixed = self.rows_of("none", epoch), self.rows_of("mixup", epoch)
            self.assertEqual(set(plain), set(range(PHOTOS)))
            for sample, row in mixed.items():
                partner, weight = int(row["mix_partner"]), np.float32(row["mix_weight"])
                self.assertEqual(partner, self.drawn_partner(row, "mixup"))
                self.assertEqual(weight, np.float32(row["draws"]["mixup.weight"]))
                self.assertEqual((row["label"], row["mix_label"]), (plain[sample]["label"], plain[partner]["label"]))
                self.assertEqual(partner == sample, weight == 1)
                alone += partner == sample
                own, other = (plain[s]["image"].astype(np.float32) for s in (sample, partner))
                expected = np.floor((other * (np.float32(1) - weight) + own * weight).astype(np.float64) + 0.5)
                np.testing.assert_array_equal(row["image"], expected)
        self.assertGreater(alone, 0)
        self.assertLess(alone, PHOTOS)

    def test_cutmix_is_pasted_from_the_row_without_it(self):
        for epoch in range(EPOCHS):
            plain, mixed = self.rows_of("none", epoch), self.rows_of("cutmix", epoch)
            for sample, row in mixed.items():
                top, left, height, width = (int(row["draws"][f"cutmix.{n}"]) for n in ("top", "left", "height", "width"))
                expected = plain[sample]["image"].copy()
                box = (slice(top, top + height), slice(left, left + width))
                expected[box] = plain[int(row["mix_partner"])]["image"][box]
                np.testing.assert_array_equal(row["image"], expected)
                self.assertEqual(row["mix_weight"], np.float32(1 - height * width / (SIDE * SIDE)))
                self.assertEqual(row["mix_label"], plain[int(row["mix_partner"])]["label"])

    def test_mosaic_has_four_rows_around_its_centre(self):
        for epoch in range(EPOCHS):
            plain, mixed = self.rows_of("none", epoch), self.rows_of("mosaic", epoch)
            for sample, row in mixed.items():
                self.assertNotIn("mix_label", row)
                self.assertNotIn("mix_weight", row)
                partners = [int(p) for p in row["mix_partner"]]
                self.assertEqual(partners, [self.drawn_partner(row, "mosaic", f"_{i}") for i in (1, 2, 3)])
                x, y = (int(row["draws"][f"mosaic.center_{axis}"]) for axis in "xy")
                padded = np.full((64 + 2 * SIDE, 80 + 2 * SIDE, 3), 114, np.uint8)
                for place, source in enumerate([sample, *partners]):
                    top, left = y + SIDE * (place // 2), x + SIDE * (place % 2)
                    padded[top:top + SIDE, left:left + SIDE] = plain[source]["image"]
                np.testing.assert_array_equal(row["image"], padded[SIDE:-SIDE, SIDE:-SIDE])

    def test_bad_partners_are_replaced_by_the_next_good_sample(self):
        keys = sorted([str(p.relative_to(self.folder / "spoilt")) for p in (self.folder / "spoilt").rglob("*.*")])
        bad = {keys.index(key) for key in self.bad}
        replaced = 0
        for op in ("mixup", "cutmix", "mosaic"):
            for epoch in range(EPOCHS):
                plain = self.rows_of("none", epoch, "spoilt")
                rows = self.rows_of(op, epoch, "spoilt")
                self.assertEqual(set(rows), set(range(len(keys))) - bad)
                for sample, row in rows.items():
                    whiches = ("_1", "_2", "_3") if op == "mosaic" else ("",)
                    for which, partner in zip(whiches, np.atleast_1d(row["mix_partner"])):
                        drawn = expected = self.drawn_partner(row, op, which)
                        while expected in bad or (expected == sample and drawn != sample):
                            expected = (expected + 1) % len(keys)
                        replaced += expected != drawn
                        self.assertEqual(int(partner), expected)
                    if op == "mixup":
                        weight, own = np.float32(row["mix_weight"]), plain[sample]["image"].astype(np.float32)
                        other = plain[int(row["mix_partner"])]["image"].astype(np.float32)
                        image = np.floor((other * (np.float32(1) - weight) + own * weight).astype(np.float64) + 0.5)
                        np.testing.assert_array_equal(row["image"], image)
                        self.assertEqual(row["mix_label"], plain[int(row["mix_partner"])]["label"])
        self.assertGreater(replaced, 20)

    def test_the_bytes_are_the_same_on_any_ranks_and_threads(self):
        for op in ("mixup", "cutmix", "mosaic", "choice"):
            for photos, on_bad in (("photos", "stop"), ("spoilt", "skip")):
                whole = digests(self.folder / f"{op}-{photos}")
                for ranks, threads in ((None, 3), (2, 2)):
                    with self.subTest(op=op, photos=photos, ranks=ranks, threads=threads):
                        out = self.folder / "again"
                        self.mill(out, "--threads", threads, ranks=ranks, recipe=self.recipe_of(op, photos, on_bad))
                        self.assertEqual(digests(out), whole)
                        shutil.rmtree(out)

    def test_verify_replays_every_row_and_takes_the_census(self):
        for op in ("mixup", "cutmix", "mosaic", "choice"):
            for photos in ("photos", "spoilt"):
                done = run("verify", self.folder / f"{op}-{photos}", "--replay", 100, "--census")
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_replay_of_one_row(self):
        done = run("replay", self.folder / "cutmix-photos", "--epoch", 1, "--sample", 3, "-o", self.folder / "one.png")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("cutmix.partner_low = ", done.stdout)
        self.assertIn("equal to its row", done.stdout)

    def test_verify_finds_a_mixed_label_that_is_anothers(self):
        out = self.folder / "touched"
        shutil.copytree(self.folder / "mixup-photos", out)
        path = sorted(out.glob("epoch-0000/*.h5"))[0]
        with h5py.File(path) as file:
            offset = file["mix_label"].id.get_offset()
            label = int(file["mix_label"][0])
        with open(path, "r+b") as file:
            file.seek(offset)
            file.write((1 - label).to_bytes(8, "little"))
        self.assertEqual(run("verify", out).returncode, 65)

    def test_plan_tells_of_such_a_recipe(self):
        for op in ("mixup", "mosaic"):
            done = run("plan", self.recipe_of(op))
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_bad_partner_stops_and_both_are_named(self):
        out = self.folder / "mosaic-photos"
        row = self.rows_of("mosaic", 0)[2]
        partner = int(row["mix_partner"][0])
        keys = sorted(str(p.relative_to(self.folder / "photos")) for p in (self.folder / "photos").rglob("*.jpg"))
        photos = self.folder / "damaged"
        shutil.copytree(self.folder / "photos", photos)
        (photos / keys[partner]).write_bytes(b"no picture")
        done = run("replay", out, "--source", photos, "--epoch", 0, "--sample", 2)
        self.assertEqual(done.returncode, 65, done.stdout)
        for words in (f"sample 2 (`{keys[2]}`)", f"its partner, sample {partner} (`{keys[partner]}`)"):
            self.assertIn(words, done.stderr)

    def test_a_source_of_one_sample_is_refused(self):
        one = self.folder / "one" / "all"
        one.mkdir(parents=True)
        shutil.copy(self.folder / "photos" / "even" / "000.jpg", one)
        done = run("plan", self.recipe_of("mixup", "one"))
        self.assertEqual(done.returncode, 64, done.stderr)
        self.assertIn("there is no other", done.stderr)

    def test_pictures_of_no_fixed_size_are_refused(self):
        path = self.write_recipe("sizes.toml", self.recipe_of("mixup").read_text().replace(
            'op = "random_crop"\nsize = 48\n', 'op = "random_horizontal_flip"\n') + '[[augment]]\nop = "random_crop"\nsize = 48\n')
        done = run("plan", path)
        self.assertEqual(done.returncode, 64, done.stderr)
        self.assertIn("mixup needs pictures of one size", done.stderr)

    def test_recipes_without_mixing_have_no_such_datasets(self):
        for path in (self.folder / "none-photos").glob("epoch-0000/*.h5"):
            with h5py.File(path) as file:
                self.assertFalse([name for name in file if name.startswith("mix_")])

    def test_exports_have_what_was_mixed_in(self):
        for op in ("mixup", "mosaic"):
            rows = self.rows_of(op, 0)
            for target in ("webdataset", "npy", "folder"):
                done = run("export", self.folder / f"{op}-photos", "--to", target, self.folder / f"{op}-{target}")
                self.assertEqual(done.returncode, 0, done.stderr)
            told = {}
            for path in (self.folder / f"{op}-webdataset" / "epoch-0000").glob("*.tar"):
                with tarfile.open(path) as tar:
                    told |= {m.name: json.load(tar.extractfile(m)) for m in tar if m.name.endswith(".json")}
            self.assertEqual(len(told), PHOTOS)
            arrays = {p.stem: np.load(p) for p in (self.folder / f"{op}-npy" / "epoch-0000").glob("mix_*.npy")}
            with open(self.folder / f"{op}-folder" / "epoch-0000.csv", newline="") as file:
                lines = {line["image"]: line for line in csv.DictReader(file)}
            self.assertEqual(len(lines), PHOTOS)
            for sample, row in rows.items():
                stem = row["key"].removesuffix(".jpg")
                text = next(t for name, t in told.items() if name.startswith(stem))
                line = next(l for name, l in lines.items() if f"/{stem}." in name)
                partners = [int(p) for p in np.atleast_1d(row["mix_partner"])]
                self.assertEqual(np.atleast_1d(arrays["mix_partners"][sample]).tolist(), partners)
                if op == "mosaic":
                    self.assertEqual(text, {"mix_partners": partners})
                    self.assertEqual([int(line[f"mix_partner_{i}"]) for i in (1, 2, 3)], partners)
                    continue
                self.assertEqual(list(text), ["mix_label", "mix_weight", "mix_partner"])
                self.assertEqual((text["mix_label"], text["mix_partner"]), (int(row["mix_label"]), partners[0]))
                self.assertEqual(np.float32(text["mix_weight"]), row["mix_weight"])
                self.assertEqual(arrays["mix_labels"][sample], row["mix_label"])
                self.assertEqual(arrays["mix_weights"][sample], row["mix_weight"])
                self.assertEqual(line["mix_label"], ("even", "odd")[int(row["mix_label"])])
                self.assertEqual((np.float32(line["mix_weight"]), int(line["mix_partner"])), (row["mix_weight"], partners[0]))


if __name__ == "__main__":
    unittest.main()
