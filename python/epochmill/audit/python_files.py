"""Lists the Python files and notebooks below some paths, each once, whatever links there are."""

import os
import pathlib
from typing import Iterable, Iterator

SUFFIXES = (".py", ".pyw", ".ipynb")
# Code of others, or none at all.
SKIPPED_FOLDERS = {"__pycache__", "node_modules", "site-packages", "dist-packages", ".ipynb_checkpoints"}


def python_files(paths: Iterable[pathlib.Path]) -> Iterator[pathlib.Path]:
    """Every file of a folder by its suffix; a file that is named itself, whatever it is called."""
    seen: set[tuple[int, int]] = set()

    def is_new(path: str) -> bool:
        try:
            status = os.stat(path)
        except OSError:  # a link to nowhere or to itself
            return False
        key = (status.st_dev, status.st_ino)
        return not (key in seen or seen.add(key))

    for path in paths:
        if path.is_file():
            if is_new(str(path)):
                yield path
            continue
        for folder, folders, names in os.walk(path, followlinks=True):
            if not is_new(folder) or "pyvenv.cfg" in names:
                folders.clear()
                continue
            folders[:] = sorted(name for name in folders if name not in SKIPPED_FOLDERS and not name.startswith("."))
            for name in sorted(names):
                full = os.path.join(folder, name)
                # A pipe or device would wait for ever.
                if name.endswith(SUFFIXES) and os.path.isfile(full) and is_new(full):
                    yield pathlib.Path(full)
