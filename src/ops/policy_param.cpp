#include "ops/policy_param.hpp"

#include <fmt/format.h>

#include "ops/border.hpp"
#include "ops/pixel_type.hpp"
#include "streams/distributions.hpp"

namespace epochmill::ops {
namespace {

int drawn(const streams::Stream& stream, int draw, int first, int last) {
  return static_cast<int>(streams::integer_between(stream, static_cast<streams::DrawNumber>(draw),
                                                   first, std::int64_t{last} + 1));
}

}  // namespace

recipe::ParamSpec magnitude_bins_spec() {
  return {.name = "num_magnitude_bins",
          .type = recipe::ParamType::kInteger,
          .default_value = "31",
          .meaning = "how many steps there are from no magnitude to the largest",
          .min = 2,
          .max = 1024};
}

void require_policy_picture(const image::Shape& in, const WarpStyle& style, std::string_view op) {
  require_u8(in, op);
  require_fill(in, style.fill);
}

Step draw_step(const streams::Stream& stream, int draw, const MagnitudeRanges& ranges,
               std::span<const Operation> operations, int first, int last, image::Size size) {
  const int index = drawn(stream, draw, 0, static_cast<int>(operations.size()) - 1);
  const Operation operation = operations[static_cast<std::size_t>(index)];
  const int bin = drawn(stream, draw + 1, first, last);
  const float magnitude = magnitude_of(ranges, operation, bin, size);
  const bool is_negative = is_signed(operation) && drawn(stream, draw + 2, 0, 1) == 1;
  return effective(operation, is_negative ? -magnitude : magnitude);
}

std::vector<std::string> numbered_step_names(int count) {
  std::vector<std::string> names;
  for (int i = 1; i <= count; ++i) {
    for (std::string& name : step_names(fmt::format("_{}", i))) names.push_back(std::move(name));
  }
  return names;
}

void write_steps(std::span<const Step> steps, std::span<float> draws) {
  for (std::size_t i = 0; i < steps.size(); ++i) write_step(steps[i], draws.subspan(2 * i, 2));
}

std::vector<Step> read_steps(std::span<const float> draws) {
  std::vector<Step> steps(draws.size() / 2);
  for (std::size_t i = 0; i < steps.size(); ++i) steps[i] = read_step(draws.subspan(2 * i, 2));
  return steps;
}

}  // namespace epochmill::ops
