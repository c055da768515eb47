"""The variants of the fault: what each is, where it holds, and its remedy. Help and reports read this."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Variant:
    """One way in which an augmentation comes again."""

    name: str
    summary: str  # one sentence, what happens
    holds: str    # in which versions of PyTorch
    remedy: str   # what to write instead


_PER_WORKER = "make it in the worker, np.random.default_rng(torch.initial_seed()), or draw from torch"

VARIANTS = {variant.name: variant for variant in (
    Variant("numpy-global",
            "NumPy's global generator is copied by fork: every worker draws the same numbers, and in every epoch again",
            "before PyTorch 1.9, which seeds it in each worker; `random` and torch were seeded before",
            "require torch>=1.9, or pass worker_init_fn=lambda _: np.random.seed(torch.initial_seed() % 2**32)"),
    Variant("held-generator",
            "a generator kept on an object is copied into every worker: all draw the same numbers, and, unless workers"
            " persist, in every epoch again",
            "all versions: workers seed only the global generators", _PER_WORKER),
    Variant("module-generator",
            "a generator kept by a module, or as a default argument, is copied into every worker",
            "all versions: workers seed only the global generators", _PER_WORKER),
    Variant("fixed-reseed",
            "code that runs in workers seeds a generator by nothing that tells items, or workers, apart",
            "all versions", "seed from (seed, epoch, index), or from torch.initial_seed() once in each worker"),
    Variant("index-seed",
            "the seed of an item lacks the epoch: each item is augmented alike in every epoch",
            "all versions", "seed from the tuple (seed, epoch, index); leave it so for validation sets alone"),
    Variant("worker-id-seed",
            "the seed of a worker lacks the epoch: workers start anew in each epoch, and draw the same numbers again",
            "all versions, and with persistent_workers=True between runs only",
            "seed from torch.initial_seed() or get_worker_info().seed, which are new in each epoch"),
    Variant("constant-seed",
            "worker_init_fn gives every worker the same seed", "all versions; it undoes the seeds that PyTorch gives",
            "seed from torch.initial_seed() or get_worker_info().seed, or leave the function out"),
    Variant("clock-seed",
            "worker_init_fn seeds from the clock alone: workers that start in the same tick draw the same numbers",
            "all versions", "seed from torch.initial_seed() or get_worker_info().seed"),
    Variant("colliding-seed",
            "a seed that is a sum: worker 1 of epoch 0 and worker 0 of epoch 1 (or item 1 and item 0) are equal",
            "all versions", "hand the numbers over as a tuple, np.random.SeedSequence((seed, epoch, worker))"),
    Variant("stale-epoch",
            "the epoch in the seed never changes in the worker: persistent workers keep the copy of the dataset that"
            " they began with, and others forget what they counted",
            "all versions",
            "keep the epoch in multiprocessing.Value or a shared tensor, or seed from torch.initial_seed()"),
)}
