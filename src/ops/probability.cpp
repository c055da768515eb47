#include "ops/probability.hpp"

#include "streams/distributions.hpp"

namespace epochmill::ops {

recipe::ParamSpec probability_spec(std::string default_value) {
  return {.name = "p",
          .type = recipe::ParamType::kReal,
          .default_value = std::move(default_value),
          .meaning = "probability, from 0 to 1",
          .min = 0,
          .max = 1};
}

float yes_or_no_draw(const streams::Stream& stream, streams::DrawNumber draw, double p) {
  return streams::bernoulli(stream, draw, p) ? 1.0F : 0.0F;
}

double yes_or_no_outcomes(double p) { return p > 0 && p < 1 ? 2 : 1; }

}  // namespace epochmill::ops
