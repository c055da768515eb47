#include "ops/fusion.hpp"

#include <algorithm>
#include <utility>

#include "ops/boxes.hpp"

namespace epochmill::ops {

std::optional<Fusion> Fusion::of(const image::Shape& in, std::vector<Motion> motions) {
  const image::Size first = {in.height, in.width};
  image::Size size = first;
  std::vector<image::WarpStep> steps;
  bool is_resampled = false;
  for (const Motion& motion : motions) {
    if (!is_still(motion, size)) {
      steps.push_back({map_of(motion, size), motion.size, motion.fill, motion.mask_fill});
      is_resampled = is_resampled || motion.resampling != Resampling::kNone;
    }
    size = motion.size;
  }
  if (steps.size() < 2 || !is_resampled) return std::nullopt;
  auto warp = image::FusedWarp::of(first, steps);
  if (!warp) return std::nullopt;
  return Fusion(*std::move(warp), std::move(motions));
}

void Fusion::apply(const image::Image& in, double min_box_area, Sample& sample) const {
  const bool is_mixed = std::any_of(motions_.begin(), motions_.end(), [](const Motion& motion) {
    return motion.resampling == Resampling::kMixed;
  });
  image::Image made =
      warp_.make(in, is_mixed ? image::Interpolation::kBilinear : image::Interpolation::kNearest);
  sample.image = std::move(made);  // which may hold `in`
  if (!sample.mask.values().empty()) sample.mask = warp_.make_mask(sample.mask);
  for (const Motion& motion : motions_) {
    move_annotations(motion, sample);
    drop_small_boxes(sample.boxes, min_box_area);
  }
}

}  // namespace epochmill::ops
