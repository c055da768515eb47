"""Visits one function that runs in workers: notes its draws and seeds, and hands on what it calls."""

import ast
import re
from typing import TYPE_CHECKING, Optional

from .callables import WorkerCallable, callables_in
from .drawn import Draw, Seeding
from .function_facts import facts
from .generators import (GENERATOR_PARAMETERS, GENERATOR_TYPES, METHODS, SEEDERS, absolute, constructed, is_numpy_draw,
                         is_python_draw, seed_arguments)
from .modules import ClassInfo, Function, Meaning, Module, dotted
from .seeds import FRESH, NOTHING, OPAQUE, Local, Scope, bind, collides, coordinates, of_name, parameters

if TYPE_CHECKING:
    from .reach import Reach

_VALIDATION = re.compile(
    r"(?<![a-z])(val|valid|validation|test|testing|eval|evaluate|inference|deterministic)(?![a-z])", re.I)
_NOT_TRAINING = re.compile(r"not self\.(is_)?(train|training|augment)\b")
_TRAINING = re.compile(r"(self\.(is_)?(train|training|augment))$|== ['\"]train", re.I)


class Visit:
    """One function."""

    def __init__(self, reach: "Reach", scope: Scope):
        self.reach, self.names, self.scope = reach, reach.names, scope
        self.name = getattr(scope.function, "name", "lambda")
        if scope.owner is not None:
            self.name = f"{scope.owner.node.name}.{self.name}"
        self.local_generators: dict[str, Seeding] = {}
        self.branches: list[tuple[ast.expr, bool]] = []  # conditions around the node that is visited
        self.is_quiet = bool(_VALIDATION.search(self.name.replace("_", " ")) or scope.receiver is not None and (
            _VALIDATION.search(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", scope.receiver.node.name))))

    def run(self) -> None:
        function = self.scope.function
        of_names = zip(function.args.kwonlyargs, function.args.kw_defaults)
        defaults = [*zip(reversed([*function.args.posonlyargs, *function.args.args]), reversed(function.args.defaults)),
                    *((each, value) for each, value in of_names if value)]
        for parameter, value in defaults:
            kind = constructed(self.names, self.scope.module, value)
            bound = self.scope.local.get(parameter.arg)
            if kind and (bound is None or not bound.coordinates - {OPAQUE}):
                what = f"{parameter.arg}, a {kind} made once as a default argument"
                self._draw("module", what, function, parameter.arg)
        body = function.body if isinstance(function.body, list) else [function.body]
        for statement in body:
            self.walk(statement)
        for seeding in self.local_generators.values():
            if seeding.draws:
                self.reach.seedings.append(seeding)

    # One method for each kind of node that means something.

    def walk(self, node: ast.AST, parent: Optional[ast.AST] = None) -> None:
        visit = _VISITS.get(type(node))
        if visit is None or not visit(self, node, parent):
            for child in ast.iter_child_nodes(node):
                self.walk(child, node)

    def _functiondef(self, node: ast.FunctionDef, parent) -> bool:
        for parameter in parameters(node):
            self.scope.local.setdefault(parameter.arg, Local(of_name(parameter.arg) or frozenset((OPAQUE,))))
        for statement in node.body:
            self.walk(statement, node)
        return True

    def _lambda(self, node: ast.Lambda, parent) -> bool:
        for parameter in parameters(node):
            self.scope.local.setdefault(parameter.arg, Local(frozenset((OPAQUE,))))
        self.walk(node.body, node)
        return True

    def _if(self, node: ast.If, parent) -> bool:
        self.walk(node.test, node)
        for is_body, statements in ((True, node.body), (False, node.orelse)):
            self.branches.append((node.test, is_body))
            for statement in statements:
                self.walk(statement, node)
            self.branches.pop()
        return True

    def is_for_validation(self) -> bool:
        """By the names of class and function, and by the conditions around this place."""
        return self.is_quiet or any(_is_validation(test, is_body) for test, is_body in self.branches)

    def _compare(self, node: ast.Compare, parent) -> bool:
        return any(isinstance(each, (ast.Is, ast.IsNot)) for each in node.ops)

    def _augassign(self, node: ast.AugAssign, parent) -> bool:
        if isinstance(node.target, ast.Attribute) and dotted(node.target.value) == self.scope.self_name:
            self.reach.counted.add(node.target.attr)
        return False

    def _assign(self, node: ast.Assign, parent) -> bool:
        kind = constructed(self.names, self.scope.module, node.value)
        for target in node.targets:
            if isinstance(target, ast.Name):
                self._assign_name(target, node.value, kind)
            elif isinstance(target, ast.Attribute):
                self._assign_attribute(target, node.value, kind)
            else:
                self.walk(target, node)
        for child in ast.iter_child_nodes(node.value) if kind else [node.value]:
            self.walk(child, node.value if kind else node)
        return True

    def _assign_name(self, target: ast.Name, value: ast.expr, kind: Optional[str]) -> None:
        is_global = target.id in facts(self.scope.function).global_names
        if is_global:
            seeds = seed_arguments(value) if kind else [value]
            self._seeding(f"global {target.id}", value, seeds, kind).draws.add("kept")
        elif kind and not kind.startswith("albumentations"):
            seeding = self._seeding("local", value, seed_arguments(value), kind, is_noted=False)
            earlier = self.local_generators.get(target.id)
            if earlier is not None:  # on another branch: good if one is
                seeding.coordinates |= earlier.coordinates
            self.local_generators[target.id] = seeding

    def _assign_attribute(self, target: ast.Attribute, value: ast.expr, kind: Optional[str]) -> None:
        holder = dotted(target.value)
        if holder == self.scope.self_name and holder:
            if kind or not (isinstance(value, ast.Constant) and value.value is None):
                seeding = self._seeding(f"self.{target.attr}", value, seed_arguments(value) if kind else [], kind)
                if not kind:
                    seeding.coordinates = frozenset((OPAQUE,))
        elif kind or coordinates(value, self.scope, self.names):
            self.reach.handed.add(target.attr)
            if kind:
                self._seeding(f"dataset.{target.attr}", value, seed_arguments(value), kind)

    def _call(self, node: ast.Call, parent) -> bool:
        func = node.func
        name = absolute(self.names, self.scope.module, func)
        if name in SEEDERS:
            self._seed_global(node, SEEDERS[name])
            return False
        kind = constructed(self.names, self.scope.module, node)
        if kind and not kind.startswith("albumentations"):
            self._seeding("local", node, seed_arguments(node), kind).draws.add(getattr(parent, "attr", "inline"))
            for argument in [*node.args, *node.keywords]:
                self.walk(argument, node)
            return True
        if isinstance(func, ast.Attribute) and func.attr in ("seed", "manual_seed", "set_state", "reseed"):
            if self._reseed_object(node, func):
                return True
        if name.startswith("scipy.stats.") and any(keyword.arg == "random_state" for keyword in node.keywords):
            return True
        for keyword in node.keywords:
            if keyword.arg == "generator" and isinstance(keyword.value, ast.Name):
                if keyword.value.id in self.local_generators:
                    self.local_generators[keyword.value.id].draws.add(dotted(func).rpartition(".")[2])
        if not name or name == dotted(func):
            self._own_call(node)
        self.walk(func, node)
        for argument in [*node.args, *node.keywords]:
            self.walk(argument, node)
        return True

    def _seed_global(self, node: ast.Call, libraries: tuple[str, ...]) -> None:
        arguments = [*node.args, *(keyword.value for keyword in node.keywords)][:1]
        for library in libraries:
            is_fresh = not arguments or isinstance(arguments[0], ast.Constant) and arguments[0].value is None
            self._seeding(library, node, [] if is_fresh else arguments, "np.random").draws.add("global")

    def _reseed_object(self, node: ast.Call, func: ast.Attribute) -> bool:
        """self.rng.seed(x), g.manual_seed(x), info.dataset.rng.seed(x)."""
        base = dotted(func.value)
        arguments = [*node.args, *(keyword.value for keyword in node.keywords)][:1]
        if base in self.local_generators:
            seeding = self._seeding("local", node, arguments, "np.random", is_noted=False)
            seeding.draws = self.local_generators[base].draws
            if not self.local_generators[base].coordinates:
                self.local_generators[base] = seeding
            return True
        holder, _, attribute = base.rpartition(".")
        if not base or func.attr == "manual_seed" and base.startswith("torch"):
            return False
        if holder and holder == self.scope.self_name:
            self._seeding(f"self.{attribute}", node, arguments, "np.random")
        elif holder:
            self.reach.handed.add(attribute)
            self._seeding(f"dataset.{attribute}", node, arguments, "np.random")
        elif self.names.meaning(self.scope.module, base).values:
            self._seeding(f"global {base}", node, arguments, "np.random")
        else:
            return False
        for argument in arguments:
            self.walk(argument, node)
        return True

    def _own_call(self, node: ast.Call) -> None:
        """Goes into what the tree itself defines."""
        func, scope = node.func, self.scope
        if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Call) and dotted(func.value.func) == "super":
            found = self.names.method(scope.receiver, func.attr, scope.owner) if scope.receiver is not None else None
            if found is not None:
                self._enter(found[0].module, found[1], scope.receiver, found[0], node, True)
            return
        name = dotted(func)
        head, _, rest = name.partition(".")
        is_of_copy = _goes_through_dataset(func) and head != "self" or head in scope.local and bool(rest) and any(
            isinstance(value, ast.Attribute) and value.attr == "dataset" for value in scope.local[head].values)
        arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
        if is_of_copy and (not arguments or any(coordinates(each, scope, self.names) for each in arguments)):
            self.reach.handed.add("*")
        if not name or head == scope.self_name or head in scope.local:
            return
        meaning = self.names.meaning(scope.module, name)
        if meaning.function is not None:
            self._enter(meaning.module, meaning.function, meaning.cls, meaning.cls, node, False)
        elif meaning.cls is not None:
            found = self.names.method(meaning.cls, "__init__")
            if found is not None:
                self._enter(found[0].module, found[1], meaning.cls, found[0], node, True)

    def _enter(self, module: Module, function: Function, receiver: Optional[ClassInfo], owner: Optional[ClassInfo],
               call: Optional[ast.Call], skip_self: bool) -> None:
        local = bind(function, call, self.scope, self.names, skip_self, is_seeding=module.mentions_seeds)
        self.reach.enter(module, function, receiver, owner, local)

    def _attribute(self, node: ast.Attribute, parent) -> bool:
        name = dotted(node)
        if not name or not isinstance(node.ctx, ast.Load):
            return False
        head, _, rest = name.partition(".")
        if head == self.scope.self_name and self.scope.receiver is not None:
            first, _, more = rest.partition(".")
            self._own_attribute(node, first, more, parent)
        elif head in self.local_generators:
            if rest not in ("initial_seed", "get_state", "bit_generator"):
                self.local_generators[head].draws.add(rest)
        elif head in self.scope.local:
            self._of_local(node, head, rest)
        else:
            self._outside_or_meant(node, name, parent)
        return True

    def _own_attribute(self, node: ast.Attribute, name: str, more: str, parent) -> None:
        """self.NAME or self.NAME.MORE."""
        receiver = self.scope.receiver
        method = self.names.method(receiver, name)
        if method is not None:
            call = parent if isinstance(parent, ast.Call) and parent.func is node else None
            self._enter(method[0].module, method[1], receiver, method[0], call, True)
            return
        for owner, value, function in self.names.attribute(receiver, name):
            kind = constructed(self.names, owner.module, value) or self._by_parameter(value, function, more, parent)
            if kind:
                self._draw("held", f"self.{name}, a {kind}", node, name, receiver)
                return
            outside = absolute(self.names, owner.module, value)
            if outside in ("numpy.random", "random") and more:
                self._global(node, f"{outside}.{more}")
            elif outside:
                self._global(node, outside)
            if isinstance(value, ast.Constant):
                continue
            for found in callables_in(value, owner.module, function, self.names, receiver):
                self._use(found, more, parent)

    def _by_parameter(self, value: ast.expr, function: Optional[Function], more: str, parent) -> str:
        """A generator that the constructor was given: by its annotation, or by its name and how it is used."""
        if function is None or not isinstance(value, ast.Name):
            return ""
        is_drawn = more in METHODS or isinstance(parent, ast.keyword) and parent.arg == "generator"
        for parameter in parameters(function):
            if parameter.arg == value.id:
                annotation = "" if parameter.annotation is None else ast.unparse(parameter.annotation)
                types = set(re.findall(r"\w+", annotation))
                if types & GENERATOR_TYPES and not types & {"typing", "Iterator"}:
                    return f"generator ({annotation})" if is_drawn or "Generator[" not in annotation else ""
                if is_drawn and parameter.arg in GENERATOR_PARAMETERS:
                    return "generator that its maker handed over"
        return ""

    def _of_local(self, node: ast.Attribute, head: str, rest: str) -> None:
        for value in self.scope.local[head].values:
            outside = absolute(self.names, self.scope.module, value)
            if outside:
                self._global(node, f"{outside}.{rest}")
            if isinstance(value, ast.Call):
                meaning = self.names.meaning(self.scope.module, dotted(value.func)) if dotted(value.func) else Meaning()
                if meaning.cls is not None and meaning.function is None:
                    method = self.names.method(meaning.cls, rest)
                    if method is not None:
                        self._enter(method[0].module, method[1], None, method[0], None, True)

    def _outside_or_meant(self, node: ast.AST, name: str, parent) -> None:
        meaning = self.names.meaning(self.scope.module, name)
        is_called = isinstance(parent, ast.Call) and parent.func is node
        if meaning.external:
            self._global(node, meaning.external)
        elif meaning.function is not None and not is_called:
            self._enter(meaning.module, meaning.function, meaning.cls, meaning.cls, None, False)
        elif meaning.values:
            self._value(node, name, meaning, "", parent)
        elif "." in name and meaning.module is None:  # rng.uniform, of a name of this or another module
            head, _, last = name.rpartition(".")
            outer = self.names.meaning(self.scope.module, head)
            if outer.values:
                self._value(node, head, outer, last, parent)

    def _value(self, node: ast.AST, name: str, meaning: Meaning, more: str, parent) -> None:
        for value in meaning.values:
            kind = constructed(self.names, meaning.module, value)
            if kind:
                self._draw("module", f"{name}, a {kind} of {meaning.module.path.name}", node, name.rpartition(".")[2])
                return
            outside = absolute(self.names, meaning.module, value)
            if outside:
                self._global(node, f"{outside}.{more}" if more else outside)
            elif not isinstance(value, ast.Constant):
                for found in callables_in(value, meaning.module, None, self.names):
                    self._use(found, more, parent)

    def _use(self, found: WorkerCallable, more: str, parent) -> None:
        """Something kept in an attribute or a variable is called, indexed, or one of its methods is."""
        if found.function is None and found.cls is not None and (more or isinstance(parent, ast.Subscript)):
            method = self.names.method(found.cls, more or "__getitem__")
            if method is not None:
                self.reach.enter(method[0].module, method[1], found.cls, method[0],
                                 bind(method[1], None, None, self.names, True))
        elif not more:
            self.reach.enter_callable(found)

    def _name(self, node: ast.Name, parent) -> bool:
        if not isinstance(node.ctx, ast.Load):
            return True
        if node.id in self.local_generators:
            if not (isinstance(parent, ast.keyword) and parent.arg == "generator"):
                self.local_generators[node.id].draws.add("passed")
        elif node.id in self.scope.local:
            for value in self.scope.local[node.id].values:
                if isinstance(value, ast.Call) and isinstance(parent, ast.Call) and parent.func is node:
                    for found in callables_in(value, self.scope.module, None, self.names, self.scope.receiver):
                        self._use(found, "", parent)
        else:
            self._outside_or_meant(node, node.id, parent)
        return True

    # What is noted.

    def _global(self, node: ast.AST, name: str) -> None:
        if is_numpy_draw(name):
            self._draw("numpy", name.replace("numpy.", "np."), node)
        elif is_python_draw(name):
            self._draw("random", name, node)

    def _draw(self, kind: str, what: str, node: ast.AST, attribute: str = "",
              holder: Optional[ClassInfo] = None) -> None:
        line = getattr(node, "lineno", 1)
        self.reach.draws.append(Draw(kind, what, self.scope.module, line, self.name, attribute, holder))

    def _seeding(self, what: str, node: ast.AST, seeds: list[ast.expr], kind: Optional[str],
                 is_noted: bool = True) -> Seeding:
        # torch.Generator() starts from one constant; all others without a seed start from the system's entropy.
        found = NOTHING if seeds or kind == "torch.Generator" else frozenset((FRESH,))
        for seed in seeds:
            found |= coordinates(seed, self.scope, self.names)
        is_sum = len(seeds) == 1 and collides(seeds[0], self.scope, self.names)
        own = {child.attr for seed in self._spelt_out(seeds) for child in ast.walk(seed)
               if isinstance(child, ast.Attribute) and dotted(child.value) == self.scope.self_name}
        seeding = Seeding(what, self.scope.module, getattr(node, "lineno", 1), self.name, found, is_sum,
                          self.is_for_validation(), own_attributes=own)
        if is_noted:
            self.reach.seedings.append(seeding)
        return seeding

    def _spelt_out(self, seeds: list[ast.expr]) -> list[ast.expr]:
        """The seeds, and what stands behind local names in them."""
        found = list(seeds)
        for seed in seeds:
            for child in ast.walk(seed):
                if isinstance(child, ast.Name) and child.id in self.scope.local:
                    found += self.scope.local[child.id].values
        return found


def _goes_through_dataset(func: ast.AST) -> bool:
    """info.dataset.reseed, get_worker_info().dataset.sampler.reseed."""
    node = func.value if isinstance(func, ast.Attribute) else func
    while isinstance(node, ast.Attribute):
        if node.attr == "dataset":
            return True
        node = node.value
    return False


def _is_validation(test: ast.expr, is_body: bool) -> bool:
    try:
        text = ast.unparse(test)
    except (RecursionError, ValueError):
        return False
    is_so = bool(_VALIDATION.search(text.replace("_", " ")) and "!=" not in text or _NOT_TRAINING.search(text))
    return is_so if is_body else bool(_TRAINING.search(text)) and not is_so


_VISITS = {getattr(ast, name): visit for name, visit in (
    ("FunctionDef", Visit._functiondef), ("AsyncFunctionDef", Visit._functiondef), ("Lambda", Visit._lambda),
    ("If", Visit._if), ("Compare", Visit._compare), ("AugAssign", Visit._augassign), ("Assign", Visit._assign),
    ("Call", Visit._call), ("Attribute", Visit._attribute), ("Name", Visit._name))}
