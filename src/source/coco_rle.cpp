#include "source/coco_rle.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace epochmill::source {
namespace {

// Takes one number off the text.
std::int64_t take_signed(std::string_view& text) {
  constexpr int kMostBits = 50;
  std::uint64_t bits = 0;
  for (int shift = 0; shift < kMostBits; shift += 5) {
    if (text.empty()) throw input_error("the compressed counts end within a number");
    const int group = static_cast<unsigned char>(text.front()) - '0';
    if (group < 0 || group > 63) {
      throw input_error("the compressed counts hold a byte {:#04x}; expected `0` to `o`",
                        static_cast<unsigned char>(text.front()));
    }
    text.remove_prefix(1);
    bits |= static_cast<std::uint64_t>(group & 0x1F) << shift;
    if ((group & 0x20) != 0) continue;
    const auto number = static_cast<std::int64_t>(bits);
    return (group & 0x10) != 0 ? number - (std::int64_t{1} << (shift + 5)) : number;
  }
  throw input_error("the compressed counts hold a number that is too long");
}

}  // namespace

std::vector<std::uint64_t> parse_rle_counts(std::string_view text) {
  std::vector<std::uint64_t> counts;
  while (!text.empty()) {
    std::int64_t count = take_signed(text);
    // Both below 2^50 in size: no overflow.
    if (counts.size() > 2) count += static_cast<std::int64_t>(counts[counts.size() - 2]);
    if (count < 0 || count >= (std::int64_t{1} << 50)) {
      throw input_error("the compressed counts give {} pixels", count);
    }
    counts.push_back(static_cast<std::uint64_t>(count));
  }
  return counts;
}

Region region_of_rle(std::span<const std::uint64_t> counts, image::Size size) {
  const auto height = static_cast<std::uint64_t>(size.height);
  const auto width = static_cast<std::uint64_t>(size.width);
  const std::uint64_t pixels = height * width;
  std::uint64_t left = pixels;
  for (const std::uint64_t count : counts) {
    if (count > left) {
      throw input_error("the counts exceed the {} pixels of {} x {}", pixels, width, height);
    }
    left -= count;
  }
  if (left != 0) {
    throw input_error("the counts add up to {} pixels; expected {}, for {} x {}", pixels - left,
                      pixels, width, height);
  }
  std::vector<bool> is_inside(pixels);
  std::uint64_t at = 0;  // down the columns
  for (std::size_t i = 0; i < counts.size(); at += counts[i++]) {
    for (std::uint64_t pixel = at; i % 2 == 1 && pixel < at + counts[i]; ++pixel) {
      is_inside[pixel % height * width + pixel / height] = true;
    }
  }
  Region region;
  for (auto begin = is_inside.begin(); begin != is_inside.end();) {
    begin = std::find(begin, is_inside.end(), true);
    const auto end = std::find(begin, is_inside.end(), false);
    append(region, {static_cast<std::uint64_t>(begin - is_inside.begin()),
                    static_cast<std::uint64_t>(end - is_inside.begin())});
    begin = end;
  }
  return region;
}

}  // namespace epochmill::source
