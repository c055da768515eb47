// Samples that have a number and no name, and classes likewise.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "recipe/params.hpp"
#include "source/catalog.hpp"

namespace epochmill::source {

inline constexpr const char* kNumClassesParam = "num_classes";

// More classes than this no dataset has; a label beyond it is a damaged one.
inline constexpr std::int64_t kMostClasses = 1000000;

// The number in decimal digits, with zeros in front to at least eight: the bytewise order of such
// keys is that of the numbers below 10^8.
std::string number_key(std::uint64_t number);

// The parameter `num_classes` of sources whose labels are numbers.
recipe::ParamSpec num_classes_param();

// "0", "1", ...: as many as `num_classes` says, else one more than the largest label.
// Every label has passed refuse_label_beyond.
std::vector<std::string> numbered_classes(const recipe::Params& params,
                                          const std::vector<Listed>& samples);

// Throws `input`, without a place, for a label that is not from 0 to below `num_classes` or, when
// that is not given, kMostClasses.
void refuse_label_beyond(const recipe::Params& params, std::int64_t label);

}  // namespace epochmill::source
