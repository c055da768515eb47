"""Pictures that Pillow writes, and what src/codec and Pillow read from them, byte by byte.

Pillow's pixels are laid on the background by the rule of the project: round((v*a + b*(255-a)) / 255). Where the two
differ by intention, the test says what is expected instead.
"""

import io
import os
import struct
import subprocess
import sys
import unittest

try:
    import numpy as np
    from PIL import Image, ImageOps, features
except ImportError as missing:
    print(f"skipped: {missing}; needs Pillow and NumPy (Debian: python3-pil, python3-numpy)")
    sys.exit(77)

BACKGROUND = (10, 200, 77)
SIZES = ((1, 1), (1, 9), (13, 1), (31, 17), (64, 48), (75, 56))  # width, height


class Decoder:
    """The program decode_picture, which answers one request after the other."""

    def __init__(self):
        pipe = subprocess.PIPE
        self._process = subprocess.Popen([os.environ["DECODE_PICTURE"]], stdin=pipe, stdout=pipe)

    def __call__(self, data):
        to = self._process.stdin
        to.write(struct.pack("<I", len(data)) + data + bytes(BACKGROUND))
        to.flush()
        if self._counts(1) != (0,):
            raise ValueError(self._process.stdout.read(*self._counts(1)).decode())
        height, width = self._counts(2)
        return np.frombuffer(self._process.stdout.read(height * width * 3), np.uint8).reshape(height, width, 3)

    def _counts(self, count):
        return struct.unpack(f"<{count}I", self._process.stdout.read(4 * count))

    def close(self):
        self._process.stdin.close()
        self._process.stdout.close()
        return self._process.wait()


def laid_on_background(rgba):
    values = rgba.astype(np.int64)
    alpha = values[:, :, 3:]
    return ((values[:, :, :3] * alpha + np.array(BACKGROUND) * (255 - alpha) + 127) // 255).astype(np.uint8)


def by_pillow(data):
    with Image.open(io.BytesIO(data)) as picture:
        picture.load()
        # Of a TIFF, Pillow has turned the pixels already.
        turned = picture if picture.format == "TIFF" else ImageOps.exif_transpose(picture)
        has_alpha = turned.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info
        if has_alpha:
            return laid_on_background(np.asarray(turned.convert("RGBA")))
        return np.asarray(turned.convert("RGB"))


def noise(width, height, channels, seed=1):
    return np.random.default_rng([seed, width, height]).integers(0, 256, (height, width, channels)).astype(np.uint8)


def slope(width, height, channels):
    """Soft colours, which lossy formats keep, with an edge."""
    y, x, c = np.mgrid[0:height, 0:width, 0:channels]
    return ((x * (3 + c) + y * (5 - c) + (x > width // 2) * 90) % 256).astype(np.uint8)


def picture(mode, width, height, make=noise):
    channels = {"1": 1, "L": 1, "P": 1, "LA": 2, "RGB": 3, "RGBA": 4, "CMYK": 4}[mode]
    values = make(width, height, channels)
    if mode == "1":
        return Image.fromarray(values[:, :, 0], "L").convert("1")
    if mode == "P":
        drawn = Image.fromarray(values[:, :, 0], "P")
        drawn.putpalette(noise(256, 1, 3, seed=5).tobytes())
        return drawn
    return Image.fromarray(values.squeeze(2) if channels == 1 else values, mode)


def written(drawn, format, **options):
    to = io.BytesIO()
    drawn.save(to, format, **options)
    return to.getvalue()


class Formats(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.decode = Decoder()

    @classmethod
    def tearDownClass(cls):
        assert cls.decode.close() == 0

    def decoded(self, data):
        return self.decode(data)

    def check(self, data, tolerance=0):
        expected = by_pillow(data)
        found = self.decoded(data)
        self.assertEqual(found.shape, expected.shape)
        difference = np.abs(found.astype(int) - expected.astype(int)).max()
        self.assertLessEqual(difference, tolerance)

    def every(self, modes, format, make=noise, **options):
        for mode in modes:
            for width, height in SIZES:
                with self.subTest(mode=mode, size=(width, height), **{k: str(v)[:40] for k, v in options.items()}):
                    self.check(written(picture(mode, width, height, make), format, **options))


class Pnm(Formats):
    def test_what_pillow_writes(self):
        self.every(("1", "L", "RGB"), "PPM")

    def test_other_maxvals(self):
        # All odd: of an even one, some values lie half way between two.
        for maxval in (1, 3, 15, 99, 127, 201):
            values = noise(31, 17, 3) % (maxval + 1)
            self.check(b"P6 31 17 %d\n" % maxval + values.tobytes())
            self.check(b"P2\n# grey\n31 17\n%d\n" % maxval + " ".join(map(str, values[:, :, 0].ravel())).encode())

    def test_plain_bitmap(self):
        bits = noise(31, 17, 1).ravel() & 1
        self.check(b"P1 31 17\n" + "".join(map(str, bits)).encode())
        self.check(b"P1 31 17\n# one\n" + "\n".join(map(str, bits)).encode())

    def test_16_bits_are_rounded(self):
        values = np.arange(65536, dtype=">u2").reshape(256, 256)
        found = self.decoded(b"P5 256 256 65535\n" + values.tobytes())
        expected = (values.astype(np.int64) * 2 + 257) // 514
        self.assertTrue((found == expected[:, :, None]).all())


class WebP(Formats):
    def test_lossy(self):
        for quality in (5, 80, 100):
            self.every(("RGB", "L", "RGBA"), "WebP", quality=quality)
            self.every(("RGB", "RGBA"), "WebP", slope, quality=quality, method=6)

    def test_lossless(self):
        self.every(("RGB", "RGBA"), "WebP", lossless=True)
        self.every(("RGBA",), "WebP", slope, lossless=True, exact=True)

    def test_first_frame_of_an_animation(self):
        for mode in ("RGB", "RGBA"):
            frames = [picture(mode, 31, 17, make) for make in (slope, noise)]
            self.check(written(frames[0], "WebP", save_all=True, append_images=frames[1:], lossless=True))

    def test_orientation(self):
        for orientation in range(1, 9):
            exif = Image.Exif()
            exif[274] = orientation
            self.check(written(picture("RGB", 31, 17), "WebP", exif=exif))


class Tiff(Formats):
    def test_compressions(self):
        for compression in (None, "raw", "tiff_lzw", "tiff_adobe_deflate", "tiff_deflate", "packbits", "lzma", "zstd"):
            self.every(("1", "L", "P", "LA", "RGB", "RGBA", "CMYK"), "TIFF", compression=compression)

    def test_predictor(self):
        for compression in ("tiff_lzw", "tiff_adobe_deflate"):
            self.every(("L", "RGB"), "TIFF", slope, compression=compression, tiffinfo={317: 2})

    def test_faxes(self):
        for compression in ("group3", "group4", "tiff_ccitt"):
            for width, height in SIZES:
                with self.subTest(compression=compression, size=(width, height)):
                    drawn = picture("L", width, height, slope).point(lambda v: 255 if v > 99 else 0).convert("1")
                    self.check(written(drawn, "TIFF", compression=compression))

    def test_jpeg(self):
        self.every(("L", "RGB", "CMYK"), "TIFF", slope, compression="jpeg", quality=90)

    def test_strips(self):
        self.every(("L", "RGB"), "TIFF", compression="tiff_lzw", strip_size=64)

    def test_orientation(self):
        for orientation in range(1, 9):
            for compression in ("raw", "tiff_lzw"):
                self.check(written(picture("RGB", 31, 17), "TIFF", compression=compression,
                                   tiffinfo={274: orientation}))

    def test_first_page(self):
        pages = [picture("RGB", 31, 17), picture("RGB", 12, 40)]
        self.check(written(pages[0], "TIFF", save_all=True, append_images=pages[1:]))

    def test_16_bits_are_rounded(self):
        values = np.arange(65536, dtype=np.uint16).reshape(256, 256)
        for compression in ("raw", "tiff_lzw"):
            data = written(Image.fromarray(values, "I;16"), "TIFF", compression=compression)
            expected = (values.astype(np.int64) * 2 + 257) // 514
            self.assertTrue((self.decoded(data) == expected[:, :, None]).all())

    def test_floating_point_is_refused(self):
        data = written(Image.new("F", (3, 2)), "TIFF")
        with self.assertRaisesRegex(ValueError, "not unsigned integers"):
            self.decoded(data)


class Bmp(Formats):
    def test_what_pillow_writes(self):
        self.every(("1", "L", "P", "RGB", "RGBA"), "BMP")

    @staticmethod
    def bmp(bits, rows, palette=b"", compression=0, masks=b"", height=None, info=40):
        """A BMP of rows that are padded already, lowest first."""
        width, default_height, data = rows
        offset = 14 + info + (len(masks) if info == 40 else 0) + len(palette)
        header = struct.pack("<IiiHHIIiiII", info, width, height or default_height, 1, bits, compression, len(data),
                             0, 0, len(palette) // 4, 0)
        if info > 40:
            header += masks.ljust(info - 40, b"\0")
            masks = b""
        return struct.pack("<2sIHHI", b"BM", offset + len(data), 0, 0, offset) + header + masks + palette + data

    @staticmethod
    def rows(width, height, bits, seed=1):
        size = (width * bits + 31) // 32 * 4
        return width, height, noise(size, height, 1, seed).tobytes()

    def test_indices_of_few_bits(self):
        for bits in (1, 4, 8):
            palette = noise(1 << bits, 1, 4, seed=3).tobytes()
            for width, height in SIZES:
                self.check(self.bmp(bits, self.rows(width, height, bits), palette))
                self.check(self.bmp(bits, self.rows(width, height, bits), palette, height=-height))

    def test_colours_without_masks(self):
        for bits in (16, 24, 32):
            for width, height in SIZES:
                self.check(self.bmp(bits, self.rows(width, height, bits)))

    def test_masks(self):
        kinds = ((16, (0xF800, 0x7E0, 0x1F)), (16, (0x7C00, 0x3E0, 0x1F)), (32, (0xFF0000, 0xFF00, 0xFF)),
                 (32, (0xFF000000, 0xFF0000, 0xFF00)))
        for bits, masks in kinds:
            self.check(self.bmp(bits, self.rows(31, 17, bits), compression=3, masks=struct.pack("<3I", *masks)))
        for masks in ((0xFF, 0xFF00, 0xFF0000, 0xFF000000), (0xFF0000, 0xFF00, 0xFF, 0xFF000000),
                      (0xFF000000, 0xFF0000, 0xFF00, 0xFF)):
            self.check(self.bmp(32, self.rows(31, 17, 32), compression=3, masks=struct.pack("<4I", *masks), info=124))

    def test_run_lengths(self):
        palette = noise(256, 1, 4, seed=3).tobytes()
        # Two rows of 5: two runs; three indices as they are, filled up, and a run.
        self.check(self.bmp(8, (5, 2, bytes([3, 7, 2, 9, 0, 0, 0, 3, 1, 2, 3, 0, 2, 4, 0, 1])), palette, 1))
        self.check(self.bmp(4, (5, 2, bytes([5, 0x7A, 0, 0, 0, 4, 0x12, 0x34, 1, 0x80, 0, 1])), palette[:64], 2))


class Gif(Formats):
    def test_what_pillow_writes(self):
        self.every(("1", "L", "P", "RGB", "RGBA"), "GIF")
        self.every(("P",), "GIF", interlace=False)

    def test_transparency(self):
        for index in (0, 3, 255):
            self.check(written(picture("P", 31, 17), "GIF", transparency=index))

    def test_first_frame(self):
        frames = [picture("P", 31, 17), picture("RGB", 31, 17)]
        self.check(written(frames[0], "GIF", save_all=True, append_images=frames[1:]))

    def offset_gif(self, transparency, local_palette):
        """The frame of a GIF of Pillow's moved on a larger canvas."""
        options = {} if transparency is None else {"transparency": transparency}
        data = bytearray(written(picture("P", 31, 17), "GIF", interlace=False, **options))
        self.assertEqual(data[10] & 0x80, 0x80)
        data[6:10] = struct.pack("<HH", 40, 30)
        colors = 13 + 3 * (2 << (data[10] & 7))
        at = data.index(b",\0\0\0\0" + struct.pack("<HH", 31, 17), colors)
        data[at + 1:at + 5] = struct.pack("<HH", 5, 9)
        if local_palette:
            data[at + 9] = 0x87
            data[at + 10:at + 10] = noise(256, 1, 3, seed=8).tobytes()
        return bytes(data)

    def test_part_of_a_canvas(self):
        for transparency in (None, 7):
            for local_palette in (False, True):
                with self.subTest(transparency=transparency, local_palette=local_palette):
                    self.check(self.offset_gif(transparency, local_palette))

    def test_a_frame_that_overhangs_makes_the_canvas_larger(self):
        data = bytearray(self.offset_gif(None, False))
        data[6:10] = struct.pack("<HH", 20, 20)
        self.assertEqual(self.decoded(bytes(data)).shape, (26, 36, 3))
        self.check(bytes(data))


del Formats  # its subclasses are the tests
if __name__ == "__main__":
    versions = {name: features.version(name) for name in ("webp", "libtiff", "libjpeg_turbo")}
    print("Pillow", Image.__version__, versions)
    unittest.main()
