#include "ops/mask_fill.hpp"

#include "base/checked.hpp"

namespace epochmill::ops {
namespace {

recipe::ParamSpec mask_fill_spec(std::string meaning) {
  return {.name = "mask_fill",
          .type = recipe::ParamType::kInteger,
          .default_value = "none",
          .meaning = std::move(meaning),
          .min = 0,
          .max = 255};
}

}  // namespace

recipe::ParamSpec border_mask_fill_spec() {
  return mask_fill_spec(
      "index in the mask where the picture was not, such as 255 for `ignore`; by default 0");
}

std::uint8_t read_border_mask_fill(const recipe::Params& params) {
  return read_erased_mask_fill(params).value_or(0);
}

recipe::ParamSpec erased_mask_fill_spec() {
  return mask_fill_spec(
      "index in the mask where the picture is erased, such as 255 for `ignore`; by default the "
      "mask stays as it is");
}

std::optional<std::uint8_t> read_erased_mask_fill(const recipe::Params& params) {
  if (!params.has("mask_fill")) return std::nullopt;
  return checked_cast<std::uint8_t>(params.integer("mask_fill"));
}

std::optional<std::array<double, 3>> mask_color(const image::ImageU8& mask,
                                                std::optional<std::uint8_t> mask_fill) {
  if (!mask_fill || mask.values().empty()) return std::nullopt;
  const double index = *mask_fill;
  return std::array{index, index, index};
}

}  // namespace epochmill::ops
