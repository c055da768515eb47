"""Saves the figure of an example as a small PNG."""

import io
import pathlib

import matplotlib

matplotlib.use("Agg")  # before pyplot: no window, no display

import matplotlib.pyplot as plt  # noqa: E402
from PIL import Image  # noqa: E402


def new(rows: int, columns: int, width_in: float, height_in: float, **more) -> tuple:
    """A figure and its axes [rows, columns], without ticks."""
    figure, axes = plt.subplots(rows, columns, figsize=(width_in, height_in), squeeze=False, **more)
    for ax in axes.flat:
        ax.set_xticks([])
        ax.set_yticks([])
    return figure, axes


def save(figure, path: pathlib.Path) -> None:
    """At 90 dots an inch in 128 colours, which these drawings can do with."""
    buffer = io.BytesIO()
    figure.savefig(buffer, dpi=90)
    plt.close(figure)
    Image.open(buffer).convert("RGB").quantize(128).save(path, optimize=True)
    print(f"\n{path}: the picture")
