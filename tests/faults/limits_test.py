"""Little of everything (files, memory, cores, samples) and much of it (ranks, epochs, names, pixels): the same bytes, or a clear
refusal.

    limits_test.py [--large] [unittest's options]           --large: a shard of more than 4 GiB, some minutes
"""

import argparse
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

from faults import FaultTest, messages, program

MEMORY_DISK = pathlib.Path("/dev/shm")


def write_png(path, width, height):
    """A grey picture, of stripes so that rows and columns differ."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    packer = zlib.compressobj(1)
    rows = [packer.compress(b"\0" + bytes((x // 16 + y) % 256 for x in range(width))) for y in range(height)]
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"".join(rows) + packer.flush()) +
                     chunk(b"IEND", b""))


class Limits(FaultTest):
    images = 8
    rows = 2
    large = False

    def setUp(self):
        self.out = self.folder / self.id().rsplit(".", 1)[1]

    def under(self, limit, *arguments, ranks=None):
        """A run in a shell that has set `limit`."""
        argv = ["sh", "-c", f'{limit}; exec "$@"', "sh"] + program.command(["run", self.recipe, *arguments], ranks)
        return subprocess.run(argv, env=program.MPI_ENVIRONMENT, capture_output=True, text=True, timeout=300)

    def source_of(self, name, pictures):
        """A folder source with one class, of copies of one photo under the given names."""
        source = self.folder / name
        (source / "one").mkdir(parents=True)
        photo = next((self.folder / "data" / "cat").iterdir())
        for picture in pictures:
            shutil.copy(photo, source / "one" / (picture + photo.suffix))
        return source

    def expect_replayed(self, out, replay=10):
        done = program.run("verify", out, "--replay", replay)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_64_open_files(self):
        many = ["--threads", 2, "--set", "epochs=40"]
        expected = self.calm("calm-files", *many)
        for ranks in (None, 2):
            out = self.folder / f"files-{ranks}"
            done = self.under("ulimit -n 64", "--output", out, *many, ranks=ranks)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(program.digests(out), expected)

    def test_the_memory_that_plan_states(self):
        expected = self.calm("calm-memory")
        for threads in (1, 2):
            plan = program.run("plan", self.recipe, "--threads", threads).stdout
            stated_mib = float(re.search(r"^memory +about ([0-9.]+) MiB", plan, re.M).group(1))
            out = self.folder / f"memory-{threads}"
            done = self.under(f"ulimit -v {int(stated_mib * 1024)}", "--output", out, "--threads", threads)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(program.digests(out), expected)

    def test_too_little_memory_damages_nothing(self):
        expected = self.calm("calm-little")
        ends = {}
        for kib in range(16_000, 64_000, 2_000):
            done = self.under(f"ulimit -v {kib}", "--output", self.out, "--threads", 1)
            ends[done.returncode] = ends.get(done.returncode, 0) + 1
            if self.out.exists():
                self.check_finals(self.out, expected, f"{kib} KiB: {done.stderr}")
                shutil.rmtree(self.out)
            # 127 and 1: the dynamic loader, and libraries before main. SIGSEGV: HDF5 1.10 uses memory that it did not get when it
            # opens a file (H5AC_create).
            self.assertIn(done.returncode, (0, 74, 127, 1, -signal.SIGSEGV), f"{kib} KiB: {done.stderr}")
        print(f"\nends with 16 to 64 MB: {ends}", flush=True)

    def test_64_ranks_on_the_cores_of_this_machine(self):
        expected = self.calm("calm-ranks")
        self.mill(self.out, "--threads", 1, ranks=64)
        self.assertEqual(program.digests(self.out), expected)

    def test_no_sample(self):
        (self.folder / "none").mkdir()
        for ranks in (None, 3):
            done = program.run("run", self.recipe, "--source", self.folder / "none", "--output", self.out, ranks=ranks)
            self.assertEqual(done.returncode, 65, done.stderr)
            self.assertEqual(len(messages(done.stderr)), 1, done.stderr)
            self.assertIn(str(self.folder / "none"), done.stderr)
            self.assertFalse(self.out.exists())

    def test_one_sample_and_more_ranks_than_shards(self):
        one = ["--source", self.source_of("single", ["only"])]
        expected = self.calm("calm-single", *one)
        self.mill(self.out, *one, ranks=3)
        self.assertEqual(program.digests(self.out), expected)
        self.expect_replayed(self.out)

    def test_names_of_255_bytes(self):
        source = self.source_of("long", ["n" * 251, "ä" * 125 + "x", "\n \"'" + "q" * 240])
        (source / "one").rename(source / ("c" * 255))
        for ranks, out in (None, self.folder / ("o" * 255)), (2, self.folder / "long-2"):
            self.mill(out, "--source", source, ranks=ranks)
            self.expect_replayed(out)
        self.assertEqual(program.digests(self.folder / ("o" * 255)), program.digests(self.folder / "long-2"))

    def test_1000_epochs(self):
        place = pathlib.Path(tempfile.mkdtemp(dir=MEMORY_DISK if os.access(MEMORY_DISK, os.W_OK) else None))
        self.addCleanup(shutil.rmtree, place)
        self.mill(place / "out", "--set", "epochs=1000", "--set", "output.shard_rows=8")
        self.assertEqual(len(program.shards(place / "out")), 1000)
        self.expect_replayed(place / "out", 100)

    def test_pictures_30000_pixels_wide_or_high(self):
        source = self.folder / "wide"
        (source / "one").mkdir(parents=True)
        write_png(source / "one" / "wide.png", 30_000, 64)
        write_png(source / "one" / "high.png", 64, 30_000)
        self.mill(self.out, "--source", source)
        self.expect_replayed(self.out)

    def test_a_picture_of_too_many_pixels_is_refused_by_its_header(self):
        source = self.folder / "huge"
        (source / "one").mkdir(parents=True)
        write_png(source / "one" / "huge.png", 30_000, 2)
        whole = bytearray((source / "one" / "huge.png").read_bytes())
        whole[16:24] = struct.pack(">II", 30_000, 30_000)
        whole[29:33] = struct.pack(">I", zlib.crc32(whole[12:29]))
        (source / "one" / "huge.png").write_bytes(whole)
        done = self.under("ulimit -v 400000", "--source", source, "--output", self.out, "--threads", 1)
        self.assertEqual(done.returncode, 65, done.stderr)
        self.assertIn("huge.png", done.stderr)
        self.assertIn("30000", done.stderr)

    def test_a_shard_of_more_than_4_gib(self):
        if not self.large:
            self.skipTest("--large makes it")
        place = pathlib.Path(tempfile.mkdtemp(dir=MEMORY_DISK))
        self.addCleanup(shutil.rmtree, place)
        source = self.source_of("many", [f"{i:03}" for i in range(90)])  # 48 MiB a row
        self.mill(place / "out", "--source", source, "--set", "epochs=1", "--set", "output.shard_rows=90",
                  "--set", "augment.0.size=[4096, 4096]")
        shard, = program.shards(place / "out")
        self.assertGreater((place / "out" / shard).stat().st_size, 1 << 32)
        self.expect_replayed(place / "out", 3)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--large", action="store_true")
    options, rest = parser.parse_known_args()
    Limits.large = options.large
    unittest.main(argv=[sys.argv[0], *rest])
