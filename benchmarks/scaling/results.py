"""A scaling study as study.py left it: a CSV with a row a trial, and a folder of reports beside it."""

import csv
import dataclasses
import json
import math
import statistics

from table import STAGES

SERIES = ("strong", "weak")
_WORDS = ("date", "version", "site", "cpu", "source", "series", "report")
_COUNTS = ("nodes", "machines", "ranks", "threads", "images")
_NUMBERS = ("seconds", "images_per_s", "source_mb_per_s", "written_mb_per_s", "wait_share", "other_share", "efficiency",
            "probe_write_mb_per_s", "probe_read_mb_per_s", *(f"{stage}_mean_s" for stage in STAGES))


class BadResults(Exception):
    """A message for the user: what, where, what was expected."""


@dataclasses.dataclass(frozen=True)
class Trial:
    values: dict

    def __getattr__(self, name):
        return self.values[name]

    @property
    def cores(self):
        return self.ranks * self.threads

    @property
    def layout(self):
        return f"{self.ranks / self.nodes:g} × {self.threads}"

    @property
    def point(self):
        """What repeats of a trial share."""
        return self.cores, self.nodes, self.ranks, self.threads

    def shares(self):
        """Where the threads' time went, as fractions: the stages, then waiting for work, then everything else."""
        spent_s = max(self.seconds * self.threads, 1e-9)
        shares = {stage: self.values[f"{stage}_mean_s"] / spent_s for stage in STAGES}
        return {**shares, "wait": self.wait_share, "other": self.other_share}


class Study:
    def __init__(self, trials, reports):
        self.trials = trials
        self._reports = reports
        self._cores = {}  # of reports, which may be large

    def sources(self):
        return list(dict.fromkeys(trial.source for trial in self.trials))

    def of(self, source, series):
        return [trial for trial in self.trials if (trial.source, trial.series) == (source, series)]

    def panels(self, series):
        """(source, trials) of every source that has such a series."""
        return [(source, self.of(source, series)) for source in self.sources() if self.of(source, series)]

    def size_word(self):
        """What is scaled: nodes, unless they differ in the cores that are used of them."""
        if len({trial.nodes for trial in self.trials}) > 1 and len({t.cores / t.nodes for t in self.trials}) == 1:
            return "nodes"
        return "cores"

    def size(self, trial):
        return trial.nodes if self.size_word() == "nodes" else trial.cores

    def warning(self):
        """Why the figures do not speak for a cluster; empty when they do."""
        if max(trial.machines for trial in self.trials) == 1:
            nodes = max(trial.nodes for trial in self.trials)
            if nodes > 1:
                return f"Measured on ONE machine: what counts as {nodes} nodes here shares its cores, memory and disk."
            return "Measured on ONE machine: cores scale here, not nodes."
        if any(trial.machines < trial.nodes for trial in self.trials):
            return "Measured on fewer machines than nodes: some nodes share cores, memory and disk."
        return ""

    def has_report(self, trial):
        return (self._reports / trial.report).is_file()

    def report(self, trial):
        path = self._reports / trial.report
        try:
            return json.loads(path.read_text())
        except ValueError as error:
            raise BadResults(f"{path}: expected a report of `epochmill run` in JSON, found: {error}") from None

    def cores_there(self, trial):
        """Cores that the ranks were allowed to use together; None where the report is missing."""
        if not self.has_report(trial):
            return None
        if trial.report not in self._cores:
            cores = ((rank["host"] if trial.machines > 1 else "", core) for rank in self.report(trial)["ranks"] for core in rank["cores"])
            self._cores[trial.report] = len(set(cores))
        return self._cores[trial.report]


def by_point(trials):
    """(point, its repeats), from few cores to many."""
    points = {}
    for trial in sorted(trials, key=lambda trial: trial.point):
        points.setdefault(trial.point, []).append(trial)
    return list(points.items())


def fastest_layouts(study, trials):
    """Of each size, the repeats of the layout with the highest median rate: size -> trials."""
    best = {}
    for _, repeats in by_point(trials):
        size = study.size(repeats[0])
        if size not in best or median(repeats, "images_per_s") > median(best[size], "images_per_s"):
            best[size] = repeats
    return best


def count(number, word):
    """As in "1 node", "2 nodes"."""
    return f"{number} {word if number != 1 else word.removesuffix('s')}"


def median(trials, name):
    return statistics.median(getattr(trial, name) for trial in trials)


def spread(trials, name):
    values = [getattr(trial, name) for trial in trials]
    return min(values), max(values)


def _trial(row, place):
    values = {name: row[name] for name in _WORDS}
    name = None
    try:
        for name in _COUNTS:
            values[name] = int(row[name])
            if values[name] < 1:
                raise ValueError
        for name in _NUMBERS:
            values[name] = float(row[name]) if row[name] else math.nan
        name = "images_per_s"
        if not values[name] > 0:
            raise ValueError
    except ValueError:
        raise BadResults(f"{place}: {name} is `{row[name]}`, expected a number above zero") from None
    if values["series"] not in SERIES:
        raise BadResults(f"{place}: series is `{values['series']}`, expected one of: {', '.join(SERIES)}")
    return Trial(values)


def read(path):
    """The study whose trials are in the CSV at `path`."""
    if not path.is_file():
        raise BadResults(f"{path}: there is no such file, expected the CSV that `make -f Makefile.cluster scale` left")
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file, restval="")
        missing = [name for name in (*_WORDS, *_COUNTS, *_NUMBERS) if name not in (reader.fieldnames or [])]
        if missing:
            raise BadResults(f"{path}: lacks the columns {', '.join(missing)}: is it a CSV of the scaling study?")
        trials = [_trial(row, f"{path}:{reader.line_num}") for row in reader]
    if not trials:
        raise BadResults(f"{path}: holds no trial: did the study fail?")
    return Study(trials, path.with_suffix(""))
