// What mixup and cutmix have in common.
#pragma once

#include <string>

#include "ops/sample.hpp"
#include "recipe/params.hpp"
#include "streams/stream.hpp"

namespace epochmill::ops {

// `alpha` of Beta(alpha, alpha).
recipe::ParamSpec alpha_spec();

// Beta(alpha, alpha), rounded to f32.
float beta_draw(const streams::Stream& stream, streams::DrawNumber draw, double alpha);

// `draw` itself. Throws `input` when it is not in [0, 1].
float weight_from_draw(float draw);

// Of an op that mixes with probability `p`, and then in `mixed` ways: with the one in which nothing
// is mixed.
double mix_outcomes(double p, double mixed);

// The one partner of `sample`. Throws `input` when there is none, because the draws name the sample
// itself and say that it is to be mixed.
Sample& only_partner(Sample& sample, const std::string& op);

}  // namespace epochmill::ops
