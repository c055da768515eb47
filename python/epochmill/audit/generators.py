"""Names of numpy.random, random and torch: which of them draw, make a generator, or seed one."""

import ast
from typing import Optional

from .modules import Module, Names, dotted

NUMPY_DRAWS = frozenset("""
    beta binomial bytes chisquare choice dirichlet exponential f gamma geometric gumbel hypergeometric laplace logistic
    lognormal logseries multinomial multivariate_normal negative_binomial noncentral_chisquare noncentral_f normal
    pareto permutation poisson power rand randint randn random random_integers random_sample ranf rayleigh sample
    shuffle standard_cauchy standard_exponential standard_gamma standard_normal standard_t triangular uniform vonmises
    wald weibull zipf""".split())
PYTHON_DRAWS = frozenset("""
    betavariate choice choices expovariate gammavariate gauss getrandbits lognormvariate normalvariate paretovariate
    randbytes randint random randrange sample shuffle triangular uniform vonmisesvariate weibullvariate""".split())
TORCH_DRAWS = frozenset("""
    bernoulli empty initial_seed multinomial normal poisson rand randint randn randperm seed random.initial_seed
    random.seed""".split())
METHODS = NUMPY_DRAWS | PYTHON_DRAWS | {"integers", "permuted", "standard_normal", "bit_generator", "spawn", "tomaxint"}
# Draws that only put things into an order: equal in all workers on purpose, where each then takes its share.
ORDER_DRAWS = frozenset(("shuffle", "permutation", "permuted", "randperm", "sample"))

# The last part of the constructor -> kind of generator.
_CONSTRUCTORS = {
    "numpy.random.default_rng": "np.random.Generator", "numpy.random.Generator": "np.random.Generator",
    "numpy.random.RandomState": "np.random.RandomState", "numpy.random.mtrand.RandomState": "np.random.RandomState",
    "random.Random": "random.Random", "torch.Generator": "torch.Generator",
    "sklearn.utils.check_random_state": "np.random.RandomState",
}
GENERATOR_TYPES = frozenset(("Generator", "RandomState", "Random"))
GENERATOR_PARAMETERS = frozenset(("rng", "prng", "np_rng", "generator", "random_state", "rand_gen", "random_generator"))

# Seeders of other libraries -> what they seed.
SEEDERS = {
    "numpy.random.seed": ("numpy",), "random.seed": ("random",), "torch.manual_seed": ("torch",),
    "torch.random.manual_seed": ("torch",), "pytorch_lightning.seed_everything": ("numpy", "random", "torch"),
    "lightning.seed_everything": ("numpy", "random", "torch"),
    "lightning.pytorch.seed_everything": ("numpy", "random", "torch"),
    "pytorch_lightning.utilities.seed.seed_everything": ("numpy", "random", "torch"),
    "lightning_fabric.utilities.seed.seed_everything": ("numpy", "random", "torch"),
    "lightning.fabric.utilities.seed.seed_everything": ("numpy", "random", "torch"),
    "transformers.set_seed": ("numpy", "random", "torch"), "accelerate.utils.set_seed": ("numpy", "random", "torch"),
    "monai.utils.set_determinism": ("numpy", "random", "torch"),
}


def absolute(names: Names, module: Module, node: ast.AST) -> str:
    """The full name of what lies outside of the tree, `np.random.rand` as numpy.random.rand; "" for all else."""
    name = dotted(node)
    return names.meaning(module, name).external if name else ""


def is_numpy_draw(name: str) -> bool:
    head, _, last = name.rpartition(".")
    return head in ("numpy.random", "numpy.random.mtrand") and last in NUMPY_DRAWS or (
        name.startswith("scipy.stats.") and last == "rvs")


def is_python_draw(name: str) -> bool:
    head, _, last = name.rpartition(".")
    return head == "random" and last in PYTHON_DRAWS


def is_torch_draw(name: str) -> bool:
    return name.startswith("torch.") and name[len("torch."):] in TORCH_DRAWS


def constructed(names: Names, module: Module, node: ast.AST) -> Optional[str]:
    """The kind of generator that an expression makes, or None. `x or default_rng()` makes one, too."""
    if isinstance(node, ast.BoolOp):
        return next((kind for value in node.values if (kind := constructed(names, module, value))), None)
    if isinstance(node, ast.IfExp):
        return constructed(names, module, node.body) or constructed(names, module, node.orelse)
    if not isinstance(node, ast.Call):
        return None
    func = node.func
    if isinstance(func, ast.Attribute) and func.attr == "manual_seed" and isinstance(func.value, ast.Call):
        return constructed(names, module, func.value)
    name = absolute(names, module, node.func)
    if name in _CONSTRUCTORS:
        return _CONSTRUCTORS[name]
    if name.rpartition(".")[2] == "field":  # of a dataclass
        for keyword in node.keywords:
            if keyword.arg == "default_factory":
                inner = keyword.value.body if isinstance(keyword.value, ast.Lambda) else keyword.value
                return _CONSTRUCTORS.get(absolute(names, module, inner)) or constructed(names, module, inner)
    if name.startswith("albumentations.") and name.endswith((".Compose", ".ReplayCompose", ".Sequential")):
        # Since 1.4.21 a pipeline has a generator of its own.
        if any(keyword.arg == "seed" and not _is_none(keyword.value) for keyword in node.keywords):
            return "albumentations.Compose with a seed"
    return None


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def seed_arguments(node: ast.AST) -> list[ast.expr]:
    """What a constructor of a generator is seeded with; empty where the system's entropy seeds it."""
    if isinstance(node, (ast.BoolOp, ast.IfExp)):
        parts = node.values if isinstance(node, ast.BoolOp) else [node.body, node.orelse]
        return [argument for part in parts for argument in seed_arguments(part)]
    if not isinstance(node, ast.Call):
        return []
    found = [] if not isinstance(node.func, ast.Attribute) else seed_arguments(node.func.value)
    by_name = (keyword.value for keyword in node.keywords if keyword.arg in (None, "seed", "x", "entropy"))
    for argument in [*node.args, *by_name]:
        if isinstance(argument, ast.Call) and dotted(argument.func).rpartition(".")[2] in (
                "PCG64", "PCG64DXSM", "Philox", "MT19937", "SFC64", "default_rng"):
            found += seed_arguments(argument)
        elif not _is_none(argument):
            found.append(argument)
    return found
