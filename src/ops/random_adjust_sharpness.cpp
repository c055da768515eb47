#include "ops/random_adjust_sharpness.hpp"

#include "image/sharpness.hpp"
#include "ops/coin_op.hpp"
#include "ops/probability.hpp"

namespace epochmill::ops {
namespace {

recipe::ParamSpec factor_spec() {
  return {.name = "sharpness_factor",
          .type = recipe::ParamType::kReal,
          .default_value = "",
          .meaning = "0 is a smoothed picture, 1 changes nothing, 2 is twice as sharp",
          .min = 0,
          .max = 1e6};
}

}  // namespace

OpKind random_adjust_sharpness_kind() {
  return {.number = 27,
          .schema = {.name = "random_adjust_sharpness",
                     .summary = "Makes the picture sharper or softer with probability p.",
                     .params = {factor_spec(), probability_spec("0.5")}},
          .help = {.draws = "sharpen: 1 or 0; always 0 when the factor is 1.",
                   .annotations = kAnnotationsStay,
                   .torchvision =
                       "The same bits as torchvision's RandomAdjustSharpness on PIL pictures: "
                       "the outermost pixels stay, and so does a picture with a side below "
                       "3. 8-bit pixels only.",
                   .example = "sharpness_factor = 4\np = 1.0"},
          .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
            const auto factor = static_cast<float>(params.real("sharpness_factor"));
            return make_coin_op(
                {.op = "random_adjust_sharpness",
                 .draw_name = "sharpen",
                 .of_u8 = [factor](image::ImageU8& picture) { adjust_sharpness(picture, factor); },
                 .is_idle = factor == 1.0F},
                params.real("p"));
          }};
}

}  // namespace epochmill::ops
