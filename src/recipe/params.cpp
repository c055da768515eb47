#include "recipe/params.hpp"

#include <algorithm>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "base/nearest_name.hpp"
#include "recipe/check_value.hpp"

namespace epochmill::recipe {
namespace {

const ParamSpec* find_spec(const Schema& schema, std::string_view name) {
  for (const ParamSpec& spec : schema.params) {
    if (spec.name == name) return &spec;
  }
  return nullptr;
}

[[noreturn]] void refuse_key(const Entry& entry, const Schema& schema,
                             const std::vector<std::string>& ignored) {
  std::vector<std::string> known;
  for (const ParamSpec& spec : schema.params) known.push_back(spec.name);
  known.insert(known.end(), ignored.begin(), ignored.end());
  const std::string hint = known.empty() ? "" : name_hint(shown(entry.key), known);
  throw usage_error("{}: {} has no parameter `{}`{}", entry.where.text(), schema.name,
                    shown(entry.key), hint);
}

// Checks what is written, in the order of the file.
std::vector<std::pair<const ParamSpec*, Value>> check_written(
    const Table& table, const Schema& schema, const std::vector<std::string>& ignored) {
  std::vector<std::pair<const ParamSpec*, Value>> written;
  for (const Entry& entry : table.entries) {
    if (const ParamSpec* spec = find_spec(schema, entry.key)) {
      written.emplace_back(spec, check_value(entry.value, *spec));
    } else if (std::find(ignored.begin(), ignored.end(), entry.key) == ignored.end()) {
      refuse_key(entry, schema, ignored);
    }
  }
  return written;
}

Value default_of(const ParamSpec& spec, const Schema& schema, const Location& where) {
  try {
    Value value = check_value(parse_toml_value(spec.default_value, "default"), spec);
    value.where = where;
    return value;
  } catch (const Error& error) {
    throw internal_error("the schema of {} refuses its own default: {}", schema.name, error.what());
  }
}

void make_absolute(Value& location, const std::filesystem::path& folder) {
  const std::filesystem::path whole =
      (folder / std::get<std::string>(location.data)).lexically_normal();
  // "/data/train/" is the folder "/data/train".
  const bool has_slash_at_end = !whole.has_filename() && whole.has_relative_path();
  location.data = (has_slash_at_end ? whole.parent_path() : whole).string();
}

}  // namespace

Params check_params(const Table& table, const Schema& schema,
                    const std::vector<std::string>& ignored) {
  const auto written = check_written(table, schema, ignored);
  Params params;
  for (const ParamSpec& spec : schema.params) {
    Params::Item item{spec, {false, table.where}, false, false};
    const auto found = std::find_if(written.begin(), written.end(),
                                    [&](const auto& pair) { return pair.first == &spec; });
    if (found != written.end()) {
      item.value = found->second;
      item.has_value = true;
    } else if (spec.default_value.empty()) {
      throw usage_error("{}: {} needs `{}`: {}", table.where.text(), schema.name, spec.name,
                        spec.meaning);
    } else if (spec.default_value != "none") {
      item.value = default_of(spec, schema, table.where);
      item.has_value = true;
      item.is_default = true;
    }
    params.items_.push_back(std::move(item));
  }
  return params;
}

const Params::Item& Params::item(std::string_view name) const {
  for (const Item& item : items_) {
    if (item.spec.name == name) return item;
  }
  throw internal_error("there is no parameter {}", name);
}

template <typename T>
const T& Params::get(std::string_view name, std::initializer_list<ParamType> types) const {
  const Item& found = item(name);
  if (std::find(types.begin(), types.end(), found.spec.type) == types.end()) {
    throw internal_error("parameter {} was asked for as another type than it has", name);
  }
  if (!found.has_value) throw internal_error("parameter {} has no value", name);
  const T* data = std::get_if<T>(&found.value.data);
  if (data == nullptr) throw internal_error("parameter {} is {}", name, found.value.type_name());
  return *data;
}

bool Params::has(std::string_view name) const { return item(name).has_value; }

bool Params::is_word(std::string_view name) const {
  return std::holds_alternative<std::string>(item(name).value.data);
}

bool Params::flag(std::string_view name) const { return get<bool>(name, {ParamType::kBool}); }

std::int64_t Params::integer(std::string_view name) const {
  return get<std::int64_t>(name, {ParamType::kInteger});
}

double Params::real(std::string_view name) const { return get<double>(name, {ParamType::kReal}); }

std::uint64_t Params::unsigned_integer(std::string_view name) const {
  if (std::holds_alternative<std::int64_t>(item(name).value.data)) {
    return checked_cast<std::uint64_t>(get<std::int64_t>(name, {ParamType::kUnsigned}));
  }
  return parse_unsigned(get<std::string>(name, {ParamType::kUnsigned})).value();
}

const std::string& Params::text(std::string_view name) const {
  static const std::string kTrue = "true";
  static const std::string kFalse = "false";
  const Item& found = item(name);
  const auto* flag = std::get_if<bool>(&found.value.data);
  if (found.spec.type == ParamType::kBoolOrWord && found.has_value && flag != nullptr) {
    return *flag ? kTrue : kFalse;
  }
  return get<std::string>(name,
                          {ParamType::kString, ParamType::kBoolOrWord, ParamType::kRealListOrWord});
}

std::vector<std::int64_t> Params::integers(std::string_view name) const {
  std::vector<std::int64_t> list;
  for (const Value& value : get<Array>(name, {ParamType::kIntegerList})) {
    list.push_back(std::get<std::int64_t>(value.data));
  }
  return list;
}

std::vector<double> Params::reals(std::string_view name) const {
  std::vector<double> list;
  for (const Value& value : get<Array>(name, {ParamType::kRealList, ParamType::kRealListOrWord})) {
    list.push_back(std::get<double>(value.data));
  }
  return list;
}

std::vector<std::string> Params::texts(std::string_view name) const {
  std::vector<std::string> list;
  for (const Value& value : get<Array>(name, {ParamType::kStringList})) {
    list.push_back(std::get<std::string>(value.data));
  }
  return list;
}

std::vector<std::pair<int, int>> Params::pairs(std::string_view name) const {
  std::vector<std::pair<int, int>> list;
  for (const Value& value : get<Array>(name, {ParamType::kIntegerPairs})) {
    const Array& pair = std::get<Array>(value.data);
    list.emplace_back(checked_cast<int>(std::get<std::int64_t>(pair[0].data)),
                      checked_cast<int>(std::get<std::int64_t>(pair[1].data)));
  }
  return list;
}

const Location& Params::where(std::string_view name) const { return item(name).value.where; }

std::string Params::canonical_text() const {
  std::string text;
  for (const Item& item : items_) {
    if (!item.has_value || item.spec.role == ParamRole::kLocation) continue;
    text += fmt::format("{} = {}\n", item.spec.name, to_toml(item.value));
  }
  return text;
}

Params Params::with_locations_in(const std::filesystem::path& folder) const {
  Params located = *this;
  for (Item& item : located.items_) {
    if (!item.has_value || item.spec.role != ParamRole::kLocation) continue;
    const bool is_from_command_line = !item.is_default && item.value.where.line == 0;
    const std::filesystem::path base =
        is_from_command_line ? std::filesystem::current_path() : folder;
    if (auto* list = std::get_if<Array>(&item.value.data)) {
      for (Value& location : *list) make_absolute(location, base);
    } else {
      make_absolute(item.value, base);
    }
  }
  return located;
}

}  // namespace epochmill::recipe
