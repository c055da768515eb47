// The pairs of operations that AutoAugment learnt for three data sets.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <utility>

#include "ops/policy_step.hpp"

namespace epochmill::ops {

// An operation that is done with a probability, with the magnitude of a bin of ten.
struct LearntStep {
  Operation operation = Operation::kIdentity;
  double p = 0;
  int bin = 0;  // 0 where the operation has no magnitude
};
using LearntPair = std::array<LearntStep, 2>;

inline constexpr int kLearntBins = 10;
inline constexpr int kLearntPairs = 25;

// "imagenet", "cifar10" or "svhn"; throws `internal` for others. As torchvision's
// AutoAugment._get_policies, in its order; from Cubuk et al., "AutoAugment: Learning Augmentation
// Strategies from Data", CVPR 2019, tables 7 to 9.
std::span<const LearntPair> learnt_pairs(std::string_view policy);

}  // namespace epochmill::ops
