"""All code that is reached from what a worker calls, through methods, functions and transforms of the tree."""

import ast
from typing import Optional

from .callables import CALL_METHODS, WorkerCallable
from .drawn import Draw, Seeding
from .modules import ClassInfo, Function, Module, Names, dotted
from .seeds import Local, Scope, bind, parameters, settle
from .visit import Visit

MAX_FUNCTIONS = 400  # reached from one root


class Reach:
    """All that is reached from some roots, in one context: "item", "iter" or "init" (worker_init_fn)."""

    def __init__(self, names: Names, seen: Optional[set] = None):
        """`seen`: what was entered already, to share among roots whose findings are the same."""
        self.names = names
        self.draws: list[Draw] = []
        self.seedings: list[Seeding] = []
        self.counted: set[str] = set()     # attributes that worker code increments
        self.handed: set[str] = set()      # attributes given to info.dataset by worker_init_fn; * for "by a method"
        self._seen: set = set() if seen is None else seen
        self._entered = 0

    def enter(self, module: Module, function: Function, receiver: Optional[ClassInfo] = None,
              owner: Optional[ClassInfo] = None, local: Optional[dict[str, Local]] = None) -> None:
        """Visits a function once for each set of coordinates of its parameters."""
        local = {} if local is None else local
        key = (function, receiver, frozenset((name, each.coordinates) for name, each in local.items()))
        if key in self._seen or self._entered > MAX_FUNCTIONS:
            return
        self._entered += 1
        self._seen.add(key)
        is_static = any(dotted(each) == "staticmethod" for each in getattr(function, "decorator_list", ()))
        given = parameters(function)
        self_name = given[0].arg if receiver is not None and given and not is_static and (
            not isinstance(function, ast.Lambda)) else ("self" if receiver is not None else "")
        scope = Scope(module, function, receiver, owner, local, self_name)
        settle(function, scope, self.names)
        Visit(self, scope).run()

    def enter_callable(self, found: WorkerCallable) -> None:
        """A function, or the methods through which an instance is called."""
        if found.function is not None:
            local = bind(found.function, None, None, self.names, found.receiver is not None)
            self.enter(found.module, found.function, found.receiver, found.cls, local)
        elif found.cls is not None:
            for name in CALL_METHODS:
                method = self.names.method(found.cls, name)
                if method is not None:
                    local = bind(method[1], None, None, self.names, True)
                    self.enter(method[0].module, method[1], found.cls, method[0], local)
