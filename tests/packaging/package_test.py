"""What `cmake --install` and the Debian package give runs wherever it is put, is complete, and holds nothing else."""

import fcntl
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "end_to_end"), str(TESTS / "tree")]
from program import PROGRAM, digests  # noqa: E402
from source_tree import ROOT, files  # noqa: E402

BUILD = pathlib.Path(os.environ.get("EPOCHMILL_BUILD", ROOT / "build")).resolve()
CMAKE = os.environ.get("EPOCHMILL_CMAKE", "cmake")
CPACK = os.environ.get("EPOCHMILL_CPACK", "cpack")
# What a login shell of anybody has: no path into the build or to its libraries.
BARE = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/", "LC_ALL": "C.UTF-8"}
DOCUMENTS = ["README.md", "CHANGELOG.md", "SECURITY.md", "LICENSE"]
PACKERS = ["dpkg-deb", "dpkg-shlibdeps", "file"]
DPKG_LOCK = "/var/lib/dpkg/lock-frontend"


def output_of(*argv, environment=None, folder=None, umask=-1):
    """The standard output of a command that must succeed."""
    done = subprocess.run([str(word) for word in argv], env=environment, cwd=folder, umask=umask, capture_output=True,
                          text=True)
    if done.returncode != 0:
        raise AssertionError(f"{argv} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def mill(program, folder):
    """Has `program` make the generated dataset, mill and verify it in `folder`. Gives the digest of each shard."""
    output_of(program, "make-demo", folder / "data", "--images", 8, environment=BARE)
    output_of(program, "run", folder / "data" / "recipe.toml", "--threads", 2, environment=BARE)
    output_of(program, "verify", folder / "out", "--replay", 4, environment=BARE)
    found = {name: digest for name, digest in digests(folder / "out").items() if name.startswith("epoch-")}
    assert found, f"{folder} has no shards"
    return found


def files_of(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


class PackageTest(unittest.TestCase):
    """A test with a folder of its own, and what the program of the build mills."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="epochmill-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.prefix = cls.folder / "some where"
        output_of(CMAKE, "--install", BUILD, "--prefix", cls.prefix)
        cls.expected = mill(PROGRAM, cls.folder / "of the build")

    def assert_mills(self, program):
        self.assertEqual(mill(program, pathlib.Path(tempfile.mkdtemp(dir=self.folder))), self.expected)


class Install(PackageTest):
    def test_the_program_runs_from_any_prefix(self):
        elsewhere = self.folder / "elsewhere"
        shutil.copytree(self.prefix, elsewhere)
        self.assert_mills(elsewhere / "bin" / "epochmill")

    def test_its_scripts_find_it(self):
        scripts = self.prefix / "share" / "epochmill" / "jobs"
        environment = {**BARE, "PATH": f"{self.prefix}/bin:{BARE['PATH']}"}
        said = output_of(scripts / "program.sh", "--version", environment=environment, folder=self.folder)
        self.assertEqual(said, output_of(PROGRAM, "--version"))
        said = output_of(scripts / "scale.sh", "--plan", environment={**environment, "SITE_LAUNCHER": "mpirun"}, folder=self.folder)
        self.assertIn(f"results: {self.folder.resolve()}/", said)

    def test_all_of_jobs_and_the_documents_are_there_and_nothing_else(self):
        jobs = {path for path in files() if path.parts[0] == "jobs"}
        # What jobs/scaling.sbatch starts, without what it leaves.
        jobs |= {path for path in files() if path.parts[:2] == ("benchmarks", "scaling") and path.parts[2] != "results"}
        documents = {path for path in files() if path.parts[0] == "docs" and path.suffix in (".md", ".png")}
        documents |= {pathlib.Path(name) for name in DOCUMENTS}
        sources = {f"share/epochmill/{path}": path for path in jobs}
        sources |= {f"share/doc/epochmill/{path}": path for path in documents}
        self.assertEqual(files_of(self.prefix), {"bin/epochmill"} | sources.keys())
        for name, source in sources.items():
            self.assertEqual((self.prefix / name).read_bytes(), (ROOT / source).read_bytes(), name)

    def test_every_file_that_the_readmes_name_is_installed(self):
        jobs = self.prefix / "share" / "epochmill" / "jobs"
        installed = [f"/jobs/{name}" for name in files_of(jobs)]
        # A name alone between backticks; in lines of code stand files of the reader's own as well.
        named = set(re.findall(r"`([\w./-]+\.(?:toml|sh|sbatch|env|py|def))`", (jobs / "README.md").read_text()))
        self.assertTrue(named, "jobs/README.md names no file")
        for name in named:
            self.assertTrue(any(path.endswith(f"/{name}") for path in installed), f"jobs/README.md names {name}")
        documents = self.prefix / "share" / "doc" / "epochmill"
        linked = set(re.findall(r"\]\((docs/[^)#]+|[A-Z]+\.md)", (documents / "README.md").read_text()))
        self.assertTrue(linked, "README.md has no link into docs/")
        for name in linked:
            self.assertTrue((documents / name).is_file(), f"README.md links to {name}")


@unittest.skipUnless(all(map(shutil.which, PACKERS)), f"needs {', '.join(PACKERS)}")
class Debian(PackageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        output_of(CPACK, "--config", BUILD / "CPackConfig.cmake", "-G", "DEB", "-B", cls.folder / "cpack",
                  umask=0o022)
        cls.package, = (cls.folder / "cpack").glob("*.deb")

    def field(self, name):
        return output_of("dpkg-deb", "-f", self.package, name).strip()

    def test_control_names_the_version_the_machine_and_the_libraries(self):
        self.assertEqual(self.field("Package"), "epochmill")
        self.assertRegex(output_of(PROGRAM, "--version"), rf"^epochmill {re.escape(self.field('Version'))},")
        self.assertEqual(self.field("Architecture"), output_of("dpkg", "--print-architecture").strip())
        self.assertEqual(self.package.name, f"epochmill_{self.field('Version')}_{self.field('Architecture')}.deb")
        depends = self.field("Depends")
        for pattern in (r"\bopenmpi-bin\b", r"\blibopenmpi\d", r"\blibhdf5-\d", r"\blibgomp1\b"):
            self.assertRegex(depends, pattern)
        self.assertNotIn("-dev", depends)

    def test_it_holds_what_is_installed_under_usr_with_plain_modes(self):
        with open(self.folder / "members.tar", "wb") as file:
            subprocess.run(["dpkg-deb", "--fsys-tarfile", self.package], stdout=file, check=True)
        with tarfile.open(self.folder / "members.tar") as members:
            held = set()
            for member in members:
                name = member.name.removeprefix("./").rstrip("/")
                if not (member.isdir() and name in ("", ".")):
                    self.assertTrue(name == "usr" or name.startswith("usr/"), name)
                self.assertEqual((member.uid, member.gid), (0, 0), name)
                if member.isdir():
                    self.assertEqual(oct(member.mode), oct(0o755), name)
                    continue
                self.assertTrue(member.isreg(), f"{name} is no plain file")
                held.add(name.removeprefix("usr/"))
                self.assertIn(oct(member.mode), (oct(0o755), oct(0o644)), name)
                script = ROOT / name.removeprefix("usr/share/epochmill/")
                if name == "usr/bin/epochmill" or os.access(script, os.X_OK):
                    self.assertEqual(oct(member.mode), oct(0o755), name)
                elif not name.endswith(".sh"):
                    self.assertEqual(oct(member.mode), oct(0o644), name)
        self.assertEqual(held, files_of(self.prefix))

    def test_the_program_runs_where_it_is_unpacked(self):
        root = self.folder / "root"
        output_of("dpkg-deb", "-x", self.package, root)
        program = root / "usr" / "bin" / "epochmill"
        self.assertLess(program.stat().st_size, PROGRAM.stat().st_size, "it is not stripped")
        self.assertNotRegex(output_of("readelf", "-d", program), "RPATH|RUNPATH")
        self.assert_mills(program)

    @unittest.skipUnless(os.geteuid() == 0 and os.path.exists(DPKG_LOCK), "needs root and dpkg's database")
    def test_installed_it_runs_by_its_name_and_removed_it_leaves_nothing(self):
        # The lock of whoever drives dpkg, for all of the visit: another test or apt-get waits, or we do.
        lock = self.enterContext(open(DPKG_LOCK, "r+"))
        fcntl.lockf(lock, fcntl.LOCK_EX)
        environment = {**BARE, "DPKG_FRONTEND_LOCKED": "1"}
        if self.status() != "not-installed" or shutil.which("epochmill", path=BARE["PATH"]):
            self.skipTest("an epochmill is installed on this machine, and stays untouched")
        brings = {pathlib.Path("/") / "usr" / name for name in files_of(self.prefix)}
        brings |= {folder for path in brings for folder in path.parents if not folder.exists()}
        self.addCleanup(lambda: self.status() == "not-installed" or output_of("dpkg", "-r", "epochmill",
                                                                              environment=environment))
        output_of("dpkg", "-i", self.package, environment=environment)
        self.assertEqual(self.status(), "installed")
        self.assert_mills("epochmill")
        output_of("dpkg", "-r", "epochmill", environment=environment)
        self.assertEqual(self.status(), "not-installed")
        self.assertEqual([path for path in brings if path.exists()], [])

    def status(self):
        asked = subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Status}", "epochmill"], capture_output=True,
                               text=True)
        return asked.stdout or "not-installed"


if __name__ == "__main__":
    unittest.main()
