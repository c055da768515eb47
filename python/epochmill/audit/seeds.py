"""What a seed is made of: the coordinates (worker, epoch, index, ...) that reach an expression.

FRESH      differs in every worker and every epoch: torch.initial_seed(), get_worker_info().seed, entropy
NUMPY      of NumPy's global generator: fresh since PyTorch 1.9, the same in all workers before
OPAQUE     not known; nothing is said about such a seed
"""

import ast
import dataclasses
import re
from typing import Optional

from .function_facts import facts
from .generators import absolute, is_numpy_draw, is_python_draw, is_torch_draw
from .modules import ClassInfo, Function, Module, Names, dotted

FRESH, WORKER, EPOCH, INDEX, RANK, TIME, NUMPY, OPAQUE, INFO = (
    "fresh", "worker", "epoch", "index", "rank", "time", "numpy", "opaque", "info")
Coordinates = frozenset[str]
NOTHING: Coordinates = frozenset()
MAX_DEPTH = 6

_FRESH_CALLS = frozenset(("os.urandom", "os.getpid", "uuid.uuid4", "secrets.randbits", "secrets.randbelow",
                          "secrets.token_bytes", "random.SystemRandom", "multiprocessing.current_process",
                          "torch.utils.data._utils.worker._generate_state", "numpy.random.SeedSequence.entropy"))
_EPOCH_NAME = re.compile(r"epoch|global_step|(^|_)iteration(_|$)", re.I)
_RANK_NAME = re.compile(r"(^|_)rank(_|$)", re.I)
_WORKER_NAME = re.compile(r"^(worker|worker_?id|wid|worker_?idx|worker_index)$", re.I)


class Local:
    """A name in a function: all that it may hold. Coordinates are found when asked for: few names are in a seed."""

    __slots__ = ("values", "_known", "_pending")

    def __init__(self, known: Coordinates):
        self.values: list[ast.expr] = []
        self._known = known
        self._pending: list[tuple[ast.expr, "Scope", Names, int]] = []

    def give(self, value: ast.expr, scope: "Scope", names: Names, depth: int) -> None:
        self._pending.append((value, scope, names, depth))

    @property
    def coordinates(self) -> Coordinates:
        while self._pending:  # emptied first, so that a name that hangs on itself ends
            self._known |= coordinates(*self._pending.pop())
        return self._known


@dataclasses.dataclass
class Scope:
    """Where an expression stands."""

    module: Module
    function: Function
    receiver: Optional[ClassInfo] = None       # the class of self
    owner: Optional[ClassInfo] = None          # the class whose text the function stands in
    local: dict[str, Local] = dataclasses.field(default_factory=dict)
    self_name: str = ""


def parameters(function: Function) -> list[ast.arg]:
    return [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]


def of_name(name: str) -> Coordinates:
    """What the name of a variable says that it holds."""
    found = set()
    if _EPOCH_NAME.search(name) and not re.search(r"(num|max|n|total)_?epochs?|epochs$", name, re.I):
        found.add(EPOCH)
    if _RANK_NAME.search(name):
        found.add(RANK)
    if _WORKER_NAME.search(name):
        found.add(WORKER)
    return frozenset(found)


def bind(function: Function, call: Optional[ast.Call], scope: Optional[Scope], names: Names, skip_self: bool,
         depth: int = 0, is_seeding: bool = True) -> dict[str, Local]:
    """Coordinates of the parameters: of the call's arguments, or, where nothing seeds, by their names."""
    bound: dict[str, Local] = {}
    given = parameters(function)
    positional = [*function.args.posonlyargs, *function.args.args]
    if skip_self and positional:
        positional, given = positional[1:], given[1:]
    if call is not None and scope is not None and is_seeding:
        for parameter, argument in zip(positional, call.args):
            if isinstance(argument, ast.Starred):
                break
            bound[parameter.arg] = Local(coordinates(argument, scope, names, depth + 1))
        for keyword in call.keywords:
            if keyword.arg is not None:
                bound[keyword.arg] = Local(coordinates(keyword.value, scope, names, depth + 1))
    defaults = dict(zip([parameter.arg for parameter in reversed(positional)], reversed(function.args.defaults)))
    for parameter in given:
        if parameter.arg not in bound:
            named = of_name(parameter.arg)
            is_default = call is not None and parameter.arg in defaults
            bound[parameter.arg] = Local(named or (NOTHING if is_default else frozenset((OPAQUE,))))
    return bound


def coordinates(node: ast.AST, scope: Scope, names: Names, depth: int = 0) -> Coordinates:
    """All coordinates that reach an expression."""
    if depth > MAX_DEPTH:
        return frozenset((OPAQUE,))
    if isinstance(node, ast.Constant):
        return NOTHING
    if isinstance(node, ast.Name):
        return _of_variable(node.id, scope, names, depth)
    if isinstance(node, ast.Attribute):
        return _of_attribute(node, scope, names, depth)
    if isinstance(node, ast.Call):
        return _of_call(node, scope, names, depth)
    if isinstance(node, (ast.Lambda, ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)):
        return frozenset((OPAQUE,))
    found: Coordinates = NOTHING
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.expr, ast.Slice)):
            found |= coordinates(child, scope, names, depth)
    return found


def _of_variable(name: str, scope: Scope, names: Names, depth: int) -> Coordinates:
    if name in scope.local:
        return scope.local[name].coordinates
    named = of_name(name)
    if named:
        return named
    meaning = names.meaning(scope.module, name)
    if meaning.module is scope.module and meaning.values:
        outer = Scope(scope.module, scope.function)
        return frozenset().union(*(coordinates(value, outer, names, depth + 1) for value in meaning.values))
    return NOTHING  # of an enclosing function: the same for all workers


def _of_attribute(node: ast.Attribute, scope: Scope, names: Names, depth: int) -> Coordinates:
    base = coordinates(node.value, scope, names, depth) if not isinstance(node.value, ast.Name) or (
        node.value.id in scope.local) else NOTHING
    if INFO in base:
        return {"id": frozenset((WORKER,)), "seed": frozenset((FRESH,))}.get(node.attr, NOTHING)
    named = of_name(node.attr)
    if named:
        return named
    if isinstance(node.value, ast.Name) and node.value.id == scope.self_name and scope.receiver is not None:
        return _of_own_attribute(node.attr, scope, names, depth)
    return base - {OPAQUE} if dotted(node) else base


def _of_own_attribute(name: str, scope: Scope, names: Names, depth: int) -> Coordinates:
    """Of self.NAME: what workers give it, and what the main process does is the same for all of them."""
    found: Coordinates = NOTHING
    for owner, value, function in names.attribute(scope.receiver, name):
        if function is None or function.args.args and getattr(function, "name", "") == "__init__":
            continue
        inner = Scope(owner.module, function, scope.receiver, owner, {}, scope.self_name)
        found |= coordinates(value, inner, names, depth + 2) & {FRESH, WORKER, EPOCH, RANK}
    return found


def _of_call(node: ast.Call, scope: Scope, names: Names, depth: int) -> Coordinates:
    name = absolute(names, scope.module, node.func)
    last = name.rpartition(".")[2]
    if last == "get_worker_info" or dotted(node.func).endswith("get_worker_info"):
        return frozenset((INFO,))
    if name in _FRESH_CALLS or name.startswith("secrets.") or is_torch_draw(name) or is_python_draw(name):
        return frozenset((FRESH,))
    if isinstance(node.func, ast.Attribute) and node.func.attr in ("random_", "initial_seed"):
        return frozenset((FRESH,))
    if is_numpy_draw(name) or name == "numpy.random.get_state":
        return frozenset((NUMPY,))
    if name.startswith(("time.", "datetime.")) and last in ("time", "time_ns", "now", "utcnow", "perf_counter", "today",
                                                             "perf_counter_ns", "monotonic", "monotonic_ns"):
        return frozenset((TIME,))
    if last == "get_rank":
        return frozenset((RANK,))
    if last == "getattr" and len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
        return of_name(str(node.args[1].value))
    found = _of_own_function(node, scope, names, depth)
    if found is not None:
        return found
    arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
    base = NOTHING
    if isinstance(node.func, ast.Attribute) and not name:
        base = coordinates(node.func.value, scope, names, depth)
    elif isinstance(node.func, ast.Attribute) and dotted(node.func).partition(".")[0] in scope.local:
        base = coordinates(node.func.value, scope, names, depth)
    elif not arguments:
        return frozenset((OPAQUE,))
    return base.union(*(coordinates(argument, scope, names, depth) for argument in arguments))


def _of_own_function(node: ast.Call, scope: Scope, names: Names, depth: int) -> Optional[Coordinates]:
    """What a function of the tree returns, given these arguments."""
    own = dotted(node.func)
    function, owner, receiver, module = None, None, None, scope.module
    if scope.receiver is not None and own.startswith(f"{scope.self_name}.") and own.count(".") == 1:
        found = names.method(scope.receiver, own.partition(".")[2])
        if found is not None:
            owner, function = found
            receiver, module = scope.receiver, owner.module
    elif own:
        meaning = names.meaning(scope.module, own)
        function, module = meaning.function, meaning.module or scope.module
    if function is None or isinstance(function, ast.Lambda):
        return None
    local = bind(function, node, scope, names, receiver is not None, depth)
    inner = Scope(module, function, receiver, owner, local, "self")
    settle(function, inner, names, depth)
    returned: Coordinates = NOTHING
    for value in facts(function).returned:
        returned |= coordinates(value, inner, names, depth + 1)
    return returned


def settle(function: Function, scope: Scope, names: Names, depth: int = 0) -> None:
    """Gives every local name all that is assigned to it, in whatever order."""
    for name, entries in facts(function).assigned.items():
        local = scope.local.get(name)
        if local is None:
            local = scope.local[name] = Local(of_name(name))
        for value, is_whole in entries:
            local.give(value, scope, names, depth + 1)
            if is_whole:
                local.values.append(value)


def collides(node: ast.AST, scope: Scope, names: Names, depth: int = 0) -> bool:
    """Is the seed a plain sum of two coordinates, so that one more of this and one less of that give the same?"""
    bare = [part for part in _terms(node, scope, 0)]
    if any(isinstance(part, ast.AST) and FRESH in coordinates(part, scope, names, depth) for part in bare):
        return False
    seen = [coordinates(part, scope, names, depth) & {WORKER, EPOCH, INDEX, RANK} for part in bare
            if isinstance(part, (ast.Name, ast.Attribute, ast.Call))]
    singles = {next(iter(each)) for each in seen if len(each) == 1}
    return len(singles) > 1


def _terms(node: ast.AST, scope: Scope, depth: int) -> list[ast.AST]:
    """The terms of a sum, through int(...), % 2**32 and local names."""
    if depth < MAX_DEPTH:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return _terms(node.left, scope, depth + 1) + _terms(node.right, scope, depth + 1)
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mod, ast.BitAnd)):
            return _terms(node.left, scope, depth + 1)
        if isinstance(node, ast.Call) and dotted(node.func) in ("int", "abs") and node.args:
            return _terms(node.args[0], scope, depth + 1)
        if isinstance(node, ast.Name) and node.id in scope.local and len(scope.local[node.id].values) == 1:
            return _terms(scope.local[node.id].values[0], scope, depth + 1)
    return [node]
