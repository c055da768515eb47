"""The package's streams are the program's: every number that `epochmill draw` prints, and integers of the second program."""

import pathlib
import random
import subprocess
import sys
import unittest

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("python", "tests/streams", "tests/end_to_end")]

from epochmill.streams import Stream  # noqa: E402, after the path is known
from program import PROGRAM  # noqa: E402
from reference_distributions import STREAMS, integer_between  # noqa: E402

SEED = 20261130
FIELDS = (("seed", 0, 2**64 - 1), ("ranks", 1, 65536), ("threads", 1, 4096), ("epoch", 0, 2**20 - 1),
          ("sample", 0, 2**40 - 1), ("op", 0, 255), ("redraw", 0, 127))


def addresses():
    """The corners, and any address; small numbers are as likely as large ones."""
    rng = random.Random(SEED)
    yield {name: low for name, low, _ in FIELDS}
    yield {name: high for name, _, high in FIELDS}
    for _ in range(25):
        yield {name: rng.randint(low, rng.choice((high, min(high, low + 300)))) for name, low, high in FIELDS}


def printed(address, count):
    """What `epochmill draw` says of an address: bits64 and uniforms [count], and bulk normals [4 count]."""
    options = [word for name, value in address.items() for word in (f"--{name}", str(value))]
    done = subprocess.run([str(PROGRAM), "draw", "--count", str(count), *options], check=True, capture_output=True, text=True)
    lines = [line.split() for line in done.stdout.splitlines()]
    bits = [int(line[3], 16) for line in lines if line[0] == "draw" and line[2] == "bits64"]
    uniforms = [float.fromhex(line[3]) for line in lines if line[0] == "draw" and line[2] == "uniform"]
    normals = [float.fromhex(word) for line in lines if line[0] == "bulk" and line[2] == "normals" for word in line[3:]]
    return bits, uniforms, normals


class Streams(unittest.TestCase):
    def test_draws_are_those_that_the_program_prints(self):
        for address in addresses():
            bits, uniforms, normals = printed(address, 5)
            stream = Stream(**address)
            self.assertEqual([stream.bits64(draw) for draw in range(5)], bits, address)
            self.assertEqual([stream.uniform(draw) for draw in range(5)], uniforms, address)
            np.testing.assert_array_equal(stream.normals(20), np.array(normals, np.float32), str(address))

    def test_many_normals_have_the_programs_bits(self):
        address = dict(zip((name for name, _, _ in FIELDS), (SEED, 64, 16, 3, 4711, 8, 0)))
        _, _, normals = printed(address, 20_000)
        np.testing.assert_array_equal(Stream(**address).normals((80, 1000)).ravel(), np.array(normals, np.float32))

    def test_integers_are_those_of_the_second_program(self):
        """Among them a width for which nearly every second word is rejected."""
        for seed, (_, _, epoch, sample, op), redraw in STREAMS.values():
            stream = Stream(seed, epoch, sample, op, redraw=redraw)
            own = (seed, (*divmod(sample % 1024, 16), epoch, sample, op), redraw)
            for draw in range(50):
                for a, b in ((-3, 33), (0, 1000), (-2**63, 1), (5, 6)):
                    self.assertEqual(stream.integer(draw, a, b), integer_between(own, draw, a, b))

    def test_bulk_fields_can_be_asked_for_in_parts(self):
        stream = Stream(SEED, epoch=2, sample=9, op=8)
        whole = stream.words(103)
        for first in (0, 1, 4, 50, 99):
            np.testing.assert_array_equal(stream.words(103 - first, first), whole[first:])
        self.assertEqual(stream.normals((3, 5, 7)).shape, (3, 5, 7))
        self.assertEqual(stream.normals(0).shape, (0,))
        np.testing.assert_array_equal(stream.normals(7), stream.normals(8)[:7])
        uniforms = stream.uniforms((100, 100))
        self.assertEqual((uniforms.dtype, uniforms.shape), (np.float32, (100, 100)))
        self.assertTrue(0 <= uniforms.min() and uniforms.max() < 1)

    def test_numbers_of_numpy_do_as_well(self):
        plain = Stream(SEED, 3, 2**40 - 1, 8)
        self.assertEqual(Stream(np.uint64(SEED), np.int64(3), np.int64(2**40 - 1), np.uint8(8)).bits64(1), plain.bits64(1))
        self.assertEqual(Stream(np.uint64(SEED), np.int64(3), np.int64(2**40 - 1)).normals(3).tolist(),
                         Stream(SEED, 3, 2**40 - 1).normals(3).tolist())

    def test_what_no_address_holds_is_refused_by_name(self):
        for field, value in (("seed", 2**64), ("seed", -1), ("ranks", 0), ("ranks", 65537), ("threads", 4097),
                             ("epoch", 2**20), ("epoch", -1), ("sample", 2**40), ("op", 256), ("redraw", 128)):
            with self.assertRaisesRegex(ValueError, f"{field} is {value}"):
                Stream(**{"seed": 1, "epoch": 0, "sample": 0, field: value}).bits64(0)
        with self.assertRaisesRegex(ValueError, "draw is 65536"):
            Stream(1, 0, 0).bits64(65536)
        with self.assertRaisesRegex(ValueError, "from 3 to below 3"):
            Stream(1, 0, 0).integer(0, 3, 3)


if __name__ == "__main__":
    unittest.main()
