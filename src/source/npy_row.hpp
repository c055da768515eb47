// One picture of numbers as NPY bytes: format 1.0, C order, little endian, shape (height, width,
// channels). What sources of arrays hand on when a pixel is no byte.
#pragma once

#include <cstdint>
#include <span>

#include "base/bytes.hpp"
#include "image/geometry.hpp"
#include "image/number_type.hpp"

namespace epochmill::source {

class NpyRow {
 public:
  // Throws `internal` for sides below 1.
  NpyRow(const image::NumberType& type, image::Size size, int channels);

  // All zero until they are filled.
  std::span<std::uint8_t> values() { return std::span(bytes_).subspan(header_bytes_); }

  Bytes finish() && { return std::move(bytes_); }

 private:
  Bytes bytes_;
  std::size_t header_bytes_ = 0;
};

}  // namespace epochmill::source
