"""Includes point down, every outside library is touched in one room, and the map is true."""

import re
import unittest

from source_tree import ROOT, SRC, files, includes, rooms

# Outside headers that only some files may touch: prefix of the include -> prefixes of the files.
BORDERS = {
    "hdf5": ("capi/hdf5",),
    "H5": ("capi/hdf5",),
    "mpi.h": ("capi/mpi",),
    "jpeglib.h": ("capi/jpeg",),
    "jerror.h": ("capi/jpeg",),
    "spng.h": ("capi/png",),
    "webp/": ("capi/webp",),
    "tiff": ("capi/tiff",),
    "gif_lib.h": ("capi/gif",),
    "libexif/": ("capi/exif",),
    "seccomp.h": ("capi/sandbox",),
    "xxhash.h": ("base/digest",),
    "Random123/": ("streams/philox",),
    "toml++": ("recipe/toml",),
    "CLI/": ("cli/",),
    "unistd.h": ("capi/", "cli/"),
    "fcntl.h": ("capi/",),
    "sys/": ("capi/",),
    "random": (),
}


class Layering(unittest.TestCase):
    def test_rooms_include_only_what_they_may(self):
        faults = []
        known = rooms()
        for room, (_, may_include) in known.items():
            for path in sorted((SRC / room).iterdir()):
                for line, name, is_quoted in includes(path):
                    other = name.split("/")[0]
                    if not is_quoted:
                        continue
                    if other not in known:
                        faults.append(f"{room}/{path.name}:{line}: includes {name}, which is in no room")
                    elif other != room and other not in may_include:
                        faults.append(f"{room}/{path.name}:{line}: {room} may not include {other}")
        self.assertEqual(faults, [])

    def test_every_folder_is_a_room(self):
        folders = {path.name for path in SRC.iterdir() if path.is_dir()}
        self.assertEqual(folders, set(rooms()))

    def test_outside_libraries_are_touched_in_one_place(self):
        faults = []
        for path in sorted(SRC.rglob("*.?pp")):
            here = path.relative_to(SRC).as_posix()
            for line, name, is_quoted in includes(path):
                for prefix, allowed in BORDERS.items():
                    is_meant = name == prefix or (not prefix[-1].isalnum() or "." not in name) and name.startswith(prefix)
                    if not is_quoted and is_meant and not here.startswith(allowed or ("nowhere",)):
                        faults.append(f"{here}:{line}: includes <{name}>")
        self.assertEqual(faults, [])

    def test_the_map_shows_every_room_on_its_storey(self):
        text = (SRC / "README.md").read_text()
        for room, (storey, _) in rooms().items():
            self.assertRegex(text, rf"\| {storey} \| `{room}/` \|", f"src/README.md lacks {room} on storey {storey}")


class Words(unittest.TestCase):
    def test_nothing_below_cli_prints_exits_or_reads_the_environment(self):
        forbidden = re.compile(r"\b(std::cout|std::cerr|printf|fprintf|puts|std::exit|_exit|getenv|argv)\b")
        faults = []
        for path in sorted(SRC.rglob("*.?pp")):
            here = path.relative_to(SRC).as_posix()
            if here.startswith("cli/") or here == "main.cpp":
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                code = line.split("//")[0]
                if forbidden.search(code):
                    faults.append(f"{here}:{number}: {line.strip()}")
        self.assertEqual(faults, [])

    def test_no_chance_but_streams_and_no_libm_where_data_are_made(self):
        chance = re.compile(r"\b(rand|random_device|mt19937\w*|\w+_distribution|srand|omp_get_thread_num)\b")
        clock = re.compile(r"\b(std::time\(|system_clock|gettimeofday|clock_gettime)")
        libm = re.compile(r"\bstd::(exp2?|log(2|10|1p)?|pow|sin|cos|tan|atan2?|cbrt|hypot|fma|erf|tgamma|lgamma)f?\(")
        faults = []
        for path in sorted(SRC.rglob("*.?pp")):
            here = path.relative_to(SRC).as_posix()
            for number, line in enumerate(path.read_text().splitlines(), 1):
                code = line.split("//")[0]
                # capi/ may look at the clock: it tells abandoned files by their age.
                is_clock = clock.search(code) and not here.startswith("capi/")
                if chance.search(code) or libm.search(code) or is_clock:
                    faults.append(f"{here}:{number}: {line.strip()}")
        self.assertEqual(faults, [])

    def test_files_have_one_subject_and_a_size_that_shows_it(self):
        faults = []
        for path in files():
            limit = {".cpp": 400, ".hpp": 200}.get(path.suffix)
            if path.parts[0] == "src" and limit:
                lines = len((ROOT / path).read_text().splitlines())
                if lines > limit:
                    faults.append(f"{path}: {lines} lines, the limit is {limit}")
            if re.search(r"(^|[_/])(utils?|common|helpers?|misc|manager)([_./]|$)", str(path)):
                faults.append(f"{path}: a name that says nothing")
        self.assertEqual(faults, [])


if __name__ == "__main__":
    unittest.main()
