"""The table of a study: a row a trial, from the trial's report.json. README.md beside this file says what the columns mean."""

import csv
import os
import statistics

STAGES = ("read", "decode", "augment", "encode", "write", "check", "file")
KEY = ("source", "series", "nodes", "ranks", "threads", "repeat")
COLUMNS = (
    ["date", "version", "site", "cpu", "source", "series", "nodes", "machines", "ranks", "threads", "repeat", "images", "seconds", "wall_s",
     "images_per_s", "source_mb_per_s", "written_mb_per_s"]
    + [stage + kind for stage in STAGES for kind in ("_mean_s", "_max_s")]
    + ["wait_share", "other_share", "efficiency", "probe_write_mb_per_s", "probe_read_mb_per_s", "sha256", "report"])


def row_of(facts, probe, known):
    """All but the efficiency, which needs the other rows. `facts`: report.json; `probe`: the lines of probe.py on the same nodes."""
    seconds = facts["elapsed_s"]
    total = facts["total"]
    row = dict(known)
    row.update(
        version=facts["version"], cpu=" + ".join(sorted({line["cpu"] for line in probe})),
        machines=len({line["machine"] for line in probe}), images=total["images"], seconds=seconds,
        images_per_s=total["images"] / seconds, source_mb_per_s=total["source_bytes"] / 1e6 / seconds,
        written_mb_per_s=total["written_bytes"] / 1e6 / seconds, wait_share=facts["shares"]["wait"],
        other_share=facts["shares"]["other"])
    for stage in STAGES:
        of_ranks = [rank["work"][stage + "_s"] for rank in facts["ranks"]]
        row[stage + "_mean_s"] = statistics.mean(of_ranks)
        row[stage + "_max_s"] = max(of_ranks)
    for way in ("write", "read"):
        column = "probe_{}_mb_per_s".format(way)
        row[column] = sum(line[way + "_mb_per_s"] for line in probe)
    return row


def key(row):
    return tuple(str(row[column]) for column in KEY)


def cores_in_use(row, cores_of_a_machine):
    """A thread takes a core; nodes that share a machine have its cores only once."""
    cores = int(row["ranks"]) * int(row["threads"])
    machines = int(row["machines"])
    return cores if machines == int(row["nodes"]) > 1 else min(cores, machines * cores_of_a_machine)


def add_efficiency(rows, cores_of_a_machine):
    """Images/s of a core in use, against the median of those at the same series' and source's fewest cores."""
    groups = {}
    for row in rows:
        cores = cores_in_use(row, cores_of_a_machine)
        groups.setdefault((row["source"], row["series"]), []).append((cores, float(row["images_per_s"]) / cores, row))
    for group in groups.values():
        fewest = min(cores for cores, _, _ in group)
        base = statistics.median(rate for cores, rate, _ in group if cores == fewest)
        for _, rate, row in group:
            row["efficiency"] = rate / base


def cell(value):
    return "{:.6g}".format(value) if isinstance(value, float) else value


def write(path, rows):
    """Whole or not at all."""
    with open(path + ".new", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for row in rows:
            writer.writerow({column: cell(value) for column, value in row.items()})
    os.replace(path + ".new", path)


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        rows = list(reader)
    if reader.fieldnames != COLUMNS:
        raise ValueError("{}: expected the columns {}; found {}".format(path, ",".join(COLUMNS), ",".join(reader.fieldnames or ())))
    return rows
