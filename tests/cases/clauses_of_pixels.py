"""Clauses on the pixels of a single picture."""

import warnings

import numpy as np
from PIL import Image, ImageOps

import png_samples
from clauses import clause, differences, expect, short
from put import source


@clause(r"as Pillow( within 1)?")
def as_pillow(trial, _, loosely):
    with warnings.catch_warnings(), Image.open(trial.case) as opened:
        warnings.simplefilter("ignore")
        photo = ImageOps.exif_transpose(opened)
        if photo.mode in ("RGBA", "LA", "PA") or "transparency" in photo.info:
            photo = photo.convert("RGBA")
            photo = Image.alpha_composite(Image.new("RGBA", photo.size, (0, 0, 0, 255)), photo)
        most = differences(trial.picture(), np.asarray(photo.convert("RGB"))).max()
    return expect(most <= (1 if loosely else 0), "as Pillow" if most == 0 else f"within {most} of Pillow")


@clause(r"equals (\S+)")
def equals(trial, trials, other):
    most = differences(trial.array("image"), trials[other].array("image")).max()
    return expect(most == 0, f"equals {other}" if most == 0 else f"differs by {most}")


@clause(r"within (\d+) of (\S+)")
def within(trial, trials, limit, other):
    most = differences(trial.picture(), trials[other].picture()).max()
    return expect(most <= int(limit), f"within {most} of {other}")


@clause(r"on average within (\d+) of (\S+)")
def on_average_within(trial, trials, limit, other):
    mean = differences(trial.picture(), trials[other].picture()).mean()
    return expect(mean <= int(limit), f"on average within {mean:.1f} of {other}")


@clause(r"inks not inverted")
def inks_not_inverted(trial, _):
    """Pillow inverts all inks, so that its 255 is none."""
    with Image.open(trial.case) as photo:
        paper = np.asarray(photo).astype(int)
    most = differences(trial.picture(), paper[..., :3] * paper[..., 3:] // 255).max()
    return expect(most <= 1, f"within {most} of its inks, not inverted")


@clause(r"as its samples")
def as_its_samples(trial, _):
    most = differences(trial.picture(), png_samples.rgb(trial.case)).max()
    return expect(most == 0, "as its samples" if most == 0 else f"differs from its samples by {most}")


@clause(r"quadrants")
def quadrants(trial, _):
    picture = trial.picture().astype(int)
    for part, color in [(picture[:8, :16], (255, 0, 0)), (picture[:8, 16:], (0, 0, 255)),
                        (picture[8:, :16], (0, 255, 0)), (picture[8:, 16:], (255, 255, 0))]:
        mean = part[1:-1, 1:-1].mean((0, 1))
        expect(np.abs(mean - color).max() < 12, f"{mean} where {color} is meant")
    return "quadrants in place"


@clause(r"ramp")
def ramp(trial, _):
    wanted = np.broadcast_to(np.arange(256)[None, :, None], (4, 256, 3))
    return expect(np.array_equal(trial.picture(), wanted), "column k is k", "a column is not its number")


@clause(r"grey")
def grey(trial, _):
    picture = trial.picture()
    return expect((picture == picture[..., :1]).all(), "three equal channels", "the channels differ")


@clause(r"values ([\d ]+)")
def values(trial, _, wanted):
    seen = " ".join(map(str, np.unique(trial.picture())))
    return expect(seen == wanted, f"values {short(seen)}")


@clause(r"first pixel ([\d ]+)")
def first_pixel(trial, _, wanted):
    seen = " ".join(map(str, trial.picture()[0, 0]))
    return expect(seen == wanted, f"first pixel {seen}")


def moved_hue(trial, shift):
    op = f'op = "color_jitter"\nhue = [{shift}, {shift}]'
    moved = trial.array("image", op, *trial.same_size())[0]
    expect(differences(moved, trial.picture()).max() > 100, f"{shift} of a turn changes nothing")
    return moved


def twice_moved_hue(trial, first, second):
    """How far the picture is from itself when what the first shift gave has been put to the program for the second."""
    other = type(trial)(trial.row, trial.folder)
    classes = other.folder / "data" / "c"
    classes.mkdir(parents=True)
    Image.fromarray(moved_hue(trial, first)).save(classes / "moved.png")
    other.source = source("folder", classes.parent)
    return differences(moved_hue(other, second), trial.picture()).max()


@clause(r"hue there and back within (\d+)")
def hue_there_and_back(trial, _, limit):
    most = max(twice_moved_hue(trial, shift, -shift) for shift in (0.2, 0.1, -0.4))
    return expect(most <= int(limit), f"hue there and back within {most}")


@clause(r"hue by twice half a turn within (\d+)")
def hue_full_turn(trial, _, limit):
    most = max(twice_moved_hue(trial, shift, shift) for shift in (0.5, -0.5))
    return expect(most <= int(limit), f"hue by twice half a turn within {most}")
