"""Where the threads' time went: a bar a point, with a share for every stage."""

import statistics

from matplotlib import ticker

import picture
from results import SERIES, STAGES, by_point

# The stages in their order, then waiting for work, then what is left.
_COLORS = dict(zip((*STAGES, "wait", "other"), (*picture.COLORS[:7], "#8b949e", "#c4c9d0")))
_HATCHES = {"wait": "///", "other": "..."}


def shares_of(repeats):
    """Those of the repeat with the median rate: medians of each share would not add up."""
    middle = statistics.median_low(trial.images_per_s for trial in repeats)
    return next(trial.shares() for trial in repeats if trial.images_per_s == middle)


def draw(study, titles):
    panels = [(source, series, by_point(trials)) for series in SERIES for source, trials in study.panels(series)]
    heights = [0.85 + 0.3 * len(points) for _, _, points in panels]
    heights[0] += 0.45  # the legend
    drawing, all_axes = picture.figure("Stages: where the threads' time went", study.warning(), heights)
    for axes, (source, series, points) in zip(all_axes, panels):
        for place, (_, repeats) in enumerate(points):
            left = 0
            for name, share in shares_of(repeats).items():
                axes.barh(place, share, left=left, height=0.72, color=_COLORS[name], hatch=_HATCHES.get(name),
                          edgecolor=picture.PAPER, linewidth=0.6, label=name if place == 0 else None)
                if share >= 0.06:
                    axes.text(left + share / 2, place, f"{share:.0%}", ha="center", va="center", fontsize=8.5, weight="bold",
                              color=picture.INK if name in _HATCHES else "#ffffff",
                              bbox={"facecolor": picture.PAPER, "edgecolor": "none", "pad": 1} if name in _HATCHES else None)
                left += share
        axes.set_yticks(range(len(points)), [f"{nodes} × {ranks // nodes} × {threads}" for (_, nodes, ranks, threads), _ in points])
        axes.invert_yaxis()
        axes.grid(False, axis="y")
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(ticker.PercentFormatter(1))
        axes.set(title=f"{titles[series]}, source: {source}", ylabel="nodes × ranks\n× threads")
    all_axes[0].legend(ncols=len(_COLORS), loc="lower left", bbox_to_anchor=(0, 1.0 + 0.36 / heights[0]), borderaxespad=0,
                       handlelength=1.2, columnspacing=1.2)
    all_axes[-1].set_xlabel("share of the time of all threads, from the job's start to its end")
    return drawing
