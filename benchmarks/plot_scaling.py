#!/usr/bin/env python3
"""Draws what jobs/scaling.sbatch left: images/s and efficiency over nodes, as RESULTS/scaling.png.

    plot_scaling.py RESULTS

Points are the trials, the line is their median; the dashed line is the fewest nodes' rate times the nodes.
"""

import argparse
import collections
import csv
import pathlib
import statistics


def read_trials(path):
    """nodes -> images/s of each trial."""
    rates = collections.defaultdict(list)
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            rates[int(row["nodes"])].append(float(row["images_per_s"]))
    return dict(sorted(rates.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=pathlib.Path)
    folder = parser.parse_args().results
    rates = read_trials(folder / "trials.csv")
    if not rates:
        parser.error(f"{folder / 'trials.csv'} holds no trial")
    nodes = list(rates)
    medians = [statistics.median(rates[n]) for n in nodes]
    ideal = [medians[0] / nodes[0] * n for n in nodes]
    print("nodes  images/s (lowest to highest)  efficiency")
    for n, median, best in zip(nodes, medians, ideal):
        print(f"{n:5}  {median:8.0f} ({min(rates[n]):.0f} to {max(rates[n]):.0f})  {median / best:10.2f}")

    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, (speed, share) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    speed.plot(nodes, ideal, "--", color="grey", label="ideal")
    speed.plot(nodes, medians, "-", color="tab:blue", label="median")
    for n in nodes:
        speed.plot([n] * len(rates[n]), rates[n], ".", color="tab:blue", alpha=0.5)
    speed.set(xlabel="nodes", ylabel="images/s", title="Strong scaling")
    speed.legend()
    share.axhline(1, ls="--", color="grey")
    share.plot(nodes, [median / best for median, best in zip(medians, ideal)], "o-", color="tab:green")
    share.set(xlabel="nodes", ylabel="efficiency", title="Efficiency against the fewest nodes", ylim=(0, 1.1))
    for axes in (speed, share):
        axes.set_xscale("log", base=2)
        axes.set_xticks(nodes, [str(n) for n in nodes])
        axes.set_ylim(bottom=0)
    figure.savefig(folder / "scaling.png", dpi=120)
    print(folder / "scaling.png")


if __name__ == "__main__":
    main()
