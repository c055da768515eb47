#include "plan/expected_repeats.hpp"

namespace epochmill::plan {

double expected_repeats(std::uint64_t epochs, double outcomes) {
  const auto n = static_cast<double>(epochs);
  return epochs == 0 ? 0.0 : n * (n - 1) / 2 / outcomes;
}

}  // namespace epochmill::plan
