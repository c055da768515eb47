// The parameters and the draws that the policies share.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "image/image.hpp"
#include "ops/policy_magnitudes.hpp"
#include "recipe/params.hpp"
#include "streams/stream.hpp"

namespace epochmill::ops {

// num_magnitude_bins, by default 31.
recipe::ParamSpec magnitude_bins_spec();

// Throws `usage` unless `in` is an 8-bit picture that can be filled with style.fill.
void require_policy_picture(const image::Shape& in, const WarpStyle& style, std::string_view op);

// One of `operations`, each as likely, with the bin `first` to `last` (each as likely) and a sign.
// Takes the draw numbers `draw` to draw + kDrawsOfStep - 1.
inline constexpr int kDrawsOfStep = 3;
Step draw_step(const streams::Stream& stream, int draw, const MagnitudeRanges& ranges,
               std::span<const Operation> operations, int first, int last, image::Size size);

// The names of `count` steps: operation_1, magnitude_1, operation_2, ...
std::vector<std::string> numbered_step_names(int count);
void write_steps(std::span<const Step> steps, std::span<float> draws);
std::vector<Step> read_steps(std::span<const float> draws);

}  // namespace epochmill::ops
