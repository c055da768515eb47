// Raw samples as encoded bytes: a binary PNM, grey (P5) or red, green, blue (P6), 8 bits each.
// Sources of arrays have no encoded files, and what reads a source expects some.
#pragma once

#include <cstdint>
#include <span>

#include "base/bytes.hpp"
#include "image/geometry.hpp"

namespace epochmill::source {

// The bytes of one picture: its header, then samples that are all zero until they are filled.
class RawPnm {
 public:
  // `channels` is 1 or 3, `size` at least 1 x 1; throws `internal` otherwise.
  RawPnm(image::Size size, int channels);

  // Rows from the top, each from the left, the channels of a pixel side by side; no gaps.
  std::span<std::uint8_t> samples() { return std::span(bytes_).subspan(header_bytes_); }

  Bytes finish() && { return std::move(bytes_); }

 private:
  Bytes bytes_;
  std::size_t header_bytes_ = 0;
};

}  // namespace epochmill::source
