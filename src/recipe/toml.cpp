#include <toml++/toml.h>

#include <algorithm>
#include <sstream>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "recipe/nesting.hpp"
#include "recipe/value.hpp"

namespace epochmill::recipe {
namespace {

Location location_of(const toml::source_region& region, const std::string& file) {
  return {file, checked_cast<int>(region.begin.line), checked_cast<int>(region.begin.column)};
}

// toml++'s sentence, which may quote a stray byte of the text, as one printable line.
std::string printable(std::string_view description) {
  std::string text(description);
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return text;
}

[[noreturn]] void refuse_date(const toml::node& node, const std::string& file) {
  std::ostringstream date;
  if (const auto* day = node.as_date()) date << day->get();
  if (const auto* time = node.as_time()) date << time->get();
  if (const auto* moment = node.as_date_time()) date << moment->get();
  throw usage_error("{}: a recipe has no dates or times, found {}; if it is text, put it in quotes",
                    location_of(node.source(), file).text(), date.str());
}

Table convert(const toml::table& table, const std::string& file);

Value convert(const toml::node& node, const std::string& file) {
  const Location where = location_of(node.source(), file);
  if (const auto* flag = node.as_boolean()) return {flag->get(), where};
  if (const auto* integer = node.as_integer()) return {integer->get(), where};
  if (const auto* real = node.as_floating_point()) return {real->get(), where};
  if (const auto* text = node.as_string()) return {text->get(), where};
  if (const auto* table = node.as_table()) return {convert(*table, file), where};
  if (const auto* array = node.as_array()) {
    Array items;
    items.reserve(array->size());
    for (const toml::node& item : *array) items.push_back(convert(item, file));
    return {std::move(items), where};
  }
  refuse_date(node, file);
}

Table convert(const toml::table& table, const std::string& file) {
  Table converted;
  converted.where = location_of(table.source(), file);
  converted.entries.reserve(table.size());
  for (auto&& [key, node] : table) {
    converted.entries.push_back(
        {std::string(key.str()), location_of(key.source(), file), convert(node, file)});
  }
  // toml++ keeps keys in the order of the alphabet.
  const auto place = [](const Entry& entry) {
    return std::pair(entry.where.line, entry.where.column);
  };
  std::stable_sort(converted.entries.begin(), converted.entries.end(),
                   [&](const Entry& a, const Entry& b) { return place(a) < place(b); });
  return converted;
}

void set_places(Value& value, const Location& where);

void set_places(Table& table, const Location& where) {
  table.where = where;
  for (Entry& entry : table.entries) {
    entry.where = where;
    set_places(entry.value, where);
  }
}

void set_places(Value& value, const Location& where) {
  value.where = where;
  if (auto* array = std::get_if<Array>(&value.data)) {
    for (Value& item : *array) set_places(item, where);
  }
  if (auto* table = std::get_if<Table>(&value.data)) set_places(*table, where);
}

}  // namespace

Table parse_toml(std::string_view text, const std::string& file) {
  check_nesting(text, file);
  try {
    Table root = convert(toml::parse(text), file);
    root.where = {file, 1, 1};
    return root;
  } catch (const toml::parse_error& error) {
    throw usage_error("{}: not TOML: {}", location_of(error.source(), file).text(),
                      printable(error.description()));
  }
}

Value parse_toml_value(std::string_view text, const std::string& origin) {
  const Location where{origin, 0, 0};
  const std::string line = "value = " + std::string(text);
  Value value{std::string(text), where};
  try {
    Table table = parse_toml(line, origin);
    if (table.entries.size() == 1) value = std::move(table.entries.front().value);
  } catch (const Error& error) {
    // Not TOML: the bare string it is.
    if (error.kind() != ErrorKind::kUsage) throw;
  }
  set_places(value, where);
  return value;
}

}  // namespace epochmill::recipe
