"""DataLoaders: how many workers, which dataset, and what worker_init_fn seeds from."""

import ast
import dataclasses
from typing import Iterator, Optional

from .drawn import Seeding
from .modules import ClassInfo, Function, Module, Names, dotted
from .reach import Reach
from .seeds import OPAQUE, WORKER, Local, of_name, parameters

_POSITIONAL = ("dataset", "batch_size", "shuffle", "sampler", "batch_sampler", "num_workers", "collate_fn",
               "pin_memory", "drop_last", "timeout", "worker_init_fn")
MAX_DEPTH = 6


@dataclasses.dataclass(eq=False)
class Loader:
    """One call of DataLoader."""

    module: Module
    line: int
    arguments: dict[str, ast.expr]
    function: Optional[Function]             # in which it stands
    cls: Optional[ClassInfo]
    is_open: bool                            # has **arguments that nobody here can see
    datasets: list[ClassInfo] = dataclasses.field(default_factory=list)
    workers: Optional[int] = 0               # None: not known, perhaps many
    persists: bool = False
    init: Optional[Reach] = None             # of worker_init_fn; None: there is none
    is_init_unknown: bool = False            # it is somebody else's

    def seedings(self) -> list[Seeding]:
        return [] if self.init is None else self.init.seedings

    def seeds(self, library: str) -> bool:
        """Does worker_init_fn seed it, well or ill, or may it?"""
        return self.is_init_unknown or any(each.what == library for each in self.seedings())


def is_loader(name: str) -> bool:
    return name.rpartition(".")[2] in ("DataLoader", "DataLoaderX", "MultiEpochsDataLoader", "InfiniteDataLoader",
                                       "StatefulDataLoader")


def read_loader(call: ast.Call, module: Module, function: Optional[Function], cls: Optional[ClassInfo],
                names: Names) -> Loader:
    arguments = dict(zip(_POSITIONAL, call.args))
    is_open = any(isinstance(argument, ast.Starred) for argument in call.args)
    for keyword in call.keywords:
        if keyword.arg is not None:
            arguments[keyword.arg] = keyword.value
            continue
        options = list(_dictionary(keyword.value, module, function, cls, names))
        is_open = is_open or not options
        for option in options:
            arguments.update(option)
    loader = Loader(module, call.lineno, arguments, function, cls, is_open)
    loader.workers = None if is_open else 0
    if "num_workers" in arguments:
        loader.workers = _number(arguments["num_workers"], module, function, names)
    persists = arguments.get("persistent_workers")
    loader.persists = isinstance(persists, ast.Constant) and persists.value is True
    loader.datasets = list(dict.fromkeys(_classes(arguments.get("dataset"), module, function, cls, names, 0)))
    init = arguments.get("worker_init_fn")
    if init is not None and not (isinstance(init, ast.Constant) and init.value is None):
        _read_init(loader, init, module, function, cls, names)
    elif is_open and init is None:
        loader.is_init_unknown = True
    return loader


def _values(node: ast.expr, module: Module, function: Optional[Function], cls: Optional[ClassInfo],
            names: Names) -> Iterator[tuple[ast.expr, Module, Optional[Function]]]:
    """What a name or an attribute of self is given."""
    name = dotted(node)
    head, _, rest = name.partition(".")
    if head == "self" and rest and "." not in rest and cls is not None:
        for owner, value, method in names.attribute(cls, rest):
            yield value, owner.module, method
    elif name and not rest and function is not None:
        for child in ast.walk(function):
            if isinstance(child, ast.Assign):
                for target in child.targets:
                    yield from _matching(target, child.value, name, module, function)
            elif isinstance(child, (ast.AnnAssign, ast.NamedExpr)) and dotted(child.target) == name:
                if child.value is not None:
                    yield child.value, module, function
            elif isinstance(child, ast.For) and dotted(child.target) == name:
                yield child.iter, module, function
        if not any(parameter.arg == name for parameter in parameters(function)):
            meaning = names.meaning(module, name)
            for value in meaning.values:
                yield value, meaning.module, None
    elif name:
        meaning = names.meaning(module, name)
        for value in meaning.values:
            yield value, meaning.module, None


def _matching(target: ast.expr, value: ast.expr, name: str, module: Module, function: Optional[Function]):
    if isinstance(target, (ast.Tuple, ast.List)):
        for place, element in enumerate(target.elts):
            if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
                yield from _matching(element, value.elts[place], name, module, function)
            else:
                yield from _matching(element, value, name, module, function)
    elif isinstance(target, ast.Name) and target.id == name:
        yield value, module, function
    elif isinstance(target, ast.Subscript) and dotted(target.value) == name:  # datasets["train"] = ...
        yield value, module, function


def _dictionary(node: ast.expr, module: Module, function: Optional[Function], cls: Optional[ClassInfo],
                names: Names) -> Iterator[dict[str, ast.expr]]:
    if isinstance(node, ast.Dict):
        if all(isinstance(key, ast.Constant) for key in node.keys):
            yield {str(key.value): value for key, value in zip(node.keys, node.values)}
    elif isinstance(node, ast.Call) and dotted(node.func) == "dict" and not node.args:
        if all(keyword.arg for keyword in node.keywords):
            yield {keyword.arg: keyword.value for keyword in node.keywords}
    elif isinstance(node, (ast.IfExp, ast.BoolOp)):
        for branch in [node.body, node.orelse] if isinstance(node, ast.IfExp) else node.values:
            yield from _dictionary(branch, module, function, cls, names)
    elif isinstance(node, (ast.Name, ast.Attribute)):
        for value, where, method in _values(node, module, function, cls, names):
            if value is not node and not isinstance(value, (ast.Name, ast.Attribute)):
                yield from _dictionary(value, where, method, cls, names)


def _number(node: ast.expr, module: Module, function: Optional[Function], names: Names) -> Optional[int]:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.Name):
        found = [value.value for value, _, _ in _values(node, module, function, None, names)
                 if isinstance(value, ast.Constant) and isinstance(value.value, int)]
        every = list(_values(node, module, function, None, names))
        if found and len(found) == len(every):
            return max(found)
    return None


def _classes(node: Optional[ast.expr], module: Module, function: Optional[Function], cls: Optional[ClassInfo],
             names: Names, depth: int) -> Iterator[ClassInfo]:
    """The classes of the tree that a dataset may be of, also through Subset, random_split and ConcatDataset."""
    if node is None or depth > MAX_DEPTH:
        return
    if isinstance(node, ast.Call):
        name = dotted(node.func)
        meaning = names.meaning(module, name) if name else None
        decorators = getattr(meaning.function, "decorator_list", ()) if meaning is not None else ()
        if meaning is not None and meaning.cls is not None and (
                meaning.function is None or any(dotted(each) == "classmethod" for each in decorators)):
            yield meaning.cls
        elif meaning is not None and meaning.function is not None:
            for child in ast.walk(meaning.function):
                if isinstance(child, ast.Return) and child.value is not None:
                    yield from _classes(child.value, meaning.module, meaning.function, None, names, depth + 1)
        for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
            yield from _classes(argument, module, function, cls, names, depth + 1)
    elif isinstance(node, (ast.List, ast.Tuple)):
        for element in node.elts:
            yield from _classes(element, module, function, cls, names, depth + 1)
    elif isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        yield from _classes(node.elt, module, function, cls, names, depth + 1)
    elif isinstance(node, (ast.DictComp,)):
        yield from _classes(node.value, module, function, cls, names, depth + 1)
    elif isinstance(node, ast.Dict):
        for value in node.values:
            yield from _classes(value, module, function, cls, names, depth + 1)
    elif isinstance(node, (ast.Subscript, ast.Starred)):
        yield from _classes(node.value, module, function, cls, names, depth + 1)
    elif isinstance(node, ast.IfExp):
        yield from _classes(node.body, module, function, cls, names, depth + 1)
        yield from _classes(node.orelse, module, function, cls, names, depth + 1)
    elif isinstance(node, ast.BinOp):  # train + extra
        yield from _classes(node.left, module, function, cls, names, depth + 1)
        yield from _classes(node.right, module, function, cls, names, depth + 1)
    elif isinstance(node, (ast.Name, ast.Attribute)):
        for value, where, method in _values(node, module, function, cls, names):
            if value is not node:
                yield from _classes(value, where, method, cls, names, depth + 1)


def _read_init(loader: Loader, node: ast.expr, module: Module, function: Optional[Function], cls: Optional[ClassInfo],
               names: Names, bound: int = 0, keywords: tuple[str, ...] = (), depth: int = 0) -> None:
    """Follows worker_init_fn, whose first free parameter is the worker's number."""
    if depth > MAX_DEPTH:
        loader.is_init_unknown = True
        return
    if isinstance(node, ast.Lambda):
        _enter_init(loader, node, module, cls, names, bound, keywords)
        return
    if isinstance(node, ast.IfExp):
        for branch in (node.body, node.orelse):
            if not isinstance(branch, ast.Constant):
                _read_init(loader, branch, module, function, cls, names, bound, keywords, depth + 1)
        return
    if isinstance(node, ast.Call):
        if dotted(node.func).rpartition(".")[2] == "partial" and node.args:
            given = tuple(keyword.arg for keyword in node.keywords if keyword.arg)
            _read_init(loader, node.args[0], module, function, cls, names, len(node.args) - 1, given, depth + 1)
            return
        meaning = names.meaning(module, dotted(node.func)) if dotted(node.func) else None
        if meaning is not None and meaning.cls is not None and meaning.function is None:
            found = names.method(meaning.cls, "__call__")
            if found is not None:
                _enter_init(loader, found[1], found[0].module, meaning.cls, names, 1, ())
                return
        if meaning is not None and meaning.function is not None:
            if _enter_returned(loader, meaning.function, meaning.module, names):
                return
        loader.is_init_unknown = True
        return
    name = dotted(node)
    head, _, rest = name.partition(".")
    if head == "self" and rest and cls is not None:
        found = names.method(cls, rest)
        if found is not None:
            is_static = any(dotted(each) == "staticmethod" for each in found[1].decorator_list)
            _enter_init(loader, found[1], found[0].module, cls, names, bound + (not is_static), keywords)
            return
    meaning = names.meaning(module, name) if name else None
    nested = next((child for child in ast.walk(function) if isinstance(child, ast.FunctionDef) and child.name == name),
                  None) if function is not None else None
    if nested is not None:
        _enter_init(loader, nested, module, cls, names, bound, keywords)
    elif meaning is not None and meaning.function is not None:
        _enter_init(loader, meaning.function, meaning.module, None, names, bound, keywords)
    else:
        values = [each for each in _values(node, module, function, cls, names) if each[0] is not node]
        for value, where, method in values:
            if not isinstance(value, ast.Constant):
                _read_init(loader, value, where, method, cls, names, bound, keywords, depth + 1)
        loader.is_init_unknown = loader.is_init_unknown or not values


def _enter_returned(loader: Loader, maker: Function, module: Module, names: Names) -> bool:
    """Of a function that makes worker_init_fn: what it returns."""
    for child in ast.walk(maker):
        if isinstance(child, ast.Return) and child.value is not None:
            if isinstance(child.value, (ast.Lambda, ast.Name)):
                _read_init(loader, child.value, module, maker, None, names, depth=MAX_DEPTH - 1)
                return loader.init is not None
    return False


def _enter_init(loader: Loader, function: Function, module: Module, cls: Optional[ClassInfo], names: Names, bound: int,
                keywords: tuple[str, ...]) -> None:
    local = {}
    free = [parameter for parameter in parameters(function)[bound:] if parameter.arg not in keywords]
    for parameter in parameters(function):
        local[parameter.arg] = Local(of_name(parameter.arg) - {WORKER})
    if free:
        local[free[0].arg] = Local(frozenset((WORKER,)))
    elif function.args.vararg is not None:
        local[function.args.vararg.arg] = Local(frozenset((OPAQUE,)))
    loader.init = loader.init or Reach(names)
    is_method = cls is not None and any(function is method for method in cls.methods.values())
    loader.init.enter(module, function, cls if is_method else None, cls if is_method else None, local)
