"""cmake/debian-packages.txt names everything that the build, the sources and the scripts ask for, and nothing else."""

import pathlib
import re
import shutil
import subprocess
import unittest

from source_tree import ROOT, SRC, files, includes

LIST = ROOT / "cmake" / "debian-packages.txt"
SPACK = pathlib.Path("jobs/spack/package.py")
APPTAINER = pathlib.Path("jobs/epochmill.def")
# Of group build, what Spack's recipes do without: a cache of compilations, and a front door.
NOT_FOR_SPACK = {"bin:ccache", "bin:make"}
# Programs in other people's manner, which are read by a test and never run.
READ_ONLY = pathlib.Path("tests/python/audit_cases")
# Comes with every Debian, or with the compiler.
ESSENTIAL = {"sh", "awk", "grep", "mount", "umount", "unshare", "sha256sum", "apt-get", "dpkg-query"}


def listed():
    """(group, package, kind, name) of each line."""
    rows = []
    for line in LIST.read_text().splitlines():
        if line and not line.startswith("#"):
            group, package, gives, _ = line.split(None, 3)
            kind, name = gives.split(":", 1)
            rows.append((group, package, kind, name))
    return rows


class Packages(unittest.TestCase):
    def test_every_cmake_package_and_pkg_config_file_is_listed(self):
        text = (ROOT / "cmake" / "Dependencies.cmake").read_text()
        asked = {("cmake", name) for name in re.findall(r"find_package\((\w+)", text)} - {("cmake", "Threads")}
        asked |= {("pc", name) for name in re.findall(r"IMPORTED_TARGET ([\w.+-]+)\)", text)}
        asked |= {("header", name) for name in re.findall(r"find_path\(\w+ (\S+)", text)}
        given = {(kind, name) for _, _, kind, name in listed() if kind in ("cmake", "pc", "header")}
        self.assertEqual(asked, given)

    def test_find_package_is_called_nowhere_else(self):
        for path in files():
            if path.name == "CMakeLists.txt" or path.suffix == ".cmake":
                if path.name not in ("Dependencies.cmake",):
                    self.assertNotRegex((ROOT / path).read_text(), r"\n\s*(find_package|pkg_check_modules)\(", path)

    def test_every_python_module_is_listed(self):
        given = {name for _, _, kind, name in listed() if kind == "py"} | {"torch"}  # torchvision brings torch
        paths = [path for path in files() if path.suffix == ".py" and READ_ONLY not in path.parents]
        own = {name for path in paths for name in (path.stem, path.parent.name)}
        import sys
        for path in paths:
            if path == SPACK:  # brings its own
                continue
            for name in re.findall(r"^\s*(?:import|from) (\w+)", (ROOT / path).read_text(), re.M):
                self.assertIn(name, given | own | set(sys.stdlib_module_names), f"{path} imports {name}")

    def test_every_outside_header_comes_from_a_listed_package(self):
        packages = {package for _, package, _, _ in listed()}
        libc = {"libc6-dev", "linux-libc-dev"}
        seen = set()
        for path in sorted(SRC.rglob("*.?pp")):
            for _, name, is_quoted in includes(path):
                if not is_quoted and ("." in name or "/" in name):
                    seen.add(name)
        for name in sorted(seen):
            owners = subprocess.run(["dpkg-query", "-S", f"*/{name}"], capture_output=True, text=True).stdout
            found = {line.split(":")[0] for line in owners.splitlines()}
            # A -dev package may leave its headers to another one that it depends on.
            ok = found & (packages | libc) or any(p.startswith(("libopenmpi", "libhdf5", "libfmt", "libjpeg", "libgcc")) for p in found)
            self.assertTrue(ok, f"<{name}> comes from {found or 'no package'}")

    def test_every_program_is_there(self):
        for group, package, kind, name in listed():
            if kind == "bin" and group in ("build", "test", "package"):
                self.assertTrue(shutil.which(name), f"{package} should bring {name}")

    def test_the_spack_recipe_depends_on_what_group_build_gives(self):
        asked = {}
        for line in (ROOT / SPACK).read_text().splitlines():
            match = re.fullmatch(r'    (?:depends_on|generator)\("([^"@~+ ]+)[^)]*\)(?:  # (.+))?', line)
            if match:
                self.assertNotIn(match.group(1), asked, "twice")
                asked[match.group(1)] = (match.group(2) or "").split()
        # The C compiler is there for CMake, which looks for C libraries.
        self.assertEqual([package for package, gives in asked.items() if not gives], ["c"])
        needed = {f"{kind}:{name}" for group, _, kind, name in listed() if group == "build"} - NOT_FOR_SPACK
        self.assertEqual(sorted(name for gives in asked.values() for name in gives), sorted(needed))

    def test_the_spack_recipe_asks_for_the_same_cmake(self):
        asked = re.search(r"cmake_minimum_required\(VERSION ([\d.]+)\)", (ROOT / "CMakeLists.txt").read_text())
        found = re.search(r'depends_on\("cmake@([\d.]+):"', (ROOT / SPACK).read_text())
        self.assertEqual(found and found.group(1), asked.group(1))

    def test_the_apptainer_definition_has_no_list_of_its_own(self):
        words = re.findall(r"apt-get install ([^\n]*)", (ROOT / APPTAINER).read_text())
        named = {word for line in words for word in line.split() if not word.startswith("-")}
        self.assertEqual(named, {"make", "/epochmill.deb"})
        self.assertIn("make", {package for group, package, _, _ in listed() if group == "build"})


if __name__ == "__main__":
    unittest.main()
