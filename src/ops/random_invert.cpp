#include "ops/random_invert.hpp"

#include "image/levels.hpp"
#include "ops/coin_op.hpp"
#include "ops/probability.hpp"

namespace epochmill::ops {

OpKind random_invert_kind() {
  return {.number = 24,
          .schema = {.name = "random_invert",
                     .summary = "Makes a negative of the picture with probability p.",
                     .params = {probability_spec("0.5")}},
          .help = {.draws = "invert: 1 or 0.",
                   .annotations = kAnnotationsStay,
                   .torchvision =
                       "The same bits as torchvision's RandomInvert: 255 - v of 8-bit pixels "
                       "(on PIL pictures), 1 - v of f32 ones (on float tensors, whose white "
                       "is 1: after normalize that is hardly meant).",
                   .example = "p = 0.7"},
          .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
            return make_coin_op(
                {.op = "random_invert",
                 .draw_name = "invert",
                 .of_u8 = [](image::ImageU8& picture) { image::invert(picture); },
                 .of_f32 = [](image::ImageF32& picture) { image::invert(picture); }},
                params.real("p"));
          }};
}

}  // namespace epochmill::ops
