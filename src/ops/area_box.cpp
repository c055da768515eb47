#include "ops/area_box.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ops/rounding.hpp"
#include "streams/distributions.hpp"

namespace epochmill::ops {
namespace {

constexpr int kAttempts = 10;

// Draw numbers: attempt * kDrawsPerAttempt + one of these.
constexpr int kDrawsPerAttempt = 4;
constexpr int kArea = 0;
constexpr int kRatio = 1;
constexpr int kTop = 2;
constexpr int kLeft = 3;

constexpr double kEnoughBoxes = 1099511627776.0;  // 2^40: far more than epochs

streams::DrawNumber number_of(int attempt, int draw) {
  return static_cast<streams::DrawNumber>(attempt * kDrawsPerAttempt + draw);
}

int rounded_side(double side) { return static_cast<int>(round_half_even(side)); }

// The widths that go with `height`, [first, last], when sides are rounded from real ones: real
// sides (w, h) are possible when w * h and w / h are both in range. In logarithms that is a
// rectangle turned by 45 degrees, and a pixel's cell one that is not turned: they meet unless one
// of their four axes separates them.
struct Widths {
  int first = 1;
  int last = 0;
};

Widths widths_of(int height, image::Size picture, const AreaRange& range) {
  const double area = static_cast<double>(picture.height) * picture.width;
  const double min_area = range.min_scale * area;
  const double max_area = range.max_scale * area;
  const double h_low = height - 0.5;
  const double h_high = height + 0.5;
  if (h_high * h_high < min_area / range.max_ratio || h_low * h_low > max_area / range.min_ratio)
    return {};
  const double low =
      std::max({min_area / h_high, range.min_ratio * h_low, std::sqrt(min_area * range.min_ratio)});
  const double high =
      std::min({max_area / h_low, range.max_ratio * h_high, std::sqrt(max_area * range.max_ratio)});
  // Cells [w - 0.5, w + 0.5] that meet [low, high].
  const double first = std::max(1.0, std::ceil(low - 0.5));
  const double last = std::min<double>(picture.width, std::floor(high + 0.5));
  if (first > last) return {};
  return {static_cast<int>(first), static_cast<int>(last)};
}

}  // namespace

recipe::ParamSpec area_scale_spec(std::string default_value, std::string meaning) {
  return {.name = "scale",
          .type = recipe::ParamType::kRealList,
          .default_value = std::move(default_value),
          .meaning = std::move(meaning),
          .min = 0,
          .max = 1,
          .min_items = 2,
          .max_items = 2};
}

recipe::ParamSpec area_ratio_spec(std::string default_value, std::string meaning) {
  return {.name = "ratio",
          .type = recipe::ParamType::kRealList,
          .default_value = std::move(default_value),
          .meaning = std::move(meaning),
          .min = 1e-6,
          .max = 1e6,
          .min_items = 2,
          .max_items = 2};
}

image::Box draw_area_box(const streams::Stream& stream, image::Size picture,
                         const AreaRange& range) {
  const double area = static_cast<double>(picture.height) * picture.width;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const double target = area * streams::uniform_between(stream, number_of(attempt, kArea),
                                                          range.min_scale, range.max_scale);
    const double ratio = streams::log_uniform_between(stream, number_of(attempt, kRatio),
                                                      range.min_ratio, range.max_ratio);
    const double width = round_half_even(std::sqrt(target * ratio));
    const double height = round_half_even(std::sqrt(target / ratio));
    if (!(width > 0 && width <= picture.width && height > 0 && height <= picture.height)) continue;
    image::Box box = {0, 0, static_cast<int>(height), static_cast<int>(width)};
    box.top = static_cast<int>(streams::integer_between(stream, number_of(attempt, kTop), 0,
                                                        picture.height - box.height + 1));
    box.left = static_cast<int>(streams::integer_between(stream, number_of(attempt, kLeft), 0,
                                                         picture.width - box.width + 1));
    return box;
  }
  return fallback_box(picture, range);
}

image::Box fallback_box(image::Size picture, const AreaRange& range) {
  const double ratio = static_cast<double>(picture.width) / picture.height;
  int width = picture.width;
  int height = picture.height;
  // A narrow ratio can round a side to 0, where torchvision would fail.
  if (ratio < range.min_ratio) height = std::max(1, rounded_side(width / range.min_ratio));
  if (ratio > range.max_ratio) width = std::max(1, rounded_side(height * range.max_ratio));
  return {(picture.height - height) / 2, (picture.width - width) / 2, height, width};
}

double count_area_boxes(image::Size picture, const AreaRange& range) {
  double boxes = 0;
  for (int height = 1; height <= picture.height && boxes < kEnoughBoxes; ++height) {
    const Widths widths = widths_of(height, picture, range);
    const double count = widths.last - widths.first + 1.0;
    if (count <= 0) continue;
    // Sum over the widths of the places (W - w + 1) that each has.
    const double places = count * (picture.width + 1.0 - (widths.first + widths.last) / 2.0);
    boxes += places * (picture.height - height + 1.0);
  }
  return std::max(1.0, boxes);
}

}  // namespace epochmill::ops
