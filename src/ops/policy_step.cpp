#include "ops/policy_step.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "image/color.hpp"
#include "image/levels.hpp"
#include "image/sharpness.hpp"
#include "ops/draw_value.hpp"

namespace epochmill::ops {
namespace {

constexpr const char* kMagnitude = "magnitude";
constexpr int kMostPixels = 1 << 24;  // of a move

// As torchvision: the sum in double, of which Pillow takes an f32.
float factor_of(float magnitude) { return static_cast<float>(1.0 + double{magnitude}); }

float real_between(float draw, float min, float max) {
  if (real_from_draw(draw, kMagnitude, min) <= max) return draw;
  throw input_error("draw '{}' is {}; at most {} was expected", kMagnitude, draw, max);
}

float checked_magnitude(Operation operation, float draw) {
  const auto whole = [draw](int min, int max) {
    return static_cast<float>(whole_from_draw(draw, kMagnitude, min, max));
  };
  switch (operation) {
    case Operation::kShearX:
    case Operation::kShearY:
      return real_between(draw, -1e3F, 1e3F);
    case Operation::kTranslateX:
    case Operation::kTranslateY:
      return whole(-kMostPixels, kMostPixels);
    case Operation::kRotate:
      return angle_from_draw(draw, kMagnitude);
    case Operation::kBrightness:
    case Operation::kColor:
    case Operation::kContrast:
    case Operation::kSharpness:
      return real_between(draw, -1, 1e6F);
    case Operation::kPosterize:
      return whole(0, 8);
    case Operation::kSolarize:
      return whole(0, 256);
    case Operation::kIdentity:
    case Operation::kAutoContrast:
    case Operation::kEqualize:
    case Operation::kInvert:
      break;
  }
  return whole(0, 0);
}

// The map of a step that moves pixels; nothing for the others. A shear stays at the corner (0, 0):
// torchvision's way through the angle of the tangent and back is left out.
std::optional<image::WarpMap> map_of(const Step& step, image::Size size) {
  const double m = step.magnitude;
  switch (step.operation) {
    case Operation::kShearX:
      return image::WarpMap{.c = {1, m, 0, 0, 1, 0, 0, 0}};
    case Operation::kShearY:
      return image::WarpMap{.c = {1, 0, 0, m, 1, 0, 0, 0}};
    case Operation::kTranslateX:
      return image::WarpMap{.c = {1, 0, -m, 0, 1, 0, 0, 0}};
    case Operation::kTranslateY:
      return image::WarpMap{.c = {1, 0, 0, 0, 1, -m, 0, 0}};
    case Operation::kRotate:
      return image::rotation_map(size, m, std::nullopt, false).map;
    default:
      return std::nullopt;
  }
}

void change_pixels(const Step& step, image::ImageU8& picture) {
  switch (step.operation) {
    case Operation::kBrightness:
      return adjust_brightness(picture, factor_of(step.magnitude));
    case Operation::kColor:
      return adjust_saturation(picture, factor_of(step.magnitude));
    case Operation::kContrast:
      return adjust_contrast(picture, factor_of(step.magnitude));
    case Operation::kSharpness:
      return adjust_sharpness(picture, factor_of(step.magnitude));
    case Operation::kPosterize:
      return posterize(picture, static_cast<int>(step.magnitude));
    case Operation::kSolarize:
      return solarize(picture, step.magnitude);
    case Operation::kAutoContrast:
      return autocontrast(picture);
    case Operation::kEqualize:
      return equalize(picture);
    case Operation::kInvert:
      return invert(picture);
    default:
      return;
  }
}

}  // namespace

Step effective(Operation operation, float magnitude) {
  const auto unless = [&](bool is_idle, float recorded) {
    return is_idle ? Step{} : Step{operation, recorded};
  };
  switch (operation) {
    case Operation::kShearX:
    case Operation::kShearY:
    case Operation::kRotate:
      return unless(magnitude == 0, magnitude);
    case Operation::kTranslateX:
    case Operation::kTranslateY: {
      const float pixels = std::trunc(magnitude) + 0.0F;  // of -0 makes 0
      return unless(pixels == 0, pixels);
    }
    case Operation::kBrightness:
    case Operation::kColor:
    case Operation::kContrast:
    case Operation::kSharpness:
      return unless(factor_of(magnitude) == 1, magnitude);
    case Operation::kPosterize:
      return unless(magnitude >= 8, std::trunc(magnitude));
    case Operation::kSolarize:
      return unless(magnitude > 255, std::ceil(magnitude));
    default:
      return {operation, 0};
  }
}

void put_identities_last(std::span<Step> steps) {
  const auto rest = std::stable_partition(steps.begin(), steps.end(), [](const Step& step) {
    return step.operation != Operation::kIdentity;
  });
  std::fill(rest, steps.end(), Step{});
}

std::vector<std::string> step_names(const std::string& suffix) {
  return {"operation" + suffix, "magnitude" + suffix};
}

void write_step(const Step& step, std::span<float> draws) {
  draws[0] = whole_to_draw(static_cast<int>(step.operation));
  draws[1] = step.magnitude;
}

Step read_step(std::span<const float> draws) {
  const auto operation =
      static_cast<Operation>(whole_from_draw(draws[0], "operation", 0, kOperations - 1));
  return {operation, checked_magnitude(operation, draws[1])};
}

void apply_steps(std::span<const Step> steps, const WarpStyle& style, Sample& sample) {
  for (const Step& step : steps) {
    const image::Shape shape = shape_of(sample.image);
    const image::Size size = {shape.height, shape.width};
    if (const auto map = map_of(step, size)) {
      const image::Image in = std::move(sample.image);
      warp_sample(in, *map, size, style, sample);
    } else {
      change_pixels(step, std::get<image::ImageU8>(sample.image));
    }
  }
}

}  // namespace epochmill::ops
