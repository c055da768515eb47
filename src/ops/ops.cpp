#include "ops/ops.hpp"

#include <fmt/format.h>

#include <array>

#include "base/error.hpp"
#include "ops/aug_mix.hpp"
#include "ops/auto_augment.hpp"
#include "ops/center_crop.hpp"
#include "ops/coarse_dropout.hpp"
#include "ops/color_jitter.hpp"
#include "ops/cutmix.hpp"
#include "ops/elastic_transform.hpp"
#include "ops/five_crop.hpp"
#include "ops/flip.hpp"
#include "ops/gaussian_blur.hpp"
#include "ops/gaussian_noise.hpp"
#include "ops/grid_mask.hpp"
#include "ops/jpeg_distortion.hpp"
#include "ops/keep.hpp"
#include "ops/mixup.hpp"
#include "ops/mosaic.hpp"
#include "ops/normalize.hpp"
#include "ops/pad.hpp"
#include "ops/rand_augment.hpp"
#include "ops/random_adjust_sharpness.hpp"
#include "ops/random_affine.hpp"
#include "ops/random_apply.hpp"
#include "ops/random_autocontrast.hpp"
#include "ops/random_channel_permutation.hpp"
#include "ops/random_choice.hpp"
#include "ops/random_crop.hpp"
#include "ops/random_equalize.hpp"
#include "ops/random_erasing.hpp"
#include "ops/random_grayscale.hpp"
#include "ops/random_invert.hpp"
#include "ops/random_iou_crop.hpp"
#include "ops/random_order.hpp"
#include "ops/random_perspective.hpp"
#include "ops/random_photometric_distort.hpp"
#include "ops/random_posterize.hpp"
#include "ops/random_resized_crop.hpp"
#include "ops/random_rotation.hpp"
#include "ops/random_solarize.hpp"
#include "ops/random_zoom_out.hpp"
#include "ops/resize.hpp"
#include "ops/salt_and_pepper.hpp"
#include "ops/scale_jitter.hpp"
#include "ops/to_dtype.hpp"
#include "ops/trivial_augment_wide.hpp"

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
      elastic_transform_kind(),
      random_zoom_out_kind(),
      random_iou_crop_kind(),
      scale_jitter_kind(),
      random_photometric_distort_kind(),
      random_channel_permutation_kind(),
      random_invert_kind(),
      random_posterize_kind(),
      random_solarize_kind(),
      random_adjust_sharpness_kind(),
      random_autocontrast_kind(),
      random_equalize_kind(),
      jpeg_distortion_kind(),
      salt_and_pepper_kind(),
      random_erasing_kind(),
      coarse_dropout_kind(),
      grid_mask_kind(),
      auto_augment_kind(),
      rand_augment_kind(),
      trivial_augment_wide_kind(),
      aug_mix_kind(),
      mixup_kind(),
      cutmix_kind(),
      mosaic_kind(),
      random_apply_kind(),
      random_choice_kind(),
      random_order_kind(),
      to_dtype_kind(),
  };
  return kinds;
}

recipe::Schema described(const OpKind& kind) {
  recipe::Schema schema = kind.schema;
  schema.notes = fmt::format("Draws: {}\nPoints, boxes, mask: {}\ntorchvision: {}", kind.help.draws,
                             kind.help.annotations, kind.help.torchvision);
  schema.example = fmt::format("[[augment]]\nop = \"{}\"", schema.name);
  if (!kind.help.example.empty()) schema.example += "\n" + kind.help.example;
  return schema;
}

const OpKind& op_kind(std::string_view name) {
  for (const OpKind& kind : op_kinds()) {
    if (kind.schema.name == name) return kind;
  }
  throw internal_error("there is no op '{}'", name);
}

}  // namespace epochmill::ops
