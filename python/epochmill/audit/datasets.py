"""Dataset classes, and all other code of a tree that runs in the workers of a loader."""

import ast
import dataclasses
from typing import Iterator, Optional

from .callables import WorkerCallable, callables_in
from .loaders import Loader
from .modules import ClassInfo, Module, Names, dotted
from .reach import Reach
from .seeds import INDEX, Local, bind

_OTHERS = ("tensorflow", "tf.", "tf_", "keras", "chainer", "mxnet", "paddle", "jax", "grain", "h5py", "gluon",
           "mindspore")
_ITERABLE = ("IterableDataset", "IterDataPipe", "ShufflerIterDataPipe")
_KNOWN = frozenset("""
    ImageFolder DatasetFolder CIFAR10 CIFAR100 MNIST FashionMNIST EMNIST SVHN STL10 VOCDetection VOCSegmentation
    CocoDetection CocoCaptions Cityscapes CelebA ImageNet Kinetics UCF101 HMDB51 Omniglot LSUN VisionDataset Subset
    MapDataPipe IterDataPipe
    """.split())
_TRANSFORM_KEYWORDS = frozenset("""
    transform transforms target_transform train_transform train_transforms img_transform image_transform data_transform
    joint_transform joint_transforms co_transform augment augmentation augmentations aug augs augmenter preprocess
    preprocessing collate_fn
    """.split())
_PIPELINES = frozenset(("Compose", "OneOf", "SomeOf", "RandomApply", "RandomChoice", "RandomOrder", "ReplayCompose"))
_TRANSFORM_BASES = frozenset(("ImageOnlyTransform", "DualTransform", "BasicTransform", "NoOp", "Transform",
                              "RandomTransform", "MapTransform", "Randomizable", "RandomizableTransform"))
_ITEM_METHODS = ("__getitem__", "__getitems__")
_COLLATE_METHODS = ("collate_fn", "collate", "collater", "collate_batch")


@dataclasses.dataclass(eq=False)
class WorkerCode:
    """What one dataset, or one transform, does in a worker."""

    reach: Reach
    context: str                       # item or iter
    owner: Optional[ClassInfo]         # the dataset; None of transforms, whose datasets are not known
    name: str


def is_dataset(cls: ClassInfo, names: Names) -> bool:
    """By its bases; where they are not known, by its name and its methods."""
    own, outside = names.mro(cls)
    if any(base.lower().startswith(_OTHERS) or base.endswith("Sequence") for base in outside):
        return False
    lasts = [base.rpartition(".")[2] for base in outside]
    if any(last.endswith("Dataset") or last in _KNOWN for last in lasts):
        return True
    has_method = any(name in each.methods for each in own for name in ("__getitem__", "__iter__"))
    return has_method and any(each.node.name.endswith("Dataset") for each in own) and any(
        target.startswith("torch") for each in own for _, target in each.module.imports.values())


def is_iterable(cls: ClassInfo, names: Names) -> bool:
    own, outside = names.mro(cls)
    if any(base.rpartition(".")[2] in _ITERABLE or "Iterable" in base for base in outside):
        return True
    return not any(name in each.methods for each in own for name in _ITEM_METHODS)


def dataset_code(cls: ClassInfo, names: Names) -> Iterator[WorkerCode]:
    """The methods of one dataset class that workers call."""
    name = cls.node.name
    items, walks = Reach(names), Reach(names)
    for method in _ITEM_METHODS:
        found = names.method(cls, method)
        if found is not None:
            local = bind(found[1], None, None, names, True)
            arguments = found[1].args.args[1:]
            if arguments:
                local[arguments[0].arg] = Local(frozenset((INDEX,)))
            items.enter(found[0].module, found[1], cls, found[0], local)
    for method in _COLLATE_METHODS:
        found = names.method(cls, method)
        if found is not None:
            items.enter(found[0].module, found[1], cls, found[0], bind(found[1], None, None, names, True))
    yield WorkerCode(items, "item", cls, name)
    if is_iterable(cls, names):
        found = names.method(cls, "__iter__")
        if found is not None:
            walks.enter(found[0].module, found[1], cls, found[0], {})
            yield WorkerCode(walks, "iter", cls, name)


def transform_code(module: Module, datasets: set[ClassInfo], names: Names) -> Iterator[WorkerCode]:
    """Callables that a file hands to datasets and pipelines, and its subclasses of the transforms of libraries."""
    for call, function, cls in module.calls:
        for argument in _handed(call, module, datasets, names):
            yield from _entered(argument, module, function, cls, names)
    for cls in module.classes.values():
        outside = names.mro(cls)[1]
        if any(base.rpartition(".")[2] in _TRANSFORM_BASES for base in outside):
            reach = Reach(names, names.entered)
            reach.enter_callable(WorkerCallable(module, cls=cls))
            yield WorkerCode(reach, "item", None, cls.node.name)


def collate_code(loader: Loader, names: Names) -> Iterator[WorkerCode]:
    """What a loader puts batches together with, in its workers."""
    collate = loader.arguments.get("collate_fn")
    if collate is not None:
        for code in _entered(collate, loader.module, loader.function, loader.cls, names, is_shared=False):
            code.owner = loader.datasets[0] if loader.datasets else None
            yield code


def _handed(call: ast.Call, module: Module, datasets: set[ClassInfo], names: Names) -> Iterator[ast.expr]:
    name = dotted(call.func)
    last = name.rpartition(".")[2] or getattr(call.func, "attr", "")
    if last.startswith("DataLoader"):
        return
    everything = [*call.args, *(keyword.value for keyword in call.keywords)]
    if last in _PIPELINES:
        yield from everything
    elif last in ("set_transform", "with_transform"):
        yield from call.args[:1]
    elif last in ("map", "map_dict", "map_tuple", "compose") and _is_of_web_dataset(call):
        yield from everything
    elif name and last[:1].isupper() and (names.meaning(module, name).cls in datasets):
        yield from everything
    else:
        for keyword in call.keywords:
            if keyword.arg in _TRANSFORM_KEYWORDS:
                yield keyword.value


def _is_of_web_dataset(call: ast.Call) -> bool:
    node: ast.AST = call.func
    while isinstance(node, (ast.Attribute, ast.Call)):
        if dotted(node).rpartition(".")[2] in ("WebDataset", "DataPipeline", "ShardWriter"):
            return True
        node = node.value if isinstance(node, ast.Attribute) else node.func
    return False


def _entered(node: ast.expr, module: Module, function, cls: Optional[ClassInfo], names: Names,
             is_shared: bool = True) -> Iterator[WorkerCode]:
    """With `is_shared`, what another transform reached already is left out: its findings would be the same."""
    for found in callables_in(node, module, function, names, cls):
        if found.cls is not None and found.function is None and is_dataset(found.cls, names):
            continue
        reach = Reach(names, names.entered if is_shared else None)
        reach.enter_callable(found)
        name = found.cls.node.name if found.cls is not None else getattr(found.function, "name", "lambda")
        yield WorkerCode(reach, "item", None, name)
