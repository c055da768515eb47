#include "codec/npy_codec.hpp"

#include <algorithm>
#include <utility>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "codec/picture_size.hpp"
#include "codec/rgb.hpp"
#include "image/array_picture.hpp"
#include "image/npy_header.hpp"

namespace epochmill::codec {
namespace {

struct Opened {
  image::NpyHeader header;
  image::NumberType type;
  image::Shape stored;
  ByteView numbers;
};

image::Shape checked_shape(const image::NpyHeader& header, const image::NumberType& type,
                           const DecodeOptions& options) {
  const image::Shape stored = image::stored_shape(type, header.sides);
  checked_size(static_cast<std::uint64_t>(stored.width), static_cast<std::uint64_t>(stored.height),
               options);
  return stored;
}

Opened open(ByteView bytes, const DecodeOptions& options) {
  Opened opened;
  opened.header = image::read_npy_header(bytes);
  opened.type = image::require_numbers(opened.header);
  opened.stored = checked_shape(opened.header, opened.type, options);
  opened.numbers = bytes.subspan(opened.header.header_bytes);
  const std::uint64_t promised = image::data_bytes(opened.header, opened.type);
  if (promised != opened.numbers.size()) {
    throw input_error("the NumPy array's header promises {} bytes of numbers, and {} follow",
                      promised, opened.numbers.size());
  }
  return opened;
}

Decoded decode_npy(ByteView bytes, const DecodeOptions& options, const ChoosePart&) {
  const Opened opened = open(bytes, options);
  ByteView numbers = opened.numbers;
  Bytes ordered;
  if (opened.header.is_fortran && opened.header.sides.size() > 1) {
    ordered = image::to_c_order(opened.type.bytes, opened.header.sides, numbers);
    numbers = ordered;
  }
  Decoded decoded;
  const auto& [height, width, channels, type] = opened.stored;
  if (image::is_photo(opened.type, opened.header.sides)) {
    image::ImageU8 samples(height, width, channels, image::Unfilled{});
    std::copy(numbers.begin(), numbers.end(), samples.values().begin());
    decoded.image = to_rgb(std::move(samples), options.background);
  } else {
    decoded.floats = image::ImageF32(height, width, channels, image::Unfilled{});
    image::to_floats(opened.type, numbers, decoded.floats.values());
  }
  return decoded;
}

image::Size read_npy_size(ByteView bytes, const DecodeOptions& options) {
  const image::NpyHeader header = image::read_npy_header(bytes);
  const image::Shape stored = checked_shape(header, image::require_numbers(header), options);
  return {stored.height, stored.width};
}

}  // namespace

Format npy_format() { return {"NPY", "", image::has_npy_magic, decode_npy, read_npy_size}; }

}  // namespace epochmill::codec
