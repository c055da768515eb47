#include "recipe/accepts.hpp"

#include <fmt/format.h>

#include <cmath>

namespace epochmill::recipe {
namespace {

constexpr int kNoLimit = std::numeric_limits<int>::max();

std::string range(const ParamSpec& spec) {
  const bool has_min = std::isfinite(spec.min);
  const bool has_max = std::isfinite(spec.max);
  if (has_min && has_max) return fmt::format(" in [{}, {}]", spec.min, spec.max);
  if (has_min) return fmt::format(" of at least {}", spec.min);
  if (has_max) return fmt::format(" of at most {}", spec.max);
  return "";
}

std::string choices(const ParamSpec& spec) {
  std::string text;
  for (std::size_t i = 0; i < spec.choices.size(); ++i) {
    if (i > 0) text += ", ";
    text += '"' + spec.choices[i] + '"';
  }
  return text;
}

std::string one_of_choices(const ParamSpec& spec) {
  return (spec.choices.size() > 1 ? "one of " : "") + choices(spec);
}

// "2 ", "1 to 3 ", "at least 1 "; "" for any number.
std::string count(const ParamSpec& spec) {
  if (spec.min_items == spec.max_items) return fmt::format("{} ", spec.min_items);
  if (spec.max_items != kNoLimit) return fmt::format("{} to {} ", spec.min_items, spec.max_items);
  return spec.min_items > 0 ? fmt::format("at least {} ", spec.min_items) : "";
}

std::string list(const ParamSpec& spec, const char* item, const char* items) {
  const std::string number = count(spec);
  if (takes_bare_item(spec)) {
    return fmt::format("{} or a list of {}{}", accepts_item(spec), number,
                       number.empty() ? "them" : "of them");
  }
  const bool ends_in_one =
      spec.max_items == 1 || (spec.max_items == kNoLimit && spec.min_items == 1);
  const std::string of_choices = spec.choices.empty() ? "" : " of " + choices(spec);
  return fmt::format("a list of {}{}{}{}", number, ends_in_one ? item : items, of_choices,
                     range(spec));
}

}  // namespace

bool takes_bare_item(const ParamSpec& spec) {
  const bool is_flat_list =
      spec.type == ParamType::kIntegerList || spec.type == ParamType::kRealList ||
      spec.type == ParamType::kRealListOrWord || spec.type == ParamType::kStringList;
  return is_flat_list && spec.min_items <= 1 && spec.max_items >= 1;
}

std::string accepts(const ParamSpec& spec) {
  switch (spec.type) {
    case ParamType::kIntegerList:
      return list(spec, "integer", "integers");
    case ParamType::kRealList:
      return list(spec, "number", "numbers");
    case ParamType::kRealListOrWord:
      return list(spec, "number", "numbers") + ", or " + one_of_choices(spec);
    case ParamType::kStringList:
      return list(spec, "string", "strings");
    case ParamType::kIntegerPairs:
      return list(spec, "pair [a, b] of integers", "pairs [a, b] of integers");
    default:
      return accepts_item(spec);
  }
}

std::string accepts_item(const ParamSpec& spec) {
  switch (spec.type) {
    case ParamType::kBool:
      return "true or false";
    case ParamType::kBoolOrWord:
      return "true, false or " + one_of_choices(spec);
    case ParamType::kUnsigned:
      return "an integer in [0, 2^64-1], in quotes when it is above 2^63-1";
    case ParamType::kReal:
    case ParamType::kRealList:
    case ParamType::kRealListOrWord:
      return "a number" + range(spec);
    case ParamType::kInteger:
    case ParamType::kIntegerList:
    case ParamType::kIntegerPairs:
      return "an integer" + range(spec);
    case ParamType::kString:
    case ParamType::kStringList:
      if (spec.role == ParamRole::kLocation) return "a path";
      return spec.choices.empty() ? "a string" : one_of_choices(spec);
  }
  return "";
}

}  // namespace epochmill::recipe
