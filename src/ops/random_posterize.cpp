#include "ops/random_posterize.hpp"

#include "base/checked.hpp"
#include "image/levels.hpp"
#include "ops/coin_op.hpp"
#include "ops/probability.hpp"

namespace epochmill::ops {
namespace {

recipe::ParamSpec bits_spec() {
  return {.name = "bits",
          .type = recipe::ParamType::kInteger,
          .default_value = "",
          .meaning = "how many of the 8 bits of each value are kept; 8 changes nothing",
          .min = 0,
          .max = 8};
}

}  // namespace

OpKind random_posterize_kind() {
  return {.number = 25,
          .schema = {.name = "random_posterize",
                     .summary = "Keeps the highest bits of each value with probability p.",
                     .params = {bits_spec(), probability_spec("0.5")}},
          .help = {.draws = "posterize: 1 or 0; always 0 when all 8 bits are kept.",
                   .annotations = kAnnotationsStay,
                   .torchvision = "The same bits as torchvision's RandomPosterize on PIL pictures. "
                                  "8-bit pixels only, as there.",
                   .example = "bits = 2\np = 1.0"},
          .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
            const int bits = checked_cast<int>(params.integer("bits"));
            return make_coin_op(
                {.op = "random_posterize",
                 .draw_name = "posterize",
                 .of_u8 = [bits](image::ImageU8& picture) { image::posterize(picture, bits); },
                 .is_idle = bits == 8},
                params.real("p"));
          }};
}

}  // namespace epochmill::ops
