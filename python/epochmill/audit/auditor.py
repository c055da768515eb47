"""Audits a tree: lists its files, parses those that matter, and judges them together. Nothing is imported or run."""

import ast
import os
import pathlib
import re
import sys
from typing import Iterable, Optional

from .datasets import collate_code, dataset_code, is_dataset, transform_code
from .findings import Finding, Report
from .judge import Judge
from .loaders import Loader, is_loader, read_loader
from .modules import ClassInfo, Module, Names, dotted, read_module
from .parsing import is_too_large, parse
from .python_files import python_files
from .torch_version import Version, lowest_version

# A file without any of these holds nothing to start from; it is parsed only when another one leads to it.
_MATTERS = re.compile(rb"Dataset|DataLoader|DataPipe|Compose|[Tt]ransform|collate_fn|seed_everything")
_BASES = re.compile(rb"^[ \t]*class[ \t]+\w+[ \t]*\(([^)]*)\)", re.M)
_OTHER_FRAMEWORKS = ("tensorflow", "paddle", "mindspore", "mxnet")  # with DataLoaders of their own
_SUPPRESSED = re.compile(r"#\s*epochmill:\s*ignore(?:\[([\w, -]+)\])?")


class _Files:
    """The files of a tree, each read once."""

    def __init__(self, paths: Iterable[pathlib.Path], report: Report):
        self.report = report
        self.roots = [pathlib.Path(os.path.abspath(path)) for path in paths]
        self.shown = {}                                  # absolute -> as the user named it
        self.modules: dict[pathlib.Path, Optional[Module]] = {}
        for path in python_files(paths):
            self.shown[pathlib.Path(os.path.abspath(path))] = path
        report.files = len(self.shown)
        folders = [root if root.is_dir() else root.parent for root in self.roots]
        self.names = Names({str(path): path for path in self.shown}, folders, self.load)

    def load(self, path: pathlib.Path) -> Optional[Module]:
        if path not in self.modules:
            self.modules[path] = None
            data = self.read(path)
            if data is not None:
                self.modules[path] = self._module(path, data)
        return self.modules[path]

    def read(self, path: pathlib.Path) -> Optional[bytes]:
        try:
            size = path.stat().st_size
            if is_too_large(path, size):
                self.report.unread.append((self.shown[path], f"{size} bytes, more than source text has"))
                return None
            return path.read_bytes()
        except OSError as error:
            self.report.unread.append((self.shown[path], str(error.strerror)))
            return None

    def _module(self, path: pathlib.Path, data: bytes) -> Optional[Module]:
        parsed = parse(path, data)
        if parsed.problem:
            part = "not read" if parsed.tree is None else "read but for lines that do not parse"
            self.report.unread.append((self.shown[path], f"{part}: {parsed.problem}"))
        try:
            return read_module(path, parsed)
        except RecursionError:
            self.report.unread.append((self.shown[path], "nested too deeply"))
            return None

    def parse_what_matters(self) -> list[Module]:
        """Files with something to start from, and those that derive from classes of files that are parsed."""
        others: dict[pathlib.Path, set[str]] = {}
        for path in list(self.shown):
            if path in self.modules:
                continue
            data = self.read(path)
            if data is not None and _MATTERS.search(data):
                self.modules[path] = self._module(path, data)
            elif data is not None:
                bases = b",".join(_BASES.findall(data)).decode("latin-1")
                others[path] = {base.strip().rpartition(".")[2] for base in bases.split(",")} - {"", "object"}
        known: set[str] = set()
        while True:
            own = {name for module in self.modules.values() if module is not None for name in module.classes}
            derived = [path for path, bases in others.items() if bases & (own - known) and path not in self.modules]
            if not derived:
                break
            known |= own
            for path in derived:
                self.load(path)
        return [module for module in self.modules.values() if module is not None]


def audit_paths(paths: Iterable[os.PathLike | str], torch: Optional[Version] = None) -> Report:
    """Audits files and folders as one tree. `torch`: the oldest PyTorch to judge for; None: what the tree requires."""
    given = [pathlib.Path(path) for path in paths]
    for path in given:
        if not path.exists():
            raise FileNotFoundError(f"{path}: no such file or folder; name the Python files, notebooks or folders"
                                    " to audit")
    report = Report([], [])
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 4000))  # long sums and chains of calls are deep trees
    try:
        files = _Files(given, report)
        modules = files.parse_what_matters()
        if torch is None:
            torch = lowest_version(root if root.is_dir() else root.parent for root in files.roots)
        found = _judge(files.names, modules, torch, report)
    finally:
        sys.setrecursionlimit(limit)
    shown = {_shown(finding, files) for finding in found if not _is_suppressed(finding, files)}
    report.findings = sorted(shown)
    return report


def _judge(names: Names, modules: list[Module], torch: Optional[Version], report: Report) -> list[Finding]:
    loaders, seeds_everything = _loaders(modules, names)
    judge = Judge(names, loaders, torch, seeds_everything)
    datasets = [cls for module in modules for cls in module.classes.values() if is_dataset(cls, names)]
    datasets += [cls for loader in loaders for cls in loader.datasets if cls not in datasets and _is_like_one(cls)]
    found: list[Finding] = []
    for loader in loaders:
        found += judge.loader(loader)
    for cls in dict.fromkeys(datasets):
        try:
            for code in dataset_code(cls, names):
                found += judge.worker_code(code)
        except RecursionError:
            report.unread.append((cls.module.path, f"{cls.node.name}: expressions nested too deeply to follow"))
    if loaders or datasets:
        for module in modules:
            try:
                for code in transform_code(module, set(datasets), names):
                    found += judge.worker_code(code)
            except RecursionError:
                report.unread.append((module.path, "expressions nested too deeply to follow"))
        for loader in loaders:
            for code in collate_code(loader, names):
                found += judge.worker_code(code)
    unique = {}
    for finding in found:  # one place may be reached from many datasets
        unique.setdefault((finding.path, finding.cell, finding.line, finding.variant), finding)
    return list(unique.values())


def _is_like_one(cls: ClassInfo) -> bool:
    return "__getitem__" in cls.methods or "__iter__" in cls.methods


def _loaders(modules: list[Module], names: Names) -> tuple[list[Loader], bool]:
    loaders, seeds_everything = [], False
    for module in modules:
        for call, function, cls in module.calls:
            name = dotted(call.func)
            last = name.rpartition(".")[2]
            if is_loader(name) and not names.meaning(module, name).external.startswith(_OTHER_FRAMEWORKS):
                loaders.append(read_loader(call, module, function, cls, names))
            elif last == "seed_everything":
                seeds_everything |= any(keyword.arg == "workers" and isinstance(keyword.value, ast.Constant)
                                        and keyword.value.value is True for keyword in call.keywords)
    return loaders, seeds_everything


def _shown(finding: Finding, files: _Files) -> Finding:
    path = files.shown.get(finding.path, finding.path)
    message = finding.message
    for absolute, shown in ((str(root), str(root)) for root in files.roots):
        message = message.replace(absolute, shown)
    for known, shown in files.shown.items():
        if str(known) in message:
            message = message.replace(str(known), str(shown))
            break
    return Finding(path, finding.line, finding.variant, message, finding.cell)


def _is_suppressed(finding: Finding, files: _Files) -> bool:
    """By a comment at the line: # epochmill: ignore, or # epochmill: ignore[variant]."""
    if finding.cell:
        return False
    try:
        with open(finding.path, errors="replace") as text:
            for number, line in enumerate(text, 1):
                if number == finding.line:
                    match = _SUPPRESSED.search(line)
                    return match is not None and (not match.group(1) or finding.variant in match.group(1))
    except OSError:
        pass
    return False
