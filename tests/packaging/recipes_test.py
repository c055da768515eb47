"""The recipes for Spack and Apptainer are tried as far as they go without these: their own code runs here."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import types
import unittest

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "end_to_end"), str(TESTS / "tree")]
from program import PROGRAM  # noqa: E402
from source_tree import ROOT  # noqa: E402

SPACK = ROOT / "jobs" / "spack" / "package.py"
APPTAINER = ROOT / "jobs" / "epochmill.def"


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="epochmill-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)


class Prefix(str):
    """A path whose attributes are the paths below it, as in Spack."""

    def __getattr__(self, name):
        return Prefix(os.path.join(self, name))


class SpackPackage:
    """What the recipe uses of Spack's CMakePackage, with every dependency below /usr."""

    spec = {name: types.SimpleNamespace(version="1.0", prefix=Prefix("/usr"),
                                        libs=types.SimpleNamespace(ld_flags=flags))
            for name, flags in (("libspng", "-lspng"), ("tomlplusplus", "there is none"))}

    @staticmethod
    def define(name, value):
        return f"-D{name}:BOOL={'ON' if value else 'OFF'}"


class Environment:
    def __init__(self):
        self.variables = dict(os.environ)

    def prepend_path(self, name, path):
        self.variables[name] = f"{path}:{self.variables.get(name, '')}"


def executable(path):
    return lambda *words: subprocess.run([path, *words], check=True, stdout=subprocess.DEVNULL)


class Spack(Folder):
    def setUp(self):
        super().setUp()
        self.versions = []
        names = {"CMakePackage": SpackPackage, "generator": lambda name: None, "license": lambda name: None,
                 "version": self.versions.append, "depends_on": lambda spec, type=None: None,
                 "conflicts": lambda spec, msg: None, "run_before": lambda phase: lambda method: method,
                 "join_path": os.path.join, "mkdirp": lambda path: os.makedirs(path, exist_ok=True),
                 "Executable": executable}
        lines = [line for line in SPACK.read_text().splitlines() if not re.match("from spack", line)]
        exec(compile("\n".join(lines), SPACK, "exec"), names)
        self.recipe = names["Epochmill"]()
        self.recipe.stage = types.SimpleNamespace(path=str(self.folder))

    def test_its_version_is_the_programs(self):
        said = subprocess.run([PROGRAM, "--version"], check=True, capture_output=True, text=True).stdout
        self.assertTrue(said.startswith(f"epochmill {self.versions[0]},"), said)

    def test_it_switches_off_options_that_there_are(self):
        options = re.findall(r"option\((\w+)", (ROOT / "CMakeLists.txt").read_text())
        for argument in self.recipe.cmake_args():
            name, value = re.fullmatch(r"-D(\w+):BOOL=(\w+)", argument).groups()
            self.assertIn(name, options)
            self.assertEqual(value, "OFF")

    def test_pkg_config_finds_what_spack_builds_without_a_file_for_it(self):
        self.recipe.write_pkg_config_files()
        environment = Environment()
        self.recipe.setup_build_environment(environment)
        for name in ("spng", "tomlplusplus"):
            asked = subprocess.run(["pkg-config", "--print-errors", "--cflags", "--libs", f"{name} = 1.0"],
                                   env={**environment.variables, "PKG_CONFIG_ALLOW_SYSTEM_CFLAGS": "1"},
                                   capture_output=True, text=True)
            self.assertEqual(asked.returncode, 0, asked.stderr)
            self.assertEqual(asked.stdout.split(), ["-I/usr/include"] + (["-lspng"] if name == "spng" else []))

    def test_its_own_test_runs(self):
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        prefix = self.folder / "prefix"
        (prefix / "bin").mkdir(parents=True)
        (prefix / "bin" / "epochmill").symlink_to(PROGRAM)
        self.recipe.prefix = Prefix(prefix)
        self.recipe.test_demo()
        self.assertTrue((self.folder / "out" / "manifest.json").exists())


def stages():
    """Section -> text of each stage of the definition file, in order."""
    found = []
    section = None
    for line in APPTAINER.read_text().splitlines():
        if line.startswith("Bootstrap:"):
            found.append({})
            section = None
        elif line.startswith("%"):
            section = line
            found[-1][section] = ""
        elif section:
            found[-1][section] += line + "\n"
    return found


class Apptainer(Folder):
    def run_section(self, text, *arguments):
        """Runs a section as Apptainer does, with the program on PATH."""
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "epochmill").symlink_to(PROGRAM)
        environment = {**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}", "TMPDIR": str(self.folder)}
        return subprocess.run(["/bin/sh", "-c", text, "sh", *arguments], env=environment, capture_output=True,
                              text=True)

    def test_every_section_is_shell_that_parses(self):
        for stage in stages():
            for name, text in stage.items():
                if name in ("%post", "%environment", "%runscript", "%test"):
                    checked = subprocess.run(["/bin/sh", "-n"], input=text, capture_output=True, text=True)
                    self.assertEqual(checked.returncode, 0, f"{name}: {checked.stderr}")

    def test_what_one_stage_leaves_the_other_takes(self):
        build, run = stages()
        self.assertRegex(build["%post"], r"make -f Makefile.cluster package BUILD=/package\n"
                                         r"\s*mv /package/\S+ /epochmill\.deb\n")
        self.assertEqual(run["%files from build"].split(), ["/epochmill.deb", "/epochmill.deb"])
        self.assertRegex(run["%post"], r"apt-get install .* /epochmill\.deb\n")
        self.assertRegex((ROOT / "Makefile.cluster").read_text(), r"\npackage:")

    def test_its_own_test_runs_and_leaves_nothing(self):
        done = self.run_section(stages()[-1]["%test"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["bin"])

    def test_its_own_test_fails_with_the_program(self):
        broken = stages()[-1]["%test"].replace("--replay 20", "--no-such-option")
        self.assertNotEqual(self.run_section(broken).returncode, 0)

    def test_arguments_and_the_exit_code_pass_through(self):
        done = self.run_section(stages()[-1]["%runscript"], "describe", "no such op")
        self.assertEqual(done.returncode, 64, done.stderr)
        self.assertIn("no such op", done.stderr)


if __name__ == "__main__":
    unittest.main()
