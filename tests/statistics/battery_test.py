"""The driver, against programs that only pretend to be a battery; and the words, against themselves."""

import math
import os
import pathlib
import random
import stat
import struct
import subprocess
import sys
import tempfile
import textwrap
import unittest
from collections import Counter

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import dieharder
import ent
import practrand
from feed import CHUNK, Program, feed
from verdict import Finding, chi_square_p, normal_p, verdict_of

HERE = pathlib.Path(__file__).parent
ENT_OUTPUT = ("0,File-bytes,Entropy,Chi-square,Mean,Monte-Carlo-Pi,Serial-Correlation\n"
              "1,1000000000,8.000000,240.751633,127.500005,3.141708,-0.000070\n")
# Reads the bytes that it is told to and prints what it is told to, as dieharder does. Its p-value is the first word of
# its input, divided by 2^32.
FAKE_DIEHARDER = """
    if "-h" in sys.argv:
        sys.exit(print("dieharder version 9.9.9 of nobody"))
    test = sys.argv[sys.argv.index("-d") + 1]
    words = sys.stdin.buffer.read(1 << 16)
    p = int.from_bytes(words[:4], sys.byteorder) / 2 ** 32
    verdict = "FAILED" if min(p, 1 - p) < 1e-6 else "WEAK" if min(p, 1 - p) < 0.005 else "PASSED"
    print(f"  fake_test_{test}|   0|   100|   100|{p:.8f}|  {verdict}  ")
"""
FAKE_ENT = """
    size = len(sys.stdin.buffer.read())
    print("0,File-bytes,Entropy,Chi-square,Mean,Monte-Carlo-Pi,Serial-Correlation")
    print(f"1,{size},8.000000,255.0,127.5,3.141593,0.0")
"""
# Every word of a chunk is the same number: what `words` in the environment says for NAME-SEED, or the middle.
FAKE_WORDS = """
    import json, os, signal
    if sys.argv[1] == "list":
        sys.exit(print("one\\t64\\t1,4,64\\tthe first\\ntwo\\t1\\t1\\tthe second"))
    if sys.argv[1] == "faults":
        sys.exit(print("bad\\t64\\t1,4,64\\tknown to be bad"))
    if sys.argv[1] == "version":
        sys.exit(print("epochmill 1.2.3"))
    with open(os.environ["CALLS"], "a") as calls:
        print(*sys.argv[1:], file=calls)
    p = json.loads(os.environ["WORDS"]).get(f"{sys.argv[1]}-{sys.argv[3]}", 0.5)
    chunk = int(p * 2 ** 32).to_bytes(4, sys.byteorder) * (1 << 18)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    while True:
        sys.stdout.buffer.write(chunk)
"""


class Ent(unittest.TestCase):
    def test_p_values_are_those_of_the_printed_statistics(self):
        p = {finding.test: finding.p for finding in ent.parse(ENT_OUTPUT)}
        self.assertAlmostEqual(p["chi-square of bytes"], chi_square_p(240.751633, 255))
        self.assertAlmostEqual(p["mean of bytes"], normal_p(0.000005 / 73.9 * 1e9 ** 0.5), 3)
        self.assertAlmostEqual(p["Monte Carlo pi"], normal_p((3.141708 - 3.14159265) / (1.6422 / (1e9 / 6) ** 0.5)), 3)
        self.assertAlmostEqual(p["serial correlation"], 1 - normal_p(0.00007 * 1e9 ** 0.5))

    def test_a_far_statistic_fails(self):
        findings = ent.parse(ENT_OUTPUT.replace("240.751633", "400.0").replace("127.500005", "127.488"))
        self.assertEqual([finding.verdict for finding in findings], ["FAILED", "FAILED", "PASSED", "PASSED"])


class Dieharder(unittest.TestCase):
    def test_reads_every_p_value_and_tells_equal_names_apart(self):
        text = ("          sts_serial|   3|    100000|     100|0.70876827|  PASSED  \n"
                "          sts_serial|   3|    100000|     100|0.00100000|   WEAK   \n"
                "        diehard_runs|   0|    100000|     100|0.00000000|  FAILED  \n")
        self.assertEqual(dieharder.parse(text), [("sts_serial 3", 0.70876827, "PASSED", 100),
                                                 ("sts_serial 3 #2", 0.001, "WEAK", 100),
                                                 ("diehard_runs 0", 0.0, "FAILED", 100)])

    def test_a_failure_at_the_upper_end_needs_more_seeds_where_the_p_value_is_one_of_many(self):
        line = "          sts_serial|   3|    100000|     {}|1.00000000|  FAILED  \n"
        self.assertEqual(dieharder.parse(line.format(100)), [("sts_serial 3", 1.0, "WEAK", 100)])
        self.assertEqual(dieharder.parse(line.format(1)), [("sts_serial 3", 1.0, "FAILED", 1)])

    def test_what_chance_gives_is_what_dieharders_formula_gives(self):
        """dieharder's distance of 100 perfect p-values, judged by Kolmogorov's distribution with Stephens' correction
        of 1970, which is within 0.002 of the exact one."""
        chance = random.Random(1)
        root = 10 + 0.12 + 0.011
        p_values = []
        for _ in range(20000):
            values = sorted(chance.random() for _ in range(100))
            distance = max(abs(value - i / 101) for i, value in enumerate(values, 1))
            p_values.append(2 * sum((-1) ** (k - 1) * math.exp(-2 * (k * root * distance) ** 2) for k in range(1, 30)))
        tenths = Counter(min(int(10 * p), 9) for p in p_values)
        for tenth, expected in enumerate(dieharder.TENTHS[100]):
            self.assertAlmostEqual(tenths[tenth] / 20000, expected, delta=0.01)
        self.assertAlmostEqual(sum(p > 0.995 for p in p_values) / 20000, dieharder.CHANCE_OF_WEAK[100][1], delta=0.004)
        self.assertAlmostEqual(sum(p < 0.005 for p in p_values) / 20000, dieharder.CHANCE_OF_WEAK[100][0], delta=0.002)
        for samples, tenths in dieharder.TENTHS.items():
            self.assertAlmostEqual(sum(tenths), 1, 3, samples)

    def test_no_p_value_is_an_error(self):
        with self.assertRaisesRegex(RuntimeError, "no p-value"):
            dieharder.parse("dieharder: something went wrong\n")

    def test_parts_lie_end_to_end_round_after_round(self):
        tests = [("-d 1", 2), ("-d 2", 3)]
        self.assertEqual(dieharder.rounds(9 * CHUNK, tests),
                         [("-d 1", 1, 0, 2 * CHUNK), ("-d 2", 1, 2 * CHUNK, 3 * CHUNK),
                          ("-d 1", 2, 5 * CHUNK, 2 * CHUNK)])
        self.assertEqual(dieharder.rounds(CHUNK, tests), [])

    def test_no_test_is_listed_twice(self):
        names = [name for name, _ in dieharder.TESTS]
        self.assertEqual(len(names), len(set(names)))


class PractRand(unittest.TestCase):
    HEAD = "rng=RNG_stdin32, seed=unknown\nlength= {} megabytes (2^{} bytes), time= 3.3 seconds\n"

    def test_nothing_odd_is_one_line(self):
        text = ("RNG_test using PractRand version 0.94\n" + self.HEAD.format(128, 27) +
                "  no anomalies in 151 test result(s)\n")
        self.assertEqual(practrand.parse(text), [Finding("practrand", "151 results at 2^27 bytes", None, "PASSED")])

    def test_what_is_odd_comes_with_its_words(self):
        text = (self.HEAD.format(128, 27) + "  Test Name                         Raw       Processed     Evaluation\n"
                "  BRank(12):384(1)                  R= +14.7  p~=  1.8e-5   unusual          \n"
                "  ...and 150 test result(s) without anomalies\n"
                + self.HEAD.format(256, 28) +
                "  [Low1/32]BCFN(2+0,13-2,T)         R= -21.3  p =1-2.4e-10  VERY SUSPICIOUS  \n"
                "  FPF-14+6/16:all                   R= +99.3  p =  9.4e-91    FAIL !!!       \n"
                "  ...and 161 test result(s) without anomalies\n")
        findings = practrand.parse(text)
        self.assertEqual([finding.verdict for finding in findings], ["WEAK", "WEAK", "FAILED", "PASSED"])
        self.assertEqual(findings[0].test, "BRank(12):384(1) (unusual, at 2^27 bytes)")
        self.assertEqual(findings[1].p, 1 - 2.4e-10)
        self.assertEqual(findings[3].test, "161 results at 2^28 bytes")

    def test_no_result_is_an_error(self):
        with self.assertRaisesRegex(RuntimeError, "no result"):
            practrand.parse("stdin ended\n")


class Verdicts(unittest.TestCase):
    def test_both_ends_are_suspicious(self):
        expected = {0.5: "PASSED", 0.0051: "PASSED", 0.0049: "WEAK", 0.9951: "WEAK", 1e-5: "WEAK", 9e-7: "FAILED",
                    1 - 9e-7: "FAILED", 0.0: "FAILED", 1.0: "FAILED"}
        self.assertEqual({p: verdict_of(p) for p in expected}, expected)

    def test_weak_is_a_fault_only_under_every_seed(self):
        def is_fault(verdict, *again):
            repeats = [[seed, 0.5, word] for seed, word in enumerate(again)]
            return Finding("ent", "x", 0.5, verdict, repeats=repeats).is_fault

        self.assertFalse(is_fault("PASSED"))
        self.assertFalse(is_fault("WEAK", "PASSED"))
        self.assertFalse(is_fault("WEAK", "WEAK", "PASSED"))
        self.assertTrue(is_fault("WEAK", "WEAK", "WEAK"))
        self.assertTrue(is_fault("FAILED", "PASSED"))
        self.assertTrue(is_fault("WEAK", "FAILED", "PASSED"))


class Fakes(unittest.TestCase):
    """With programs ent, dieharder and words that a test can set."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name, code in (("ent", FAKE_ENT), ("dieharder", FAKE_DIEHARDER), ("words", FAKE_WORDS)):
            path = self.folder / name
            path.write_text(f"#!{sys.executable}\nimport sys\n" + textwrap.dedent(code))
            path.chmod(path.stat().st_mode | stat.S_IXUSR)
        self.path = f"{self.folder}:{os.environ['PATH']}"
        old = os.environ["PATH"]
        os.environ["PATH"] = self.path
        self.addCleanup(os.environ.__setitem__, "PATH", old)

    def calls(self):
        """What the words were asked for since the last time."""
        path = self.folder / "calls"
        lines = path.read_text().splitlines() if path.exists() else []
        path.unlink(missing_ok=True)
        return lines

    def run_battery(self, *options, words="{}"):
        done = subprocess.run([sys.executable, HERE / "battery.py", "--words", self.folder / "words", "--work",
                               self.folder / "work", "--report", self.folder / "report.md", "--battery",
                               "ent,dieharder", *options],
                              env=os.environ | {"WORDS": words, "CALLS": str(self.folder / "calls")},
                              capture_output=True, text=True)
        return done.returncode, done.stderr

    def report(self):
        return (self.folder / "report.md").read_text()


class Feed(Fakes):
    def counting_source(self, chunks):
        """Writes chunks whose words are their own number, in 2^32 / 1000."""
        code = ("import signal, sys\nsignal.signal(signal.SIGPIPE, signal.SIG_DFL)\n"
                f"for i in range({chunks}):\n"
                "    sys.stdout.buffer.write((i * 2**32 // 1000 + 1).to_bytes(4, sys.byteorder) * (1 << 18))\n")
        return [sys.executable, "-c", code]

    def test_every_reader_gets_the_same_bytes(self):
        class Recorder:
            is_reading = True

            def __init__(self):
                self.places = []

            def write(self, place, chunk):
                self.places.append((place, bytes(chunk[:4])))

        readers = [Recorder(), Recorder()]
        digest = feed(self.counting_source(3), 3 * CHUNK, readers)
        self.assertEqual(readers[0].places, readers[1].places)
        self.assertEqual([place for place, _ in readers[0].places], [0, CHUNK, 2 * CHUNK])
        self.assertEqual(readers[0].places[2][1], struct.pack("=I", 2 * 2 ** 32 // 1000 + 1))
        self.assertEqual(len(digest), 64)

    def test_a_source_that_ends_early_is_an_error(self):
        with self.assertRaisesRegex(RuntimeError, f"only {2 * CHUNK} bytes of {3 * CHUNK}"):
            feed(self.counting_source(2), 3 * CHUNK, [ent.Ent()])

    def test_a_reader_that_fails_is_an_error_with_its_words(self):
        program = Program([sys.executable, "-c", "import sys; sys.exit('no such test')"])
        program.write(bytes(CHUNK))
        with self.assertRaisesRegex(RuntimeError, "no such test"):
            program.finish()

    def test_each_dieharder_test_begins_at_its_own_place(self):
        reader = dieharder.Dieharder(40 * CHUNK, [("-d 1", 2), ("-d 2", 7), ("-d 3", 4)])
        feed(self.counting_source(40), 40 * CHUNK, [reader])
        self.assertFalse(reader.is_reading)
        self.assertEqual([(finding.arguments, finding.round, round(finding.p * 1000)) for finding in reader.findings()],
                         [("-d 1", 1, 0), ("-d 2", 1, 2), ("-d 3", 1, 9), ("-d 1", 2, 13), ("-d 2", 2, 15),
                          ("-d 3", 2, 22), ("-d 1", 3, 26), ("-d 2", 3, 28), ("-d 3", 3, 35)])

    def test_a_dieharder_test_that_wants_more_than_its_part_is_an_error(self):
        (self.folder / "dieharder").write_text(f"#!{sys.executable}\nimport sys\nsys.stdin.buffer.read()\n")
        reader = dieharder.Dieharder(5 * CHUNK, [("-d 1", 3)])
        with self.assertRaisesRegex(RuntimeError, "-d 1 wants more than the 3 MiB"):
            feed(self.counting_source(5), 5 * CHUNK, [reader])


class Battery(Fakes):
    SMALL = ("--gigabytes", "0.05")  # 17 MiB a part of `one`, 51 of `two`: the first dieharder test, or one or two

    def test_runs_every_part_and_says_what_it_fed(self):
        self.assertEqual(self.run_battery(*self.SMALL)[0], 0)
        self.assertEqual(sorted(set(self.calls())), ["bad 1 1", "one 1 1", "one 4 1", "one 64 1", "two 1 1"])
        text = self.report()
        self.assertIn("**No fault found.**", text)
        self.assertIn("This was not the whole battery", text)
        self.assertIn("to 4 of the 4 sequences", " ".join(text.split()))
        self.assertIn("| one | 64 | 17 | 4 | 1 of 1 tests | 0 | 0 |", text)
        self.assertIn("| bad | known to be bad | 17 | none of 4 | none of 1 | not run |", text)
        self.assertIn("epochmill 1.2.3", text)
        self.assertIn("dieharder 9.9.9", text)

    def test_does_not_run_again_what_is_finished(self):
        self.run_battery(*self.SMALL, "--grains", "1")
        first = self.calls()
        self.run_battery(*self.SMALL)
        second = self.calls()
        # One call of each finished part looks at its first chunk, before and for the report.
        self.assertEqual(first.count("one 1 1"), 2)
        self.assertEqual(second.count("one 1 1"), 2)
        self.assertEqual(second.count("one 4 1"), 2)
        self.assertNotIn("one 4 1", first)

    def test_runs_again_what_was_other_words_or_less(self):
        self.run_battery(*self.SMALL, "--faults", "none")
        self.assertIn("No fault found", self.report())
        code, _ = self.run_battery(*self.SMALL, "--faults", "none", words='{"one-1": 1e-8}')
        self.assertEqual(code, 1)
        self.run_battery("--gigabytes", "0.1", "--coordinates", "two", "--faults", "none")
        self.assertIn("| two | 1 | 102 |", self.report())

    def test_tells_chance_from_a_fault_by_other_seeds(self):
        code, _ = self.run_battery(*self.SMALL, "--faults", "none", "--coordinates", "two", words='{"two-1": 0.001}')
        self.assertEqual(code, 0)
        self.assertIn("| 0.00100000 WEAK | 0.500000 PASSED (seed 1001) | chance |", self.report())

    def test_exits_with_1_when_every_seed_is_weak(self):
        words = '{"two-1": 0.001, "two-1001": 0.999, "two-2001": 0.004, "two-3001": 1e-5}'
        code, _ = self.run_battery(*self.SMALL, "--faults", "none", "--coordinates", "two", words=words)
        self.assertEqual(code, 1)
        self.assertIn("**FAULTS FOUND: 1**", self.report())
        again = "0.999000 WEAK (seed 1001), 0.004000 WEAK (seed 2001), 0.000010 WEAK (seed 3001)"
        self.assertIn(f"{again} | FAULT |", self.report())

    def test_exits_with_1_when_something_failed(self):
        code, _ = self.run_battery(*self.SMALL, "--faults", "none", "--coordinates", "two", words='{"two-1": 0.0}')
        self.assertEqual(code, 1)

    def test_a_known_fault_is_no_fault_of_the_streams(self):
        code, _ = self.run_battery(*self.SMALL, words='{"bad-1": 0.0}')
        self.assertEqual(code, 0)
        self.assertIn("| bad | known to be bad | 17 | none of 4 | 1 of 1 | not run |", self.report())

    def test_a_broken_tool_is_no_fault_of_the_streams(self):
        (self.folder / "dieharder").write_text(f"#!{sys.executable}\nimport sys\nsys.exit('segmentation fault')\n")
        code, text = self.run_battery(*self.SMALL, "--faults", "none", "--coordinates", "two")
        self.assertEqual(code, 70)
        self.assertIn("segmentation fault", text)
        self.assertFalse((self.folder / "report.md").exists())

    def test_refuses_what_there_is_not(self):
        for options, message in ((("--coordinates", "ohne"), "there is no ohne"), (("--grains", "2"), "there is no 2"),
                                 (("--battery", "dice"), "no such battery is not installed")):
            code, text = self.run_battery(*options)
            self.assertEqual(code, 2, options)
            self.assertIn(message, text)


@unittest.skipUnless("EPOCHMILL_WORDS" in os.environ, "EPOCHMILL_WORDS does not name the program interleaved_words")
class Words(unittest.TestCase):
    def lines(self, *arguments):
        done = subprocess.run([os.environ["EPOCHMILL_WORDS"], *arguments], check=True, capture_output=True, text=True)
        return [line.split("\t") for line in done.stdout.splitlines()]

    def first(self, name, grain, seed, count):
        with subprocess.Popen([os.environ["EPOCHMILL_WORDS"], name, grain, seed], stdout=subprocess.PIPE) as process:
            words = struct.unpack(f"={count}I", process.stdout.read(4 * count))
            process.stdout.close()
        return words

    def test_grains_hold_the_same_words_in_another_order(self):
        single = self.first("rank", "1", "7", 64 * 64)
        for grain in (4, 64):
            grained = self.first("rank", str(grain), "7", 64 * 64)
            for i in (0, 1, 5, 63, 64, 1000, 4095):
                lane, word = i // grain % 64, i // (64 * grain) * grain + i % grain
                self.assertEqual(grained[i], single[64 * word + lane], (grain, i))

    def test_no_two_parts_are_fed_the_same_words(self):
        firsts = []
        for kind in ("list", "faults"):
            for name, _, grains, _ in self.lines(kind):
                firsts += [self.first(name, grain, seed, 64 * 64) for grain in grains.split(",")
                           for seed in (("1", "1001") if kind == "list" else ("1",))]
        self.assertGreater(len(firsts), 80)
        self.assertEqual(len(set(firsts)), len(firsts))

    def test_refuses_a_wrong_call(self):
        for arguments in (["rank"], ["rank", "2", "1"], ["rank", "1", "-1"], ["rank", "1", "18446744073709551616"],
                          ["no", "1", "1"], ["rank", "1", "1x"], []):
            done = subprocess.run([os.environ["EPOCHMILL_WORDS"], *arguments], capture_output=True, text=True)
            self.assertEqual(done.returncode, 64, arguments)
            self.assertIn("usage: ", done.stderr)


if __name__ == "__main__":
    unittest.main()
