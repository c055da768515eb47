#include "capi/tiff_tags.hpp"

#include <algorithm>
#include <array>

#include "base/error.hpp"

namespace epochmill::capi {
namespace {

struct Compression {
  std::uint16_t tag;
  std::uint64_t max_inflation;  // as in TiffHeader
};
// Those of pictures that people have; the rest are old, of faxes, or for other data than pictures.
constexpr std::array kCompressions{
    Compression{COMPRESSION_NONE, 1},       Compression{COMPRESSION_PACKBITS, 64},
    Compression{COMPRESSION_LZW, 4096},     Compression{COMPRESSION_ADOBE_DEFLATE, 1032},
    Compression{COMPRESSION_DEFLATE, 1032}, Compression{COMPRESSION_JPEG, 8 * 4 * 64 * 4},
    Compression{COMPRESSION_CCITTRLE, 0},   Compression{COMPRESSION_CCITTFAX3, 0},
    Compression{COMPRESSION_CCITTFAX4, 0},  Compression{COMPRESSION_LZMA, 0},
    Compression{COMPRESSION_ZSTD, 0}};

std::uint16_t tag_of(TIFF* tiff, std::uint32_t tag) {
  std::uint16_t value = 0;
  TIFFGetFieldDefaulted(tiff, tag, &value);
  return value;
}

void read_compression(TIFF* tiff, TiffHeader& header) {
  const std::uint16_t tag = tag_of(tiff, TIFFTAG_COMPRESSION);
  for (const Compression& known : kCompressions) {
    if (known.tag != tag || TIFFIsCODECConfigured(tag) == 0) continue;
    header.max_inflation = known.max_inflation;
    return;
  }
  const TIFFCodec* codec = TIFFFindCODEC(tag);
  throw input_error("the TIFF's compression {} ({}) is not supported", tag,
                    codec == nullptr ? "unknown" : codec->name);
}

void read_color(TIFF* tiff, TiffHeader& header) {
  std::uint16_t tag = 0;
  if (TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &tag) == 0) {
    throw input_error("the TIFF is damaged: it does not say what its samples mean");
  }
  int mode = JPEGCOLORMODE_RAW;
  const bool is_jpeg = tag_of(tiff, TIFFTAG_COMPRESSION) == COMPRESSION_JPEG;
  if (is_jpeg) TIFFGetField(tiff, TIFFTAG_JPEGCOLORMODE, &mode);
  switch (tag) {
    case PHOTOMETRIC_MINISWHITE:
      header.color = TiffColor::kWhiteIsZero;
      return;
    case PHOTOMETRIC_MINISBLACK:
      header.color = TiffColor::kBlackIsZero;
      return;
    case PHOTOMETRIC_RGB:
      header.color = TiffColor::kRgb;
      return;
    case PHOTOMETRIC_PALETTE:
      header.color = TiffColor::kPalette;
      return;
    case PHOTOMETRIC_SEPARATED:
      header.color = TiffColor::kInks;
      return;
    case PHOTOMETRIC_YCBCR:
      header.color = mode == JPEGCOLORMODE_RGB ? TiffColor::kRgb : TiffColor::kYCbCr;
      return;
    default:
      throw input_error("the TIFF's colours (photometric interpretation {}) are not supported",
                        tag);
  }
}

int colors_of(TiffColor color) {
  switch (color) {
    case TiffColor::kRgb:
    case TiffColor::kYCbCr:
      return 3;
    case TiffColor::kInks:
      return 4;
    default:
      return 1;
  }
}

// One sample may follow those of the colours: alpha, or something else that is not looked at.
void read_alpha(TIFF* tiff, TiffHeader& header) {
  header.samples = tag_of(tiff, TIFFTAG_SAMPLESPERPIXEL);
  const int extra = header.samples - colors_of(header.color);
  const bool may_have_alpha = header.color == TiffColor::kRgb ||
                              header.color == TiffColor::kBlackIsZero ||
                              header.color == TiffColor::kWhiteIsZero;
  if (extra < 0 || extra > (may_have_alpha ? 1 : 0)) {
    throw input_error("the TIFF has {} samples a pixel, which is not supported for its colours",
                      header.samples);
  }
  if (extra == 0) return;
  std::uint16_t count = 0;
  std::uint16_t* kinds = nullptr;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds);
  // A fourth sample that nothing is said of is alpha, as Pillow has it.
  const int kind = count > 0 && kinds != nullptr ? kinds[0] : EXTRASAMPLE_UNASSALPHA;
  if (kind == EXTRASAMPLE_ASSOCALPHA) header.alpha = TiffAlpha::kPremultiplied;
  if (kind == EXTRASAMPLE_UNASSALPHA) header.alpha = TiffAlpha::kStraight;
}

void read_bits(TIFF* tiff, TiffHeader& header) {
  const std::uint16_t format = tag_of(tiff, TIFFTAG_SAMPLEFORMAT);
  if (format != SAMPLEFORMAT_UINT && format != SAMPLEFORMAT_VOID) {
    throw input_error("the TIFF's samples are not unsigned integers (sample format {})", format);
  }
  header.bits = tag_of(tiff, TIFFTAG_BITSPERSAMPLE);
  const bool is_packed = header.bits == 1 || header.bits == 2 || header.bits == 4;
  const bool is_16 =
      header.bits == 16 && header.color != TiffColor::kPalette && header.color != TiffColor::kYCbCr;
  const bool may_be_packed = header.samples == 1;
  if (header.bits != 8 && !is_16 && !(is_packed && may_be_packed)) {
    throw input_error("the TIFF has {} samples of {} bits a pixel, which is not supported",
                      header.samples, header.bits);
  }
}

void read_blocks(TIFF* tiff, TiffHeader& header) {
  header.is_tiled = TIFFIsTiled(tiff) != 0;
  if (header.is_tiled) {
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &header.block_width);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &header.block_height);
  } else {
    header.block_width = header.width;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &header.block_height);
    header.block_height = std::min(header.block_height, header.height);
  }
}

void check_is_picture(TIFF* tiff) {
  const void* version = nullptr;
  if (TIFFGetField(tiff, TIFFTAG_DNGVERSION, &version) != 0) {
    throw input_error("a DNG raw photo is not supported");
  }
  std::uint32_t depth = 1;
  if (TIFFGetField(tiff, TIFFTAG_IMAGEDEPTH, &depth) != 0 && depth != 1) {
    throw input_error("the TIFF holds a volume of {} slices, not a picture", depth);
  }
}

}  // namespace

std::uint16_t stored_orientation(TIFF* tiff) { return tag_of(tiff, TIFFTAG_ORIENTATION); }

TiffHeader read_tiff_header(TIFF* tiff) {
  check_is_picture(tiff);
  TiffHeader header;
  TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &header.width);
  TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &header.height);
  const std::uint16_t orientation = stored_orientation(tiff);
  header.orientation = orientation >= 1 && orientation <= 8 ? orientation : 1;
  header.is_planar = tag_of(tiff, TIFFTAG_PLANARCONFIG) == PLANARCONFIG_SEPARATE;
  std::uint32_t profile_bytes = 0;
  void* profile = nullptr;
  header.has_color_profile = TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &profile_bytes, &profile) != 0;
  read_compression(tiff, header);
  read_color(tiff, header);
  read_alpha(tiff, header);
  read_bits(tiff, header);
  read_blocks(tiff, header);
  return header;
}

}  // namespace epochmill::capi
