#!/usr/bin/env python3
"""Strong and weak scaling of epochmill over nodes x ranks x threads, every trial's bytes checked.

    make -f Makefile.cluster scale SITE=mine NODES="1 2 4 8 16"        (starts this by jobs/scale.sh, with the site's facts)

Strong: every number of nodes mills the whole recipe. Weak: with M the largest number, n nodes mill part 1 of round(M / n) of it, so that
each node has about as much to do. Each trial is `epochmill run` as it is shipped, under srun in a job and under mpirun otherwise. Its files
must be those of the first trial of the same recipe; the study ends with exit code 70 where they are not.

Leaves DATE-SITE.csv (README.md beside this file names the columns) and DATE-SITE/ with each trial's report.json in the results folder.
"""

import argparse
import datetime
import json
import os
import shutil
import signal
import sys
import time

import launch
import table
import trees

HERE = os.path.dirname(os.path.abspath(__file__))
USAGE, DIFFERS, STOPPED = 64, 70, 75
# What jobs/site.sh takes from the site's file.
FACTS = ("EPOCHMILL", "SITE", "SITE_LAUNCHER", "SITE_MPI", "SITE_RANKS_PER_NODE", "SITE_THREADS_PER_RANK", "SITE_SCRATCH")


class Source:
    """A recipe under the name that the table has for it."""

    def __init__(self, name, recipe, words):
        self.name = name
        self.recipe = recipe
        self.words = words


class Trial:
    def __init__(self, source, series, nodes, ranks, threads, repeat, parts):
        self.source = source
        self.series = series
        self.nodes = nodes
        self.ranks = ranks  # of a node
        self.threads = threads
        self.repeat = repeat
        self.parts = parts  # of the recipe; the first is milled

    def columns(self):
        return {"source": self.source.name, "series": self.series, "nodes": self.nodes, "ranks": self.nodes * self.ranks,
                "threads": self.threads, "repeat": self.repeat}

    def label(self):
        return "{} {}: {} node{} x {} rank{} x {} thread{}, repeat {}".format(
            self.source.name, self.series, *(word for count in (self.nodes, self.ranks, self.threads)
                                             for word in (count, "" if count == 1 else "s")), self.repeat)

    def report(self):
        # A weak trial of all parts is the strong one.
        series = "strong" if self.parts == 1 else "weak"
        return "{}-{}-n{}-r{}-t{}-{}.json".format(self.source.name, series, self.nodes, self.ranks, self.threads, self.repeat)


def parts_of(largest, nodes):
    return int(largest / nodes + 0.5)


def trials_of(options):
    """Repeats are the outer loop: what changes slowly on a machine then changes every point alike."""
    for source in options.sources:
        for repeat in range(1, options.repeats + 1):
            for nodes in options.nodes:
                for ranks, threads in options.layouts:
                    yield Trial(source, "strong", nodes, ranks, threads, repeat, 1)
                    yield Trial(source, "weak", nodes, ranks, threads, repeat, parts_of(options.nodes[-1], nodes))


class Study:
    def __init__(self, options, launcher, csv_path):
        self.options = options
        self.launcher = launcher
        self.csv_path = csv_path
        self.reports = csv_path[:-len(".csv")]
        self.rows = table.read(csv_path) if os.path.exists(csv_path) else []
        self.scratch = os.path.join(options.scratch, "epochmill-scaling-{}".format(os.environ.get("SLURM_JOB_ID", os.getpid())))
        self.probes = {}
        self.work = []  # (images x parts of the whole, core seconds) of the trials run

    def run(self):
        os.makedirs(self.reports, exist_ok=True)
        shutil.rmtree(self.scratch, ignore_errors=True)
        os.makedirs(self.scratch)
        try:
            trials = list(trials_of(self.options))
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
                raise launch.Failed(["probe.py"], DIFFERS, "expected a line of each of {} nodes; found:\n{}".format(nodes, printed))
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
            seconds += of_whole / trial.parts / self.cores(trial)
        return "{} min {:02} s left".format(*divmod(round(seconds), 60)) if trials else "done"


def layout(text):
    ranks, _, threads = text.partition("x")
    if not (ranks.isdigit() and threads.isdigit() and int(ranks) and int(threads)):
        raise argparse.ArgumentTypeError("expected ranks of a node x threads of a rank, such as 8x16; found '{}'".format(text))
    return int(ranks), int(threads)


def counts(text):
    words = text.split()
    if not words or not all(word.isdigit() and int(word) for word in words):
        raise argparse.ArgumentTypeError("expected numbers of nodes, such as \"1 2 4 8\"; found '{}'".format(text))
    return sorted({int(word) for word in words})


def layouts(text):
    return list(dict.fromkeys(layout(word) for word in text.split()))


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=counts, default=[1], help='numbers of nodes, "1 2 4 8"')
    parser.add_argument("--layouts", type=layouts, default=[],
                        help='ranks of a node x threads of a rank, "8x16 16x8"; by default the site\'s, and under mpirun 1x1 too')
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--synthetic", default=os.path.join(HERE, "synthetic.toml"),
                        help="a recipe of the synthetic source; its samples are multiplied by the cores of the largest point")
    parser.add_argument("--recipe", help="of a real source, after the synthetic one")
    parser.add_argument("--name", help="of that source in the table; by default the recipe's")
    parser.add_argument("--results", default=os.path.join(HERE, "results"))
    parser.add_argument("--resume", metavar="CSV", help="go on with this table: its trials are not run again")
    parser.add_argument("--probe-mib", type=int, default=256, help="that a node writes to and reads from the storage")
    parser.add_argument("--plan", action="store_true", help="say what would be run, and run nothing")
    parser.add_argument("words", nargs="*", help="after --: options of `epochmill run` for --recipe")
    options = parser.parse_args(arguments)
    for name in FACTS:
        if not os.environ.get(name):
            parser.exit(USAGE, "study.py: the environment has no {}: the site's file says it, and jobs/scale.sh reads that\n".format(name))
    options.parser = parser
    options.program = os.environ["EPOCHMILL"]
    options.site = os.path.splitext(os.path.basename(os.environ["SITE"]))[0]
    options.scratch = os.environ["SITE_SCRATCH"]
    options.date = datetime.date.today().isoformat()
    return options


def samples_of(options, recipe):
    """What the recipe's `samples` is for one core, times the cores of the largest point."""
    with open(recipe, encoding="utf-8") as file:
        found = [line.split("=")[1].split("#")[0] for line in file if line.replace(" ", "").startswith("samples=")]
    if len(found) != 1:
        options.parser.exit(USAGE, "study.py: {}: expected one line 'samples = N'; found {}\n".format(recipe, len(found)))
    return int(found[0]) * options.nodes[-1] * max(ranks * threads for ranks, threads in options.layouts)


def complete(options, launcher):
    """The layouts and sources that the options leave open; what cannot be run ends here."""
    leave = lambda message: options.parser.exit(USAGE, "study.py: {}\n".format(message))
    if not options.layouts:
        own = layout("{SITE_RANKS_PER_NODE}x{SITE_THREADS_PER_RANK}".format(**os.environ))
        options.layouts = list(dict.fromkeys(([(1, 1)] if launcher.name == "mpirun" else []) + [own]))
    for nodes in options.nodes:
        for ranks, threads in options.layouts:
            refusal = launcher.refusal(nodes, ranks, threads)
            if refusal:
                leave(refusal)
    for recipe in filter(None, (options.synthetic, options.recipe)):
        if not os.path.isfile(recipe):
            leave("there is no recipe {}".format(recipe))
    if shutil.which(options.program) is None:
        leave("there is no program {}: build it, or say EPOCHMILL=PROGRAM".format(options.program))
    options.sources = [Source("synthetic", options.synthetic,
                              ["--set", "source.samples={}".format(samples_of(options, options.synthetic))])]
    if options.recipe:
        name = options.name or os.path.splitext(os.path.basename(options.recipe))[0]
        if name == "synthetic":
            leave("the name 'synthetic' is that of the computed source: say another by --name")
        options.sources.append(Source(name, os.path.abspath(options.recipe), options.words))
    elif options.words:
        leave("options of `epochmill run` ({}) are for --recipe, and there is none".format(" ".join(options.words)))


def results_path(options):
    """A table of its own for each study of a day."""
    if options.resume:
        if not os.path.isfile(options.resume):
            options.parser.exit(USAGE, "study.py: there is no table {} to go on with\n".format(options.resume))
        return os.path.abspath(options.resume)
    base = os.path.join(os.path.abspath(options.results), "{}-{}".format(options.date, options.site))
    names = [base] + ["{}-{}".format(base, number) for number in range(2, 1000)]
    return next(name for name in names if not os.path.exists(name) and not os.path.exists(name + ".csv")) + ".csv"


def announce(options, launcher, csv_path):
    print("Scaling study of {} on site {}, by {}".format(options.program, options.site, launcher.name))
    print("  nodes {}; ranks of a node x threads {}; repeats {}; strong and weak".format(
        " ".join(map(str, options.nodes)), " ".join("{}x{}".format(*each) for each in options.layouts), options.repeats))
    for source in options.sources:
        print("  source {}: {} {}".format(source.name, source.recipe, " ".join(source.words)).rstrip())
    reports = {trial.report() for trial in trials_of(options)}
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
    options = parse(arguments)
    launcher = launch.of_site(os.environ)
    complete(options, launcher)
    csv_path = results_path(options)
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
        print("study.py: different bytes: {}: please report this\nstudy.py: {}".format(differ, hint), file=sys.stderr)
        return DIFFERS
    except KeyboardInterrupt:
        print("study.py: stopped; " + hint, file=sys.stderr)
        return STOPPED
    print("All trees of a source hold the same bytes. Draw them: make -f Makefile.cluster plot RESULTS={}".format(csv_path))
    return 0


if __name__ == "__main__":
    sys.exit(main())
