"""The same bits from every compiler, optimisation and CPU: builds base, streams and image with the flags of the real
build on each, runs same_bits, and compares with golden.txt. Run with --write to make golden.txt anew: that is a change
of the format's version."""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import platform
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1] / "src"
GOLDEN = HERE / "golden.txt"
ROOMS = ("base", "streams", "image")
PROGRAM = pathlib.Path(os.environ.get("EPOCHMILL_PROGRAM", "build/src/epochmill")).resolve()

COMPILERS = ("g++", "clang++")
OPTIMISATIONS = ("-O1", "-O3")
# Levels of x86-64, and a feature without which the machine that runs this cannot run it.
LEVELS = {"x86-64": "sse2", "x86-64-v2": "ssse3", "x86-64-v3": "avx2", "x86-64-v4": "avx512bw"}
# Highway takes the best vectors of -march, at compile time. (It would ask for AES too, which it does not use.)
ONE_INSTRUCTION_SET = ["-DHWY_COMPILE_ONLY_STATIC", "-DHWY_DISABLE_PCLMUL_AES"]
# Makes the C library take its plain variants of libm's functions, which differ in the last bit.
PLAIN_LIBM = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX"}


def real_flags():
    """What the build gives every file that decides about bits: no warnings, paths, optimisation or architecture."""
    commands = json.loads((PROGRAM.parents[1] / "compile_commands.json").read_text(encoding="utf-8"))
    command = next(entry["command"] for entry in commands if entry["file"].endswith("src/streams/bulk.cpp"))
    words = shlex.split(command)
    flags = [word for word in words if re.match(r"-(std|f|D)", word) and not word.startswith("-fsanitize")]
    if "-ffp-contract=off" not in flags:
        raise AssertionError(f"the build contracts: {command}")
    return flags


def units(folder):
    """One file that includes a room's files, for each room: a tenth of the time of compiling them one by one. Files that
    Highway compiles once for each instruction set have to stay alone."""
    units = [HERE / "same_bits.cpp"]
    for room in ROOMS:
        text = ""
        for file in sorted((SOURCE / room).glob("*.cpp")):
            if "foreach_target.h" in file.read_text(encoding="utf-8"):
                units.append(file)
            else:
                text += f'#include "{file.relative_to(SOURCE)}"\n'
        units.append(folder / f"{room}.cpp")
        units[-1].write_text(text, encoding="utf-8")
    return units


def build(folder, compiler, options, libraries=("-lfmt", "-lxxhash", "-lhwy")):
    """The path of a program in a new folder below `folder`."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=folder))
    objects = []
    for unit in units(folder):
        objects.append(folder / f"{unit.stem}.o")
        subprocess.run([compiler, *real_flags(), *options, "-w", "-I", SOURCE, "-c", unit, "-o", objects[-1]], check=True)
    program = folder / "same_bits"
    subprocess.run([compiler, *options, *objects, *libraries, "-o", program], check=True)
    return program


def output_of(command, environment=None):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True,
                          env={**os.environ, **(environment or {})}).stdout


def cpu_features():
    found = re.search(r"^flags\s*:(.*)$", pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    return set(found.group(1).split()) if found else set()


def native_outputs(folder, compiler, optimisation, level):
    name = f"{compiler} {optimisation} {level}"
    if level != "x86-64":  # the vectors of that level alone: choosing them at run time is tested once
        program = build(folder, compiler, [optimisation, f"-march={level}", *ONE_INSTRUCTION_SET])
        return {name: output_of([program]), f"{name}, plain libm": output_of([program], PLAIN_LIBM)}
    program = build(folder, compiler, [optimisation, f"-march={level}"])
    outputs = {f"{name}, vectors of {instructions}": output_of([program, instructions])
               for instructions in output_of([program, "--instruction-sets"]).split()}
    return {**outputs, f"{name}, plain libm": output_of([program], PLAIN_LIBM)}


def arm64_outputs(folder, optimisation):
    # Headers alone: no library of that machine needs to be installed.
    headers_alone = ["-DFMT_HEADER_ONLY", "-DXXH_INLINE_ALL", *ONE_INSTRUCTION_SET]
    program = build(folder, "aarch64-linux-gnu-g++", [optimisation, "-static", *headers_alone], libraries=())
    return {f"aarch64-linux-gnu-g++ {optimisation}, vectors of NEON": output_of(["qemu-aarch64", program])}


def all_outputs(folder):
    """What same_bits prints, by build."""
    features = cpu_features()
    levels = [level for level, feature in LEVELS.items() if feature in features]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        made = [pool.submit(native_outputs, folder, compiler, optimisation, level)
                for compiler in COMPILERS for optimisation in OPTIMISATIONS for level in levels
                if level != "x86-64-v4" or optimisation == "-O3"]
        made += [pool.submit(arm64_outputs, folder, optimisation) for optimisation in OPTIMISATIONS]
        return {name: output for outputs in made for name, output in outputs.result().items()}


@unittest.skipUnless(platform.machine() == "x86_64", "builds for levels of x86-64")
class SameBits(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="epochmill-same-bits-")
        self.addCleanup(holder.cleanup)
        self.folder = holder.name

    def test_every_build_prints_the_golden_file(self):
        golden = GOLDEN.read_text(encoding="utf-8")
        for name, output in all_outputs(self.folder).items():
            print(f"{hashlib.sha256(output.encode()).hexdigest()[:16]}  {name}")
            with self.subTest(build=name):
                self.assertEqual(output.splitlines(), golden.splitlines())

    def test_a_contracted_build_is_told_from_the_others(self):
        """The check can fail: with contraction, which is what the real flags turn off, the bits differ."""
        if "avx2" not in cpu_features():
            self.skipTest("this CPU has no fused multiply-add")
        program = build(self.folder, "g++", ["-O3", "-march=x86-64-v3", "-ffp-contract=fast"])
        self.assertNotEqual(output_of([program]), GOLDEN.read_text(encoding="utf-8"))


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        with tempfile.TemporaryDirectory(prefix="epochmill-same-bits-") as scratch:
            GOLDEN.write_text(output_of([build(scratch, "g++", ["-O1", "-march=x86-64"])]), encoding="utf-8")
    else:
        unittest.main()
