#!/usr/bin/env python3
"""Holds the forecasts of `epochmill plan --nodes` against a study that was measured.

    validate.py STUDY.csv RECIPE CALIBRATION[,CALIBRATION...] [RECIPE CALIBRATION ...]

A recipe and its calibrations (`plan --save-calibration`, measured on one node of the study) for each of the study's sources, in the
order of the CSV; of several, best measured before, between and after the trials, the median forecast counts. Prints a row a point: the median of its trials, what was forecast, and the difference. Ends with 1 when a
difference is beyond --within (10%). Nodes of one machine are forecast as such.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import tomllib

import results

PROGRAM = os.environ.get("EPOCHMILL", "build/src/epochmill")


def forecast_s(recipe, calibration, trial, epochs, cores):
    """Seconds that `run` is expected to report for the point of `trial`."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "plan.json"
        command = [PROGRAM, "plan", recipe, "--output", pathlib.Path(folder) / "out", "--nodes", trial.nodes, "--ranks-per-node", trial.ranks // trial.nodes,
                   "--threads", trial.threads, "--nodes-per-machine", -(-trial.nodes // trial.machines),
                   "--samples", trial.images // epochs, "--calibration", calibration, "--report", report]
        if cores:
            command += ["--cores", cores]
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"validate: {' '.join(map(str, command))} failed:\n{done.stderr}")
        return json.loads(report.read_text())["forecasts"][0]["job_s"]


def epochs_of(recipe):
    return tomllib.loads(pathlib.Path(recipe).read_text()).get("epochs", 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("study", type=pathlib.Path)
    parser.add_argument("grounds", nargs="+", metavar="RECIPE CALIBRATION")
    parser.add_argument("--within", type=float, default=0.1, help="largest difference that is good (0.1)")
    parser.add_argument("--cores", type=int, help="of a machine, where its ranks were bound to fewer than were calibrated")
    options = parser.parse_args()
    study = results.read(options.study)
    pairs = list(zip(options.grounds[::2], options.grounds[1::2]))
    if len(pairs) != len(study.sources()) or len(options.grounds) % 2:
        parser.error(f"expected a recipe and a calibration for each of the sources {', '.join(study.sources())}")
    worst = 0
    print("| source | series | nodes | ranks | threads | measured | spread | forecast | difference |")
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|")
    for source, (recipe, calibrations) in zip(study.sources(), pairs):
        epochs = epochs_of(recipe)
        for series in results.SERIES:
            for (_, nodes, ranks, threads), trials in results.by_point(study.of(source, series)):
                measured = results.median(trials, "seconds")
                low, high = results.spread(trials, "seconds")
                expected = statistics.median(
                    forecast_s(recipe, calibration, trials[0], epochs, options.cores)
                    for calibration in calibrations.split(","))
                difference = expected / measured - 1
                worst = max(worst, abs(difference))
                print(f"| {source} | {series} | {nodes} | {ranks} | {threads} | {measured:.2f} s | {low:.2f} - {high:.2f} "
                      f"| {expected:.2f} s | {difference:+.1%} |", flush=True)
    print(f"\nworst difference: {worst:.1%}")
    return 0 if worst <= options.within else 1


if __name__ == "__main__":
    sys.exit(main())
