"""Finds augmentations that repeat over workers and epochs: in source text, and in a dataset at run time."""

from .auditor import audit_paths
from .check_dataset import Comparison, DatasetCheck, check_dataset
from .findings import Finding, Report
from .variants import VARIANTS

__all__ = ["Comparison", "DatasetCheck", "Finding", "Report", "VARIANTS", "audit_paths", "check_dataset"]
