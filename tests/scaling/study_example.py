"""A scaling study that was never run: its CSV and reports, made from a law and a seed."""

import csv
import json
import random

STAGE_SHARES = {"read": 0.1, "decode": 0.3, "augment": 0.2, "encode": 0.05, "write": 0.05, "check": 0.05, "file": 0.05}
WAIT, OTHER = 0.12, 0.08
GAMMA, ALPHA, BETA = 1000.0, 0.02, 0.0005


def rate(size):
    return GAMMA * size / (1 + ALPHA * (size - 1) + BETA * size * (size - 1))


def report(ranks, seconds, seed):
    """As `epochmill run --report` writes it, in what the pictures need."""
    chance = random.Random(seed)
    found = []
    for rank in range(ranks):
        timeline, now_s = [], 0.0
        while now_s < 0.8 * seconds:
            end_s = min(seconds, now_s + seconds / 8 * chance.uniform(0.7, 1.3))
            timeline.append({"shard": chance.randrange(1000), "first_epoch": 0, "epochs": 2, "units": 1, "start_s": now_s,
                             "end_s": end_s})
            now_s = end_s
        found.append({"rank": rank, "host": f"n{rank}", "cores": [0], "timeline": timeline})
    return {"ranks": found}


def write(path, sizes=(1, 2, 4, 8), machines=None, sources=("synthetic",), spread=0.0, site="here"):
    """The CSV at `path`: a node has one rank of one thread, and a machine of its own unless `machines` says how many."""
    folder = path.with_suffix("")
    folder.mkdir()
    chance = random.Random(1)
    rows = []
    for source in sources:
        for series in ("strong", "weak"):
            for size in sizes:
                for repeat in range(3):
                    images = 10_000 if series == "strong" else 1_000 * size
                    images_per_s = rate(size) * (1 + spread * chance.uniform(-1, 1))
                    seconds = images / images_per_s
                    name = f"{len(rows)}.json"
                    (folder / name).write_text(json.dumps(report(size, seconds, len(rows))))
                    rows.append({
                        "date": "2026-11-30", "version": "0.1.0", "site": site, "cpu": "A & B <C>", "source": source,
                        "series": series, "nodes": size, "machines": min(size, machines or size), "ranks": size, "threads": 1,
                        "repeat": repeat, "images": images, "seconds": seconds, "wall_s": seconds + 1,
                        "images_per_s": images_per_s, "source_mb_per_s": images_per_s / 10, "written_mb_per_s": images_per_s / 5,
                        **{f"{stage}_mean_s": share * seconds for stage, share in STAGE_SHARES.items()},
                        **{f"{stage}_max_s": 2 * share * seconds for stage, share in STAGE_SHARES.items()},
                        "wait_share": WAIT, "other_share": OTHER, "efficiency": images_per_s / size / GAMMA,
                        "probe_write_mb_per_s": 900 * size, "probe_read_mb_per_s": "", "sha256": "00ff", "report": name})
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
