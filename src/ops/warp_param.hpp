// The parameters that the warps share: how they look pixels up, what they turn around, ranges of
// angles.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "image/resample.hpp"
#include "image/warp_map.hpp"
#include "ops/motion.hpp"
#include "ops/sample.hpp"
#include "recipe/params.hpp"

namespace epochmill::ops {

struct WarpStyle {
  image::Interpolation interpolation = image::Interpolation::kNearest;
  std::array<double, 3> fill = {0, 0, 0};
  std::uint8_t mask_fill = 0;
};

recipe::ParamSpec warp_interpolation_spec(std::string default_value);
recipe::ParamSpec warp_fill_spec();
// Of `interpolation` and `fill`; the second of `mask_fill` too. Throw `usage`, with the place in
// the recipe, for a list of a wrong length.
WarpStyle read_warp_look(const recipe::Params& params);
WarpStyle read_warp_style(const recipe::Params& params);

// `center`, which may be left out: [x, y].
recipe::ParamSpec center_spec();
std::optional<image::Position> read_center(const recipe::Params& params);

struct Range {
  double min = 0;
  double max = 0;
};

inline constexpr double kMostDegrees = 360;

// `degrees`, required: one number for [-degrees, degrees], or [min, max].
recipe::ParamSpec degrees_spec();
Range read_degrees(const recipe::Params& params);

// The range in items `first` and `first + 1` of `name`. Throws `usage`, with the place in the
// recipe, when it is none.
Range range_of(const recipe::Params& params, const char* name, const std::vector<double>& items,
               std::size_t first);
// The range that one number stands for. Throws `usage` when it is negative.
Range range_around_zero(const recipe::Params& params, const char* name, double most);

Motion warp_motion(const image::WarpMap& map, image::Size size, const WarpStyle& style);

// Warps `in` to a picture of `size` in `sample`, with points, boxes and mask.
void warp_sample(const image::Image& in, const image::WarpMap& map, image::Size size,
                 const WarpStyle& style, Sample& sample);

}  // namespace epochmill::ops
