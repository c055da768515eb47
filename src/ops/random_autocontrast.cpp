#include "ops/random_autocontrast.hpp"

#include "image/levels.hpp"
#include "ops/coin_op.hpp"
#include "ops/probability.hpp"

namespace epochmill::ops {

OpKind random_autocontrast_kind() {
  return {
      .number = 28,
      .schema = {.name = "random_autocontrast",
                 .summary = "Stretches each channel over the whole range with probability p.",
                 .params = {probability_spec("0.5")}},
      .help = {.draws = "autocontrast: 1 or 0.",
               .annotations = kAnnotationsStay,
               .torchvision = "The same bits as torchvision's RandomAutocontrast on PIL pictures. "
                              "8-bit pixels only.",
               .example = "p = 1.0"},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return make_coin_op({.op = "random_autocontrast",
                             .draw_name = "autocontrast",
                             .of_u8 = image::autocontrast},
                            params.real("p"));
      }};
}

}  // namespace epochmill::ops
