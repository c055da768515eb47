// One picture of numbers as NPY bytes: format 1.0, C order, little endian, shape (height, width,
// channels). What sources of arrays hand on when a pixel is no byte.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/bytes.hpp"
#include "image/geometry.hpp"

namespace epochmill::source {

class NpyRow {
 public:
  // `type` is NumPy's letter and the bytes of a number: "f4", "u2", "i8". Throws `internal` for
  // sides below 1.
  NpyRow(std::string_view type, image::Size size, int channels);

  // All zero until they are filled.
  std::span<std::uint8_t> values() { return std::span(bytes_).subspan(header_bytes_); }

  Bytes finish() && { return std::move(bytes_); }

 private:
  Bytes bytes_;
  std::size_t header_bytes_ = 0;
};

}  // namespace epochmill::source
