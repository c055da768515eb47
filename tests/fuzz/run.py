#!/usr/bin/env python3
"""Runs every fuzz target for a while, `--jobs` of them side by side, and says how often each ran and what it found.

    cmake --preset fuzz && cmake --build --preset fuzz
    tests/fuzz/run.py --seconds 60 --seeds FOLDER

SIGUSR1 to a target ends it early, and it counts for the seconds that it had. docs/fuzzing.md has the long runs.

What the fuzzer learns is kept below the build folder and used again. A finding is a file: replay it with
BUILD/tests/fuzz/fuzz_TARGET FILE, mend its kind, and store it, as small as it gets, in tests/fuzz/corpus/TARGET.
"""

import argparse
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# Where the words of the corpus are the alphabet.
TEXTS = {"recipe", "canonical", "csv", "coco", "yolo", "manifest"}
# HDF5 asks for the gigabytes of a forged header before it looks at the file's size. Here it gets none, and refuses the file.
HDF5 = {"catalog", "hdf5_source", "shard"}
MOST_BYTES = 1 << 16
MOST_TEXT_BYTES = 1 << 12
MOST_MEMORY_MB = 2048
MOST_SECONDS = 20  # for one input


def targets(build):
    """Name -> program, of all that are built."""
    return {path.name.removeprefix("fuzz_"): path for path in sorted((build / "tests" / "fuzz").glob("fuzz_*"))
            if path.is_file() and os.access(path, os.X_OK)}


def corpus_of(name):
    """The stored corpus, which may have another name than its target: CMakeLists.txt says so."""
    other = re.search(rf"^fuzz_target\({name} .*CORPUS (\w+)", (HERE / "CMakeLists.txt").read_text(), re.MULTILINE)
    return HERE / "corpus" / (other.group(1) if other else name)


def write_words(corpus, file):
    """A dictionary for libFuzzer: every word of the seeds."""
    words = set()
    for seed in corpus.iterdir():
        words |= set(re.findall(rb"[A-Za-z_][A-Za-z_0-9]+|\[\[|\]\]|[0-9.]+", seed.read_bytes()))
    file.write_bytes(b"".join(b'"%s"\n' % word for word in sorted(words)))


@dataclasses.dataclass
class Outcome:
    seconds: float
    cpu_seconds: float
    executions: int
    findings: list  # files


def run(name, program, options):
    """One target, for the seconds of `options`."""
    learnt = options.build / "fuzz-corpus" / name
    found = options.build / "fuzz-findings" / name
    for folder in (learnt, found):
        folder.mkdir(parents=True, exist_ok=True)
    before = set(found.iterdir())
    corpus = corpus_of(name)
    most_bytes = MOST_TEXT_BYTES if name in TEXTS else MOST_BYTES
    command = [program, f"-max_total_time={options.seconds}", f"-max_len={most_bytes}", f"-timeout={MOST_SECONDS}",
               f"-rss_limit_mb={MOST_MEMORY_MB}", f"-malloc_limit_mb={MOST_MEMORY_MB}", f"-artifact_prefix={found}/",
               "-print_final_stats=1", "-verbosity=1"]
    if name in TEXTS:
        words = options.build / f"fuzz-words-{name}"
        write_words(corpus, words)
        command.append(f"-dict={words}")
    command += [learnt, corpus]
    if options.seeds:
        command.append(options.seeds)
    # What fails to allocate says so to C, and throws from our own `new`, which is a finding.
    asan = "allocator_may_return_null=1"
    if name in HDF5:
        asan += f":max_allocation_size_mb={MOST_MEMORY_MB - 1}"
    # Errors are how input is refused: HDF5's own leaks then are not ours.
    environment = dict(os.environ, LSAN_OPTIONS=f"suppressions={ROOT / 'tests' / 'leaks.supp'}:print_suppressions=0",
                       UBSAN_OPTIONS="print_stacktrace=1", ASAN_OPTIONS=asan)
    log = options.build / f"fuzz-log-{name}"
    begin = time.monotonic()
    with log.open("wb") as lines:
        process = subprocess.Popen([str(word) for word in command], env=environment, stdout=subprocess.DEVNULL, stderr=lines)
        _, status, used = os.wait4(process.pid, 0)
    seconds = time.monotonic() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    executions = re.search(r"stat::number_of_executed_units: *(\d+)", log.read_text(errors="replace"))
    findings = sorted(set(found.iterdir()) - before)
    if process.returncode != 0 and not findings:
        findings = [log]
    return Outcome(seconds, used.ru_utime + used.ru_stime, int(executions.group(1)) if executions else 0, findings)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=60, help="for each target (60)")
    parser.add_argument("--jobs", type=int, default=1, help="targets side by side (1)")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build-fuzz", help="a build with EPOCHMILL_FUZZ")
    parser.add_argument("--seeds", type=pathlib.Path, help="a folder of more inputs; only read")
    parser.add_argument("targets", nargs="*", help="all of them, when none is named")
    options = parser.parse_args()
    programs = targets(options.build)
    chosen = options.targets or sorted(programs)
    unknown = sorted(set(chosen) - set(programs))
    if not chosen or unknown:
        sys.exit(f"not built in {options.build}: {', '.join(unknown) or 'any target'}")
    total = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as jobs:
        running = {jobs.submit(run, name, programs[name], options): name for name in chosen}
        for done in concurrent.futures.as_completed(running):
            outcome = done.result()
            total += len(outcome.findings)
            print(f"{running[done]:12} {outcome.seconds:7.0f} s {outcome.cpu_seconds:7.0f} s of CPU "
                  f"{outcome.executions:10} executions, {len(outcome.findings)} findings", *outcome.findings, flush=True)
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
