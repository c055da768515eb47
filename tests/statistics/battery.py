#!/usr/bin/env python3
"""Feeds the interleaved words of every coordinate to outside batteries of tests, and writes the report.

Each coordinate's amount is fed in equal parts, one for each grain of the interleaver. A finished part is kept in the
work folder: a stopped run goes on where it was. Exit codes: 0 no fault found, 1 a fault found, 2 a wrong call, 70 a
program of others broke.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import dieharder
import report
import versions
from ent import Ent
from feed import CHUNK, digest_of_first_chunk, feed
from part import listed_parts, load
from practrand import PractRand
from progress import Progress

SEED = 1
READERS = {"ent": lambda size: Ent(), "dieharder": dieharder.Dieharder, "practrand": PractRand}


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", required=True, type=pathlib.Path, help="the program interleaved_words")
    parser.add_argument("--work", required=True, type=pathlib.Path, help="folder for the results of finished parts")
    parser.add_argument("--report", required=True, type=pathlib.Path, help="the page to write")
    parser.add_argument("--gigabytes", type=float, default=report.GIGABYTES,
                        help="for each coordinate, in 2^30 bytes (%(default)s)")
    parser.add_argument("--coordinates", help="names with commas between, or none; default: all")
    parser.add_argument("--faults", help="likewise: known faults to feed, to see what the batteries see of them")
    parser.add_argument("--grains", help="numbers with commas between; default: all")
    parser.add_argument("--battery", help="of ent,dieharder,practrand; default: what is installed of them")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 1) // 2),
                        help="sequences at a time; each keeps one to two cores busy (%(default)s)")
    parser.add_argument("--minutes", type=float, help="begin no further part after so many")
    given = parser.parse_args()
    given.words = given.words.resolve()
    given.battery = given.battery.split(",") if given.battery else versions.installed()
    for name in given.battery:
        if name not in versions.installed():
            parser.error(f"--battery {name}: {versions.PROGRAMS.get(name, 'no such battery')} is not installed")
    if not given.battery:
        parser.error("none of " + ", ".join(versions.PROGRAMS.values()) + " is installed: on Debian, "
                     "apt-get install dieharder ent")
    return given, parser.error


def wanted_parts(given, refuse):
    def chosen(option, text, parts, word_of):
        if text is None:
            return parts
        names = [name for name in text.split(",") if name != "none"]
        unknown = set(names) - {word_of(part) for part in parts}
        if unknown:
            refuse(f"{option}: there is no {', '.join(sorted(unknown))}")
        return [part for part in parts if word_of(part) in names]

    coordinates = listed_parts(given.words, "list", given.gigabytes, SEED)
    coordinates = chosen("--coordinates", given.coordinates, coordinates, lambda part: part.name)
    coordinates = chosen("--grains", given.grains, coordinates, lambda part: str(part.grain)) if coordinates else []
    faults = listed_parts(given.words, "faults", given.gigabytes, SEED)
    return coordinates + chosen("--faults", given.faults, faults, lambda part: part.name)


def finished(part, given):
    """The results of a part, or None: also when they are those of other words."""
    done = load(given.work, part)
    return done if done and done.digest == digest_of_first_chunk(part.source(given.words)) else None


def run_part(part, given, progress):
    progress.doing(str(part))
    readers = [READERS[name](part.size) for name in given.battery]
    part.digest = feed(part.source(given.words), part.size, readers, progress.add)
    part.versions = {name: versions.version_of(name) for name in given.battery}
    part.versions["words"] = versions.words_version(given.words)
    part.findings = [finding for reader in readers for finding in reader.findings()]
    if not part.is_fault:
        for seed in report.REPEAT_SEEDS:
            repeat(part, seed, given.words, progress)
    part.save(given.work)


def repeat(part, seed, words, progress):
    """Under another seed, every test again that has not passed yet: chance does not often strike one test twice."""
    suspects = [finding for finding in part.findings if finding.has_never_passed]
    for tool, arguments in sorted({(finding.tool, finding.arguments) for finding in suspects}):
        progress.doing(f"{part}, {tool} {arguments} again with seed {seed}")
        reader, size = again(tool, arguments, part.size)
        feed(part.source(words, seed), size, [reader])
        found = {finding.test: finding for finding in reader.findings()}
        for finding in suspects:
            if (finding.tool, finding.arguments) == (tool, arguments):
                other = found.get(finding.test)  # PractRand names only what it finds odd
                finding.repeats.append([seed, other.p, other.verdict] if other else [seed, None, "PASSED"])


def again(tool, arguments, size):
    """A reader that runs this test alone, and the bytes that it needs."""
    if tool == "dieharder":
        tests = [row for row in dieharder.TESTS if row[0] == arguments]
        return dieharder.Dieharder(tests[0][1] * CHUNK, tests), tests[0][1] * CHUNK
    return READERS[tool](size), size


def main():
    given, refuse = options()
    given.work.mkdir(parents=True, exist_ok=True)
    parts = wanted_parts(given, refuse)
    progress = Progress(sum(part.size for part in parts))
    start = time.monotonic()

    def run_if_due(part):
        done = finished(part, given)
        is_late = given.minutes is not None and time.monotonic() - start > 60 * given.minutes
        if is_late or done and done.size >= part.size and done.has_run(given.battery):
            progress.leave_out(part.size)
        else:
            run_part(part, given, progress)

    with ThreadPoolExecutor(given.jobs) as jobs:
        list(jobs.map(run_if_due, parts))
    whole = [part for kind in ("list", "faults") for part in listed_parts(given.words, kind, report.GIGABYTES, SEED)]
    return report.write(given.report, whole, {str(part): finished(part, given) for part in whole})


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (RuntimeError, subprocess.CalledProcessError) as error:
        sys.exit(print(f"battery: {error}", file=sys.stderr) or 70)
