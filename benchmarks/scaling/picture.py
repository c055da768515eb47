"""How every picture of the study looks, and how it is written."""

import textwrap

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  the backend comes first

# The page swaps these three for its own when it is dark.
INK, PAPER, GRID = "#1f2329", "#fdfdfe", "#d3d8df"
MUTED = "#7d8590"  # legible on light and on dark, as are the others
COLORS = ("#2f7ed8", "#d9822b", "#2a9d6f", "#b558c9", "#c9485b", "#8a7a2f", "#3d5a80")
WARNING = "#c2410c"
WIDTH_INCHES = 8
_LETTERS_A_LINE = 90

plt.rcParams.update({
    "font.size": 10, "axes.titlesize": 11, "axes.titlelocation": "left", "axes.titleweight": "bold",
    "axes.edgecolor": MUTED, "axes.labelcolor": INK, "axes.titlecolor": INK, "text.color": INK,
    "xtick.color": INK, "ytick.color": INK, "axes.facecolor": PAPER, "figure.facecolor": PAPER, "savefig.facecolor": PAPER,
    "axes.grid": True, "grid.color": GRID, "grid.linewidth": 0.7, "axes.axisbelow": True, "axes.spines.top": False,
    "axes.spines.right": False, "legend.frameon": False, "legend.fontsize": 9, "lines.linewidth": 1.8,
    # Text stays text, for readers and searches; no name in the file depends on chance or time.
    "svg.fonttype": "none", "svg.hashsalt": "epochmill",
})


def figure(title, warning, heights):
    """A figure with a panel for each of `heights` (inches), one below the other, and its list of axes."""
    lines = textwrap.wrap(warning, _LETTERS_A_LINE)
    head = 0.38 + 0.2 * len(lines)
    total = head + sum(heights)
    drawing, axes = plt.subplots(len(heights), 1, figsize=(WIDTH_INCHES, total), squeeze=False, layout="constrained",
                                 gridspec_kw={"height_ratios": heights})
    drawing.get_layout_engine().set(rect=(0, 0, 1, 1 - head / total), hspace=0.04, h_pad=0.08)
    drawing.text(0.012, 1 - 0.1 / total, title, va="top", fontsize=13, weight="bold")
    if lines:
        drawing.text(0.012, 1 - 0.36 / total, "\n".join(lines), va="top", fontsize=9.5, weight="bold", color=WARNING)
    return drawing, [row[0] for row in axes]


def notes_below(axes, texts):
    """Notes under the label of the x axis, which the layout makes room for."""
    lines = [line for text in texts for line in textwrap.wrap(text, _LETTERS_A_LINE)]
    axes.set_xlabel("\n".join([axes.get_xlabel(), *lines]))


def save(drawing, stem):
    """STEM.svg and STEM.png; gives the SVG's text."""
    drawing.savefig(stem.with_suffix(".png"), dpi=150, metadata={"Software": None})
    drawing.savefig(stem.with_suffix(".svg"), metadata={"Date": None, "Creator": None})
    plt.close(drawing)
    return stem.with_suffix(".svg").read_text()
