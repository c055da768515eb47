#include "source/csv_one_hot.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

bool is_zero(std::string_view text) { return text == "0" || text == "0.0"; }
bool is_one(std::string_view text) { return text == "1" || text == "1.0"; }

// Calls `look` with each row that is left, until it returns false.
template <typename Look>
void for_each_row(CsvReader reader, Look look) {
  do {
    if (!look(reader.fields())) return;
  } while (reader.next());
}

}  // namespace

std::int64_t read_one_hot(std::span<const std::size_t> columns, std::span<const std::string> fields,
                          std::span<const std::string> names) {
  std::int64_t label = -1;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string& field = fields[columns[i]];
    if (is_zero(field)) continue;
    if (!is_one(field)) {
      throw input_error("column {} of `one_hot` holds {}; expected 0 or 1",
                        shown(names[columns[i]]), shown(field));
    }
    if (label >= 0) {
      throw input_error("two columns of `one_hot` are 1, {} and {}; a sample has one label",
                        shown(names[columns[static_cast<std::size_t>(label)]]),
                        shown(names[columns[i]]));
    }
    label = static_cast<std::int64_t>(i);
  }
  if (label < 0) throw input_error("no column of `one_hot` is 1; a sample has one label");
  return label;
}

bool is_one_hot(std::string_view text) {
  constexpr std::string_view kBetween = "[]() ,;|\t";
  std::size_t zeros = 0;
  std::size_t ones = 0;
  while (true) {
    const std::size_t begin = text.find_first_not_of(kBetween);
    if (begin == std::string_view::npos) return ones == 1 && zeros >= 1;
    const std::size_t end = std::min(text.find_first_of(kBetween, begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    if (!is_zero(word) && !is_one(word)) return false;
    (is_one(word) ? ones : zeros) += 1;
    text.remove_prefix(end);
  }
}

std::vector<std::size_t> find_one_hot(const CsvReader& reader, std::size_t width,
                                      std::span<const std::size_t> others) {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < width; ++i) {
    if (std::ranges::find(others, i) == others.end()) columns.push_back(i);
  }
  for_each_row(reader, [&](const std::vector<std::string>& fields) {
    if (fields.size() != width) columns.clear();
    std::erase_if(columns,
                  [&](std::size_t i) { return !is_zero(fields[i]) && !is_one(fields[i]); });
    return !columns.empty();
  });
  if (columns.size() < 2) return {};
  for_each_row(reader, [&](const std::vector<std::string>& fields) {
    const auto is_set = [&](std::size_t i) { return is_one(fields[i]); };
    if (std::ranges::count_if(columns, is_set) != 1) columns.clear();
    return !columns.empty();
  });
  return columns;
}

}  // namespace epochmill::source
