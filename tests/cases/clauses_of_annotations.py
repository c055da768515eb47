"""Clauses on landmarks and masks: they move with the pixels, and are never blended."""

import numpy as np
from PIL import Image

from clauses import clause, expect
from trial import CASES


FLIP = 'op = "random_horizontal_flip"\np = 1.0'
SIDE = 64
SQUARE = f'op = "resize"\nsize = [{SIDE}, {SIDE}]'


def expect_landmarks(trial, wanted, *ops):
    """`wanted` in the pixels of the pictures; all are resized to squares after `ops`."""
    sides = np.array(trial.sizes, float)[:, None, ::-1]
    seen = trial.array("keypoint", *ops, SQUARE)
    far = np.abs(seen - ((wanted + 0.5) * SIDE / sides - 0.5)).max()
    expect(far < 1e-3, f"landmarks are off by {far}")
    visible = trial.array("keypoint_visible", *ops, SQUARE)
    expect((visible == 1).all(), f"{(visible == 0).sum()} landmarks are not visible")


@clause(r"landmarks: (\d+)")
def landmarks(trial, _, count):
    points = np.array(trial.points)
    expect_landmarks(trial, points[..., :2])
    return expect(points.shape[1] == int(count), f"landmarks: {points.shape[1]} in each of {len(points)} faces")


@clause(r"mirrored landmarks")
def mirrored_landmarks(trial, _):
    """x becomes W - 1 - x, and then the two of a pair change places."""
    wanted = np.array(trial.points)[..., :2]
    wanted[..., 0] = np.array(trial.sizes)[:, None, 1] - 1 - wanted[..., 0]
    places = np.arange(wanted.shape[1])
    for a, b in trial.pairs:
        places[[a, b]] = b, a
    expect_landmarks(trial, wanted[:, places], FLIP)
    return "mirrored landmarks, pairs swapped"


def mask_of(path):
    with Image.open(path) as mask:
        return np.asarray(mask)


@clause(r"mask as stored")
def mask_as_stored(trial, _):
    seen = trial.array("mask")[0]
    values = " ".join(map(str, np.unique(seen)))
    return expect(np.array_equal(seen, mask_of(trial.case)), f"mask as stored, of {values}",
                  f"another mask than stored, of {values}")


@clause(r"mirrored mask")
def mirrored_mask(trial, _):
    seen = trial.array("mask", FLIP, *trial.same_size())[0]
    return expect(np.array_equal(seen, mask_of(trial.case)[:, ::-1]), "mirrored mask", "another mask")


@clause(r"mask values kept")
def mask_values_kept(trial, _):
    for side in (32, 33, 34):
        ops = (f'op = "random_resized_crop"\nsize = [{side}, 36]\nscale = [0.3, 1.0]',
               'op = "pad"\npadding = 5\nfill = 77', 'op = "random_crop"\nsize = [30, 33]',
               'op = "resize"\nsize = [47, 21]')
        seen = set(np.unique(trial.array("mask", *ops)))
        expect(seen <= {0, *np.unique(mask_of(trial.case))}, f"values {sorted(seen)}")
    return "mask values kept"


@clause(r"border index (\d+)")
def border_index(trial, _, index):
    """Around a picture with a border, where the recipe says so."""
    seen = trial.array("mask", *trial.same_size(), f'op = "pad"\npadding = 5\nmask_fill = {index}')[0]
    outside = np.ones_like(seen, bool)
    outside[5:-5, 5:-5] = False
    inside = np.array_equal(seen[5:-5, 5:-5], mask_of(trial.case))
    return expect(inside and (seen[outside] == int(index)).all(), f"border index {index}", "another border")


@clause(r"mask (\S+) with -1 for 255")
def mask_with_ignored(trial, _, other):
    wanted = mask_of(CASES / other).astype(int)
    wanted[wanted == 255] = -1
    seen = trial.array("image")[:, 0, :, 0]
    return expect(np.array_equal(seen, wanted), f"mask {other} with -1 for 255", "other values")
