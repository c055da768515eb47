#include "ops/random_values.hpp"

#include <cstdint>
#include <span>
#include <vector>

#include "streams/bulk.hpp"

namespace epochmill::ops {
namespace {

void fill_row(const streams::Stream& stream, std::uint64_t first, std::span<float> values) {
  streams::fill_normal(stream, first, values);
}

void fill_row(const streams::Stream& stream, std::uint64_t first, std::span<std::uint8_t> values) {
  const std::uint64_t first_word = first / 4;
  std::vector<std::uint32_t> words((first + values.size() + 3) / 4 - first_word);
  streams::fill_words(stream, first_word, words);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint64_t byte = first + i;
    values[i] = static_cast<std::uint8_t>(words[byte / 4 - first_word] >> (byte % 4 * 8));
  }
}

}  // namespace

void fill_randomly(image::Image& picture, const image::Box& box, const streams::Stream& stream) {
  std::visit(
      [&](auto& raster) {
        const std::size_t row_values =
            static_cast<std::size_t>(box.width) * static_cast<std::size_t>(raster.channels());
        std::uint64_t first = 0;
        for (int y = box.top; y < box.top + box.height; ++y, first += row_values) {
          fill_row(stream, first, std::span(raster.pixel(y, box.left), row_values));
        }
      },
      picture);
}

}  // namespace epochmill::ops
