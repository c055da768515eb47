"""From what workers draw and how they are seeded to findings."""

import ast
import pathlib
from typing import Iterator, Optional

from .datasets import WorkerCode
from .drawn import Draw, Seeding
from .findings import Finding
from .generators import ORDER_DRAWS
from .loaders import Loader
from .modules import Module, Names
from .seeds import EPOCH, FRESH, INDEX, INFO, NUMPY, OPAQUE, TIME, WORKER
from .torch_version import NUMPY_IS_SEEDED, Version


def _finding(variant: str, module: Module, line: int, message: str) -> Finding:
    cell, place = module.parsed.place(line)
    return Finding(module.path, place, variant, message, cell)


def _at(loader: Optional[Loader]) -> str:
    if loader is None:
        return "no DataLoader of it is in sight"
    cell, line = loader.module.parsed.place(loader.line)
    return f"DataLoader at {loader.module.path}:{f'cell {cell}:' if cell else ''}{line}"


class Judge:
    """All of one tree."""

    def __init__(self, names: Names, loaders: list[Loader], torch: Optional[Version], seeds_everything: bool):
        self.names = names
        self.loaders = loaders
        self.numpy_is_seeded = torch is not None and torch >= NUMPY_IS_SEEDED
        self.seeds_everything = seeds_everything  # Lightning's seed_everything(..., workers=True) is called

    def candidates(self, code: WorkerCode, path: pathlib.Path) -> list[Loader]:
        """The loaders that may run it: those of its dataset, else those of unknown datasets, nearest first."""
        if code.owner is not None:
            linked = [loader for loader in self.loaders if any(
                code.owner is each or code.owner in self.names.mro(each)[0] for each in loader.datasets)]
            if linked:
                return linked
        unknown = [loader for loader in self.loaders if not loader.datasets or code.owner is None]
        return [loader for loader in unknown if loader.module.path == path] or unknown

    def worker_code(self, code: WorkerCode) -> Iterator[Finding]:
        if not code.reach.draws and not code.reach.seedings:
            return
        path = code.owner.module.path if code.owner is not None else code.reach.draws[0].module.path if (
            code.reach.draws) else code.reach.seedings[0].module.path
        candidates = self.candidates(code, path)
        running = [loader for loader in candidates if loader.workers != 0]
        if not candidates or running:
            yield from self._numpy(code, running)
            yield from self._kept(code, running)
        yield from self._seeded(code, candidates, running)

    def _numpy(self, code: WorkerCode, running: list[Loader]) -> Iterator[Finding]:
        if self.numpy_is_seeded or self.seeds_everything or any(each.what == "numpy" for each in code.reach.seedings):
            return
        bad = [loader for loader in running if not loader.seeds("numpy")]
        if running and not bad:
            return
        for draw in _first_of_each_function(draw for draw in code.reach.draws if draw.kind == "numpy"):
            yield _finding("numpy-global", draw.module, draw.line,
                           f"{draw.what} in {draw.function} runs in workers ({code.name});"
                           f" {_at(bad[0] if bad else None)}")

    def _kept(self, code: WorkerCode, running: list[Loader]) -> Iterator[Finding]:
        made_here = {each.what for each in code.reach.seedings}
        seen = set()
        for draw in code.reach.draws:
            if draw.kind not in ("held", "module") or (draw.attribute, draw.holder) in seen:
                continue
            seen.add((draw.attribute, draw.holder))
            own_name = f"self.{draw.attribute}" if draw.kind == "held" else f"global {draw.attribute}"
            bad = [loader for loader in running if not self._is_mended(loader, draw)]
            if own_name in made_here or running and not bad:
                continue
            yield _finding("held-generator" if draw.kind == "held" else "module-generator", draw.module, draw.line,
                           f"{draw.what}, is used in {draw.function}, which runs in workers ({code.name});"
                           f" {_at(bad[0] if bad else None)}")

    @staticmethod
    def _is_mended(loader: Loader, draw: Draw) -> bool:
        """worker_init_fn gives the worker's copy another generator, or may do so."""
        if loader.is_init_unknown:
            return loader.init is None and "worker_init_fn" in loader.arguments
        return loader.init is not None and (
            draw.attribute in loader.init.handed or "*" in loader.init.handed
            or any(each.what == f"global {draw.attribute}" for each in loader.init.seedings))

    def _seeded(self, code: WorkerCode, candidates: list[Loader], running: list[Loader]) -> Iterator[Finding]:
        """Generators that worker code makes or seeds itself: wrong whatever the loader does."""
        for each in code.reach.seedings:
            is_kept = each.what.startswith(("self.", "global ")) and INDEX not in each.coordinates
            context = "iter" if is_kept else code.context
            variant = _missing(each, context)
            if variant is None and EPOCH in each.coordinates and not each.coordinates & {FRESH, OPAQUE, TIME}:
                variant = self._stale(code, each, running)
            if variant is None or each.is_quiet and variant in ("index-seed", "fixed-reseed"):
                continue
            is_about_workers = variant in ("worker-id-seed", "stale-epoch") or (
                variant == "fixed-reseed" and context == "iter")
            if is_about_workers and candidates and not running:
                continue
            yield _finding(variant, each.module, each.line, f"{_what(each)} in {each.function} is seeded from "
                           f"{_from(each)}, in code that runs in workers ({code.name})")

    def _stale(self, code: WorkerCode, seeding: Seeding, running: list[Loader]) -> Optional[str]:
        """Does the worker ever see another epoch?"""
        epochs = {name for name in seeding.own_attributes if "epoch" in name.lower()}
        if not epochs or code.owner is None:
            return None
        for name in epochs:
            for owner, value, _ in self.names.attribute(code.owner, name):
                if _is_shared(value):
                    return None
        if epochs & code.reach.counted:
            return None if any(loader.persists for loader in running) else "stale-epoch"
        return "stale-epoch" if any(loader.persists for loader in running) else None

    def loader(self, loader: Loader) -> Iterator[Finding]:
        """What worker_init_fn seeds from."""
        if loader.workers == 0:
            return
        for each in loader.seedings():
            variant = _missing(each, "init")
            if variant == "worker-id-seed" and (loader.persists or NUMPY in each.coordinates and self.numpy_is_seeded):
                continue
            if variant is not None:
                yield _finding(variant, each.module, each.line, f"worker_init_fn {each.function} seeds"
                               f" {_what(each)} from {_from(each)}; {_at(loader)}")


def _missing(seeding: Seeding, context: str) -> Optional[str]:
    """The variant of a seed that lacks a coordinate; None of one that lacks none."""
    found = seeding.coordinates
    if FRESH in found or OPAQUE in found:
        return None
    if seeding.is_sum:
        return "colliding-seed"
    if NUMPY in found:
        return "worker-id-seed" if context == "init" else None
    if INDEX in found:
        return None if found & {EPOCH, TIME} else "index-seed"
    if WORKER in found:
        if found & {EPOCH, TIME}:
            return None
        return "fixed-reseed" if context == "item" else "worker-id-seed"
    if TIME in found:
        return "clock-seed" if context == "init" else None
    if context == "init":
        return "constant-seed"
    if context == "iter" and seeding.draws and seeding.draws <= ORDER_DRAWS:
        return None  # one order for all workers, of which each takes its share
    return "fixed-reseed"


def _what(seeding: Seeding) -> str:
    names = {"local": "a generator", "numpy": "NumPy's global generator", "random": "`random`",
             "torch": "torch's global generator"}
    return names.get(seeding.what, seeding.what.replace("global ", "").replace("dataset.", "the dataset's "))


def _from(seeding: Seeding) -> str:
    names = {WORKER: "the worker", TIME: "the clock",
             NUMPY: "NumPy's state (the same in all workers before PyTorch 1.9)"}
    parts = [names.get(each, f"the {each}") for each in sorted(seeding.coordinates - {INFO})]
    text = " and ".join(parts) if parts else "a constant"
    return f"a sum of {text}" if seeding.is_sum else text if len(parts) != 1 or not parts else f"{text} alone"


def _is_shared(value) -> bool:
    text = ast.unparse(value)
    return any(word in text for word in ("Value(", "share_memory", "RawValue", "Array(", "Manager("))


def _first_of_each_function(draws) -> Iterator[Draw]:
    seen = set()
    for draw in draws:
        if (draw.module, draw.function) not in seen:
            seen.add((draw.module, draw.function))
            yield draw
