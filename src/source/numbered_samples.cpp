#include "source/numbered_samples.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace epochmill::source {

std::string number_key(std::uint64_t number) { return fmt::format("{:08}", number); }

recipe::ParamSpec num_classes_param() {
  return {.name = kNumClassesParam,
          .type = recipe::ParamType::kInteger,
          .default_value = "none",
          .meaning =
              "numbers as labels are below this; else there is one class more than the "
              "largest",
          .min = 1,
          .max = static_cast<double>(kMostClasses)};
}

std::vector<std::string> numbered_classes(const recipe::Params& params,
                                          const std::vector<Listed>& samples) {
  std::int64_t count = 1;
  for (const Listed& sample : samples) count = std::max(count, sample.label + 1);
  if (params.has(kNumClassesParam)) count = params.integer(kNumClassesParam);
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < count; ++i) names.push_back(std::to_string(i));
  return names;
}

void refuse_label_beyond(const recipe::Params& params, std::int64_t label) {
  const bool has_count = params.has(kNumClassesParam);
  const std::int64_t count = has_count ? params.integer(kNumClassesParam) : kMostClasses;
  if (label >= 0 && label < count) return;
  throw input_error(
      "label {} is not from 0 to {}{}; training would index its predictions with it: on a GPU an "
      "assertion that names no row, for -1 in NumPy the last class, for -100 in PyTorch a sample "
      "that silently never counts; correct it, or `num_classes`",
      label, count - 1, has_count ? "" : ", the most classes there may be");
}

}  // namespace epochmill::source
