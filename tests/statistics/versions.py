"""Which versions of the outside programs take part."""

import functools
import re
import shutil
import subprocess

PROGRAMS = {"ent": "ent", "dieharder": "dieharder", "practrand": "RNG_test"}  # battery -> its program


def installed():
    return [battery for battery, program in PROGRAMS.items() if shutil.which(program)]


@functools.cache
def version_of(battery):
    """What the program says of itself, or else the package that it came in."""
    program = PROGRAMS[battery]
    text = "" if battery == "ent" else run([program, "-h" if battery == "dieharder" else "-version"])
    said = re.search(r"version (\d[\w.]*)", text)
    path = shutil.which(program) or program
    owner = run(["dpkg-query", "-S", path]).split(":")[0]
    package = run(["dpkg-query", "-W", "-f", "${Version}", owner]).strip() if owner else ""
    if package:
        return f"{battery} {package} (Debian)"
    return f"{battery} {said[1]}" if said else f"{battery}, version unknown"


@functools.cache
def words_version(words):
    return run((str(words), "version")).strip()


def run(command):
    """What a command prints, or nothing when it is not there or fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout + done.stderr if done.returncode == 0 or "version" in done.stdout + done.stderr else ""
