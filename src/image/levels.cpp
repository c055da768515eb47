#include "image/levels.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.hpp"
#include "image/level_vectors.hpp"

namespace epochmill::image {
namespace {

using Table = LevelTable;
using Tables = LevelTables;

Table identity() {
  Table table;
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = static_cast<std::uint8_t>(i);
  return table;
}

void require_rgb(const ImageU8& image, const char* what) {
  if (image.channels() == 3) return;
  throw internal_error("{} needs 3 channels, this picture has {}", what, image.channels());
}

void look_up(ImageU8& image, const Tables& tables) {
  if (look_up_by_vectors(image, tables)) return;
  const Tables own = tables;  // which no store of a byte can change
  std::uint8_t* const end = image.values().data() + image.values().size();
  for (std::uint8_t* value = image.values().data(); value != end; value += 3) {
    value[0] = own[0][value[0]];
    value[1] = own[1][value[1]];
    value[2] = own[2][value[2]];
  }
}

Extremes extremes_of(const ImageU8& image) {
  Extremes extremes;
  if (extremes_by_vectors(image, extremes)) return extremes;
  const auto& values = image.values();
  for (std::size_t i = 0; i < values.size(); ++i) extremes.add(i % 3, values[i], values[i]);
  return extremes;
}

Table stretched(int low, int high) {
  if (high <= low) return identity();
  const double scale = 255.0 / (high - low);
  const double offset = -low * scale;
  Table table;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto whole = static_cast<int>(static_cast<double>(i) * scale + offset);
    table[i] = static_cast<std::uint8_t>(std::clamp(whole, 0, 255));
  }
  return table;
}

using Histogram = std::array<std::uint32_t, 256>;
using Histograms = std::array<Histogram, 3>;

// Four pixels beside each other count in histograms of their own: neighbours are often equal, and a
// count that was just written is slow to read again.
Histograms histograms_of(const ImageU8& image) {
  constexpr std::size_t kWays = 4;
  std::array<Histograms, kWays> ways{};
  const std::uint8_t* const values = image.values().data();
  const std::size_t pixels = image.values().size() / 3;
  std::size_t i = 0;
  for (; i + kWays <= pixels; i += kWays) {
    for (std::size_t way = 0; way < kWays; ++way) {
      const std::uint8_t* const pixel = values + 3 * (i + way);
      for (std::size_t c = 0; c < 3; ++c) ++ways[way][c][pixel[c]];
    }
  }
  for (; i < pixels; ++i) {
    for (std::size_t c = 0; c < 3; ++c) ++ways[0][c][values[3 * i + c]];
  }
  for (std::size_t way = 1; way < kWays; ++way) {
    for (std::size_t c = 0; c < 3; ++c) {
      for (std::size_t v = 0; v < 256; ++v) ways[0][c][v] += ways[way][c][v];
    }
  }
  return ways[0];
}

Table equalized(const Histogram& histogram, std::uint64_t pixels) {
  std::size_t last = 255;
  while (last > 0 && histogram[last] == 0) --last;
  const std::uint64_t step = (pixels - histogram[last]) / 255;  // 0 for a single value, too
  if (step == 0) return identity();
  Table table;
  std::uint64_t sum = step / 2;
  for (std::size_t i = 0; i < table.size(); ++i) {
    table[i] = static_cast<std::uint8_t>(std::min<std::uint64_t>(sum / step, 255));
    sum += histogram[i];
  }
  return table;
}

}  // namespace

void invert(ImageU8& image) {
  for (std::uint8_t& value : image.values()) value = static_cast<std::uint8_t>(~value);
}

void invert(ImageF32& image) {
  for (float& value : image.values()) value = 1.0F - value;
}

void posterize(ImageU8& image, int bits) {
  if (bits < 0 || bits > 8) throw internal_error("posterize to {} bits", bits);
  const auto mask = static_cast<std::uint8_t>(0xFF00 >> bits);
  for (std::uint8_t& value : image.values()) value &= mask;
}

void solarize(ImageU8& image, double threshold) {
  if (!(threshold <= 255)) return;
  const auto least = static_cast<std::uint8_t>(std::ceil(std::max(threshold, 0.0)));
  for (std::uint8_t& value : image.values()) {
    value = value >= least ? static_cast<std::uint8_t>(~value) : value;
  }
}

void solarize(ImageF32& image, float threshold) {
  for (float& value : image.values()) value = value >= threshold ? 1.0F - value : value;
}

void autocontrast(ImageU8& image) {
  require_rgb(image, "autocontrast");
  const Extremes extremes = extremes_of(image);
  Tables tables;
  bool is_full = true;
  for (std::size_t c = 0; c < 3; ++c) {
    const int low = extremes.low[c];
    const int high = extremes.high[c];
    tables[c] = stretched(low, high);
    is_full = is_full && (high <= low || (low == 0 && high == 255));
  }
  if (!is_full) look_up(image, tables);
}

void equalize(ImageU8& image) {
  require_rgb(image, "equalize");
  const Histograms histograms = histograms_of(image);
  Tables tables;
  for (std::size_t c = 0; c < 3; ++c) {
    tables[c] = equalized(histograms[c], image.values().size() / 3);
  }
  look_up(image, tables);
}

}  // namespace epochmill::image
