#include "ops/ops.hpp"

#include <array>

#include "base/error.hpp"
#include "ops/center_crop.hpp"
#include "ops/color_jitter.hpp"
#include "ops/five_crop.hpp"
#include "ops/flip.hpp"
#include "ops/gaussian_blur.hpp"
#include "ops/gaussian_noise.hpp"
#include "ops/keep.hpp"
#include "ops/normalize.hpp"
#include "ops/pad.hpp"
#include "ops/random_affine.hpp"
#include "ops/random_apply.hpp"
#include "ops/random_choice.hpp"
#include "ops/random_crop.hpp"
#include "ops/random_grayscale.hpp"
#include "ops/random_order.hpp"
#include "ops/random_perspective.hpp"
#include "ops/random_resized_crop.hpp"
#include "ops/random_rotation.hpp"
#include "ops/resize.hpp"
#include "ops/to_dtype.hpp"

namespace epochmill::ops {

// In the order of their numbers, which are permanent.
std::span<const OpKind> op_kinds() {
  static const std::array kinds = {
      resize_kind(),
      center_crop_kind(),
      pad_kind(),
      random_crop_kind(),
      random_resized_crop_kind(),
      random_horizontal_flip_kind(),
      random_vertical_flip_kind(),
      color_jitter_kind(),
      random_grayscale_kind(),
      gaussian_blur_kind(),
      gaussian_noise_kind(),
      normalize_kind(),
      keep_kind(),
      random_rotation_kind(),
      random_affine_kind(),
      random_perspective_kind(),
      five_crop_kind(),
      ten_crop_kind(),
      random_apply_kind(),
      random_choice_kind(),
      random_order_kind(),
      to_dtype_kind(),
  };
  return kinds;
}

const OpKind& op_kind(std::string_view name) {
  for (const OpKind& kind : op_kinds()) {
    if (kind.schema.name == name) return kind;
  }
  throw internal_error("there is no op '{}'", name);
}

}  // namespace epochmill::ops
