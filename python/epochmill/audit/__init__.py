"""Finds augmentations that repeat over workers and epochs: in source text, and in a dataset at run time."""

from .auditor import audit_paths
from .findings import Finding, Report
from .variants import VARIANTS

__all__ = ["Finding", "Report", "VARIANTS", "audit_paths"]
