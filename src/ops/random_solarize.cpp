#include "ops/random_solarize.hpp"

#include "image/levels.hpp"
#include "ops/coin_op.hpp"
#include "ops/probability.hpp"

namespace epochmill::ops {
namespace {

recipe::ParamSpec threshold_spec() {
  return {
      .name = "threshold",
      .type = recipe::ParamType::kReal,
      .default_value = "",
      .meaning = "values of at least this are inverted: 0 to 255 for 8-bit pixels, 0 to 1 for f32",
      .min = 0,
      .max = 256};
}

}  // namespace

OpKind random_solarize_kind() {
  return {
      .number = 26,
      .schema = {.name = "random_solarize",
                 .summary = "Inverts the bright values with probability p.",
                 .params = {threshold_spec(), probability_spec("0.5")}},
      .help = {.draws = "solarize: 1 or 0.",
               .annotations = kAnnotationsStay,
               .torchvision = "The same bits as torchvision's RandomSolarize: on PIL pictures for "
                              "8-bit pixels, on float tensors for f32 ones, where the threshold is "
                              "rounded to f32 first.",
               .example = "threshold = 128\np = 1.0"},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        const double least = params.real("threshold");
        return make_coin_op(
            {.op = "random_solarize",
             .draw_name = "solarize",
             .of_u8 = [least](image::ImageU8& picture) { solarize(picture, least); },
             .of_f32 =
                 [least](image::ImageF32& picture) {
                   solarize(picture, static_cast<float>(least));
                 }},
            params.real("p"));
      }};
}

}  // namespace epochmill::ops
