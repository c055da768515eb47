#include "image/fused_warp.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "image/fill_around.hpp"
#include "image/grid_mean.hpp"
#include "image/map_product.hpp"
#include "image/part_resize.hpp"
#include "image/warp.hpp"

namespace epochmill::image {
namespace {

// Far outside, so that every picture's border lies between.
constexpr double kFar = 1e9;

int whole(double at) { return static_cast<int>(std::clamp(at, -kFar, kFar)); }

// The pixels around all that lies where `map` leads from a picture of `size`, and as many more as
// any filter is wide; at least one.
Box part_around(const WarpMap& map, Size size, Size in) {
  const Position step = stretch(map, size);
  const double margin = std::min(kFar, std::ceil(std::max(step.x, step.y))) + 2;
  const double right = size.width;
  const double bottom = size.height;
  Position low = {kFar, kFar};
  Position high = {-kFar, -kFar};
  for (const Position& corner : {Position{0, 0}, {right, 0}, {right, bottom}, {0, bottom}}) {
    const Position at = place_of(map, corner);
    low = {std::min(low.x, at.x), std::min(low.y, at.y)};
    high = {std::max(high.x, at.x), std::max(high.y, at.y)};
  }
  const auto first = [&](double from, int side) {
    return std::clamp(whole(std::floor(from - margin)), 0, side - 1);
  };
  const auto end = [&](double to, int begin, int side) {
    return std::clamp(whole(std::ceil(to + margin)), begin + 1, side);
  };
  const int top = first(low.y, in.height);
  const int left = first(low.x, in.width);
  return {top, left, end(high.y, top, in.height) - top, end(high.x, left, in.width) - left};
}

// How many places to look at along a pixel that is `step` old ones wide.
int grid_of(double step) { return std::max(1, static_cast<int>(std::ceil(step / kMostStep))); }

// Without aliasing, from the pixels of `part` alone.
template <typename T>
Raster<T> smooth(const Raster<T>& in, const Box& part, const WarpMap& map, Size size,
                 const std::array<double, 3>& fill) {
  const bool has_weights = std::is_same_v<T, float> || in.channels() == 1 || in.channels() == 3;
  if (is_axis_parallel(map) && has_weights) return resize_part(in, part, map, size, fill);
  const Position step = stretch(map, size);
  const double excess = std::min(step.x, step.y) / (kMostStep * kMostGrid);
  if (excess <= 1 || !has_weights) {
    return mean_of_grid(in, map, size, {grid_of(step.y), grid_of(step.x)}, fill);
  }
  const auto reduced = [&](int side) {
    return std::max(1, static_cast<int>(std::ceil(side / (2 * excess))));
  };
  const Size less = {reduced(part.height), reduced(part.width)};
  const Position scale = {static_cast<double>(less.width) / part.width,
                          static_cast<double>(less.height) / part.height};
  const WarpMap move = scale_and_move(scale, {-part.left * scale.x, -part.top * scale.y});
  const WarpMap rest = product(move, map).value();
  const Position left = stretch(rest, size);
  return mean_of_grid(resize(in, part, less, Interpolation::kBilinear), rest, size,
                      {grid_of(left.y), grid_of(left.x)}, fill);
}

// Outside the pictures between the old one and the last.
template <typename T>
void fill_outside(Raster<T>& out, const std::vector<WarpStep>& frames) {
  for (std::size_t i = 1; i < frames.size(); ++i) {
    fill_around(out, frames[i].map, frames[i].size, frames[i].fill);
  }
}

}  // namespace

std::optional<FusedWarp> FusedWarp::of(Size in, const std::vector<WarpStep>& steps) {
  if (steps.empty()) return std::nullopt;
  FusedWarp fused;
  fused.size_ = steps.back().size;
  WarpMap map;
  for (std::size_t i = steps.size(); i-- > 0;) {
    const auto longer = product(steps[i].map, map);
    if (!longer || !has_no_horizon(*longer, fused.size_)) return std::nullopt;
    map = *longer;
    fused.frames_.push_back(
        {map, i == 0 ? in : steps[i - 1].size, steps[i].fill, steps[i].mask_fill});
  }
  std::reverse(fused.frames_.begin(), fused.frames_.end());
  fused.part_ = part_around(map, fused.size_, in);
  return fused;
}

Image FusedWarp::make(const Image& in, Interpolation interpolation) const {
  const WarpStep& first = frames_.front();
  return std::visit(
      [&](const auto& from) -> Image {
        auto out = interpolation == Interpolation::kNearest
                       ? warp(from, first.map, size_, interpolation, first.fill)
                       : smooth(from, part_, first.map, size_, first.fill);
        fill_outside(out, frames_);
        return out;
      },
      in);
}

ImageU8 FusedWarp::make_mask(const ImageU8& in) const {
  std::vector<WarpStep> frames = frames_;
  for (WarpStep& frame : frames) frame.fill.fill(frame.mask_fill);
  ImageU8 out = warp(in, frames.front().map, size_, Interpolation::kNearest, frames.front().fill);
  fill_outside(out, frames);
  return out;
}

}  // namespace epochmill::image
