"""A part of the work: one coordinate or fault at one grain of the interleaver, and what came of it, in a file."""

import dataclasses
import json
import subprocess

from feed import CHUNK
from verdict import Finding

GB = 2 ** 30


@dataclasses.dataclass
class Part:
    name: str  # of the coordinate or fault
    is_fault: bool  # known to be faulty: fed to see what the batteries see
    grain: int
    lanes: int
    meaning: str
    size: int  # bytes to feed
    seed: int
    digest: str = ""  # SHA-256 of the first chunk
    versions: dict = dataclasses.field(default_factory=dict)  # program -> version, of all that took part
    findings: list = dataclasses.field(default_factory=list)

    def __str__(self):
        return f"{self.name}-{self.grain}"

    def source(self, words, seed=None):
        """The command that writes its words."""
        return [str(words), self.name, str(self.grain), str(self.seed if seed is None else seed)]

    def has_run(self, battery):
        return set(battery) <= {finding.tool for finding in self.findings}

    def save(self, work):
        fresh = work / f"{self}.new"
        fresh.write_text(json.dumps(dataclasses.asdict(self), indent=1) + "\n")
        fresh.replace(work / f"{self}.json")


def load(work, part):
    """The finished form of a part, or None."""
    path = work / f"{part}.json"
    if not path.exists():
        return None
    fields = json.loads(path.read_text())
    fields["findings"] = [Finding(**finding) for finding in fields["findings"]]
    return Part(**fields)


def listed_parts(words, kind, gigabytes, seed):
    """The parts of every coordinate or fault, as the program `words` lists them (kind: list or faults), the first grain
    of all before the second of any. Faults have one part, as large as one of a coordinate's."""
    rows = []
    for line in subprocess.run([words, kind], check=True, capture_output=True, text=True).stdout.splitlines():
        name, lanes, grains, meaning = line.split("\t")
        grains = grains.split(",")
        size = round(gigabytes * GB / CHUNK / len(grains)) * CHUNK
        is_fault = kind == "faults"
        for place, grain in enumerate(grains[:1] if is_fault else grains):
            rows.append((place, Part(name, is_fault, int(grain), int(lanes), meaning, size, seed)))
    return [part for _, part in sorted(rows, key=lambda row: row[0])]
