// Masks of index values, painted region by region and kept as runs: a few hundred bytes where the
// picture has a million pixels.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "image/geometry.hpp"

namespace epochmill::source {

// Pixels [begin, end), counted along the rows, from the top.
struct PixelRun {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool operator==(const PixelRun&) const = default;
};

// A set of pixels: runs that rise, and neither overlap nor touch.
using Region = std::vector<PixelRun>;

// Adds pixels behind all that `region` has, or touching its last run.
void append(Region& region, PixelRun run);

// The pixels of either.
Region united(const Region& a, const Region& b);

// One thread at a time.
class IndexMask {
 public:
  // All 0. `size` is at least 1 x 1.
  explicit IndexMask(image::Size size);

  // The mask that text() wrote. Throws `input`, without a place, for any other text, and for a mask
  // of more than `max_pixels`.
  static IndexMask parse(std::string_view text, std::uint64_t max_pixels);

  // Sets every pixel of `region`, which must lie within the mask, to `value`.
  void paint(const Region& region, std::uint8_t value);

  image::Size size() const { return size_; }

  // Any bytes: width and height, then, until the last pixel, a value and for how many pixels it
  // holds. Numbers in groups of seven bits, the lowest first, a byte with its highest bit set
  // before another one. Equal masks have equal texts.
  std::string text() const;

  // As a binary PNM (P5).
  Bytes pnm() const;

 private:
  struct Piece {
    std::uint64_t end;  // it begins where the one before ends
    std::uint8_t value;
  };
  static void append_piece(std::vector<Piece>& pieces, Piece piece);

  image::Size size_;
  std::vector<Piece> pieces_;  // no two neighbours of one value
};

}  // namespace epochmill::source
