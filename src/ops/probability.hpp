// The parameter `p` and the yes-or-no draw of the ops that have it.
#pragma once

#include <string>

#include "recipe/params.hpp"
#include "streams/stream.hpp"

namespace epochmill::ops {

// `p` in [0, 1].
recipe::ParamSpec probability_spec(std::string default_value);

// 1 with probability p, else 0.
float yes_or_no_draw(const streams::Stream& stream, streams::DrawNumber draw, double p);

// 2, or 1 when p leaves no choice.
double yes_or_no_outcomes(double p);

}  // namespace epochmill::ops
