"""docs/statistics.md, made from the results of all finished parts. It says as well what was not run."""

import textwrap
from collections import Counter

import dieharder
from part import GB
from verdict import FAILED, WEAK, chi_square_p

GIGABYTES = 32  # for each coordinate, when the battery runs whole
REPEAT_SEEDS = (1001, 2001, 3001)  # far from the neighbours of the first seed

INTRODUCTION = """
# Statistics of interleaved streams

`make -f Makefile.cluster statistics` made this page; its words are in `tests/statistics/report.py`. Do not edit it
here.

Are streams that stand side by side independent of each other? A fault between two streams shows in neither of them
alone. So the words of many neighbours are laid side by side as one sequence, and that sequence is given to tests of
random number generators that others wrote. That no two addresses share a block is a theorem
([streams.md](streams.md)) and no matter of statistics; this page is about all that the theorem leaves open.
"""

FED = """
## What was fed

One sequence for each coordinate and *grain*: of {lanes} neighbours, `grain` words of the first, `grain` words of the
second, and so on, then the next `grain` words of the first. With grain 1 every word stands beside its neighbours'
words of the same place, with 64 there are runs of one stream. All coordinates but the varied one are 0, and the seed
is {seed}: nothing is harder for a generator that has only its counter to mix. The words are those of bulk fields
(`fill_words`), for `draw` those of scalar blocks, for `milled` and `read` the two words of each block that a draw
uses.

{coordinates}

`interleaved_words NAME GRAIN SEED`, which the build puts into `tests/statistics`, writes these words;
`tests/streams/coordinates.hpp` is the table.
"""

TESTS = """
## Which tests

- **ent** reads every byte of the sequence. Four of its statistics have a known distribution and become p-values:
chi-square of the 256 byte values, mean of the bytes, Monte Carlo pi, serial correlation of bytes.
- **dieharder** reads raw 32-bit words (`-g 200`). Each test is a process of its own, on the part of the sequence that
begins where the part of the test before it ends: nothing is rewound and nothing read twice. The list below takes
{round:.1f} GB; it begins again as long as what is left of the sequence is enough for the next test. Sample sizes are
dieharder's defaults.
- **PractRand** (`RNG_test stdin32`) reads the largest power of two of the sequence, where it is installed; no Debian
package has it. {practrand}

dieharder's tests by number, with the part of each: {list}.

Left out of `dieharder -a`: 5, 6, 7 and 14, which dieharder itself calls "Suspect" and "Do Not Use"; 17, which eats 8
GB for two p-values; 203 (lagged sums) beyond lag 1, since lags 0 to 32 eat 224 GB; 200 for tuples of 5, 7 and more
than 8 bits, where time doubles with each bit.

A p-value is uniform on [0, 1] for perfect words, and both ends are suspicious. In dieharder's terms it is WEAK below
{weak} or above {high}, and FAILED within a millionth of an end. That would make one in 100 WEAK by chance; dieharder
makes more. It judges the uniformity of 100 (201, 204: of 1000) p-values by a distance that it takes a little too
small (`tests/statistics/dieharder.py` says how), so perfect words give {low:.2%} of its p-values below {weak} and
{up:.2%} above {high}, and one in 12,000 above 1 - 1e-6. The numbers of what chance gives, below, allow for that, and
its FAILED at the upper end counts as WEAK.

Whatever is not PASSED is run again with seed {again[0]}, and as long as it is not PASSED with {again[1]} and
{again[2]}: a fault stays, chance does not. **A fault is what FAILED once, or is WEAK under all four seeds.** For
perfect words that happens in about one of 200 runs of the whole battery.
"""

AGAIN = """
A sequence is tested again, with the same words and the same p-values, by `make -f Makefile.cluster statistics
STATISTICS="--coordinates NAME --grains GRAIN --gigabytes G"` in a fresh build folder. G is three times the MiB of the
table over 1024, since a coordinate's amount is shared out among three grains (`milled` and `read` have one grain, and
get all of it).
"""

TOGETHER = """
The 30 p-values of one sts_serial come from the same words and go up and down together: for them chi-square of the
tenths would mislead. Those of other tests are nearly independent. This is a check of plausibility and no further
test.
"""

FAULTS = """
## Can these tests fail?

The same tests on streams with known faults (`tests/streams/faulty_streams.hpp`), grain 1, once. Batteries were made
for single generators: where a row says "none" they are blind, at this amount, to a fault between streams. The
project's own tests see every fault of this table (`tests/streams/faulty_streams_test.cpp`), and run in CI.
"""


def write(path, whole, results):
    """Writes the page. `whole`: every part at its full size; `results`: its name -> its finished form or None. Returns
    the exit code: 1 when there is a fault."""
    done = [results[str(part)] for part in whole if results[str(part)]]
    streams = [part for part in done if not part.is_fault]
    sections = [INTRODUCTION, result(whole, results), fed(whole), tests(streams), sequences(streams), suspects(streams),
                together(streams), known_faults(whole, results), provenance(done)]
    path.write_text("\n\n".join(wrapped(section) for section in sections if section) + "\n")
    return 1 if any(finding.is_fault for finding in findings_of(streams)) else 0


def wrapped(section):
    """With every paragraph and item at the width of the repository's pages; tables and headings as they are."""
    paragraphs = []
    for paragraph in section.strip().split("\n\n"):
        paragraph = paragraph.strip("\n")
        if not paragraph.startswith(("|", "#")):
            items = paragraph.replace("\n- ", "\0- ").split("\0")
            paragraph = "\n".join(textwrap.fill(item, 120, subsequent_indent="  " if item.startswith("- ") else "",
                                                break_long_words=False, break_on_hyphens=False) for item in items)
        paragraphs.append(paragraph)
    return "\n\n".join(paragraphs)


def table(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows])


def findings_of(parts):
    return [finding for part in parts for finding in part.findings]


def p_values(parts, tool=None):
    return [finding.p for finding in findings_of(parts) if finding.p is not None and tool in (None, finding.tool)]


def gigabytes(size):
    return f"{size / GB:.2f}".rstrip("0").rstrip(".")


def result(whole, results):
    whole = [part for part in whole if not part.is_fault]
    streams = [results[str(part)] for part in whole if results[str(part)]]
    if not streams:
        return "## Result\n\n**Nothing has been run.**"
    findings = findings_of(streams)
    faults = sum(finding.is_fault for finding in findings)
    verdicts = Counter(finding.verdict for finding in findings)
    weak = sum(sum(dieharder.like(finding.samples, dieharder.CHANCE_OF_WEAK))
               for finding in findings if finding.p is not None)
    count = len(p_values(streams))
    size = gigabytes(sum(part.size for part in streams))
    lines = ["## Result",
             (f"**FAULTS FOUND: {faults}**, see below." if faults else "**No fault found.**") +
             f" {count} p-values; sequences: {len(streams)}, {size} GB in all (a GB is 2^30 bytes here). "
             f"{verdicts['WEAK']} WEAK, where chance gives about {weak:.0f}; {verdicts['FAILED']} FAILED, where chance "
             f"gives {2 * FAILED * count:.4f}."]
    missing = [part for part in whole if not results[str(part)]]
    short = [part for part in whole if results[str(part)] and results[str(part)].size < part.size]
    if missing or short:
        lines.append(f"**This was not the whole battery.** That is {len(whole)} sequences, {GIGABYTES} GB for each "
                     "coordinate, by `make -f Makefile.cluster statistics`."
                     + (f" Less than the whole amount was fed to {len(short)} of the {len(streams)} sequences; the "
                        "table has the amounts." if short else "")
                     + (f" Not run at all: {by_name(missing)}." if missing else ""))
    return "\n\n".join(lines)


def by_name(parts):
    """Names and grains of parts, those with equal grains together."""
    grains_of = {}
    for part in parts:
        grains_of.setdefault(part.name, []).append(str(part.grain))
    names_with = {}
    for name, grains in grains_of.items():
        names_with.setdefault(" and ".join(grains), []).append(name)
    return "; ".join(f"grain {grains} of {', '.join(names)}" for grains, names in names_with.items())


def fed(whole):
    rows = {part.name: (part.name, part.meaning, part.lanes) for part in whole if not part.is_fault}
    return FED.format(lanes=max(part.lanes for part in whole), seed=whole[0].seed,
                      coordinates=table(["coordinate", "neighbours", "lanes"], rows.values()))


def tests(streams):
    size = sum(mebibytes for _, mebibytes in dieharder.TESTS) * 2 ** 20 / GB
    names = ", ".join(f"{arguments.removeprefix('-d ')} ({mebibytes} MiB)" for arguments, mebibytes in dieharder.TESTS)
    has_practrand = any(finding.tool == "practrand" for finding in findings_of(streams))
    return TESTS.format(round=size, list=names, weak=WEAK, high=1 - WEAK, again=REPEAT_SEEDS,
                        low=dieharder.CHANCE_OF_WEAK[100][0], up=dieharder.CHANCE_OF_WEAK[100][1],
                        practrand="" if has_practrand else "**It was not installed here, and has seen none of this.**")


def sequences(streams):
    rows = []
    for part in streams:
        verdicts = Counter(finding.verdict for finding in part.findings)
        runs = {(finding.arguments, finding.round) for finding in part.findings if finding.tool == "dieharder"}
        rows.append((part.name, part.grain, part.size >> 20, len(p_values([part], "ent")),
                     f"{len(p_values([part], 'dieharder'))} of {len(runs)} tests", verdicts["WEAK"], verdicts["FAILED"],
                     part.digest[:16]))
    heads = ["coordinate", "grain", "MiB", "ent: p-values", "dieharder: p-values", "WEAK", "FAILED",
             "SHA-256 of its first MiB"]
    return "## Sequences\n\n" + table(heads, rows) + "\n\n" + AGAIN if rows else ""


def suspects(streams):
    rows = []
    for part in streams:
        for finding in part.findings:
            if finding.verdict == "PASSED":
                continue
            again = ", ".join(f"{'none' if p is None else format(p, '.6f')} {verdict} (seed {seed})"
                              for seed, p, verdict in finding.repeats)
            rows.append((part.name, part.grain, f"{finding.tool} {finding.arguments}".strip(), finding.test,
                         f"{finding.p:.8f} {finding.verdict}", again, "FAULT" if finding.is_fault else "chance"))
    heads = ["coordinate", "grain", "test", "its p-value", "p", "again", "verdict"]
    return "## All that is not PASSED\n\n" + (table(heads, rows) if rows else "Nothing.") if streams else ""


def together(streams):
    groups = {"ent": lambda finding: finding.tool == "ent",
              "dieharder but sts_serial":
              lambda finding: finding.tool == "dieharder" and not finding.test.startswith("sts_serial"),
              "sts_serial": lambda finding: finding.test.startswith("sts_serial")}
    rows = []
    for name, is_in in groups.items():
        findings = [finding for finding in findings_of(streams) if finding.p is not None and is_in(finding)]
        if not findings:
            continue
        found = Counter(min(int(10 * finding.p), 9) for finding in findings)
        shares = [dieharder.like(finding.samples, dieharder.TENTHS) for finding in findings]
        chance = [sum(row[tenth] for row in shares) for tenth in range(10)]
        distance = sum((found[tenth] - chance[tenth]) ** 2 / chance[tenth] for tenth in range(10))
        is_independent = name != "sts_serial"
        rows.append((name, len(findings), *(found[tenth] for tenth in range(10)),
                     f"p = {chi_square_p(distance, 9):.2f}" if is_independent else ""))
        rows.append(("by chance", "", *(f"{count:.1f}" for count in chance), ""))
    heads = ["p-values", "count", *(f"0.{tenth}-" for tenth in range(10)), "chi-square"]
    return "## All p-values together\n\n" + table(heads, rows) + "\n\n" + TOGETHER if rows else ""


def known_faults(whole, results):
    whole = [part for part in whole if part.is_fault]
    rows = []
    for part in (results[str(part)] for part in whole if results[str(part)]):
        seen = []
        for tool in ("ent", "dieharder", "practrand"):
            findings = [finding for finding in part.findings if finding.tool == tool]
            failed = sum(finding.verdict == "FAILED" for finding in findings)
            seen.append(f"{failed or 'none'} of {len(findings)}" if findings else "not run")
        rows.append((part.name, part.meaning, part.size >> 20, *seen))
    heads = ["fault", "what it is", "MiB", "ent: FAILED", "dieharder: FAILED", "PractRand: FAILED"]
    missing = ", ".join(part.name for part in whole if not results[str(part)])
    return FAULTS + "\n" + table(heads, rows) + (f"\n\nNot run: {missing}." if missing else "") if rows else ""


def provenance(done):
    names = sorted({version for part in done for version in part.versions.values()})
    return "## Made with\n\n" + "\n".join(f"- {name}" for name in names) if names else ""
