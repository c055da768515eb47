"""python -m epochmill.audit PATH...: finds augmentations that repeat over workers or epochs, in other people's code.

It reads Python files and notebooks, and never imports or runs them. Exit code: 0 nothing found, 1 something found,
2 it could not be asked so.
"""

import argparse
import sys

from .auditor import audit_paths
from .formats import FORMATS
from .torch_version import parse_version
from .variants import VARIANTS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m epochmill.audit", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files and folders, which are read as one tree")
    parser.add_argument("--format", choices=FORMATS, default="text")
    parser.add_argument("--torch", metavar="VERSION", help="the oldest PyTorch that matters, 1.8 or 2.1 say; otherwise"
                        " the lowest that the tree's requirements admit, or any")
    parser.add_argument("--variants", action="store_true", help="list what can be found, and the remedies")
    options = parser.parse_args()
    if options.variants:
        for variant in VARIANTS.values():
            print(f"{variant.name}\n    {variant.summary}\n    holds: {variant.holds}\n    remedy: {variant.remedy}")
        return 0
    if not options.paths:
        parser.error("name the files or folders to audit")
    try:
        torch = parse_version(options.torch) if options.torch else None
        report = audit_paths(options.paths, torch)
    except (FileNotFoundError, ValueError) as error:
        parser.error(str(error))
    sys.stdout.write(FORMATS[options.format](report))
    return 1 if report.findings else 0


if __name__ == "__main__":
    sys.exit(main())
