// A picture made of another by several maps in a row, but resampled once.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "image/geometry.hpp"
#include "image/image.hpp"
#include "image/resample.hpp"
#include "image/warp_map.hpp"

namespace epochmill::image {

// One map of a row: from the picture that it makes to the one before.
struct WarpStep {
  WarpMap map;
  Size size = {};                          // of what it makes
  std::array<double, 3> fill = {0, 0, 0};  // where that lies outside the one before
  double mask_fill = 0;                    // likewise, of its mask
};

// Immutable: any thread.
class FusedWarp {
 public:
  // For a picture of `in`. Nothing when a horizon crosses one of the pictures on the way, or there
  // are no steps.
  static std::optional<FusedWarp> of(Size in, const std::vector<WarpStep>& steps);

  // The picture that the steps make, looked up in `in` at once. kNearest: the pixel there.
  // kBilinear: rounded half up, and not aliased where it shrinks. A combined map that only scales,
  // moves and mirrors is one antialiased separable resize with fractional edges. Any other mixes
  // four pixels; where a step of one new pixel passes more than kMostStep old ones, it is the mean
  // of a grid of such places within the pixel, and the old picture is reduced first, antialiased,
  // where the grid would have more than kMostGrid rows and columns.
  //
  // What lies outside a picture on the way is the fill of the step that looks there, the last such
  // step first: so the steps one by one have it too. Pixels that a step has cut away, or would have
  // rounded, are whole again at its edges: the mixture may use them.
  Image make(const Image& in, Interpolation interpolation) const;

  // As make() by nearest neighbour, with mask_fill outside.
  ImageU8 make_mask(const ImageU8& in) const;

  // The part of the picture that make() looks at.
  Box part_used() const { return part_; }

 private:
  FusedWarp() = default;

  // From the last picture to each of the ones before, of `size`; outside it the last one is `fill`.
  // The first is the old picture.
  std::vector<WarpStep> frames_;
  Size size_;
  Box part_;
};

// More than one pixel, because a mixture of four has some width of its own.
inline constexpr double kMostStep = 1.25;
inline constexpr int kMostGrid = 4;

}  // namespace epochmill::image
