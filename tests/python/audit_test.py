"""The auditor over programs that are labelled with what is wrong in them: precision and recall, by variant.

Each case is a file, or a folder that is one tree. The first line of one of its files says `# expect:` and names the
variants, or `nothing`. The cases of `unseen` were written after the auditor and are measured on their own, too.
"""

import pathlib
import re
import sys
import unittest

CASES = pathlib.Path(__file__).resolve().parent / "audit_cases"
sys.path.insert(0, str(CASES.parents[2] / "python"))

from epochmill.audit import VARIANTS, audit_paths  # noqa: E402

LEAST_PRECISION, LEAST_RECALL = 0.95, 0.9


def cases(folder):
    return sorted(path for path in (CASES / folder).iterdir() if path.name != "__pycache__")


def expected(case):
    """The variants of the one line that says so."""
    files = [case] if case.is_file() else sorted(path for path in case.rglob("*") if path.is_file())
    found = []
    for path in files:
        head = path.read_text(errors="replace")[:400]
        found += re.findall(r"# expect: ([\w, -]+)", head)
    assert len(found) == 1, f"{case}: {len(found)} lines with '# expect:', expected one"
    names = set() if found[0].strip() == "nothing" else {name.strip() for name in found[0].split(",")}
    assert names <= set(VARIANTS), f"{case}: {names - set(VARIANTS)} is no variant"
    return names


def compare(folder):
    """{variant: [true, false, missed]} and the lines to show for cases that differ."""
    counts, wrong = {name: [0, 0, 0] for name in VARIANTS}, []
    for case in cases(folder):
        wanted, seen = expected(case), {finding.variant for finding in audit_paths([case]).findings}
        for name in wanted | seen:
            counts[name][0 if name in wanted & seen else 1 if name in seen else 2] += 1
        if wanted != seen:
            wrong.append(f"{folder}/{case.name}: expected {sorted(wanted) or 'nothing'},"
                         f" found {sorted(seen) or 'nothing'}")
    return counts, wrong


def rates(counts):
    true, false, missed = (sum(row[place] for row in counts.values()) for place in range(3))
    return true / max(1, true + false), true / max(1, true + missed)


class LabelledPrograms(unittest.TestCase):
    def check(self, folder):
        counts, wrong = compare(folder)
        print(f"\n{folder}: {len(cases(folder))} programs")
        print(f"{'variant':18} {'found':>6} {'false':>6} {'missed':>6}")
        for name, row in counts.items():
            print(f"{name:18} {row[0]:6} {row[1]:6} {row[2]:6}")
        precision, recall = rates(counts)
        print(f"precision {precision:.3f}, recall {recall:.3f}")
        for line in wrong:
            print(f"  {line}")
        self.assertGreaterEqual(precision, LEAST_PRECISION, wrong)
        self.assertGreaterEqual(recall, LEAST_RECALL, wrong)

    def test_programs_that_were_seen_while_it_was_written(self):
        self.check("seen")

    def test_programs_that_were_not(self):
        self.check("unseen")

    def test_there_are_enough_of_every_kind(self):
        every = [case for folder in ("seen", "unseen") for case in cases(folder)]
        self.assertGreaterEqual(len(every), 60)
        wanted = [name for case in every for name in expected(case)]
        for name in VARIANTS:
            self.assertGreaterEqual(wanted.count(name), 2, name)
        self.assertGreaterEqual(sum(not expected(case) for case in every), 20)


if __name__ == "__main__":
    unittest.main()
