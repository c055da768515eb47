"""Strong and weak scaling, and efficiency: a panel a source, a line a layout, medians with lowest and highest."""

import numpy
from matplotlib import ticker

import picture
import usl
from results import by_point, fastest_layouts, median, spread

_LINEAR_UP_TO = 8  # times the smallest size; beyond, logarithmic axes


def law_of(study, trials):
    """Fitted to the fastest layout of each size: that is the one to use."""
    points = [(size, trial.images_per_s) for size, repeats in fastest_layouts(study, trials).items() for trial in repeats]
    return usl.fit(*zip(*points))


def _scale_sizes(axes, study, trials, is_log):
    sizes = sorted({study.size(trial) for trial in trials})
    if is_log:
        axes.set_xscale("log", base=2)
    shown = sizes if len(sizes) <= 12 else sizes[::-(-len(sizes) // 12)]
    axes.set_xticks(shown, [str(size) for size in shown])
    axes.xaxis.set_minor_locator(ticker.NullLocator())
    if len(sizes) == 1:
        axes.set_xlim(sizes[0] * 0.5, sizes[0] * 1.5)
    words = {"nodes": "nodes", "cores": "cores in use (ranks × threads)"}
    axes.set_xlabel(words[study.size_word()])


def _draw_layouts(axes, study, trials, name):
    """Medians as lines, lowest to highest as bars; hollow where threads had to share cores."""
    is_hollow_used = False
    for index, layout in enumerate(dict.fromkeys(trial.layout for trial in sorted(trials, key=lambda t: t.point))):
        points = by_point(trial for trial in trials if trial.layout == layout)
        color = picture.COLORS[index % len(picture.COLORS)]
        sizes = [study.size(repeats[0]) for _, repeats in points]
        middles = [median(repeats, name) for _, repeats in points]
        axes.plot(sizes, middles, color=color, marker="os^Dv<"[index % 6], markersize=6, label=f"{layout}")
        for size, middle, (_, repeats) in zip(sizes, middles, points):
            low, high = spread(repeats, name)
            axes.errorbar([size], [middle], [[middle - low], [high - middle]], color=color, capsize=4, lw=1.2)
            there = study.cores_there(repeats[0])
            if there is not None and there < repeats[0].cores:
                axes.plot([size], [middle], color=color, marker="os^Dv<"[index % 6], markersize=6, ls="none",
                          markerfacecolor=picture.PAPER, zorder=3)
                is_hollow_used = True
    return is_hollow_used


def _hollow_notes(is_hollow_used):
    return ["Hollow: more threads than cores, so that the machine bends the curve, not the program."] if is_hollow_used else []


def draw_rates(study, series, title):
    panels = study.panels(series)
    drawing, all_axes = picture.figure(title, study.warning(), [3.9] * len(panels))
    for axes, (source, trials) in zip(all_axes, panels):
        sizes = [study.size(trial) for trial in trials]
        smallest, largest = min(sizes), max(sizes)
        is_log = largest > _LINEAR_UP_TO * smallest
        first = median(fastest_layouts(study, trials)[smallest], "images_per_s")
        ends = numpy.array([smallest, largest], float)
        axes.plot(ends, first / smallest * ends, "--", color=picture.MUTED, label="ideal")
        is_hollow_used = _draw_layouts(axes, study, trials, "images_per_s")
        law = law_of(study, trials)
        if law is not None:
            smooth = numpy.geomspace(smallest, largest, 100)
            axes.plot(smooth, law.rate(smooth), ":", color=picture.INK, label="Universal Scalability Law")
        if is_log:
            axes.set_yscale("log")
            axes.yaxis.set_minor_formatter(ticker.NullFormatter())
        else:
            axes.set_ylim(bottom=0)
        axes.yaxis.set_major_formatter(ticker.StrMethodFormatter("{x:,.0f}"))
        _scale_sizes(axes, study, trials, is_log)
        axes.set(title=f"Source: {source}", ylabel="images/s")
        axes.legend(title="ranks a node × threads", loc="upper left", alignment="left")
        picture.notes_below(axes, [usl.sentence(law, study.size_word(), largest) + ".", *_hollow_notes(is_hollow_used)])
    return drawing


def draw_efficiency(study, titles):
    panels = [(source, series, trials) for series in titles for source, trials in study.panels(series)]
    drawing, all_axes = picture.figure("Efficiency", study.warning(), [3.0] * len(panels))
    for axes, (source, series, trials) in zip(all_axes, panels):
        axes.axhline(1, ls="--", color=picture.MUTED, label="ideal")
        is_hollow_used = _draw_layouts(axes, study, trials, "efficiency")
        sizes = [study.size(trial) for trial in trials]
        _scale_sizes(axes, study, trials, max(sizes) > _LINEAR_UP_TO * min(sizes))
        axes.set_ylim(0, max(1.1, 1.05 * max(trial.efficiency for trial in trials)))
        axes.yaxis.set_major_formatter(ticker.PercentFormatter(1))
        axes.set(title=f"{titles[series]}, source: {source}", ylabel="images/s a core,\nof the fewest cores'")
        axes.legend(title="ranks a node × threads", loc="lower left", alignment="left", ncols=2)
        picture.notes_below(axes, _hollow_notes(is_hollow_used))
    return drawing
