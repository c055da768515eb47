#include "ops/motion.hpp"

#include "image/map_product.hpp"
#include "ops/boxes.hpp"

namespace epochmill::ops {
namespace {

image::WarpMap map_of(const Shift& shift, const Motion&, image::Size) {
  return image::scale_and_move({1, 1},
                               {-static_cast<double>(shift.dx), -static_cast<double>(shift.dy)});
}

image::WarpMap map_of(const Rescale& rescale, const Motion& motion, image::Size) {
  const image::Box& part = rescale.part;
  return image::scale_and_move({static_cast<double>(part.width) / motion.size.width,
                                static_cast<double>(part.height) / motion.size.height},
                               {static_cast<double>(part.left), static_cast<double>(part.top)});
}

image::WarpMap map_of(const Mirror& mirror, const Motion&, image::Size in) {
  if (mirror.axis == MirrorAxis::kHorizontal) {
    return image::scale_and_move({-1, 1}, {static_cast<double>(in.width), 0});
  }
  return image::scale_and_move({1, -1}, {0, static_cast<double>(in.height)});
}

image::WarpMap map_of(const image::WarpMap& map, const Motion&, image::Size) { return map; }

void move_annotations(const Shift& shift, image::Size size, Sample& sample) {
  shift_keypoints(sample.keypoints, shift.dx, shift.dy, size);
  shift_boxes(sample.boxes, shift.dx, shift.dy, size);
}

void move_annotations(const Rescale& rescale, image::Size size, Sample& sample) {
  resize_keypoints(sample.keypoints, rescale.part, size);
  resize_boxes(sample.boxes, rescale.part, size);
}

void move_annotations(const Mirror& mirror, image::Size size, Sample& sample) {
  mirror_keypoints(sample.keypoints, mirror.axis, size, mirror.pairs);
  mirror_boxes(sample.boxes, mirror.axis, size);
}

void move_annotations(const image::WarpMap& map, image::Size size, Sample& sample) {
  const image::ForwardMap forward(map);
  warp_keypoints(sample.keypoints, forward, size);
  warp_boxes(sample.boxes, forward, size);
}

}  // namespace

Resampling resampling_of(image::Interpolation interpolation) {
  return interpolation == image::Interpolation::kNearest ? Resampling::kNearest
                                                         : Resampling::kMixed;
}

image::WarpMap map_of(const Motion& motion, image::Size in) {
  return std::visit([&](const auto& kind) { return map_of(kind, motion, in); }, motion.kind);
}

bool is_still(const Motion& motion, image::Size in) {
  return motion.size == in && map_of(motion, in).c == image::WarpMap{}.c;
}

void move_annotations(const Motion& motion, Sample& sample) {
  std::visit([&](const auto& kind) { move_annotations(kind, motion.size, sample); }, motion.kind);
}

}  // namespace epochmill::ops
