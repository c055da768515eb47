#include "source/flip_pairs.hpp"

#include <set>

#include "base/error.hpp"

namespace epochmill::source {
namespace {

// What is wrong with the pair (a, b) after pairs with the indices `seen`; null when nothing is.
const char* fault_of(int a, int b, int count, std::set<int>& seen) {
  if (a < 0 || b < 0 || a >= count || b >= count) return "has an index out of range";
  if (a == b) return "pairs a point with itself";
  const bool is_new = seen.insert(a).second && seen.insert(b).second;
  return is_new ? nullptr : "has an index that an earlier pair has too";
}

}  // namespace

recipe::ParamSpec flip_pairs_param() {
  return {.name = kFlipPairs,
          .type = recipe::ParamType::kIntegerPairs,
          .default_value = "none",
          .meaning =
              "landmarks, counted from 0, that swap in a mirror: [[0, 16], [1, 15]]; [] if none "
              "does",
          .min = 0,
          .min_items = 0};
}

std::vector<std::pair<int, int>> checked_flip_pairs(const recipe::Params& params, int count) {
  std::vector<std::pair<int, int>> pairs = params.pairs(kFlipPairs);
  std::set<int> seen;
  for (const auto& [a, b] : pairs) {
    const char* fault = fault_of(a, b, count, seen);
    if (fault == nullptr) continue;
    throw usage_error("{}: `flip_pairs`: [{}, {}] {}; the file has {} points, counted from 0",
                      params.where(kFlipPairs).text(), a, b, fault, count);
  }
  return pairs;
}

}  // namespace epochmill::source
