#!/usr/bin/env python3
"""Files a second of `epochmill.audit` on a generated tree, beside parsing the same files and nothing else.

    benchmarks/audit_rate.py [--files 10000] [--scratch DIR]

One file in ten has a dataset, a helper that it reaches through an import, and a loader; the others are code of other
kinds, of 40 to 400 lines. The count of findings is known, and checked.
"""

import argparse
import ast
import pathlib
import random
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "python"))

from epochmill.audit import audit_paths  # noqa: E402

DATASET = """import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset

from .plain{helper} import work_0


class Set{number}(Dataset):
    def __init__(self, images, seed=0):
        self.images = images
        self.rng = np.random.default_rng(seed)

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        image = work_0(self.images[index], index)
        return image + self.rng.normal(0, 0.1, image.shape){end}


def loader(images):
    return DataLoader(Set{number}(images), batch_size=8, num_workers={workers})
"""

FUNCTION = """
def work_{number}(table, index):
    \"\"\"Adds up what lies below the diagonal.\"\"\"
    total, seen = 0, {{}}
    for row, line in enumerate(table):
        for column, value in enumerate(line[:row]):
            if value not in seen and (row + column) % {number} != 1:
                seen[value] = [row, column, f"{{value:.3f}}"]
            total += value * {number} + len(seen.get(value, ()))
    return [total, sorted(seen.items(), key=lambda item: item[1][0])][index % 2]
"""


def generate(root: pathlib.Path, files: int) -> int:
    """Writes the tree; gives the number of faults in it."""
    draw = random.Random(1)
    faults = 0
    for number in range(files):
        folder = root / f"package{number // 100}"
        folder.mkdir(exist_ok=True)
        body = "import os\nimport sys\n" + "".join(FUNCTION.format(number=each) for each in range(draw.randint(4, 36)))
        if number % 10 == 9:
            workers = draw.choice((0, 4))
            faults += workers > 0
            body += DATASET.format(number=number, helper=number - 1, workers=workers, end="")
        (folder / f"plain{number}.py").write_text(body)
    return faults


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--scratch", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.scratch, prefix="epochmill-audit-") as folder:
        root = pathlib.Path(folder)
        faults = generate(root, options.files)
        paths = sorted(root.rglob("*.py"))
        texts = [path.read_text() for path in paths]
        lines = sum(text.count("\n") for text in texts)
        begin = time.perf_counter()
        for text in texts:
            ast.parse(text)
        parsed = time.perf_counter() - begin
        begin = time.perf_counter()
        report = audit_paths([root])
        audited = time.perf_counter() - begin
    found = len(report.findings)
    assert report.files == options.files and found == faults, (report.files, found, faults)
    print(f"{options.files} files, {lines} lines, {faults} faults, all found")
    print(f"parse all   {parsed:7.1f} s")
    print(f"audit       {audited:7.1f} s   {audited / parsed:.2f} of parsing  "
          f" {options.files / audited * 60:.0f} files a minute")


if __name__ == "__main__":
    main()
