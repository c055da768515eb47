#!/usr/bin/env python3
"""Compares the kernels of src/image, byte by byte, with torchvision's PIL backend.

The same pictures and the same numbers go to torchvision.transforms.functional and to the program
apply_kernel. Prints a table with one row per operation and ends with 1 when an operation that must
be equal is not: all but gaussian_blur, which torch convolves in two dimensions and which may differ
by 1. Ends with 77 (skipped) when torchvision is missing.

    torchvision_parity.py build/tests/parity/apply_kernel [--images FOLDER] [--count N]
                                                          [--crops N] [--seed N]
"""

import argparse
import random
import struct
import subprocess
import sys
from pathlib import Path

try:
    import numpy as np
    import torch
    import torchvision
    from PIL import Image
    from torchvision.transforms import ElasticTransform, RandomAffine, RandomErasing, RandomPerspective, RandomResizedCrop
    from torchvision.transforms import functional as tv
    from torchvision.transforms import functional_pil as pillow
    from torchvision.transforms.functional import InterpolationMode
    from torchvision.transforms.functional import _get_perspective_coeffs as perspective_coefficients
except ImportError as missing:
    print(f"skipped: {missing}; needs torchvision and Pillow (Debian: python3-torchvision)")
    sys.exit(77)

SIDE = 224
MEAN = (0.485, 0.456, 0.406)
STD = (0.229, 0.224, 0.225)
PADDING_MODES = ("constant", "edge", "reflect", "symmetric")
INTERPOLATIONS = (InterpolationMode.BILINEAR, InterpolationMode.NEAREST)
FILTERS = INTERPOLATIONS + (InterpolationMode.BICUBIC, InterpolationMode.LANCZOS)
ALIASED = len(FILTERS)  # bilinear without antialias, as torchvision has it on tensors
TRANSPOSES = (
    Image.Transpose.FLIP_LEFT_RIGHT,
    Image.Transpose.ROTATE_180,
    Image.Transpose.FLIP_TOP_BOTTOM,
    Image.Transpose.TRANSPOSE,
    Image.Transpose.ROTATE_270,
    Image.Transpose.TRANSVERSE,
    Image.Transpose.ROTATE_90,
)
TOLERANCE = {"gaussian_blur": 1, "resize aliased": 1, "elastic bilinear": 1}
# At most one value of a thousand may differ by more than this.
MOSTLY = {f"perspective{solved} {i.value}": 1 for solved in ("", " 0.14") for i in INTERPOLATIONS}
MOSTLY["elastic nearest"] = 0  # a place half way between two pixels can round to the other
NO_CENTER = (-1e9, 0)


def as_pixels(tensor):
    return tensor.permute(1, 2, 0).contiguous().numpy()


def as_f32(number):
    return float(np.float32(number))


class Kernels:
    """The program apply_kernel, which answers one request after the other."""

    def __init__(self, program):
        pipe = subprocess.PIPE
        self._process = subprocess.Popen([program.resolve()], stdin=pipe, stdout=pipe)

    def __call__(self, name, numbers, picture):
        pixels = np.asarray(picture)
        to = self._process.stdin
        to.write(struct.pack("<I", len(name)) + name.encode())
        to.write(struct.pack(f"<I{len(numbers)}d", len(numbers), *numbers))
        to.write(struct.pack("<3I", *pixels.shape) + pixels.tobytes())
        to.flush()
        if self._counts(1) != (0,):
            message = self._process.stdout.read(*self._counts(1)).decode()
            raise RuntimeError(f"{name} {numbers} on {pixels.shape}: {message}")
        *shape, value_bytes = self._counts(4)
        answer = self._process.stdout.read(int(np.prod(shape)) * value_bytes)
        return np.frombuffer(answer, np.uint8 if value_bytes == 1 else np.float32).reshape(shape)

    def _counts(self, count):
        return struct.unpack(f"<{count}I", self._process.stdout.read(4 * count))

    def close(self):
        self._process.stdin.close()
        return self._process.wait()


class Tally:
    """What came of the comparisons of one operation."""

    def __init__(self):
        self.pictures = 0
        self.equal = 0
        self.values = 0
        self.differences = [np.zeros(0)]  # those that are not 0

    def add(self, expected, found):
        if expected.shape != found.shape or expected.dtype != found.dtype:
            kinds = [f"{a.shape} {a.dtype}" for a in (expected, found)]
            raise RuntimeError(f"{kinds[0]} was expected, {kinds[1]} was found")
        self.pictures += 1
        self.values += expected.size
        if expected.tobytes() == found.tobytes():
            self.equal += 1
            return
        difference = np.abs(expected.astype(np.float64) - found.astype(np.float64))
        self.differences.append(difference[difference > 0])

    def largest(self):
        return max((float(d.max()) for d in self.differences if d.size), default=0.0)

    def percentile(self, share):
        """The difference that `share` of all values do not pass."""
        differences = np.sort(np.concatenate(self.differences))
        place = int(np.ceil(share * self.values)) - 1 - (self.values - differences.size)
        return float(differences[place]) if place >= 0 else 0.0


class Comparison:
    """Feeds both sides, and keeps the tallies."""

    def __init__(self, kernels):
        self.kernels = kernels
        self.tallies = {}

    def check(self, title, expected, name, numbers, picture):
        found = self.kernels(name, [float(n) for n in numbers], picture)
        self.tallies.setdefault(title, Tally()).add(np.asarray(expected), found)

    def resized_crop(self, picture, box, size, interpolation):
        expected = tv.resized_crop(picture, *box, list(size), interpolation)
        numbers = (*box, *size, FILTERS.index(interpolation))
        self.check(f"resized_crop {interpolation.value}", expected, "resize", numbers, picture)
        return expected

    def resize(self, picture, size, interpolation):
        expected = tv.resize(picture, list(size), interpolation)
        numbers = (0, 0, picture.height, picture.width, *size, FILTERS.index(interpolation))
        self.check(f"resize {interpolation.value}", expected, "resize", numbers, picture)

    def resize_aliased(self, picture, size):
        tensor = tv.resize(tv.pil_to_tensor(picture), list(size), InterpolationMode.BILINEAR, antialias=False)
        numbers = (0, 0, picture.height, picture.width, *size, ALIASED)
        self.check("resize aliased", as_pixels(tensor), "resize", numbers, picture)

    def adjust(self, name, picture, factor):
        expected = getattr(tv, name)(picture, factor)
        self.check(name, expected, name, (factor,), picture)
        return expected

    def pad(self, picture, borders, mode, fill):
        expected = tv.pad(picture, list(borders), fill, mode)
        numbers = (*borders, PADDING_MODES.index(mode), *fill)
        self.check(f"pad {mode}", expected, "pad", numbers, picture)

    def normalize(self, picture):
        planes = tv.normalize(tv.to_tensor(picture), MEAN, STD)
        expected = planes.permute(1, 2, 0).contiguous().numpy()
        self.check("to_tensor + normalize", expected, "normalize", (*MEAN, *STD), picture)

    def blur(self, picture, kernel, sigma):
        """`kernel` and `sigma` are along y, then along x."""
        expected = tv.gaussian_blur(picture, list(kernel[::-1]), list(sigma[::-1]))
        numbers = (*kernel, *sigma[::-1])
        self.check("gaussian_blur", expected, "gaussian_blur", numbers, picture)


def compare_sizes(comparison, picture, draw, crops):
    crop = picture
    for _ in range(crops):
        box = RandomResizedCrop.get_params(picture, [0.08, 1.0], [3 / 4, 4 / 3])
        crop = comparison.resized_crop(picture, box, (SIDE, SIDE), InterpolationMode.BILINEAR)
        for interpolation in FILTERS[1:]:
            comparison.resized_crop(picture, box, (SIDE, SIDE), interpolation)
    height, width = picture.height, picture.width
    sizes = [(SIDE, SIDE), (1, 1), (7, 5), (height, 2 * width), (height // 2 + 1, width)]
    sizes.append((draw.randint(1, 400), draw.randint(1, 400)))
    for size in sizes:
        for interpolation in FILTERS:
            comparison.resize(picture, size, interpolation)
        comparison.resize_aliased(picture, size)
    return crop


def compare_colors(comparison, picture, draw):
    names = ("adjust_brightness", "adjust_contrast", "adjust_saturation")
    for name in names:
        for factor in (0.0, 0.5, 1.0, 2.0, draw.uniform(0.6, 1.4), draw.uniform(0.0, 8.0)):
            comparison.adjust(name, picture, factor)
    for factor in (-0.5, 0.0, 0.5, draw.uniform(-0.1, 0.1), draw.uniform(-0.5, 0.5)):
        comparison.adjust("adjust_hue", picture, factor)
    for name in draw.sample(names + ("adjust_hue",), 4):  # each on the outcome of the one before it
        factor = draw.uniform(-0.1, 0.1) if name == "adjust_hue" else draw.uniform(0.6, 1.4)
        picture = comparison.adjust(name, picture, factor)


def compare_levels(comparison, picture, draw):
    comparison.check("invert", tv.invert(picture), "invert", (), picture)
    for bits in (0, 1, 7, 8, draw.randint(2, 6)):
        comparison.check("posterize", tv.posterize(picture, bits), "posterize", (bits,), picture)
    for least in (0, 128, 255, 256, draw.uniform(0, 256)):
        comparison.check("solarize", tv.solarize(picture, least), "solarize", (least,), picture)
    comparison.check("autocontrast", tv.autocontrast(picture), "autocontrast", (), picture)
    narrow = tv.adjust_contrast(picture, draw.uniform(0.02, 0.9))
    comparison.check("autocontrast", tv.autocontrast(narrow), "autocontrast", (), narrow)
    comparison.check("equalize", tv.equalize(picture), "equalize", (), picture)
    comparison.check("equalize", tv.equalize(narrow), "equalize", (), narrow)
    for factor in (0.0, 0.5, 1.0, 2.0, draw.uniform(0.0, 2.0), draw.uniform(2.0, 20.0)):
        comparison.adjust("adjust_sharpness", picture, factor)
    order = draw.sample(range(3), 3)
    permuted = np.ascontiguousarray(np.asarray(picture)[..., order])
    comparison.check("permute_channels", permuted, "permute_channels", order, picture)


def compare_layout(comparison, picture, draw):
    comparison.check("hflip", tv.hflip(picture), "flip_horizontal", (), picture)
    comparison.check("vflip", tv.vflip(picture), "flip_vertical", (), picture)
    height, width = draw.randint(1, picture.height), draw.randint(1, picture.width)
    top, left = draw.randint(0, picture.height - height), draw.randint(0, picture.width - width)
    box = (top, left, height, width)
    comparison.check("crop", tv.crop(picture, *box), "crop", box, picture)
    for mode in PADDING_MODES:
        most = 1 if mode == "reflect" else 0
        across, down = min(picture.width - most, 40), min(picture.height - most, 40)
        borders = [draw.randint(0, side) for side in (across, down, across, down)]
        comparison.pad(picture, borders, mode, [draw.randint(0, 255) for _ in range(3)])
    for orientation, transpose in enumerate(TRANSPOSES, 2):
        expected = picture.transpose(transpose)
        comparison.check("Pillow transpose", expected, "orient", (orientation,), picture)


def compare_dtypes(comparison, picture, draw):
    """To f32 and back; on the way back also levels that no picture of 8 bits has."""
    reals = tv.convert_image_dtype(tv.pil_to_tensor(picture), torch.float32)
    comparison.check("to_dtype float32", reals.permute(1, 2, 0).contiguous().numpy(), "to_f32", (), picture)
    between = torch.clamp(reals * draw.uniform(0.5, 1.0) + draw.uniform(0.0, 0.01), 0.0, 1.0)
    for planes in (reals, between):
        plane = planes[:1]
        expected = tv.convert_image_dtype(plane, torch.uint8).permute(1, 2, 0).contiguous().numpy()
        as_bytes = plane[0].contiguous().numpy().view(np.uint8).reshape(*plane.shape[1:], 4)
        comparison.check("to_dtype uint8", expected, "to_u8", (), as_bytes)


def compare_rest(comparison, picture, draw):
    grey = tv.rgb_to_grayscale(picture, 3)
    comparison.check("rgb_to_grayscale", grey, "to_grayscale", (), picture)
    comparison.normalize(picture)
    sides = [min(2 * side - 1, draw.choice((3, 5, 23))) for side in (picture.height, picture.width)]
    comparison.blur(picture, sides, (draw.uniform(0.1, 2.0), draw.uniform(0.1, 2.0)))


def compare_rotations(comparison, picture, draw):
    """Any angle, the exact ones, and those beside them."""
    angles = (0, 90, 180, 270, 360, -90, draw.choice((45, 89.99, -1e-3, 30, 135)), as_f32(draw.uniform(-180, 180)))
    center = (draw.randint(0, picture.width), draw.uniform(-9, picture.height))
    for interpolation in INTERPOLATIONS:
        for angle in angles:
            for expand, middle in ((False, None), (True, None), (draw.random() < 0.5, center)):
                fill = [draw.randint(0, 255) for _ in range(3)]
                expected = tv.rotate(picture, angle, interpolation, expand, middle, fill)
                numbers = (angle, expand, *(middle or NO_CENTER), INTERPOLATIONS.index(interpolation), *fill)
                comparison.check(f"rotate {interpolation.value}", expected, "rotate", numbers, picture)


def compare_affine(comparison, picture, draw):
    size = [picture.width, picture.height]
    ranges = (
        ((-180, 180), (0.3, 0.3), (0.5, 2.0), (-30, 30, -30, 30)),
        ((-15, 15), (0.1, 0.1), (0.8, 1.2), None),
        ((0, 0), (0.5, 0.5), None, None),
        ((90, 90), None, None, None),
        ((180, 180), None, (0.9, 1.1), None),
    )
    center = (draw.randint(0, picture.width), draw.uniform(-9, picture.height))
    for interpolation in INTERPOLATIONS:
        for given in ranges:
            angle, translate, scale, shear = RandomAffine.get_params(*given, size)
            middle = draw.choice((None, center))
            fill = [draw.randint(0, 255) for _ in range(3)]
            expected = tv.affine(picture, angle, list(translate), scale, list(shear), interpolation, fill, middle)
            numbers = (angle, *translate, scale, *shear, *(middle or NO_CENTER))
            numbers += (INTERPOLATIONS.index(interpolation), *fill)
            comparison.check(f"affine {interpolation.value}", expected, "affine", numbers, picture)


def solved_in_double(corners, ends):
    """torchvision's least squares, in double, and rounded to f32 at the end."""
    rows = []
    for (x, y), (u, v) in zip(ends, corners):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
    right = torch.tensor(corners, dtype=torch.float64).view(8)
    matrix = torch.tensor(rows, dtype=torch.float64)
    return torch.linalg.lstsq(matrix, right, driver="gels").solution.to(torch.float32).tolist()


def compare_perspective(comparison, picture, distortion, draw):
    if min(picture.size) < 4:
        return  # the corners can lie on a line, and torchvision's numbers mean nothing
    corners, ends = RandomPerspective.get_params(*picture.size, distortion)
    flat = [number for point in ends for number in point]
    for interpolation in INTERPOLATIONS:
        fill = [draw.randint(0, 255) for _ in range(3)]
        look = (INTERPOLATIONS.index(interpolation), *fill)
        method = Image.Resampling[interpolation.name]
        for title, given in (("f32", perspective_coefficients(corners, ends)), ("f64", solved_in_double(corners, ends))):
            expected = pillow.perspective(picture, given, method, fill)
            if title == "f32":
                title = f"coefficients {interpolation.value}"
                comparison.check(title, expected, "perspective_coefficients", (*given, *look), picture)
                comparison.check(f"perspective 0.14 {interpolation.value}", expected, "perspective", (*flat, *look), picture)
            else:
                comparison.check(f"perspective {interpolation.value}", expected, "perspective", (*flat, *look), picture)


def compare_elastic(comparison, picture, draw):
    """torchvision's displacements, which are counted in half sides."""
    height, width = picture.height, picture.width
    if min(height, width) < 21:
        return  # torchvision's Gaussian of sigma 5 does not fit
    alpha = draw.choice(([50.0, 50.0], [200.0, 100.0]))
    displacement = ElasticTransform.get_params(alpha, [5.0, 5.0], [height, width])
    pixels = (displacement[0].double() * torch.tensor([width / 2, height / 2])).numpy()
    fill = draw.randint(0, 255)
    for interpolation in INTERPOLATIONS:
        expected = tv.elastic_transform(picture, displacement, interpolation, fill)
        numbers = [INTERPOLATIONS.index(interpolation), fill, fill, fill]
        numbers += pixels[..., 0].ravel().tolist() + pixels[..., 1].ravel().tolist()
        comparison.check(f"elastic {interpolation.value}", expected, "displace", numbers, picture)
    plane = torch.from_numpy(np.array(picture)[..., 0]).float()[None] / 127.5 - 1
    side = draw.choice((9, 41))
    sigma = [draw.uniform(1, 5), draw.uniform(1, 5)]
    expected = as_pixels(tv.gaussian_blur(plane, [side, side], sigma))
    comparison.check("blur of a plane", expected, "blur_plane", (side, *sigma), picture)


def compare_erasing(comparison, picture, draw):
    fill = [draw.randint(0, 255) for _ in range(3)]
    tensor = tv.pil_to_tensor(picture)
    top, left, height, width, value = RandomErasing.get_params(tensor, (0.02, 0.33), (0.3, 3.3), fill)
    expected = as_pixels(tv.erase(tensor, top, left, height, width, value))
    if height < picture.height:  # else it found no box
        comparison.check("erase", expected, "erase", (top, left, height, width, *fill), picture)


def compare_warps(comparison, picture, draw):
    compare_rotations(comparison, picture, draw)
    compare_affine(comparison, picture, draw)
    for distortion in (0.2, 0.5, 0.6):
        compare_perspective(comparison, picture, distortion, draw)


def made_up_pictures():
    """Noise, slopes, flat colours and hard edges, of every awkward shape."""
    sizes = ((1, 1), (1, 9), (13, 1), (2, 2), (3, 50), (31, 17), (64, 64), (75, 56), (SIDE, SIDE))
    sizes += ((270, 270), (375, 500), (1200, 90), (60, 2400), (481, 640))
    random_values = np.random.default_rng(20261129)
    for height, width in sizes:
        y, x, c = np.mgrid[0:height, 0:width, 0:3]
        yield random_values.integers(0, 256, (height, width, 3))
        yield (x * 255 // max(width - 1, 1) * (c + 1) + y * 3) % 256
        yield np.broadcast_to(random_values.integers(0, 256, 3), (height, width, 3))
        yield ((x // 3 + y // 5 + c) % 2) * 255


def pictures(folder, count):
    if folder is None:
        for values in list(made_up_pictures())[:count]:
            yield Image.fromarray(values.astype(np.uint8), "RGB")
        return
    endings = {".jpg", ".jpeg", ".png"}
    for path in sorted(p for p in folder.rglob("*") if p.suffix.lower() in endings)[:count]:
        with Image.open(path) as picture:
            yield picture.convert("RGB")


def print_table(tallies):
    modules = {"torchvision": torchvision, "torch": torch, "Pillow": Image}
    print(", ".join(f"{name} {module.__version__}" for name, module in modules.items()))
    print(f"{'operation':<24}{'images':>8}{'equal':>8}{'max diff':>10}{'p99.9':>8}")
    for title, tally in tallies.items():
        differences = f"{tally.largest():>10g}{tally.percentile(0.999):>8g}"
        print(f"{title:<24}{tally.pictures:>8}{tally.equal:>8}{differences}")


def is_good(title, tally):
    if title in MOSTLY:
        return tally.percentile(0.999) <= MOSTLY[title]
    if title == "blur of a plane":
        return tally.largest() <= 4e-6
    if title in TOLERANCE:
        return tally.largest() <= TOLERANCE[title]
    return tally.equal == tally.pictures


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("apply_kernel", type=Path, help="the test program of that name")
    parser.add_argument("--images", type=Path, help="folder of JPEG and PNG (default: made up)")
    parser.add_argument("--count", type=int, help="use no more pictures than this")
    parser.add_argument("--crops", type=int, default=4, help="crops per picture (default: 4)")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    draw = random.Random(arguments.seed)
    torch.manual_seed(arguments.seed)
    kernels = Kernels(arguments.apply_kernel)
    comparison = Comparison(kernels)
    for picture in pictures(arguments.images, arguments.count):
        crop = compare_sizes(comparison, picture, draw, arguments.crops)
        small = crop if arguments.images else picture
        compare_colors(comparison, small, draw)
        compare_levels(comparison, small, draw)
        compare_layout(comparison, small, draw)
        compare_rest(comparison, small, draw)
        compare_dtypes(comparison, small, draw)
        compare_warps(comparison, small, draw)
        compare_elastic(comparison, small, draw)
        compare_erasing(comparison, small, draw)
    if kernels.close() != 0 or not comparison.tallies:
        print("apply_kernel failed, or there was no picture")
        return 1
    print_table(comparison.tallies)
    bad = [title for title, tally in comparison.tallies.items() if not is_good(title, tally)]
    if bad:
        print("not equal: " + ", ".join(bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
