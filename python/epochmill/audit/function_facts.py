"""What stands in a function, found by one walk over it and kept with its node."""

import ast
import dataclasses

from .modules import Function


@dataclasses.dataclass
class FunctionFacts:
    """`assigned`: name -> (value, does the name hold that very value, and not a part of it)."""

    assigned: dict[str, list[tuple[ast.expr, bool]]] = dataclasses.field(default_factory=dict)
    appended: dict[str, list[ast.expr]] = dataclasses.field(default_factory=dict)
    nested: dict[str, list[ast.AST]] = dataclasses.field(default_factory=dict)
    returned: list[ast.expr] = dataclasses.field(default_factory=list)
    global_names: set[str] = dataclasses.field(default_factory=set)
    calls: list[ast.Call] = dataclasses.field(default_factory=list)


def facts(function: Function) -> FunctionFacts:
    found = getattr(function, "_epochmill_facts", None)
    if found is None:
        found = FunctionFacts()
        body = function.body if isinstance(function.body, list) else [function.body]
        for statement in body:
            for node in ast.walk(statement):
                _note(node, found)
        function._epochmill_facts = found
    return found


def _note(node: ast.AST, found: FunctionFacts) -> None:
    if isinstance(node, ast.Assign):
        for target in node.targets:
            _give(target, node.value, True, found)
    elif isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.NamedExpr)):
        if node.value is not None:
            _give(node.target, node.value, True, found)
    elif isinstance(node, (ast.For, ast.AsyncFor)):
        _give(node.target, node.iter, False, found)
    elif isinstance(node, ast.withitem):
        if node.optional_vars is not None:
            _give(node.optional_vars, node.context_expr, False, found)
    elif isinstance(node, ast.Return):
        if node.value is not None:
            found.returned.append(node.value)
    elif isinstance(node, ast.Global):
        found.global_names.update(node.names)
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        found.nested.setdefault(node.name, []).append(node)
    elif isinstance(node, ast.Call):
        found.calls.append(node)
        func = node.func
        if isinstance(func, ast.Attribute) and func.attr in ("append", "extend", "insert") and node.args:
            if isinstance(func.value, ast.Name):
                found.appended.setdefault(func.value.id, []).append(node.args[-1])


def _give(target: ast.expr, value: ast.expr, is_whole: bool, found: FunctionFacts) -> None:
    if isinstance(target, (ast.Tuple, ast.List)):
        values = value.elts if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts) else None
        for place, element in enumerate(target.elts):
            _give(element, values[place] if values else value, is_whole and values is not None, found)
    elif isinstance(target, ast.Name):
        found.assigned.setdefault(target.id, []).append((value, is_whole))
