#!/usr/bin/env python3
"""Strong and weak scaling of epochmill over nodes x ranks x threads, every trial's bytes checked.

    make -f Makefile.cluster scale SITE=mine NODES="1 2 4 8 16"        (starts this by jobs/scale.sh, with the site's facts)

Strong: every number of nodes mills the whole recipe. Weak: with M the largest number, n nodes mill part 1 of round(M / n) of it, so that
each node has about as much to do. Each trial is `epochmill run` as it is shipped, under srun in a job and under mpirun otherwise. Its files
must be those of the first trial of the same recipe; the study ends with exit code 70 where they are not.

Leaves DATE-SITE.csv (README.md beside this file names the columns) and DATE-SITE/ with each trial's report.json in the results folder.
"""

import json
import os
import shutil
import signal
import sys
import tempfile
import time

import launch
import options as said
import points
import table
import trees

HERE = os.path.dirname(os.path.abspath(__file__))
DIFFERS, IO, STOPPED = 70, 74, 75


class Study:
    def __init__(self, options, launcher, csv_path):
        self.options = options
        self.launcher = launcher
        self.csv_path = csv_path
        self.reports = csv_path[:-len(".csv")]
        self.rows = table.read(csv_path) if os.path.exists(csv_path) else []
        self.probes = {}
        self.work = []  # (share of the whole, core seconds, source) of the trials run
        self.around_s = []  # and what probing and hashing took

    def run(self):
        os.makedirs(self.reports, exist_ok=True)
        os.makedirs(self.options.scratch, exist_ok=True)
        self.scratch = tempfile.mkdtemp(prefix="epochmill-scaling-", dir=self.options.scratch)
        try:
            trials = list(points.trials_of(self.options))
            done = {table.key(row) for row in self.rows}
            left = [trial for trial in trials if table.key(trial.columns()) not in done]
            if len(left) < len(trials):
                print("{} of {} trials are in {} already".format(len(trials) - len(left), len(trials), self.csv_path))
            for index, trial in enumerate(left):
                row = self.twin(trial) or self.mill(trial)
                self.rows.append(row)
                table.add_efficiency(self.rows, self.launcher.cores_of_a_node)
                table.write(self.csv_path, self.rows)
                print("[{}/{}] {}: {:.0f} images/s, efficiency {:.2f}; {}".format(
                    index + 1, len(left), trial.label(), float(row["images_per_s"]), row["efficiency"],
                    self.time_left(left[index + 1:])), flush=True)
        finally:
            shutil.rmtree(self.scratch, ignore_errors=True)

    def twin(self, trial):
        """The row of the strong trial that did the same work, for a weak one."""
        for row in self.rows:
            if row["report"] == trial.report():
                return dict(row, series=trial.series)
        return None

    def mill(self, trial):
        start = time.monotonic()
        probe = self.probe(trial.nodes, trial.repeat)
        output = os.path.join(self.scratch, "out")
        shutil.rmtree(output, ignore_errors=True)
        report = os.path.join(self.reports, trial.report())
        words = [self.options.program, "run", trial.source.recipe] + trial.source.words
        words += ["--output", output, "--report", report, "--threads", trial.threads]
        if trial.parts > 1:
            words += ["--part", "1/{}".format(trial.parts)]
        begin = time.monotonic()
        launch.run(self.launcher.ranks(trial.nodes, trial.ranks, trial.threads), words)
        wall_s = time.monotonic() - begin
        with open(report, encoding="utf-8") as file:
            facts = json.load(file)
        self.work.append((1 / trial.parts, wall_s * self.cores(trial), trial.source.name))
        known = dict(trial.columns(), date=self.options.date, site=self.options.site, wall_s=wall_s,
                     sha256=self.checked_sha256(trial, output), report=trial.report())
        self.around_s.append(time.monotonic() - start - wall_s)
        return table.row_of(facts, probe, known)

    def checked_sha256(self, trial, output):
        """Of the tree in `output`; throws trees.Differ unless its files are those of the source's first trial, and all of them."""
        digests = trees.files(output)
        first = os.path.join(self.reports, trial.source.name + ".sha256")
        if not os.path.exists(first):
            with open(first + ".new", "w", encoding="utf-8", errors="surrogateescape") as file:
                file.write(trees.listing(digests))
            os.replace(first + ".new", first)
        trees.check(digests, trees.read_listing(first), trial.parts == 1, trial.label())
        digest = trees.tree_sha256(digests)
        for row in self.rows:
            alike = row["source"] == trial.source.name and row["series"] == trial.series and int(row["nodes"]) == trial.nodes
            if alike and row["sha256"] != digest:
                raise trees.Differ("{}: expected a tree of sha256 {}, as in {}; found {}".format(
                    trial.label(), row["sha256"], row["report"], digest))
        return digest

    def probe(self, nodes, repeat):
        """The lines of probe.py, a node each, before the first trial of so many nodes in each repeat."""
        if (nodes, repeat) not in self.probes:
            words = [sys.executable, os.path.join(HERE, "probe.py"), self.scratch, "--name", "probe-{}-{}".format(nodes, repeat),
                     "--processes", nodes, "--mib", self.options.probe_mib]
            printed = launch.run(self.launcher.one_a_node(nodes), words)
            lines = [json.loads(line) for line in printed.splitlines() if line.startswith("{")]
            if len(lines) != nodes:
                raise launch.Failed(["probe.py"], IO, "expected a line of each of {} nodes; found:\n{}".format(nodes, printed))
            self.probes[nodes, repeat] = lines
        return self.probes[nodes, repeat]

    def cores(self, trial):
        cores = trial.nodes * trial.ranks * trial.threads
        return min(cores, self.launcher.cores_of_a_node) if self.launcher.name == "mpirun" else cores

    def time_left(self, trials):
        """As if every core did what the cores did so far; the first trial of a source tells most."""
        seconds = 0.0
        reports = set()
        for trial in trials:
            done = [(share, spent) for share, spent, source in self.work if source == trial.source.name] or \
                   [(share, spent) for share, spent, _ in self.work]
            if trial.report() in reports or not done or any(row["report"] == trial.report() for row in self.rows):
                continue
            reports.add(trial.report())
            of_whole = sum(spent for _, spent in done) / sum(share for share, _ in done)
            seconds += of_whole / trial.parts / self.cores(trial) + sum(self.around_s) / len(self.around_s)
        return "{} min {:02} s left".format(*divmod(round(seconds), 60)) if trials else "done"


def announce(options, launcher, csv_path):
    print("Scaling study of {} on site {}, by {}".format(options.program, options.site, launcher.name))
    print("  nodes {}; ranks of a node x threads {}; repeats {}; strong and weak".format(
        " ".join(map(str, options.nodes)), " ".join("{}x{}".format(*each) for each in options.layouts), options.repeats))
    for source in options.sources:
        print("  source {}: {} {}".format(source.name, source.recipe, " ".join(source.words)).rstrip())
    reports = {trial.report() for trial in points.trials_of(options)}
    print("  {} runs, the first of all work on the fewest cores: after it, the time left is told".format(len(reports)))
    if launcher.name == "mpirun":
        print("  all nodes are this machine, which has {} cores: what is more than that shares them".format(launcher.cores_of_a_node))
    print("  results: {}".format(csv_path), flush=True)


def stop(number, frame):
    raise KeyboardInterrupt


def explain(failed):
    """The program's own message, and, where it has none, the end of what it said."""
    lines = failed.output.splitlines()
    errors = [line for line in lines if line.startswith("epochmill: error")]
    print("\n".join(errors or lines[-20:]), file=sys.stderr)
    print("study.py: {}".format(failed), file=sys.stderr)


def main(arguments=None):
    options = said.parse(arguments, __doc__)
    launcher = launch.of_site(os.environ)
    said.complete(options, launcher)
    csv_path = said.results_path(options)
    announce(options, launcher, csv_path)
    if options.plan:
        return 0
    signal.signal(signal.SIGTERM, stop)
    hint = "the trials until here are in {}; RESUME={} goes on".format(csv_path, csv_path)
    try:
        Study(options, launcher, csv_path).run()
    except launch.Failed as failed:
        explain(failed)
        print("study.py: a trial failed; " + hint, file=sys.stderr)
        return failed.code
    except trees.Differ as differ:
        remedy = "please report this"
        if options.resume:
            remedy += ", unless recipe, source or program changed since the table was begun"
        print("study.py: different bytes: {}: {}\nstudy.py: {}".format(differ, remedy, hint), file=sys.stderr)
        return DIFFERS
    except KeyboardInterrupt:
        print("study.py: stopped; " + hint, file=sys.stderr)
        return STOPPED
    print("All trees of a source hold the same bytes. Draw them: make -f Makefile.cluster plot RESULTS={}".format(csv_path))
    return 0


if __name__ == "__main__":
    sys.exit(main())
