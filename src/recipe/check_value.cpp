#include "recipe/check_value.hpp"

#include <algorithm>
#include <charconv>
#include <climits>
#include <cmath>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "base/nearest_name.hpp"
#include "base/utf8.hpp"
#include "recipe/accepts.hpp"

namespace epochmill::recipe {
namespace {

// A value on its way through the checks; `name` is "size" or, for an item, "size[1]".
struct Named {
  const Value& value;
  const ParamSpec& spec;
  std::string name;
  bool is_item = false;
};

[[noreturn]] void refuse(const Named& named, std::string_view hint = "") {
  throw usage_error("{}: {} must be {}, found {}{}", named.value.where.text(), named.name,
                    named.is_item ? accepts_item(named.spec) : accepts(named.spec),
                    shown(named.value), hint);
}

bool is_in_range(double number, const ParamSpec& spec) {
  return std::isfinite(number) && number >= spec.min && number <= spec.max;
}

Value check_integer(const Named& named) {
  const auto* integer = std::get_if<std::int64_t>(&named.value.data);
  if (integer == nullptr || !is_in_range(static_cast<double>(*integer), named.spec)) refuse(named);
  return named.value;
}

Value check_real(const Named& named) {
  double real = 0;
  if (const auto* integer = std::get_if<std::int64_t>(&named.value.data)) {
    real = static_cast<double>(*integer);
  } else if (const auto* written = std::get_if<double>(&named.value.data)) {
    real = *written;
  } else {
    refuse(named);
  }
  if (!is_in_range(real, named.spec)) refuse(named);
  return {real == 0 ? 0.0 : real, named.value.where};
}

void check_choice(const Named& named, const std::string& word) {
  const std::vector<std::string>& choices = named.spec.choices;
  if (std::find(choices.begin(), choices.end(), word) != choices.end()) return;
  const std::string nearest = nearest_name(word, choices);
  refuse(named, nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest));
}

Value check_string(const Named& named) {
  const auto* text = std::get_if<std::string>(&named.value.data);
  if (text == nullptr) refuse(named);
  if (named.spec.role == ParamRole::kLocation) {
    // Any bytes but these two can name a file; none of them are stored.
    if (text->empty() || text->find('\0') != std::string::npos) refuse(named);
  } else if (find_invalid_utf8(*text) != std::string::npos) {
    throw usage_error("{}: {} must be UTF-8 text", named.value.where.text(), named.name);
  }
  if (!named.spec.choices.empty()) check_choice(named, *text);
  return named.value;
}

Value check_bool(const Named& named) {
  if (!std::holds_alternative<bool>(named.value.data)) refuse(named);
  return named.value;
}

Value check_bool_or_word(const Named& named) {
  if (const auto* word = std::get_if<std::string>(&named.value.data)) {
    check_choice(named, *word);
    return named.value;
  }
  return check_bool(named);
}

Value check_unsigned(const Named& named) {
  if (const auto* text = std::get_if<std::string>(&named.value.data)) {
    const std::optional<std::uint64_t> number = parse_unsigned(*text);
    if (!number) refuse(named);
    if (std::in_range<std::int64_t>(*number)) {
      return {checked_cast<std::int64_t>(*number), named.value.where};
    }
    return {fmt::format("{}", *number), named.value.where};
  }
  const auto* integer = std::get_if<std::int64_t>(&named.value.data);
  if (integer == nullptr || *integer < 0) refuse(named);
  return named.value;
}

using Check = Value (*)(const Named&);

Value check_list(const Named& named, Check check_item);

Value check_reals_or_word(const Named& named) {
  if (const auto* word = std::get_if<std::string>(&named.value.data)) {
    check_choice(named, *word);
    return named.value;
  }
  return check_list(named, check_real);
}

Value check_list(const Named& named, Check check_item) {
  const ParamSpec& spec = named.spec;
  const auto* array = std::get_if<Array>(&named.value.data);
  if (array == nullptr) {
    const bool may_be_item =
        takes_bare_item(spec) && !std::holds_alternative<Table>(named.value.data);
    if (!may_be_item) refuse(named);
    return {Array{check_item(named)}, named.value.where};
  }
  if (array->size() < static_cast<std::size_t>(spec.min_items) ||
      array->size() > static_cast<std::size_t>(spec.max_items)) {
    throw usage_error("{}: {} must be {}, found {} item{}: {}", named.value.where.text(),
                      named.name, accepts(spec), array->size(), array->size() == 1 ? "" : "s",
                      shown(named.value));
  }
  Array items;
  items.reserve(array->size());
  for (std::size_t i = 0; i < array->size(); ++i) {
    items.push_back(check_item({(*array)[i], spec, fmt::format("{}[{}]", named.name, i), true}));
  }
  return {std::move(items), named.value.where};
}

Value check_pair(const Named& named) {
  const auto* pair = std::get_if<Array>(&named.value.data);
  if (pair == nullptr || pair->size() != 2) {
    throw usage_error("{}: {} must be a pair [a, b] of integers, found {}",
                      named.value.where.text(), named.name, shown(named.value));
  }
  ParamSpec spec = named.spec;
  spec.min = std::max(spec.min, static_cast<double>(INT_MIN));
  spec.max = std::min(spec.max, static_cast<double>(INT_MAX));
  Array numbers;
  for (std::size_t i = 0; i < 2; ++i) {
    numbers.push_back(
        check_integer({(*pair)[i], spec, fmt::format("{}[{}]", named.name, i), true}));
  }
  return {std::move(numbers), named.value.where};
}

}  // namespace

Value check_value(const Value& value, const ParamSpec& spec) {
  const Named named{value, spec, spec.name};
  switch (spec.type) {
    case ParamType::kBool:
      return check_bool(named);
    case ParamType::kInteger:
      return check_integer(named);
    case ParamType::kReal:
      return check_real(named);
    case ParamType::kString:
      return check_string(named);
    case ParamType::kIntegerList:
      return check_list(named, check_integer);
    case ParamType::kRealList:
      return check_list(named, check_real);
    case ParamType::kStringList:
      return check_list(named, check_string);
    case ParamType::kIntegerPairs:
      return check_list(named, check_pair);
    case ParamType::kUnsigned:
      return check_unsigned(named);
    case ParamType::kBoolOrWord:
      return check_bool_or_word(named);
    case ParamType::kRealListOrWord:
      return check_reals_or_word(named);
  }
  throw internal_error("parameter {} has no type", spec.name);
}

std::optional<std::uint64_t> parse_unsigned(std::string_view digits) {
  int base = 10;
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    base = 16;
    digits.remove_prefix(2);
  }
  std::uint64_t number = 0;
  const char* end = digits.data() + digits.size();
  const auto [stopped, error] = std::from_chars(digits.data(), end, number, base);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return number;
}

}  // namespace epochmill::recipe
