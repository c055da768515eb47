// Geometric ops that follow each other, with one resampling for all of them: `fuse = true`.
#pragma once

#include <optional>
#include <vector>

#include "image/fused_warp.hpp"
#include "image/image.hpp"
#include "ops/motion.hpp"
#include "ops/sample.hpp"

namespace epochmill::ops {

// Immutable: any thread.
class Fusion {
 public:
  // Of the motions of ops in a row, the first on a picture of shape `in`. Nothing where one by one
  // is as good, because fewer than two of them change the picture or none resamples; or where one
  // warp cannot do it, because a horizon crosses a picture on the way.
  static std::optional<Fusion> of(const image::Shape& in, std::vector<Motion> motions);

  // As the ops one after the other, with their boxes dropped under `min_box_area` after each:
  // points and boxes are the same to the last bit. `in` becomes the image of `sample`, the mask
  // that it has goes with it. Mixed, where one of the ops mixes; otherwise the nearest pixel.
  void apply(const image::Image& in, double min_box_area, Sample& sample) const;

  image::Box part_used() const { return warp_.part_used(); }

 private:
  Fusion(image::FusedWarp warp, std::vector<Motion> motions)
      : warp_(std::move(warp)), motions_(std::move(motions)) {}

  image::FusedWarp warp_;
  std::vector<Motion> motions_;
};

}  // namespace epochmill::ops
