"""Who made which shard when: the timelines of one trial's report."""

import dataclasses

import numpy

import picture
from results import count

MOST_ROWS = 48
_LAST = 12  # of them, the ranks that ended last, every one
_LETTERS_A_ROW = 80  # that fit side by side


@dataclasses.dataclass(frozen=True)
class Row:
    rank: int
    entries: list
    end_s: float


def rows_of(report):
    """All ranks that made something, the first to end first."""
    rows = [Row(rank["rank"], rank["timeline"], rank["timeline"][-1]["end_s"])
            for rank in report["ranks"] if rank.get("timeline")]
    return sorted(rows, key=lambda row: (row.end_s, row.rank))


def shown_of(rows):
    """All rows, or where there are too many: evenly spaced ones, and each of the last."""
    if len(rows) <= MOST_ROWS:
        return rows
    places = numpy.linspace(0, len(rows) - _LAST - 1, MOST_ROWS - _LAST).round().astype(int)
    return [rows[place] for place in places] + rows[-_LAST:]


def idle_at_end(rows):
    """Of the ranks' time until the last one ends, the share after each one's own last shard."""
    last_s = rows[-1].end_s
    return sum(last_s - row.end_s for row in rows) / (last_s * len(rows))


def best_trial(study, source):
    """The one with the most ranks that has timelines; None if there is none."""
    trials = [trial for series in ("strong", "weak") for trial in study.of(source, series)]
    for trial in sorted(trials, key=lambda trial: (-trial.ranks, -trial.cores)):
        if study.has_report(trial) and rows_of(study.report(trial)):
            return trial
    return None


def _draw_rows(axes, rows, end_s):
    for place, row in enumerate(rows):
        for index, entry in enumerate(row.entries):
            length_s = entry["end_s"] - entry["start_s"]
            axes.broken_barh([(entry["start_s"], length_s)], (place - 0.42, 0.84), lw=0,
                             color=("#2f7ed8", "#1f9d8f")[index % 2])
            name = str(entry["shard"])
            if entry["units"] == 1 and len(rows) <= 24 and length_s / end_s > (len(name) + 1) / _LETTERS_A_ROW:
                axes.text(entry["start_s"] + length_s / 2, place, name, ha="center", va="center", fontsize=8, color="#ffffff")
    step = -(-len(rows) // 24)
    axes.set_yticks(range(0, len(rows), step), [str(row.rank) for row in rows[::step]], fontsize=9)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.grid(False, axis="y")


def _draw_busy(axes, rows, end_s):
    times = numpy.linspace(0, end_s, 400)
    starts, ends = (numpy.sort([entry[name] for row in rows for entry in row.entries]) for name in ("start_s", "end_s"))
    busy = numpy.searchsorted(starts, times, "right") - numpy.searchsorted(ends, times, "right")
    axes.fill_between(times, busy, step="post", color="#2f7ed8", alpha=0.55, lw=0)
    axes.set(ylabel="ranks\nat work", ylim=(0, 1.08 * len(rows)), xlabel="seconds since the ranks began")


def _draw(axes, below, trial, report):
    rows = rows_of(report)
    shown = shown_of(rows)
    end_s = max(rows[-1].end_s, 1e-9)
    _draw_rows(axes, shown, end_s)
    _draw_busy(below, rows, end_s)
    for one in (axes, below):
        one.axvline(rows[0].end_s, color=picture.WARNING, lw=1.2, ls="--")
        one.set_xlim(0, end_s * 1.005)
    axes.tick_params(labelbottom=False)
    notes = []
    if len(shown) < len(rows):
        axes.axhline(MOST_ROWS - _LAST - 0.5, color=picture.INK, lw=1)
        notes.append(f"{len(shown)} of {len(rows):,} ranks: above the line evenly spaced ones, below it the last {_LAST}.")
    shape = (count(trial.nodes, "nodes"), count(trial.ranks // trial.nodes, "ranks"), count(trial.threads, "threads"))
    axes.set(title=f"Source: {trial.source}, {' × '.join(shape)}", ylabel="rank")
    largest = max(entry["units"] for row in rows for entry in row.entries)
    if largest > 1:
        notes.append(f"A bar stands for up to {largest} work units.")
    notes.append(f"On top the first rank to end. Dashed: it has no more work ({rows[0].end_s:.3g} s of {end_s:.3g} s).")
    notes.append(f"From each one's end on, {idle_at_end(rows):.1%} of the ranks' time was idle.")
    picture.notes_below(below, notes)


def draw(study):
    """None when no report has timelines."""
    trials = [trial for trial in (best_trial(study, source) for source in study.sources()) if trial]
    if not trials:
        return None
    reports = [study.report(trial) for trial in trials]
    heights = []
    for report in reports:
        heights += [0.9 + max(1.0, 0.16 * min(len(rows_of(report)), MOST_ROWS)), 2.05]
    drawing, axes = picture.figure("Timeline: which rank made which shard when", study.warning(), heights)
    for index, (trial, report) in enumerate(zip(trials, reports)):
        _draw(axes[2 * index], axes[2 * index + 1], trial, report)
    return drawing
