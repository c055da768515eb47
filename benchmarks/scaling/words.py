"""What the pictures say, in sentences and in a table."""

import math

import curves
import gantt
import stages
import usl
from results import SERIES, by_point, count, median, spread


def facts(study):
    def all_of(name):
        return ", ".join(dict.fromkeys(getattr(trial, name) for trial in study.trials))

    repeats = max(len(one) for series in SERIES for _, trials in study.panels(series) for _, one in by_point(trials))
    return (f"epochmill {all_of('version')} · site {all_of('site')} · {all_of('cpu')} · {all_of('date')} · "
            f"{len(study.trials)} trials, up to {count(repeats, 'repeats')} of a point")


def _ends(trials):
    points = by_point(trials)
    return points[0][1], points[-1][1]


def rates(study, series):
    said = []
    for source, trials in study.panels(series):
        few, many = _ends(trials)
        before, after = median(few, "images_per_s"), median(many, "images_per_s")
        word = study.size_word()
        said.append(f"Source {source}: {before:,.0f} images/s on {count(study.size(few[0]), word)}, {after:,.0f} on "
                    f"{count(study.size(many[0]), word)}, {after / before:.2f} times as many. "
                    + usl.sentence(curves.law_of(study, trials), word, study.size(many[0])) + ".")
    return " ".join(said)


def efficiency(study, titles):
    said = []
    for series, title in titles.items():
        for source, trials in study.panels(series):
            _, many = _ends(trials)
            said.append(f"{title}, source {source}: {median(many, 'efficiency'):.0%} on "
                        f"{count(study.size(many[0]), study.size_word())}.")
    return " ".join(said)


def shares(study, titles):
    said = []
    for series, title in titles.items():
        for source, trials in study.panels(series):
            _, many = _ends(trials)
            ordered = sorted(stages.shares_of(many).items(), key=lambda item: -item[1])
            said.append(f"{title}, source {source}, {count(study.size(many[0]), study.size_word())}: "
                        + ", ".join(f"{name} {share:.0%}" for name, share in ordered if share >= 0.01) + ".")
    return " ".join(said)


def timeline(study):
    said = []
    for source in study.sources():
        trial = gantt.best_trial(study, source)
        if trial:
            rows = gantt.rows_of(study.report(trial))
            said.append(f"Source {source}: {count(len(rows), 'ranks')}; the first had no more work after {rows[0].end_s:.3g} s, the "
                        f"last, rank {rows[-1].rank}, after {rows[-1].end_s:.3g} s; {gantt.idle_at_end(rows):.1%} of the ranks' "
                        "time was idle at the end.")
    return " ".join(said)


def table(study):
    """Caption, columns and rows, for page.page."""
    columns = [("source", True), ("series", True), ("nodes × ranks × threads", True), ("machines", False), ("repeats", False),
               ("images/s, median", False), ("lowest to highest", False), ("efficiency", False), ("MB/s read", False),
               ("MB/s written", False), ("probe MB/s written", False), ("wait", False)]
    rows = []
    for series in SERIES:
        for source, trials in study.panels(series):
            for (_, nodes, ranks, threads), repeats in by_point(trials):
                low, high = spread(repeats, "images_per_s")
                probe = median(repeats, "probe_write_mb_per_s")
                rows.append([source, series, f"{nodes} × {ranks // nodes} × {threads}", repeats[0].machines, len(repeats),
                             f"{median(repeats, 'images_per_s'):,.0f}", f"{low:,.0f} to {high:,.0f}",
                             f"{median(repeats, 'efficiency'):.0%}", f"{median(repeats, 'source_mb_per_s'):,.1f}",
                             f"{median(repeats, 'written_mb_per_s'):,.1f}",
                             "not measured" if math.isnan(probe) else f"{probe:,.0f}", f"{median(repeats, 'wait_share'):.1%}"])
    return ("Medians of the repeats. The probe wrote to the same path in the same job, and nothing else: what the storage gives at most.",
            columns, rows)
