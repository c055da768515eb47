"""Modules of a tree that is read, not imported: what each defines and imports, and what a dotted name means there."""

import ast
import builtins
import dataclasses
import pathlib
import re
from typing import Callable, Iterator, Optional, Union

from .parsing import Parsed

Function = Union[ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda]
_SEEDS = re.compile(r"seed|[Rr]andom|rng|Generator")
MAX_HOPS = 8  # of a name through imports


@dataclasses.dataclass(eq=False)
class Module:
    """One file. `imports`: local name -> (folder of a relative import or None, dotted name)."""

    path: pathlib.Path
    parsed: Parsed
    imports: dict[str, tuple[Optional[pathlib.Path], str]] = dataclasses.field(default_factory=dict)
    stars: list[tuple[Optional[pathlib.Path], str]] = dataclasses.field(default_factory=list)
    functions: dict[str, Function] = dataclasses.field(default_factory=dict)
    classes: dict[str, "ClassInfo"] = dataclasses.field(default_factory=dict)
    values: dict[str, list[ast.expr]] = dataclasses.field(default_factory=dict)
    mentions_seeds: bool = False   # has a name that could seed or make a generator
    calls: list[tuple[ast.Call, Optional[Function], Optional["ClassInfo"]]] = dataclasses.field(default_factory=list)


@dataclasses.dataclass(eq=False)
class ClassInfo:
    """One class; `attributes` are all values given to self.NAME in its methods, and in its body."""

    module: Module
    node: ast.ClassDef
    methods: dict[str, Function] = dataclasses.field(default_factory=dict)
    attributes: dict[str, list[tuple[ast.expr, Optional[Function]]]] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True, eq=False)
class Meaning:
    """What a name stands for; `external` is the absolute dotted name of what lies outside of the tree."""

    module: Optional[Module] = None
    function: Optional[Function] = None
    cls: Optional[ClassInfo] = None
    values: tuple[ast.expr, ...] = ()
    external: str = ""


def dotted(node: ast.AST) -> str:
    """`a.b.c` of names and attributes; "" of anything else."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    parts.append(node.id)
    return ".".join(reversed(parts))


def read_module(path: pathlib.Path, parsed: Parsed) -> Module:
    module = Module(path, parsed)
    if parsed.tree is not None:
        _Reader(module).visit_body(parsed.tree.body)
    return module


class _Reader:
    """One pass over a file."""

    def __init__(self, module: Module):
        self.module = module

    def visit_body(self, body: list[ast.stmt]) -> None:
        for node in body:
            self.visit(node, None, None)

    def visit(self, node: ast.AST, function: Optional[Function], cls: Optional[ClassInfo]) -> None:
        module = self.module
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            if not isinstance(node, ast.Lambda):
                if cls is not None and function is None:
                    cls.methods.setdefault(node.name, node)
                elif function is None:
                    module.functions.setdefault(node.name, node)
            function = node if function is None or not isinstance(node, ast.Lambda) else function
        elif isinstance(node, ast.ClassDef):
            inner = ClassInfo(module, node)
            module.classes.setdefault(node.name, inner)
            function, cls = None, inner
        elif isinstance(node, ast.Import):
            for alias in node.names:
                name = alias.asname or alias.name.split(".")[0]
                module.imports[name] = (None, alias.name if alias.asname else name)
        elif isinstance(node, ast.ImportFrom):
            self._import_from(node)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                self._assign(target, node.value, function, cls)
        elif isinstance(node, ast.Call):
            module.calls.append((node, function, cls))
        elif isinstance(node, (ast.Name, ast.Attribute, ast.arg, ast.keyword)) and not module.mentions_seeds:
            name = getattr(node, "id", None) or getattr(node, "attr", None) or node.arg
            module.mentions_seeds = bool(name and _SEEDS.search(name))
        for child in ast.iter_child_nodes(node):
            self.visit(child, function, cls)

    def _assign(self, target: ast.expr, value: ast.expr, function: Optional[Function],
                cls: Optional[ClassInfo]) -> None:
        if isinstance(target, ast.Tuple):
            values = value.elts if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts) else None
            for place, element in enumerate(target.elts):
                self._assign(element, values[place] if values else value, function, cls)
        elif isinstance(target, ast.Name) and function is None:
            if cls is None:
                self.module.values.setdefault(target.id, []).append(value)
            else:
                cls.attributes.setdefault(target.id, []).append((value, None))
        elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and cls is not None and function:
            arguments = function.args.posonlyargs + function.args.args
            if target.value.id in ("self", "cls") or arguments and target.value.id == arguments[0].arg:
                cls.attributes.setdefault(target.attr, []).append((value, function))

    def _import_from(self, node: ast.ImportFrom) -> None:
        folder = None
        if node.level:
            folder = self.module.path.parent
            for _ in range(node.level - 1):
                folder = folder.parent
        for alias in node.names:
            if alias.name == "*":
                self.module.stars.append((folder, node.module or ""))
            else:
                full = f"{node.module}.{alias.name}" if node.module else alias.name
                self.module.imports[alias.asname or alias.name] = (folder, full)


class Names:
    """Finds what names mean over the files of a tree; `load` parses a file of it, once."""

    def __init__(self, paths: dict[str, pathlib.Path], roots: list[pathlib.Path],
                 load: Callable[[pathlib.Path], Optional[Module]]):
        self._paths = paths
        self._roots = {str(root) for root in roots}
        self._load = load
        self._found: dict[tuple[str, str], Optional[Module]] = {}
        self._meant: dict[tuple[Module, str], Meaning] = {}
        self.entered: set = set()   # what transforms reached, see Reach
        self._mros: dict[ClassInfo, tuple[list[ClassInfo], list[str]]] = {}

    def meaning(self, module: Module, name: str, hops: int = 0) -> Meaning:
        """Of a dotted name in a module. A name that is neither defined nor imported there means itself."""
        key = (module, name)
        if key not in self._meant:
            self._meant[key] = self._meaning(module, name, hops)
        return self._meant[key]

    def _meaning(self, module: Module, name: str, hops: int) -> Meaning:
        head, _, rest = name.partition(".")
        if hops > MAX_HOPS or not name:
            return Meaning()
        if head in module.classes:
            return self._member(module.classes[head], rest)
        if head in module.functions and not rest:
            return Meaning(module, function=module.functions[head])
        if head in module.imports:
            folder, target = module.imports[head]
            return self._imported(module, folder, f"{target}.{rest}" if rest else target, hops)
        if head in module.values:
            if not rest:
                return Meaning(module, values=tuple(module.values[head]))
            for value in module.values[head]:  # an alias: rnd = np.random
                alias = dotted(value)
                if alias and alias.partition(".")[0] != head:
                    return self.meaning(module, f"{alias}.{rest}", hops + 1)
            return Meaning()
        for folder, target in module.stars:
            found = self._module(module, folder, target)
            if found is not None and found is not module:
                meaning = self.meaning(found, name, hops + 1)
                if meaning.module is not None:
                    return meaning
            elif found is None and folder is None and target in ("random", "numpy.random", "torch.utils.data"):
                if not hasattr(builtins, head) and not rest:
                    return Meaning(external=f"{target}.{name}")
        return Meaning(external=name)

    def _member(self, cls: ClassInfo, rest: str) -> Meaning:
        if not rest:
            return Meaning(cls.module, cls=cls)
        if rest in cls.methods:
            return Meaning(cls.module, function=cls.methods[rest], cls=cls)
        of_class = (value for value, function in cls.attributes.get(rest, ()) if not function)
        return Meaning(cls.module, values=tuple(of_class))

    def _imported(self, module: Module, folder: Optional[pathlib.Path], target: str, hops: int) -> Meaning:
        parts = target.split(".")
        for count in range(len(parts), 0 if folder is None else -1, -1):
            found = self._module(module, folder, ".".join(parts[:count]))
            if found is None:
                continue
            rest = ".".join(parts[count:])
            if not rest:
                return Meaning(found)
            if found is module and rest == target:
                break
            meaning = self.meaning(found, rest, hops + 1)
            return Meaning() if meaning.external == rest else meaning
        return Meaning(external=target if folder is None else "")

    def _module(self, module: Module, folder: Optional[pathlib.Path], name: str) -> Optional[Module]:
        """The file of a module's name: next to the importer, or in a folder above it within what is audited."""
        key = (str(folder or module.path.parent) + ("!" if folder else ""), name)
        if key not in self._found:
            self._found[key] = self._load_first(key[0].rstrip("!"), name, climbs=folder is None)
        return self._found[key]

    def _load_first(self, folder: str, name: str, climbs: bool) -> Optional[Module]:
        tail = name.replace(".", "/")
        while True:
            base = f"{folder}/{tail}" if tail else folder
            for candidate in (f"{base}.py", f"{base}/__init__.py"):
                if candidate in self._paths:
                    return self._load(self._paths[candidate])
            parent = folder.rpartition("/")[0]
            if not climbs or folder in self._roots or not parent:
                return None
            folder = parent

    def mro(self, cls: ClassInfo) -> tuple[list[ClassInfo], list[str]]:
        """The classes of the tree from this one up, and the dotted names of bases outside."""
        if cls in self._mros:
            return self._mros[cls]
        own, outside, pending = [], [], [cls]
        while pending:
            current = pending.pop(0)
            if current in own:
                continue
            own.append(current)
            for base in current.node.bases:
                while isinstance(base, ast.Subscript):  # Dataset[int]
                    base = base.value
                name = dotted(base)
                meaning = self.meaning(current.module, name) if name else Meaning()
                if meaning.cls is not None and meaning.function is None:
                    pending.append(meaning.cls)
                elif meaning.values:
                    outside += [dotted(value) for value in meaning.values]
                else:
                    outside.append(meaning.external or name)
        self._mros[cls] = own, outside
        return own, outside

    def method(self, cls: ClassInfo, name: str, 
               after: Optional[ClassInfo] = None) -> Optional[tuple[ClassInfo, Function]]:
        """The first definition along the bases; with `after`, what super() in that class means."""
        own = self.mro(cls)[0]
        if after is not None and after in own:
            own = own[own.index(after) + 1:]
        return next(((each, each.methods[name]) for each in own if name in each.methods), None)

    def attribute(self, cls: ClassInfo, name: str) -> Iterator[tuple[ClassInfo, ast.expr, Optional[Function]]]:
        """All that is ever given to self.NAME, with the method in which that is done."""
        for each in self.mro(cls)[0]:
            for value, function in each.attributes.get(name, ()):
                yield each, value, function
