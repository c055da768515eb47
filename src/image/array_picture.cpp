#include "image/array_picture.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "image/npy_header.hpp"

namespace epochmill::image {

Shape stored_shape(const NumberType& type, std::span<const std::uint64_t> sides) {
  const std::vector<std::uint64_t> all(sides.begin(), sides.end());
  const auto is_side = [](std::uint64_t side) { return side > 0 && std::in_range<int>(side); };
  if (all.empty() || all.size() > 3 || !std::all_of(all.begin(), all.end(), is_side)) {
    throw input_error(
        "an array of shape {} is no picture; [height, width], [height, width, channels] or, for a "
        "vector, [width] was expected, no side 0",
        shape_text(all));
  }
  const auto side = [&](std::size_t i) { return static_cast<int>(all[i]); };
  const PixelType pixel = type.is_byte() ? PixelType::kU8 : PixelType::kF32;
  if (all.size() == 1) return {1, side(0), 1, pixel};
  return {side(0), side(1), all.size() == 3 ? side(2) : 1, pixel};
}

bool is_photo(const NumberType& type, std::span<const std::uint64_t> sides) {
  if (!type.is_byte() || sides.size() < 2) return false;
  return sides.size() == 2 || sides[2] == 1 || sides[2] == 3 || sides[2] == 4;
}

Shape picture_shape(const NumberType& type, std::span<const std::uint64_t> sides) {
  Shape shape = stored_shape(type, sides);
  if (is_photo(type, sides)) return {shape.height, shape.width, 3, PixelType::kU8};
  shape.type = PixelType::kF32;
  return shape;
}

Bytes to_c_order(std::size_t number_bytes, std::span<const std::uint64_t> sides, ByteView fortran) {
  Bytes ordered(fortran.size());
  std::vector<std::uint64_t> steps;  // from a number to the next one along each side
  std::uint64_t step = number_bytes;
  for (const std::uint64_t side : sides) {
    steps.push_back(step);
    step *= side;
  }
  std::vector<std::uint64_t> place(sides.size());
  std::uint64_t from = 0;
  for (std::size_t to = 0; to < ordered.size(); to += number_bytes) {
    std::memcpy(ordered.data() + to, fortran.data() + from, number_bytes);
    for (std::size_t i = sides.size(); i-- > 0;) {
      from += steps[i];
      if (++place[i] < sides[i]) break;
      from -= steps[i] * sides[i];
      place[i] = 0;
    }
  }
  return ordered;
}

}  // namespace epochmill::image
