"""The repository as the tests of the tree see it: its root, its rooms, its files."""

import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
SRC = ROOT / "src"


def rooms():
    """Room name -> (storey, set of rooms that it may include), from the very calls that build them."""
    text = re.sub(r"#[^\n]*", "", (SRC / "CMakeLists.txt").read_text())
    found = {}
    for call in re.findall(r"\broom\(([^)]*)\)", text):
        words = call.split()
        name, storey = words[0], int(words[words.index("STOREY") + 1])
        may_include = set()
        if "MAY_INCLUDE" in words:
            for word in words[words.index("MAY_INCLUDE") + 1:]:
                if word.isupper():
                    break
                may_include.add(word)
        found[name] = (storey, may_include)
    return found


def files():
    """Every file of the repository that is not ignored, as paths below the root."""
    names = subprocess.run(["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard", "-z"],
                           check=True, capture_output=True).stdout.decode().split("\0")
    return [pathlib.Path(name) for name in names if name and (ROOT / name).is_file()]


def includes(path):
    """(line number, what stands between the quotes or brackets, is it quoted) of each #include of a file."""
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
        if match:
            yield number, match.group(2), match.group(1) == '"'
