"""Runs epochmill from outside, as a user does: real files, real mpirun, real signals."""

import hashlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

PROGRAM = pathlib.Path(os.environ.get("EPOCHMILL_PROGRAM", "build/src/epochmill")).resolve()
SHARED = pathlib.Path(os.environ.get("EPOCHMILL_SHARED", "../shared")).resolve()

# mpirun refuses root unless told twice. PMIx keeps its own data in memory that mpirun and the ranks share behind a lock: a
# rank that is killed while it holds it leaves mpirun waiting for ever, all ranks gone. `hash` shares nothing.
MPI_ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                   "PMIX_MCA_gds": "hash"}

TIMEOUT_S = 300


def command(arguments, ranks=None, environment=None):
    """The argv of the program; under mpirun when `ranks` is given. `environment` is the program's alone, not mpirun's."""
    launcher = []
    if ranks is not None:
        launcher = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(ranks)]
    if environment:
        launcher += ["env"] + [f"{name}={value}" for name, value in environment.items()]
    return launcher + [str(PROGRAM)] + [str(argument) for argument in arguments]


def start(arguments, ranks=None, environment=None):
    """Starts it in a process group of its own, so that a test can kill all of it."""
    return subprocess.Popen(command(arguments, ranks, environment), env=MPI_ENVIRONMENT, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, errors="replace", start_new_session=True)


def run(*arguments, ranks=None, environment=None):
    return subprocess.run(command(arguments, ranks, environment), env=MPI_ENVIRONMENT, capture_output=True, text=True,
                          errors="replace", timeout=TIMEOUT_S)


def kill_all(process):
    """SIGKILL to mpirun and to every rank that it started; when it returns, none of them runs."""
    ranks = children_of(process.pid)  # before their parent is gone
    os.killpg(process.pid, signal.SIGKILL)
    for pid in ranks:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    process.communicate()
    while any(is_running(pid) for pid in ranks):
        time.sleep(0.01)


def is_running(pid):
    """Not ended, waited for or not."""
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(") ", 1)[1][0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def children_of(pid):
    """Ranks have process groups of their own; /proc knows their parent."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat") as stat:
                    if int(stat.read().rsplit(")", 1)[1].split()[1]) == pid:
                        found.append(int(name))
            except (FileNotFoundError, ProcessLookupError):
                pass
    return found


def shards(out):
    """Files under a final name, as paths below `out`."""
    return sorted(path.relative_to(out) for path in pathlib.Path(out).glob("epoch-*/shard-*.h5"))


def is_report(path):
    """Reports tell times and hosts, and are no part of the promise of same bytes."""
    return str(path).startswith(("report.json", "reports/"))


def digests(out):
    """sha256 of every file of a tree but its reports, by its path."""
    found = {}
    for path in sorted(pathlib.Path(out).rglob("*")):
        name = path.relative_to(out)
        if path.is_file() and not is_report(name):
            found[str(name)] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def read_json(path):
    return json.loads(pathlib.Path(path).read_text())


class ProgramTest(unittest.TestCase):
    """A test with a folder of its own and the generated dataset in it."""

    images = 24

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="epochmill-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        made = run("make-demo", cls.folder / "data", "--images", cls.images)
        assert made.returncode == 0, made.stderr
        cls.recipe = cls.folder / "data" / "recipe.toml"

    def mill(self, out, *arguments, ranks=None, recipe=None):
        """A run that must succeed."""
        done = run("run", recipe or self.recipe, "--output", out, *arguments, ranks=ranks)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def write_recipe(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path
