#include "recipe/overrides.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.hpp"
#include "recipe/check_value.hpp"
#include "recipe/nesting.hpp"

namespace epochmill::recipe {
namespace {

using Path = std::vector<std::string>;

bool is_index(const std::string& part) {
  return !part.empty() &&
         std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string joined(const Path& path, std::size_t parts) {
  return fmt::format(
      "{}", fmt::join(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(parts), "."));
}

// One value on its way to one place.
struct Setting {
  Path path;
  Value value;
  Location where;  // the option
};

Value& item_of(Array& array, const Setting& setting, std::size_t at) {
  const std::string& part = setting.path[at];
  if (!is_index(part)) {
    throw usage_error("{}: `{}` is an array, so a number must follow it, found `{}`",
                      setting.where.text(), joined(setting.path, at), part);
  }
  const std::optional<std::uint64_t> index = parse_unsigned(part);
  if (!index || *index >= array.size()) {
    throw usage_error("{}: there is no item {}: `{}` has {} item{} (the first is 0)",
                      setting.where.text(), part, joined(setting.path, at), array.size(),
                      array.size() == 1 ? "" : "s");
  }
  return array[*index];
}

Value& entry_of(Table& table, const Setting& setting, std::size_t at) {
  const std::string& key = setting.path[at];
  const bool is_last = at + 1 == setting.path.size();
  for (Entry& entry : table.entries) {
    if (entry.key != key) continue;
    if (is_last) entry.where = setting.where;
    return entry.value;
  }
  if (!is_last && is_index(setting.path[at + 1])) {
    throw usage_error("{}: the recipe has no `{}`, so no item {} of it; set the whole array",
                      setting.where.text(), joined(setting.path, at + 1), setting.path[at + 1]);
  }
  table.entries.push_back({key, setting.where, {Table{{}, setting.where}, setting.where}});
  return table.entries.back().value;
}

void apply(Table& root, const Setting& setting) {
  Value* value = &entry_of(root, setting, 0);
  for (std::size_t at = 1; at < setting.path.size(); ++at) {
    if (auto* table = std::get_if<Table>(&value->data)) {
      value = &entry_of(*table, setting, at);
    } else if (auto* array = std::get_if<Array>(&value->data)) {
      value = &item_of(*array, setting, at);
    } else {
      throw usage_error("{}: `{}` is {}, which has no `{}`", setting.where.text(),
                        joined(setting.path, at), value->type_name(), setting.path[at]);
    }
  }
  *value = setting.value;
}

Path split(std::string_view key) {
  Path path;
  while (true) {
    const std::size_t dot = key.find('.');
    path.emplace_back(key.substr(0, dot));
    if (dot == std::string_view::npos) return path;
    key.remove_prefix(dot + 1);
  }
}

Setting parse_set(const std::string& text) {
  const std::string origin = "--set " + shown(text);
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) {
    throw usage_error("{}: expected KEY=VALUE, such as augment.0.p=0.3", origin);
  }
  Path path = split(std::string_view(text).substr(0, equals));
  if (std::any_of(path.begin(), path.end(), [](const std::string& part) { return part.empty(); })) {
    throw usage_error("{}: expected a key of names with one dot between them, found `{}`", origin,
                      shown(text.substr(0, equals)));
  }
  if (path.size() > static_cast<std::size_t>(kMaxKeyParts)) {
    throw usage_error("{}: the key has {} parts; a recipe needs 15 at most", origin, path.size());
  }
  return {std::move(path),
          parse_toml_value(std::string_view(text).substr(equals + 1), origin),
          {origin, 0, 0}};
}

Setting path_setting(const char* table, const std::string& option, const std::string& path) {
  const Location where{option + " " + path, 0, 0};
  return {{table, "path"}, {path, where}, where};
}

}  // namespace

void apply_overrides(Table& root, const Overrides& overrides) {
  for (const std::string& set : overrides.sets) apply(root, parse_set(set));
  if (overrides.source) apply(root, path_setting("source", "--source", *overrides.source));
  if (overrides.output) apply(root, path_setting("output", "--output", *overrides.output));
}

}  // namespace epochmill::recipe
