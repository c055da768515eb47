"""The functions and classes of the tree that an expression hands over: transforms, pipelines, collate functions."""

import ast
import dataclasses
from typing import Iterator, Optional

from .function_facts import facts
from .modules import ClassInfo, Function, Module, Names, dotted

MAX_DEPTH = 6
# Methods through which libraries call a transform.
CALL_METHODS = ("__call__", "forward", "apply", "transform", "_transform", "get_params", "make_params", "_get_params",
                "get_params_dependent_on_targets", "get_params_dependent_on_data")


@dataclasses.dataclass(frozen=True, eq=False)
class WorkerCallable:
    """A class whose instances are called, or a function; `receiver` is the class of its self."""

    module: Module
    function: Optional[Function] = None
    cls: Optional[ClassInfo] = None
    receiver: Optional[ClassInfo] = None


def callables_in(node: ast.AST, module: Module, function: Optional[Function], names: Names,
                 receiver: Optional[ClassInfo] = None, depth: int = 0) -> Iterator[WorkerCallable]:
    """All that the expression mentions: through lists, pipelines, variables of the function and what factories make."""
    if depth > MAX_DEPTH:
        return
    for child in _outer(node):
        if isinstance(child, ast.Lambda):
            yield WorkerCallable(module, function=child, receiver=receiver)
            continue
        name = dotted(child)
        if not name:
            continue
        head, _, rest = name.partition(".")
        if head == "self" and rest and receiver is not None:
            found = names.method(receiver, rest)
            if found is not None:
                yield WorkerCallable(found[0].module, function=found[1], cls=found[0], receiver=receiver)
            elif "." not in rest:
                for owner, value, method in names.attribute(receiver, rest):
                    yield from callables_in(value, owner.module, method, names, receiver, depth + 1)
            continue
        local = list(_assigned(function, head)) if function is not None and not rest else []
        for value in local:
            if isinstance(value, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield WorkerCallable(module, function=value, receiver=receiver)
            elif value is not node:
                yield from callables_in(value, module, function, names, receiver, depth + 1)
        if not local:
            yield from _meant(name, module, names, depth)


def _meant(name: str, module: Module, names: Names, depth: int) -> Iterator[WorkerCallable]:
    meaning = names.meaning(module, name)
    if meaning.function is not None:
        yield WorkerCallable(meaning.module, function=meaning.function, cls=meaning.cls, receiver=meaning.cls)
        if not isinstance(meaning.function, ast.Lambda):
            yield from _built(meaning.function, meaning.module, names, depth)
    elif meaning.cls is not None:
        yield WorkerCallable(meaning.module, cls=meaning.cls)
    for value in meaning.values:
        yield from callables_in(value, meaning.module, None, names, None, depth + 1)


def _built(maker: Function, module: Module, names: Names, depth: int) -> Iterator[WorkerCallable]:
    """What a factory builds."""
    for call in facts(maker).calls:
        name = dotted(call.func)
        built = names.meaning(module, name) if name else None
        if built is None:
            continue
        if built.cls is not None and built.function is None:
            yield WorkerCallable(built.module, cls=built.cls)
        elif built.external.rpartition(".")[2] in ("Compose", "Lambda", "Sequential", "partial"):
            for argument in [*call.args, *(keyword.value for keyword in call.keywords)]:
                yield from callables_in(argument, module, maker, names, None, depth + 1)


def _outer(node: ast.AST) -> Iterator[ast.AST]:
    """Names, whole dotted names and lambdas of an expression; not the insides of lambdas."""
    if isinstance(node, ast.Lambda) or dotted(node):
        yield node
        return
    for child in ast.iter_child_nodes(node):
        yield from _outer(child)


def _assigned(function: Function, name: str) -> Iterator[ast.AST]:
    """All that a function gives to one of its names: by assignment, by append, as a nested function."""
    known = facts(function)
    yield from (value for value, is_whole in known.assigned.get(name, ()) if is_whole)
    yield from known.appended.get(name, ())
    yield from known.nested.get(name, ())
