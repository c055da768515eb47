"""`check` looks at every sample, writes nothing, and names what is bad."""

import re
import shutil
import unittest

from program import ProgramTest, run


def without_time(text):
    return re.sub(r"^time .*\n", "", text, flags=re.M)


class Check(ProgramTest):
    def copy(self):
        data = self.folder / self.id().rsplit(".", 1)[1]
        shutil.copytree(self.folder / "data", data)
        return data

    def test_a_good_folder_is_counted(self):
        done = run("check", self.folder / "data")
        self.assertEqual(done.returncode, 0, done.stderr)
        for words in ("samples     24, ", "classes     4, of 6 (`boat`) to 6 ", "bad         0", "smallest", "largest",
                      "entries skipped: extension is not that of a picture"):
            self.assertIn(words, done.stdout)
        formats = dict(re.findall(r"^format      (\w+): (\d+)$", done.stdout, flags=re.M))
        photos = [path.suffix for path in (self.folder / "data").rglob("*") if path.suffix in (".jpg", ".png")]
        self.assertEqual(formats, {name: str(photos.count(ending)) for name, ending in (("JPEG", ".jpg"), ("PNG", ".png"))
                                   if ending in photos})

    def test_bad_samples_are_named_and_the_rest_is_looked_at(self):
        data = self.copy()
        photos = sorted(path for path in data.rglob("*.jpg"))
        photos[0].write_bytes(photos[0].read_bytes()[:200])
        photos[1].write_text("<!DOCTYPE html><html></html>")
        answers = [run("check", data, "--threads", threads) for threads in (1, 2, 3)]
        for done in answers:
            self.assertEqual(done.returncode, 65)
            self.assertEqual(done.stderr.count("bad sample"), 2, done.stderr)
            for photo in photos[:2]:
                self.assertIn(str(photo.relative_to(data)), done.stderr)
            self.assertIn("an HTML page", done.stderr)
            self.assertIn("bad         2", done.stdout)
            self.assertEqual(without_time(done.stdout), without_time(answers[0].stdout))
            self.assertEqual(done.stderr, answers[0].stderr)

    def test_a_recipe_names_a_source_too(self):
        done = run("check", self.recipe)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("samples     24, ", done.stdout)
        self.assertFalse((self.folder / "out").exists())
        self.assertFalse((self.folder / "data" / "unused").exists())

    def test_a_csv_is_told_by_its_name(self):
        done = run("check", self.folder / "data" / "landmarks.csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("samples     24, ", done.stdout)

    def test_what_it_cannot_tell_it_asks_for(self):
        other = self.folder / "photos.xyz"
        other.write_text("")
        done = run("check", other)
        self.assertEqual(done.returncode, 64)
        self.assertIn("say --kind", done.stderr)
        self.assertEqual(run("check", self.folder / "data", "--kind", "nonsense").returncode, 64)
        self.assertEqual(run("check", self.folder / "nowhere.csv").returncode, 65)


if __name__ == "__main__":
    unittest.main()
