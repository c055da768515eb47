"""`verify --repair` makes exactly what is damaged or missing again; links in the output folder lead nowhere."""

import os
import shutil
import unittest

from program import ProgramTest, digests, run, shards


class Repair(ProgramTest):
    def setUp(self):
        self.out = self.folder / self.id().rsplit(".", 1)[1]
        self.mill(self.out)
        self.whole = digests(self.out)
        self.before = {path: (self.out / path).stat().st_ino for path in self.whole}

    def expect_made_again(self, *paths):
        done = run("verify", self.out, "--repair")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(digests(self.out), self.whole)
        renewed = {path for path, inode in self.before.items() if (self.out / path).stat().st_ino != inode}
        self.assertEqual(renewed, {str(path) for path in paths})
        self.assertEqual(run("verify", self.out).returncode, 0)

    def flip(self, path, offset):
        content = bytearray((self.out / path).read_bytes())
        content[offset] ^= 1
        (self.out / path).write_bytes(content)  # the same inode

    def test_nothing_to_do(self):
        self.expect_made_again()

    def test_damaged_rows_and_a_cut_file(self):
        first, second, third = shards(self.out)[1], shards(self.out)[4], shards(self.out)[-1]
        self.flip(first, 20000)
        os.truncate(self.out / second, 5000)
        (self.out / third).write_bytes(b"")
        done = run("verify", self.out)
        self.assertEqual(done.returncode, 65)
        self.expect_made_again(first, second, third)

    def test_a_missing_file(self):
        missing = shards(self.out)[2]
        (self.out / missing).unlink()
        # An inode may be given again.
        del self.before[str(missing)]
        self.expect_made_again()

    def test_the_manifest(self):
        self.flip("manifest.json", (self.out / "manifest.json").read_bytes().rindex(b"content_digest") + 20)
        self.expect_made_again("manifest.json")

    def test_a_shard_of_another_epoch(self):
        source, target = shards(self.out)[0], shards(self.out)[3]
        self.assertNotEqual(source.parts[0], target.parts[0])
        (self.out / target).write_bytes((self.out / source).read_bytes())
        self.expect_made_again(target)

    def test_a_source_that_has_changed_is_told(self):
        data = self.folder / "changed"
        shutil.copytree(self.folder / "data", data)
        damaged = shards(self.out)[0]
        self.flip(damaged, 20000)
        photos = sorted(data.rglob("*.jpg")) + sorted(data.rglob("*.png"))
        by_suffix = {}
        for photo in photos:
            other = by_suffix.setdefault(photo.suffix, photo)
            if other != photo:
                shutil.copyfile(other, photo)
        done = run("verify", self.out, "--repair", "--source", data / "landmarks.csv")
        self.assertEqual(done.returncode, 65, done.stdout + done.stderr)
        self.assertIn("the source has changed", done.stderr)

    def test_a_link_in_the_place_of_a_shard_is_replaced(self):
        path = shards(self.out)[0]
        victim = self.folder / "victim"
        victim.write_bytes(b"precious")
        (self.out / path).unlink()
        (self.out / path).symlink_to(victim)
        del self.before[str(path)]
        self.expect_made_again()
        self.assertEqual(victim.read_bytes(), b"precious")
        self.assertFalse((self.out / path).is_symlink())

    def test_links_at_every_name_lead_nowhere(self):
        out = self.folder / "linked"
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        self.mill(out)
        for name in ("manifest.json", "local.json"):
            victim = elsewhere / name
            victim.write_bytes(b"precious")
            (out / name).unlink()
            (out / name).symlink_to(victim)
        (out / "manifest.json").unlink()
        (out / "manifest.json").symlink_to(elsewhere / "nothing")
        (out / shards(out)[0]).unlink()
        self.mill(out)
        self.assertEqual(digests(out), self.whole)
        self.assertEqual((elsewhere / "local.json").read_bytes(), b"precious")
        self.assertFalse((elsewhere / "nothing").exists())

        shutil.move(out / "epoch-0001", elsewhere / "epoch-0001")
        (out / "epoch-0001").symlink_to(elsewhere / "epoch-0001")
        for path in (elsewhere / "epoch-0001").iterdir():
            path.unlink()
        for ranks in (None, 2):
            done = run("run", self.recipe, "--output", out, ranks=ranks)
            self.assertEqual(done.returncode, 64, done.stdout + done.stderr)
            self.assertIn("epoch-0001 is a link", done.stderr)
            self.assertEqual(list((elsewhere / "epoch-0001").iterdir()), [])

    def test_modes_follow_the_umask(self):
        for umask in (0o022, 0o027, 0o077):
            out = self.folder / f"umask-{umask:o}"
            old = os.umask(umask)
            try:
                self.mill(out)
            finally:
                os.umask(old)
            for path in [out, *out.rglob("*")]:
                expected = (0o777 if path.is_dir() else 0o666) & ~umask
                self.assertEqual(path.stat().st_mode & 0o777, expected, path)


if __name__ == "__main__":
    unittest.main()
