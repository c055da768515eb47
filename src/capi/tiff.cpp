#include "capi/tiff.hpp"

#include <fmt/format.h>
#include <tiffio.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "capi/handle.hpp"
#include "capi/tiff_memory.hpp"
#include "capi/tiff_tags.hpp"

namespace epochmill::capi {
namespace {

struct OptionsTraits {
  using Value = TIFFOpenOptions*;
  static constexpr TIFFOpenOptions* kNone = nullptr;
  static void free(TIFFOpenOptions* options) { TIFFOpenOptionsFree(options); }
};

struct TiffTraits {
  using Value = TIFF*;
  static constexpr TIFF* kNone = nullptr;
  static void free(TIFF* tiff) { TIFFClose(tiff); }
};

// What libtiff may take at once: far above what a strip of a real picture needs.
constexpr tmsize_t kMaxAllocation = tmsize_t{1} << 28;

// JPEG tables, strips and tiles become RGB where libtiff can do so itself.
void ask_for_rgb(TIFF* tiff) {
  std::uint16_t color = 0;
  std::uint16_t compression = 0;
  std::uint16_t planes = 0;
  if (TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &color) == 0) return;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planes);
  if (color == PHOTOMETRIC_YCBCR && compression == COMPRESSION_JPEG &&
      planes == PLANARCONFIG_CONTIG) {
    TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  }
}

}  // namespace

struct TiffDecoder::State {
  explicit State(ByteView bytes) : memory(bytes) {}

  // Throws what libtiff said since the pixels were begun.
  void check(bool is_good) const {
    if (!memory.error().empty()) throw input_error("the TIFF is damaged: {}", memory.error());
    if (!is_good) throw input_error("the TIFF is damaged: its pixels cannot be read");
    if (!memory.warning().empty()) throw input_error("the TIFF is damaged: {}", memory.warning());
  }

  TiffMemory memory;
  Handle<TiffTraits> tiff;
  TiffHeader header;
};

TiffDecoder::TiffDecoder(ByteView tiff) : state_(std::make_unique<State>(tiff)) {
  const Handle<OptionsTraits> options(TIFFOpenOptionsAlloc());
  if (!options) throw std::bad_alloc();
  TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), kMaxAllocation);
  state_->tiff = Handle<TiffTraits>(state_->memory.open(options.get()));
  if (!state_->tiff) {
    throw input_error("the TIFF is damaged: {}", state_->memory.error().empty()
                                                     ? "its first directory cannot be read"
                                                     : state_->memory.error());
  }
  ask_for_rgb(state_->tiff.get());
  state_->header = read_tiff_header(state_->tiff.get());
  state_->memory.forget();
}

TiffDecoder::~TiffDecoder() = default;

const TiffHeader& TiffDecoder::header() const { return state_->header; }

std::vector<std::uint16_t> TiffDecoder::palette() const {
  std::uint16_t* planes[3] = {};
  if (TIFFGetField(state_->tiff.get(), TIFFTAG_COLORMAP, planes, planes + 1, planes + 2) == 0) {
    throw input_error("the TIFF is damaged: it has no palette");
  }
  std::vector<std::uint16_t> palette;
  for (std::size_t i = 0; i < std::size_t{1} << state_->header.bits; ++i) {
    for (const std::uint16_t* plane : planes) palette.push_back(plane[i]);
  }
  return palette;
}

std::size_t TiffDecoder::row_bytes() const {
  TIFF* tiff = state_->tiff.get();
  const tmsize_t size = TIFFIsTiled(tiff) != 0 ? TIFFTileRowSize(tiff) : TIFFScanlineSize(tiff);
  if (size <= 0) throw input_error("the TIFF is damaged: its rows have no size");
  return static_cast<std::size_t>(size);
}

void TiffDecoder::read_block(std::uint32_t y, std::uint32_t x, int sample, std::size_t rows,
                             std::span<std::uint8_t> out) const {
  TIFF* tiff = state_->tiff.get();
  const auto size = checked_cast<tmsize_t>(checked_mul(rows, row_bytes()));
  if (out.size() < static_cast<std::size_t>(size)) throw internal_error("a block without room");
  const auto plane = static_cast<std::uint16_t>(sample);
  const tmsize_t got =
      TIFFIsTiled(tiff) != 0
          ? TIFFReadEncodedTile(tiff, TIFFComputeTile(tiff, x, y, 0, plane), out.data(), size)
          : TIFFReadEncodedStrip(tiff, TIFFComputeStrip(tiff, y, plane), out.data(), size);
  state_->check(got == size);
}

void TiffDecoder::read_rgba(std::span<std::uint32_t> out) const {
  const TiffHeader& header = state_->header;
  if (out.size() != std::size_t{header.width} * header.height) {
    throw internal_error("{} pixels for a TIFF of {} x {}", out.size(), header.width,
                         header.height);
  }
  // Asked for as it is stored: turning is for the caller.
  const int is_good =
      TIFFReadRGBAImageOriented(state_->tiff.get(), header.width, header.height, out.data(),
                                stored_orientation(state_->tiff.get()), 1);
  state_->check(is_good != 0);
}

std::string tiff_library() {
  // "LIBTIFF, Version 4.5.0" and a notice of copyright.
  const std::string text = TIFFGetVersion();
  const std::size_t start = text.find_first_of("0123456789");
  const std::size_t end = text.find_first_not_of("0123456789.", start);
  return "libtiff " + (start == std::string::npos ? text : text.substr(start, end - start));
}

}  // namespace epochmill::capi
