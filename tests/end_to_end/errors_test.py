"""Bad input: one clear message, the right exit code, nothing incomplete under a final name, nobody left hanging."""

import os
import shutil
import subprocess
import time
import unittest

from program import MPI_ENVIRONMENT, PROGRAM, ProgramTest, command, run, shards

RECIPE = """
seed = 1
epochs = 2
[source]
kind = "folder"
path = "{source}"
[output]
path = "{out}"
shard_rows = 8
[[augment]]
op = "random_resized_crop"
size = [32, 32]
"""


class Errors(ProgramTest):
    def setUp(self):
        self.out = self.folder / f"out-{self.id().rsplit('.', 1)[1]}"

    def photos(self, name):
        """A copy of the generated photos, as a folder source."""
        copy = self.folder / name
        shutil.copytree(self.folder / "data", copy, ignore=shutil.ignore_patterns("*.csv", "*.toml"))
        return copy

    def recipe_for(self, source, extra=""):
        return self.write_recipe(f"{self.out.name}.toml", RECIPE.format(source=source, out=self.out) + extra)

    def expect(self, code, *words, recipe, arguments=(), ranks=None):
        """The run ends with `code`, and one message holds all `words`."""
        done = run("run", recipe, *arguments, ranks=ranks)
        self.assertEqual(done.returncode, code, done.stderr)
        messages = [line for line in done.stderr.splitlines() if line.startswith("epochmill: error:")]
        self.assertEqual(len(messages), 1, done.stderr)
        whole = done.stderr[done.stderr.index("epochmill: error:"):]
        for word in words:
            self.assertIn(word, whole)
        return done

    def test_a_missing_source(self):
        self.expect(65, "/no/such/folder", recipe=self.recipe_for("/no/such/folder"))
        self.assertFalse(self.out.exists(), "nothing is written for a recipe that cannot work")

    def test_a_missing_recipe(self):
        self.expect(64, "no-such.toml", recipe=self.folder / "no-such.toml")

    def test_an_unknown_op(self):
        recipe = self.recipe_for(self.folder / "data", '[[augment]]\nop = "random_resize_crop"\n')
        self.expect(64, f"{recipe}:14:6:", "random_resize_crop", "did you mean `random_resized_crop`?", recipe=recipe)

    def test_a_typo_in_a_parameter(self):
        recipe = self.recipe_for(self.folder / "data", "scal = [0.5, 1.0]\n")
        self.expect(64, f"{recipe}:13:1:", "scal", "did you mean `scale`?", recipe=recipe)

    def test_an_empty_folder(self):
        empty = self.folder / "empty"
        empty.mkdir()
        self.expect(65, str(empty), recipe=self.recipe_for(empty))

    def test_a_truncated_jpeg_on_any_number_of_ranks(self):
        source = self.photos("truncated")
        victim = source / "cat" / "cat-001.jpg"
        victim.write_bytes(victim.read_bytes()[:2000])
        recipe = self.recipe_for(source)
        for ranks in (None, 1, 3):
            began = time.monotonic()
            self.expect(65, "cat/cat-001.jpg", recipe=recipe, ranks=ranks)
            self.assertLess(time.monotonic() - began, 60)
            self.assertEqual(list(self.out.glob("epoch-*/.*")), [])
        self.assertFalse((self.out / "manifest.json").exists())
        made = set(shards(self.out))
        shutil.copy(self.folder / "data" / "cat" / "cat-001.jpg", victim)
        self.assertEqual(run("run", recipe).returncode, 0)
        self.assertLessEqual(made, set(shards(self.out)))
        self.assertEqual(run("verify", self.out, "--replay", 10).returncode, 0)

    def test_a_label_out_of_range(self):
        table = self.folder / "data" / "labels.csv"
        table.write_text("image,label\ncat/cat-000.jpg,1\nboat/boat-000.jpg,4\n")
        recipe = self.write_recipe("labels.toml", RECIPE.format(source=table, out=self.out)
                                   .replace('"folder"', '"csv"').replace("[output]", "num_classes = 4\n[output]"))
        self.expect(65, f"{table}:3", "4", recipe=recipe)
        self.assertFalse(self.out.exists())

    def test_the_output_of_another_recipe(self):
        recipe = self.recipe_for(self.photos("photos"))
        self.assertEqual(run("run", recipe).returncode, 0)
        self.expect(64, "another recipe", "seed = 1", "seed = 2", recipe=recipe, arguments=["--set", "seed=2"])
        self.expect(64, "another recipe", "shard_rows = 8", recipe=recipe, arguments=["--set", "output.shard_rows=9"])
        self.assertEqual(run("verify", self.out).returncode, 0)

    def test_a_source_that_has_changed(self):
        source = self.photos("changing")
        recipe = self.recipe_for(source)
        self.assertEqual(run("run", recipe).returncode, 0)
        (source / "cat" / "cat-000.jpg").rename(source / "cat" / "zebra.jpg")
        self.expect(64, "the source has changed", "cat/cat-000.jpg", recipe=recipe)

    def test_a_folder_of_somebody_else(self):
        self.out.mkdir()
        (self.out / "thesis.tex").write_text("irreplaceable")
        self.expect(64, "thesis.tex", recipe=self.recipe_for(self.folder / "data" / "cat"))
        self.assertEqual([path.name for path in self.out.iterdir()], ["thesis.tex"])

    def test_an_output_that_cannot_be_made(self):
        recipe = self.recipe_for(self.folder / "data" / "cat")
        self.expect(74, "/proc/nowhere", recipe=recipe, arguments=["--output", "/proc/nowhere/out"])

    def test_fewer_outcomes_than_epochs(self):
        recipe = self.recipe_for(self.folder / "data" / "cat").read_text()
        flips = recipe[:recipe.index("[[augment]]")] + ('[[augment]]\nop = "resize"\nsize = [32, 32]\n'
                                                        '[[augment]]\nop = "random_horizontal_flip"\n')
        path = self.write_recipe("flips.toml", flips)
        self.expect(64, "unique", "random_horizontal_flip", recipe=path, arguments=["--set", "epochs=3"])
        self.assertEqual(run("run", path, "--set", "epochs=2").returncode, 0)

    def test_a_full_disk(self):
        recipe = self.recipe_for(self.photos("many"))
        self.out.mkdir()
        script = (f"mount -t tmpfs -o size=120k tmpfs {self.out} || exit 99\n"
                  '"$@"; code=$?\n'
                  f"find {self.out} -name 'shard-*' | sed 's/^/FINAL /'; find {self.out} -name '.*tmp*' | sed 's/^/TEMP /'\n"
                  f"mount -o remount,size=20m {self.out}; \"$@\" >/dev/null || exit 98\n"
                  f"{PROGRAM} verify {self.out} >/dev/null || exit 97\n"
                  "exit $code")
        for ranks in (None, 2):
            argv = ["unshare", "-m", "sh", "-c", script, "sh"] + command(["run", recipe], ranks)
            done = subprocess.run(argv, env=MPI_ENVIRONMENT, capture_output=True, text=True, timeout=120)
            if os.geteuid() != 0 or done.returncode == 99 or "unshare failed" in done.stderr:
                self.skipTest("mounting a small tmpfs needs root")
            self.assertEqual(done.returncode, 74, done.stderr + done.stdout)
            self.assertIn("No space left on device", done.stderr)
            self.assertIn("shard-", done.stderr)
            self.assertNotIn("TEMP", done.stdout)

    def test_bad_options(self):
        recipe = self.recipe_for(self.folder / "data" / "cat")
        for arguments, word in [(["--epochs", "3:1"], "A must be below B"), (["--epochs", "x"], "A:B"),
                                (["--part", "0/3"], "I/N"), (["--set", "seed"], "KEY=VALUE"),
                                (["--set", "sed=1"], "did you mean `seed`?")]:
            self.expect(64, word, recipe=recipe, arguments=arguments)
        self.assertEqual(run("run").returncode, 64)
        self.assertEqual(run("mill").returncode, 64)
        self.assertEqual(run("verify", self.folder / "data").returncode, 64)
        self.assertEqual(run("describe", "random_crpo").returncode, 64)


class Slurm(ProgramTest):
    def test_many_copies_of_rank_0_of_1_are_refused(self):
        environment = {**os.environ, "SLURM_STEP_ID": "0", "SLURM_STEP_NUM_TASKS": "4"}
        done = subprocess.run([PROGRAM, "run", self.recipe], env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 64)
        self.assertIn("srun --mpi=pmix", done.stderr)


if __name__ == "__main__":
    unittest.main()
