"""The sha256 of an output tree, and where two trees differ. Reports tell times and hosts, and belong to no tree."""

import concurrent.futures
import hashlib
import os


class Differ(Exception):
    """Two trees that should hold the same bytes do not."""


def file_sha256(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


def files(folder):
    """Path below `folder` (./NAME) -> sha256, in the bytewise order of the paths. On all cores: hashlib lets go of Python's lock."""
    names = []
    for where, folders, found in os.walk(folder):
        below = os.path.relpath(where, folder)
        names += [os.path.join(".", name) if below == "." else os.path.join(".", below, name) for name in found]
    names = sorted((name for name in names if not name.startswith("./report")), key=os.fsencode)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        digests = threads.map(lambda name: file_sha256(os.path.join(folder, name)), names)
        return dict(zip(names, digests))


def listing(digests):
    """As `find . -type f ! -path './report*' | sort | xargs sha256sum` prints it (LC_ALL=C)."""
    return "".join("{}  {}\n".format(digest, name) for name, digest in digests.items())


def tree_sha256(digests):
    return hashlib.sha256(os.fsencode(listing(digests))).hexdigest()


def read_listing(path):
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        pairs = [line.rstrip("\n").split("  ", 1) for line in file]
    return {name: digest for digest, name in pairs}


def check(found, reference, whole, who):
    """Throws Differ at the first file of `found` that `reference` has otherwise; if `whole`, also at one that `found` lacks."""
    for name in sorted(set(found) | set(reference if whole else ())):
        if found.get(name) != reference.get(name):
            raise Differ("{}: {}: expected sha256 {}, as the first run made it; found {}".format(
                who, name, reference.get(name, "of no such file"), found.get(name, "no such file")))
