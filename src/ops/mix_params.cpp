#include "ops/mix_params.hpp"

#include "base/error.hpp"
#include "streams/beta.hpp"
#include "streams/gamma.hpp"

namespace epochmill::ops {

recipe::ParamSpec alpha_spec() {
  return {.name = "alpha",
          .type = recipe::ParamType::kReal,
          .default_value = "1.0",
          .meaning =
              "the share that stays is drawn from Beta(alpha, alpha): 1 makes all equally likely, "
              "less favours those near 0 and 1",
          .min = streams::kSmallestShape,
          .max = streams::kLargestShape};
}

float beta_draw(const streams::Stream& stream, streams::DrawNumber draw, double alpha) {
  return static_cast<float>(streams::beta(stream, draw, alpha, alpha));
}

float weight_from_draw(float draw) {
  if (draw >= 0 && draw <= 1) return draw;
  throw input_error("draw 'weight' is {}; a number from 0 to 1 was expected", draw);
}

double mix_outcomes(double p, double mixed) { return p > 0 ? 1 + mixed : 1; }

Sample& only_partner(Sample& sample, const std::string& op) {
  if (sample.partners.size() == 1) return sample.partners.front();
  throw input_error(
      "{}: the draws name the sample itself as its partner, and say that it is to be mixed; choose "
      "another partner",
      op);
}

}  // namespace epochmill::ops
