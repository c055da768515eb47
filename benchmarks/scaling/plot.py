#!/usr/bin/env python3
"""Draws a scaling study: strong and weak scaling, efficiency, stages and a timeline, as SVG, PNG and one HTML page.

    plot.py RESULTS.csv [--output FOLDER]

RESULTS.csv is what `make -f Makefile.cluster scale` left; the reports are looked for in the folder RESULTS beside it.
Needs matplotlib.
"""

import argparse
import pathlib
import sys

import curves
import gantt
import picture
import results
import stages
import words
from page import Picture, page

TITLES = {"strong": "Strong scaling: the same job on more", "weak": "Weak scaling: a job that grows with what it runs on"}
SHORT = {"strong": "Strong scaling", "weak": "Weak scaling"}
READING = {
    "strong": "Up is faster. A point is the median of the repeats, its bar goes from the lowest to the highest. On the dashed line, "
              "twice the hardware gives twice the images. Where the points leave it, look at the stages for the reason. "
              "The dotted line is the Universal Scalability Law of the fastest layout of each size: α is the share of the work that "
              "is done in line, one after the other; β is what each pays for every other one; past its peak, more hardware is slower.",
    "weak": "As strong scaling, but the job has as many images as suit its hardware, so that no rank runs out of work. What bends "
            "here is shared: storage, memory, rank 0. What bends only in strong scaling is a job that is too small.",
    "efficiency": "Images/s of a core, as a share of what a core gives on the fewest. Ask for as many as keep it above what you would "
                  "pay for: at 50%, half of the reserved hours are lost.",
    "stages": "A bar is all the time of all threads. The widest stage is the one to make cheaper. “wait”: for a shard to be granted, "
              "and for the last rank to end; it grows when shards are too large or too few. “other”: a finished shard's columns, "
              "check and sync to disk, and threads that wait for each other. When “write” or “other” grows, compare the MB/s written "
              "with the probe: the storage may be at its limit.",
    "timeline": "A row is a rank, a bar a work unit (a shard, in the epochs that were made together), in two colours only to tell "
                "neighbours apart; its number is the shard's. Gaps are waits. The ragged right edge is what the job lost to its last "
                "ranks: smaller shards make it shorter. Below: how many of all ranks were at work.",
}


def drawn_pictures(study, folder):
    """All pictures that the results have data for, written to `folder`."""
    made = []

    def add(name, title, drawing, says):
        made.append(Picture(name, title, picture.save(drawing, folder / name), says, READING[name]))

    series_there = {series: short for series, short in SHORT.items() if study.panels(series)}
    for series, short in series_there.items():
        add(series, short, curves.draw_rates(study, series, TITLES[series]), words.rates(study, series))
    add("efficiency", "Efficiency", curves.draw_efficiency(study, series_there), words.efficiency(study, series_there))
    add("stages", "Stages", stages.draw(study, series_there), words.shares(study, series_there))
    timeline = gantt.draw(study)
    if timeline is None:
        print("plot.py: no timeline: no report has one, or the folder of reports is not beside the CSV", file=sys.stderr)
    else:
        add("timeline", "Timeline of ranks", timeline, words.timeline(study))
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--output", type=pathlib.Path, help="folder for the pictures; default: RESULTS-pictures")
    options = parser.parse_args()
    folder = options.output or options.results.with_name(options.results.stem + "-pictures")
    try:
        study = results.read(options.results)
        folder.mkdir(parents=True, exist_ok=True)
        pictures = drawn_pictures(study, folder)
    except (results.BadResults, OSError) as error:
        sys.exit(f"plot.py: error: {error}")
    text = page("How epochmill scales", words.facts(study), study.warning(), pictures, words.table(study))
    (folder / "index.html").write_text(text, encoding="utf-8")
    for one in pictures:
        print(f"{folder / one.name}.svg, .png")
    print(folder / "index.html")


if __name__ == "__main__":
    main()
