#include "ops/resize_sample.hpp"

#include "ops/boxes.hpp"
#include "ops/keypoints.hpp"
#include "ops/mask.hpp"

namespace epochmill::ops {

void resize_sample(const image::Image& in, const image::Box& box, image::Size size,
                   image::Interpolation interpolation, Sample& sample) {
  sample.image = std::visit(
      [&](const auto& from) -> image::Image { return resize(from, box, size, interpolation); }, in);
  resize_keypoints(sample.keypoints, box, size);
  resize_boxes(sample.boxes, box, size);
  resize_mask(sample.mask, box, size);
}

}  // namespace epochmill::ops
