// The parameter `mask_fill`: what a mask shows where the picture has no content.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "image/image.hpp"
#include "recipe/params.hpp"

namespace epochmill::ops {

// `mask_fill`, an index from 0 to 255 that may be left out. Of ops that add a border or warp: 0
// then.
recipe::ParamSpec border_mask_fill_spec();
std::uint8_t read_border_mask_fill(const recipe::Params& params);

// Of ops that erase: the mask stays as it is then.
recipe::ParamSpec erased_mask_fill_spec();
std::optional<std::uint8_t> read_erased_mask_fill(const recipe::Params& params);
// With what such an op erases `mask`, which may be empty; nothing when it does not.
std::optional<std::array<double, 3>> mask_color(const image::ImageU8& mask,
                                                std::optional<std::uint8_t> mask_fill);

}  // namespace epochmill::ops
