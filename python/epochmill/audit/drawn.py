"""What worker code draws from, and what it seeds: the notes from which findings are made."""

import dataclasses
from typing import Optional

from .modules import ClassInfo, Module
from .seeds import Coordinates


@dataclasses.dataclass(frozen=True, eq=False)
class Draw:
    """A draw from a global generator ("numpy", "random"), or from one that outlives the worker ("held", "module")."""

    kind: str
    what: str                    # np.random.rand; self.rng
    module: Module
    line: int
    function: str
    attribute: str = ""          # of "held" and "module": its name
    holder: Optional[ClassInfo] = None


@dataclasses.dataclass(eq=False)
class Seeding:
    """A generator made, or seeded anew, in code that runs in workers."""

    what: str                    # local, numpy, random, torch, or self.NAME
    module: Module
    line: int
    function: str
    coordinates: Coordinates
    is_sum: bool = False         # of two coordinates
    is_quiet: bool = False       # where validation data are made
    draws: set[str] = dataclasses.field(default_factory=set)
    own_attributes: set[str] = dataclasses.field(default_factory=set)  # of self, in the seed
