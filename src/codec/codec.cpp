#include "codec/codec.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/error.hpp"
#include "codec/bmp_codec.hpp"
#include "codec/foreign.hpp"
#include "codec/gif_codec.hpp"
#include "codec/jpeg_codec.hpp"
#include "codec/npy_codec.hpp"
#include "codec/png_codec.hpp"
#include "codec/pnm_codec.hpp"
#include "codec/tiff_codec.hpp"
#include "codec/webp_codec.hpp"

namespace epochmill::codec {
namespace {

// "JPEG, PNG, WebP".
std::string format_names() {
  std::string names;
  for (const Format& format : formats()) names += (names.empty() ? "" : ", ") + format.name;
  return names;
}

}  // namespace

image::Shape Decoded::shape() const {
  if (floats.values().empty()) {
    return {image.height(), image.width(), image.channels(), image::PixelType::kU8};
  }
  return {floats.height(), floats.width(), floats.channels(), image::PixelType::kF32};
}

image::Image Decoded::take_picture() && {
  if (floats.values().empty()) return std::move(image);
  return std::move(floats);
}

std::span<const Format> formats() {
  static const std::array kFormats{jpeg_format(), png_format(), webp_format(), tiff_format(),
                                   gif_format(),  bmp_format(), pnm_format(),  npy_format()};
  return kFormats;
}

const Format& format_of(ByteView bytes) {
  for (const Format& format : formats()) {
    if (format.matches(bytes)) return format;
  }
  const ForeignKind kind = foreign_kind(bytes);
  if (kind.is_picture) {
    throw input_error("{} is not supported; supported formats: {}", kind.name, format_names());
  }
  throw input_error("not a picture but {}; supported formats: {}", kind.name, format_names());
}

Decoded decode(ByteView bytes, const DecodeOptions& options, const ChoosePart& choose) {
  return format_of(bytes).decode(bytes, options, choose);
}

image::Size read_size(ByteView bytes, const DecodeOptions& options) {
  return format_of(bytes).read_size(bytes, options);
}

std::string decoder_versions() {
  std::string versions;
  for (const Format& format : formats()) {
    if (!format.library.empty()) versions += (versions.empty() ? "" : ", ") + format.library;
  }
  return versions;
}

}  // namespace epochmill::codec
