"""Clauses on what `check` and `run` say: sizes, keys, classes, refusals, warnings."""

import os
import re

import numpy as np

from clauses import clause, expect, short


@clause(r"(\d+)x(\d+)")
def size(trial, _, width, height):
    found = trial.checked()
    names = [name for name, _ in re.findall(r"^format +(\w+): (\d+)$", found.stdout, flags=re.M)]
    expect(found.code == 0 and found.first(r"bad +(0)"), found.refusal or str(found.bad))
    seen = "x".join(map(str, reversed(found.size())))
    return expect(seen == f"{width}x{height}", f"{seen} {' '.join(names)}")


@clause(r"refused: (.*)")
def refused(trial, _, text):
    found = trial.checked()
    return expect(found.code == 65 and text in found.refusal, f"refused: {found.refusal or found.stdout}")


@clause(r"refuses lines: ([\d ]+)")
def refused_lines(trial, _, lines):
    found = re.findall(rf"^{re.escape(trial.case.name)}:(\d+): ", trial.checked().refusal, flags=re.M)
    return expect(found == lines.split(), "refuses lines: " + " ".join(found))


@clause(r"bad: (.*)")
def bad(trial, _, text):
    found = trial.checked()
    reasons = {trial.hide(reason) for _, reason in found.bad}
    return expect(found.code == 65 and reasons and all(text in reason for reason in reasons),
                  f"{len(found.bad)} bad: {', '.join(sorted(reasons)) or found.refusal}")


@clause(r"says: (.*)")
def says(trial, _, text):
    return expect(text in trial.checked().stdout, f"says: {text}", trial.checked().stdout)


@clause(r"samples (\d+)")
def samples(trial, _, count):
    found = trial.checked()
    seen = found.first(r"samples +(\d+), .*")
    return expect(seen and seen[0] == count, f"samples {seen[0]}" if seen else found.refusal)


@clause(r"skipped: (\d+) (.*)")
def skipped(trial, _, count, reason):
    found = trial.checked().skipped
    seen = [f"{many} {why}" for many, why in found if why.startswith(reason)]
    return expect(seen and seen[0].startswith(f"{count} "), f"skipped: {', '.join(seen) or found}")


@clause(r"classes: (.*)")
def classes(trial, _, names):
    found = trial.checked()
    wanted = [quoted or plain for quoted, plain in re.findall(r"'([^']*)'|(\S+)", names)]
    seen = found.first(r"classes +(\d+), of .*")
    expect(seen and int(seen[0]) == len(wanted), f"classes {seen}")
    return expect(class_names(trial) == wanted, f"classes: {names}")


def class_names(trial):
    return [name.decode() for name in trial.milled().attributes["class_names"]]


@clause(r"classes as listed")
def classes_as_listed(trial, _):
    np.testing.assert_array_equal(trial.array("label"), np.arange(len(trial.names)))
    return expect(class_names(trial) == trial.names, f"{len(trial.names)} classes")


@clause(r"warns: (.*)")
def warns(trial, _, text):
    lines = re.findall(r"^epochmill: warning: (.*)$", trial.milled().stderr, flags=re.M)
    expect(lines and all(trial.case.name in line for line in lines), f"warnings: {lines}")
    return expect(any(text in line for line in lines), f"warns: {trial.hide(' '.join(lines))}")


@clause(r"run refused: (.*)")
def run_refused(trial, _, text):
    done = trial.milled('op = "resize"\nsize = [8, 8]')
    return expect(done.code == 65 and text in done.stderr, f"run refused: {trial.hide(done.stderr).strip()}")


@clause(r"keys: (.*)")
def keys(trial, _, wanted):
    found = trial.checked()
    seen = [key for key, _ in found.bad] or [key.decode() for key in trial.array("key")]
    return expect(seen == wanted.split(), f"keys: {' '.join(map(short, seen))}")


@clause(r"keys of the tree")
def keys_of_the_tree(trial, _):
    """All regular files, but what the rules skip; sorted bytewise."""
    root = os.fsencode(trial.folder / "data")
    wanted = []
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(b".")]
        for name in files:
            path = os.path.join(folder, name)
            skip = name.startswith(b".") or name in (b"Thumbs.db", b"readme.txt", b"zero.jpg")
            if os.path.isfile(path) and not skip:
                wanted.append(os.path.relpath(path, root))
    seen = trial.array("key", 'op = "resize"\nsize = [8, 8]', top='on_bad_sample = "skip"\nerror_budget = 1')
    return expect([bytes(key) for key in seen] == sorted(wanted), f"{len(seen)} good keys, the names of the files",
                  f"keys {seen}")


@clause(r"flip refused: (.*)")
def flip_refused(trial, _, text):
    done = trial.milled('op = "random_horizontal_flip"\np = 1.0', 'op = "resize"\nsize = [64, 64]')
    return expect(done.code == 64 and text in done.stderr, f"flip refused: {trial.hide(done.stderr).strip()}")


@clause(r"resizes")
def resizes(trial, _):
    for name in ("resize", "random_resized_crop"):
        shape = trial.array("image", f'op = "{name}"\nsize = [32, 48]').shape
        expect(shape == (1, 32, 48, 3), f"{name} gives {shape}")
    return "resizes to 48x32"


@clause(r"smaller than a crop of (\d+)")
def smaller_than_a_crop(trial, _, side):
    op = f'op = "random_crop"\nsize = {side}'
    done = trial.milled(op)
    expect(done.code == 65 and "smaller than the crop" in done.stderr, done.stderr or "no error")
    shape = trial.array("image", f"{op}\npad_if_needed = true").shape
    return expect(shape == (1, int(side), int(side), 3), f"smaller than a crop of {side}; padded if asked for")
