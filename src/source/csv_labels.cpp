#include "source/csv_labels.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/nearest_name.hpp"
#include "source/csv_one_hot.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

std::string hint_of(std::string_view text, const std::vector<std::string>& names) {
  const std::string nearest = nearest_name(text, names);
  if (!nearest.empty()) return fmt::format("; did you mean {}?", shown(nearest));
  return fmt::format("; `classes` has {} names, the first is {}", names.size(),
                     shown(names.front()));
}

std::optional<double> real_of(std::string_view text) {
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::invalid_argument || stop != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

bool is_integer(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// What training would have made of a text that is no class index.
const char* consequence_of(std::string_view text) {
  if (text == "-100") return "; PyTorch's cross entropy leaves samples of label -100 out";
  if (is_integer(text)) {
    return "; training would stop at it, or read beyond its last class where nothing checks";
  }
  if (is_one_hot(text)) {
    return "; this is a one-hot list: write the place of its 1";
  }
  if (real_of(text)) {
    return "; frameworks cut a real number to an integer, or take it for a probability: write "
           "indices without a point";
  }
  return "";
}

}  // namespace

CsvLabels CsvLabels::one_class(std::string name) {
  CsvLabels labels(Kind::kOne);
  labels.names_ = {std::move(name)};
  return labels;
}

CsvLabels CsvLabels::listed(std::vector<std::string> classes) {
  CsvLabels labels(Kind::kListed);
  for (const std::string& name : classes) {
    labels.ids_.emplace(name, static_cast<std::int64_t>(labels.ids_.size()));
  }
  labels.names_ = std::move(classes);
  return labels;
}

CsvLabels CsvLabels::numbers(std::int64_t count) {
  CsvLabels labels(Kind::kNumbers);
  labels.count_ = count;
  return labels;
}

CsvLabels CsvLabels::found() { return CsvLabels(Kind::kFound); }

std::int64_t CsvLabels::number_of(std::string_view text) const {
  const bool is_digits = std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  std::int64_t number = -1;
  if (is_digits &&
      std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc{} &&
      number < count_) {
    return number;
  }
  throw input_error("label {} is not an integer from 0 to {} in decimal digits alone{}",
                    shown(text), count_ - 1, consequence_of(text));
}

void CsvLabels::refuse_numbers_as_names() const {
  const auto all = [this](auto holds) {
    return !ids_.empty() &&
           std::ranges::all_of(ids_, holds, [](const auto& id) { return id.first; });
  };
  const std::string example = ids_.empty() ? "" : shown(std::ranges::min_element(ids_)->first);
  if (all([](const std::string& name) { return is_one_hot(name); })) {
    throw input_error(
        "the labels are one-hot lists, such as {}: each would be a class named so, numbered by its "
        "text; write the place of the 1, or list the texts in order by `classes`",
        example);
  }
  const auto is_real = [](const std::string& name) { return real_of(name).has_value(); };
  const auto is_index = [](const std::string& name) { return is_integer(name); };
  if (all(is_real) && !all(is_index)) {
    throw input_error(
        "the labels are real numbers, such as {}: each would be a class named so, numbered by its "
        "text, 10.0 before 2.0; write integers and say `num_classes`, or list the texts in order "
        "by "
        "`classes`",
        example);
  }
}

std::int64_t CsvLabels::id_of(const std::string& text) {
  if (kind_ == Kind::kOne) return 0;
  if (text.empty()) throw input_error("no label: its field is empty");
  if (kind_ == Kind::kNumbers) return number_of(text);
  if (kind_ == Kind::kFound) {
    return ids_.emplace(text, static_cast<std::int64_t>(ids_.size())).first->second;
  }
  const auto id = ids_.find(text);
  if (id != ids_.end()) return id->second;
  throw input_error("label {} is not one of `classes`{}", shown(text), hint_of(text, names_));
}

CsvLabels::Classes CsvLabels::finish() && {
  if (kind_ == Kind::kNumbers) {
    for (std::int64_t i = 0; i < count_; ++i) names_.push_back(std::to_string(i));
  }
  if (kind_ != Kind::kFound) return {std::move(names_), {}};
  refuse_numbers_as_names();

  Classes classes;
  for (const auto& [name, id] : ids_) classes.names.push_back(name);
  std::ranges::sort(classes.names);
  classes.id_now.resize(classes.names.size());
  for (std::size_t i = 0; i < classes.names.size(); ++i) {
    const auto id_then = static_cast<std::size_t>(ids_.at(classes.names[i]));
    classes.id_now[id_then] = static_cast<std::int64_t>(i);
  }
  return classes;
}

}  // namespace epochmill::source
