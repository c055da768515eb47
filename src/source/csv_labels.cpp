#include "source/csv_labels.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "base/nearest_name.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

std::string hint_of(std::string_view text, const std::vector<std::string>& names) {
  const std::string nearest = nearest_name(text, names);
  if (!nearest.empty()) return fmt::format("; did you mean {}?", shown(nearest));
  return fmt::format("; `classes` has {} names, the first is {}", names.size(),
                     shown(names.front()));
}

}  // namespace

CsvLabels CsvLabels::one_class() {
  CsvLabels labels(Kind::kOne);
  labels.names_ = {"all"};
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
  throw input_error("label {} is not an integer from 0 to {} in decimal digits alone", shown(text),
                    count_ - 1);
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
