// Borders around a picture: the parameters that `pad` and `random_crop` share, and what they may
// be.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "image/image.hpp"
#include "image/layout.hpp"
#include "recipe/params.hpp"

namespace epochmill::ops {

struct BorderStyle {
  image::PaddingMode mode = image::PaddingMode::kConstant;
  std::array<double, 3> fill = {0, 0, 0};
  std::uint8_t mask_fill = 0;
};

// `padding` in pixels: one number; [left and right, top and bottom]; or [left, top, right, bottom].
recipe::ParamSpec padding_spec(std::string default_value);
recipe::ParamSpec fill_spec();
recipe::ParamSpec padding_mode_spec();

// All throw `usage`, with the place in the recipe, for a list of a wrong length.
image::Padding read_padding(const recipe::Params& params);
// Of a colour parameter of another name: one number, or one for each of R, G, B.
std::array<double, 3> three_values(const recipe::Params& params, const char* name);
std::array<double, 3> read_fill(const recipe::Params& params);
// Of `fill`, `padding_mode` and `mask_fill`.
BorderStyle read_border_style(const recipe::Params& params);

// Throws `usage` when `fill` is not a value of the pixel type or has not the picture's channels.
void require_fill(const image::Shape& in, const std::array<double, 3>& fill);

// The shape of `in` with that border; sides of 0, not known yet, stay 0. Throws `usage` when `fill`
// is not a value of the pixel type or has not the picture's channels, `input` when the picture is
// too small for the mode or the result too large.
image::Shape bordered_shape(const image::Shape& in, const image::Padding& padding,
                            const BorderStyle& style);

}  // namespace epochmill::ops
