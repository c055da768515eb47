#include "ops/policy_magnitudes.hpp"

#include <array>

#include "ops/limits.hpp"
#include "ops/rounding.hpp"

namespace epochmill::ops {
namespace {

// As torch.linspace in f32: from both ends to the middle.
float linspace(double from, double to, int bins, int bin) {
  const auto start = static_cast<float>(from);
  const auto end = static_cast<float>(to);
  const float step = (end - start) / static_cast<float>(bins - 1);
  if (bin < bins / 2) return start + step * static_cast<float>(bin);
  return end - step * static_cast<float>(bins - 1 - bin);
}

float bits(const MagnitudeRanges& ranges, int bin) {
  const auto bins_of_a_bit = static_cast<float>((ranges.bins - 1) / double(ranges.fewer_bits));
  const float fewer = static_cast<float>(bin) / bins_of_a_bit;
  return static_cast<float>(ranges.top_bits - static_cast<int>(round_half_even(fewer)));
}

double farthest(const MagnitudeRanges& ranges, int side) {
  return ranges.translate_share * side / ranges.translate_parts + ranges.translate_pixels;
}

void add_both_signs(Operation operation, float magnitude, std::set<Step>& steps) {
  steps.insert(effective(operation, magnitude));
  if (is_signed(operation)) steps.insert(effective(operation, -magnitude));
}

}  // namespace

bool is_signed(Operation operation) {
  return operation >= Operation::kShearX && operation <= Operation::kSharpness;
}

float magnitude_of(const MagnitudeRanges& ranges, Operation operation, int bin, image::Size size) {
  switch (operation) {
    case Operation::kShearX:
    case Operation::kShearY:
      return linspace(0, ranges.shear, ranges.bins, bin);
    case Operation::kTranslateX:
      return linspace(0, farthest(ranges, size.width), ranges.bins, bin);
    case Operation::kTranslateY:
      return linspace(0, farthest(ranges, size.height), ranges.bins, bin);
    case Operation::kRotate:
      return linspace(0, ranges.rotate, ranges.bins, bin);
    case Operation::kBrightness:
    case Operation::kColor:
    case Operation::kContrast:
    case Operation::kSharpness:
      return linspace(0, ranges.enhance, ranges.bins, bin);
    case Operation::kPosterize:
      return bits(ranges, bin);
    case Operation::kSolarize:
      return linspace(255, 0, ranges.bins, bin);
    default:
      return 0;
  }
}

std::set<Step> possible_steps(const MagnitudeRanges& ranges, std::span<const Operation> operations,
                              int first, int last, image::Size size) {
  if (size.height == 0) size.height = kMaxSide;
  if (size.width == 0) size.width = kMaxSide;
  std::set<Step> steps;
  for (const Operation operation : operations) {
    for (int bin = first; bin <= last; ++bin) {
      add_both_signs(operation, magnitude_of(ranges, operation, bin, size), steps);
    }
  }
  return steps;
}

double sequences(double different_steps, int length) {
  double sum = 1;
  for (int i = 0; i < length; ++i) sum = 1 + sum * different_steps;
  return sum;
}

std::span<const Operation> wide_operations() {
  using enum Operation;
  static constexpr std::array kWide = {
      kIdentity, kShearX,   kShearY,    kTranslateX, kTranslateY, kRotate,       kBrightness,
      kColor,    kContrast, kSharpness, kPosterize,  kSolarize,   kAutoContrast, kEqualize};
  return kWide;
}

}  // namespace epochmill::ops
