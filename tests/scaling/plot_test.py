"""The scaling study's pictures: what is fitted, what is said, and that all of them are made."""

import html.parser
import importlib.util
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

if not importlib.util.find_spec("matplotlib"):
    print("skipped: python3-matplotlib is not installed (cmake/debian-packages.txt, group bench)")
    sys.exit(77)

TESTS = pathlib.Path(__file__).resolve().parents[1]
SCALING = TESTS.parent / "benchmarks" / "scaling"
sys.path[:0] = [str(SCALING), str(TESTS / "end_to_end")]

import gantt  # noqa: E402
import program  # noqa: E402
import results  # noqa: E402
import stages  # noqa: E402
import study_example  # noqa: E402
import usl  # noqa: E402

PICTURES = ("strong", "weak", "efficiency", "stages", "timeline")
VOID = {"meta", "link", "br", "img", "hr", "input"}


def plot(*arguments):
    return subprocess.run([sys.executable, str(SCALING / "plot.py"), *map(str, arguments)], capture_output=True, text=True)


class Page(html.parser.HTMLParser):
    """Checks that elements nest; keeps attributes, ids, and the cells of each row."""

    def __init__(self, text):
        super().__init__()
        self.open, self.attributes, self.rows = [], [], []  # rows: the texts of their cells
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag == "tr":
            self.rows.append([])
        if tag in ("th", "td"):
            self.rows[-1].append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.attributes += [(tag, name, value) for name, value in attrs]

    def handle_data(self, data):
        if self.open and self.open[-1] in ("th", "td"):
            self.rows[-1][-1] += data

    def handle_endtag(self, tag):
        if self.open.pop() != tag:
            raise AssertionError(f"</{tag}> closes something else, at {self.getpos()}")

    def values(self, name):
        return [value for _, found, value in self.attributes if found == name]


class Law(unittest.TestCase):
    def check(self, gamma, alpha, beta, sizes=(1, 2, 4, 8, 16, 32)):
        law = usl.fit(sizes, [gamma * n / (1 + alpha * (n - 1) + beta * n * (n - 1)) for n in sizes])
        self.assertAlmostEqual(law.gamma / gamma, 1, places=6)
        self.assertAlmostEqual(law.alpha, alpha, places=7)
        self.assertAlmostEqual(law.beta, beta, places=7)
        self.assertLess(law.misfit, 1e-6)
        return law

    def test_known_coefficients_come_back(self):
        law = self.check(1000, 0.05, 0.002)
        self.assertAlmostEqual(law.peak(), (0.95 / 0.002) ** 0.5, places=4)
        self.check(3.5, 0, 0.01)
        self.check(3.5, 0.3, 0)
        self.check(3.5, 0, 0)
        self.check(8, 0.1, 0.01, (1, 2, 3, 4))

    def test_the_peak_is_the_highest_rate(self):
        law = self.check(10, 0.02, 0.004)
        self.assertGreater(law.rate(law.peak()), law.rate(law.peak() * 0.99))
        self.assertGreater(law.rate(law.peak()), law.rate(law.peak() * 1.01))

    def test_better_than_ideal_gives_no_negative_coefficients(self):
        law = usl.fit((1, 2, 4, 8), (10, 21, 44, 90))
        self.assertEqual((law.alpha, law.beta), (0, 0))
        self.assertIn("no peak", usl.sentence(law, "nodes", 8))
        self.assertNotIn("never above", usl.sentence(law, "nodes", 8))

    def test_three_sizes_are_not_enough_however_often_they_were_measured(self):
        self.assertIsNone(usl.fit((1, 2, 4) * 3, (10, 19, 35) * 3))
        self.assertIn("not enough points", usl.sentence(None, "nodes", 4))

    def test_a_peak_far_away_says_so(self):
        self.assertIn("far beyond", usl.sentence(usl.Law(100, 0.0, 1e-6, 0), "nodes", 16))
        self.assertNotIn("far beyond", usl.sentence(usl.Law(100, 0.0, 1e-3, 0), "nodes", 16))


class Plot(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="epochmill-test-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.csv = self.folder / "study.csv"
        self.out = self.folder / "study-pictures"

    def plot(self):
        done = plot(self.csv)
        self.assertEqual(done.returncode, 0, done.stderr)
        return (self.out / "index.html").read_text(encoding="utf-8")

    def svg_text(self, name):
        svg = xml.etree.ElementTree.fromstring((self.out / f"{name}.svg").read_text(encoding="utf-8"))
        return " ".join(" ".join(element.itertext()) for element in svg.iter("{http://www.w3.org/2000/svg}text"))

    def test_every_picture_is_made_with_its_labels(self):
        study_example.write(self.csv, sources=("synthetic", "photos"))
        self.plot()
        for name in PICTURES:
            self.assertEqual((self.out / f"{name}.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
            for source in ("synthetic", "photos"):
                self.assertIn(source, self.svg_text(name))
            self.assertNotIn("ONE machine", self.svg_text(name))
        for name in ("strong", "weak"):
            for words in ("images/s", "nodes", "ideal", "γ = 1,000 images/s, α = 0.02, β = 0.0005", "at 44 nodes"):
                self.assertIn(words, self.svg_text(name))
        for words in (*study_example.STAGE_SHARES, "wait", "other", "30%", "12%", "share of the time"):
            self.assertIn(words, self.svg_text("stages"))
        for words in ("8 nodes × 1 rank × 1 thread", "seconds", "ranks at work", "idle"):
            self.assertIn(words, self.svg_text("timeline"))

    def test_results_of_one_machine_say_so_in_every_picture(self):
        study_example.write(self.csv, machines=1, sizes=(1, 2, 4))
        page = self.plot()
        for name in PICTURES:
            self.assertIn("ONE machine", self.svg_text(name))
        self.assertIn("ONE machine", re.search(r'<p class="warning" role="note">(.*?)</p>', page).group(1))
        self.assertIn("not enough points", self.svg_text("strong"))
        self.assertIn("Hollow", self.svg_text("strong"))  # every rank of the example has core 0

    def test_fewer_machines_than_nodes_say_so(self):
        study_example.write(self.csv, machines=4)
        self.plot()
        for name in PICTURES:
            self.assertIn("fewer machines than nodes", self.svg_text(name))

    def test_the_page_is_whole_and_asks_for_nothing(self):
        study_example.write(self.csv, site='<img src="http://example.org/x.png">')
        text = self.plot()
        page = Page(text)
        self.assertEqual(page.open, [])
        self.assertEqual([tag for tag, *_ in page.attributes if tag in ("script", "link", "img", "iframe", "object")], [])
        for tag, name, value in page.attributes:
            if name in ("src", "href", "xlink:href", "data", "action"):
                self.assertTrue(value.startswith("#"), (tag, name, value))
        self.assertEqual(re.findall(r"@import|url\((?!#)", text), [])
        ids = page.values("id")
        self.assertEqual(len(ids), len(set(ids)))
        for value in page.values("href"):
            self.assertIn(value[1:], ids)
        for anchor in re.findall(r"url\(#([^)]+)\)", text):
            self.assertIn(anchor, ids)
        for value in page.values("aria-labelledby"):
            for one in value.split():
                self.assertIn(one, ids)
        self.assertEqual(page.values("role").count("img"), len(PICTURES))
        self.assertEqual(text.count("<desc id="), len(PICTURES))
        self.assertIn("prefers-color-scheme: dark", text)
        self.assertIn('<html lang="en">', text)
        self.assertNotIn("#1f2329", text.split("</style>", 1)[1])  # no ink that stays dark on the dark page

    def test_the_table_has_a_row_a_point(self):
        study_example.write(self.csv)
        rows = Page(self.plot()).rows
        self.assertEqual(len(rows), 1 + 2 * 4)
        self.assertEqual({len(row) for row in rows}, {len(rows[0])})
        middle = "6,849"  # 8000 / (1 + 0.02 * 7 + 0.0005 * 8 * 7)
        self.assertEqual(rows[4], ["synthetic", "strong", "8 × 1 × 1", "8", "3", middle, f"{middle} to {middle}", "86%", "684.9",
                                   "1,369.9", "7,200", "12.0%"])

    def test_the_same_results_give_the_same_files(self):
        study_example.write(self.csv, spread=0.1)
        self.plot()
        first = {path.name: path.read_bytes() for path in self.out.iterdir()}
        self.assertEqual(len(first), 2 * len(PICTURES) + 1)
        self.plot()
        for name, data in first.items():
            self.assertEqual((self.out / name).read_bytes(), data, name)

    def test_without_reports_there_is_no_timeline_and_a_word_about_it(self):
        study_example.write(self.csv)
        shutil.rmtree(self.csv.with_suffix(""))
        done = plot(self.csv)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("no timeline", done.stderr)
        self.assertFalse((self.out / "timeline.svg").exists())
        self.assertTrue((self.out / "stages.svg").exists())

    def test_what_is_no_study_is_refused_by_name(self):
        study_example.write(self.csv)
        good = self.csv.read_text()
        for text, words in (("a,b\n1,2\n", ("lacks the columns", "images_per_s")), (good.splitlines()[0] + "\n", ("no trial",)),
                            (good.replace(",strong,", ",string,", 1), ("study.csv:2", "`string`", "strong, weak")),
                            (re.sub(r",strong,1,", ",strong,one,", good, count=1), ("study.csv:2", "nodes", "`one`"))):
            self.csv.write_text(text)
            done = plot(self.csv)
            self.assertEqual(done.returncode, 1)
            self.assertNotIn("Traceback", done.stderr)
            for word in words:
                self.assertIn(word, done.stderr)
        self.assertIn("no such file", plot(self.folder / "none.csv").stderr)

    def test_shares_are_those_of_the_csv(self):
        study_example.write(self.csv)
        study = results.read(self.csv)
        shares = stages.shares_of(study.of("synthetic", "strong")[:3])
        for name, share in {**study_example.STAGE_SHARES, "wait": study_example.WAIT, "other": study_example.OTHER}.items():
            self.assertAlmostEqual(shares[name], share)


class Timeline(unittest.TestCase):
    def test_of_thousands_of_ranks_a_sample_and_all_of_the_last_are_shown(self):
        rows = gantt.rows_of(study_example.report(5000, 10.0, 3))
        self.assertEqual(len(rows), 5000)
        shown = gantt.shown_of(rows)
        self.assertEqual(len(shown), gantt.MOST_ROWS)
        self.assertEqual(shown[0], rows[0])
        self.assertEqual(shown[-10:], rows[-10:])
        self.assertEqual(len({row.rank for row in shown}), len(shown))
        self.assertEqual([row.end_s for row in shown], sorted(row.end_s for row in shown))

    def test_idle_time_is_counted_from_each_ones_end(self):
        def rank(number, end_s):
            return {"rank": number, "timeline": [{"start_s": 0, "end_s": end_s}]}

        rows = gantt.rows_of({"ranks": [rank(0, 10), rank(1, 6), rank(2, 8), {"rank": 3, "timeline": []}]})
        self.assertEqual([row.rank for row in rows], [1, 2, 0])
        self.assertAlmostEqual(gantt.idle_at_end(rows), 6 / 30)

    def test_a_report_of_an_older_run_has_no_rows(self):
        self.assertEqual(gantt.rows_of(json.loads('{"ranks": [{"rank": 0}]}')), [])


class RealReport(program.ProgramTest):
    def test_its_timelines_are_drawn(self):
        self.mill(self.folder / "out", "--report", self.folder / "report.json", ranks=2)
        csv = self.folder / "study.csv"
        study_example.write(csv, sizes=(1, 2))
        for path in csv.with_suffix("").iterdir():
            shutil.copy(self.folder / "report.json", path)
        self.assertEqual(plot(csv).returncode, 0)
        rows = gantt.rows_of(program.read_json(self.folder / "report.json"))
        self.assertEqual(sorted(entry["shard"] for row in rows for entry in row.entries if entry["first_epoch"] == 0), [0, 1, 2])
        self.assertTrue((self.folder / "study-pictures" / "timeline.svg").is_file())


if __name__ == "__main__":
    unittest.main()
