#include "ops/draw_value.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "base/error.hpp"
#include "streams/distributions.hpp"

namespace epochmill::ops {
namespace {

constexpr int kExactLimit = 1 << 24;

}  // namespace

float whole_to_draw(int value) {
  if (value < -kExactLimit || value > kExactLimit) {
    throw input_error(
        "a position or size of {} pixels cannot be recorded exactly (the limit is {}); cut the "
        "picture "
        "into smaller ones",
        value, kExactLimit);
  }
  return static_cast<float>(value);
}

int whole_from_draw(float draw, const char* name, int min, int max) {
  const bool is_whole = std::isfinite(draw) && std::trunc(draw) == draw;
  // Compared as doubles, which hold every int.
  if (!is_whole || double{draw} < min || double{draw} > max) {
    throw input_error("draw '{}' is {}; a whole number from {} to {} was expected for this picture",
                      name, draw, min, max);
  }
  return static_cast<int>(draw);
}

image::Box box_from_draws(std::span<const float> draws, image::Size size, int least) {
  image::Box box;
  box.height = whole_from_draw(draws[2], "height", least, size.height);
  box.width = whole_from_draw(draws[3], "width", least, size.width);
  box.top = whole_from_draw(draws[0], "top", 0, size.height - box.height);
  box.left = whole_from_draw(draws[1], "left", 0, size.width - box.width);
  return box;
}

float real_from_draw(float draw, const char* name, float min) {
  if (!std::isfinite(draw) || draw < min) {
    throw input_error("draw '{}' is {}; a finite number of at least {} was expected", name, draw,
                      min);
  }
  return draw;
}

float angle_from_draw(float draw, const char* name) {
  if (!(draw >= -360 && draw <= 360)) {
    throw input_error("draw '{}' is {}; degrees from -360 to 360 were expected", name, draw);
  }
  return draw;
}

float uniform_draw(const streams::Stream& stream, streams::DrawNumber draw, double a, double b) {
  return static_cast<float>(streams::uniform_between(stream, draw, a, b));
}

double uniform_outcomes(double a, double b) {
  // 0 counts once.
  if (a < 0 && b > 0) return uniform_outcomes(0, -a) + uniform_outcomes(0, b) - 1;
  if (a < 0) return uniform_outcomes(-b, -a);
  // The bit patterns of f32 numbers >= 0 are in the order of the numbers; + 0 makes 0 of -0.
  const auto first = std::bit_cast<std::uint32_t>(static_cast<float>(a) + 0.0F);
  const auto last = std::bit_cast<std::uint32_t>(static_cast<float>(b) + 0.0F);
  return std::min(double{kExactLimit}, static_cast<double>(last - first) + 1);
}

}  // namespace epochmill::ops
