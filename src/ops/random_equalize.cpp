#include "ops/random_equalize.hpp"

#include "image/levels.hpp"
#include "ops/coin_op.hpp"
#include "ops/probability.hpp"

namespace epochmill::ops {

OpKind random_equalize_kind() {
  return {.number = 29,
          .schema = {.name = "random_equalize",
                     .summary = "Evens out the histogram of each channel with probability p.",
                     .params = {probability_spec("0.5")}},
          .help = {.draws = "equalize: 1 or 0.",
                   .annotations = kAnnotationsStay,
                   .torchvision =
                       "The same bits as torchvision's RandomEqualize on PIL pictures. 8-bit "
                       "pixels only, as there.",
                   .example = "p = 1.0"},
          .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
            return make_coin_op(
                {.op = "random_equalize", .draw_name = "equalize", .of_u8 = image::equalize},
                params.real("p"));
          }};
}

}  // namespace epochmill::ops
