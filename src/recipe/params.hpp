// Named, typed parameters. A schema is written once, beside the code that uses it; checks,
// defaults, the canonical text and the help are all read from it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "recipe/value.hpp"

namespace epochmill::recipe {

enum class ParamType {
  kBool,
  kInteger,
  kReal,  // an integer is accepted and read as a real
  kString,
  kIntegerList,     // min_items..max_items; one bare integer is a list of one where min_items <= 1
  kRealList,        // likewise
  kStringList,      // likewise
  kIntegerPairs,    // [[a, b], [c, d], ...]; each fits an int
  kUnsigned,        // 0..2^64-1; above 2^63-1, where TOML's integers end, a string of decimal or 0x
                    // digits
  kBoolOrWord,      // true, false, or one of `choices`
  kRealListOrWord,  // as kRealList, or one of `choices`
};

// What a parameter is for beyond its value.
enum class ParamRole {
  kData,      // reaches the bytes: part of the canonical text
  kLocation,  // where things lie on this machine: never part of it
};

struct ParamSpec {
  std::string name = "";
  ParamType type = ParamType::kReal;
  // As TOML, or a bare word for a string. "" = required. "none" = may be left out.
  std::string default_value = "";
  std::string meaning = "";  // one line, with the unit; shown by `describe`
  double min = -std::numeric_limits<double>::infinity();  // of each number, inclusive
  double max = std::numeric_limits<double>::infinity();
  int min_items = 1;
  int max_items = std::numeric_limits<int>::max();
  std::vector<std::string> choices = {};  // of each string; empty = any
  ParamRole role = ParamRole::kData;
};

struct Schema {
  std::string name = "";     // as the user writes it: "random_crop", "folder", "raw"
  std::string summary = "";  // one line
  std::vector<ParamSpec> params = {};
  // More for `describe`: how it differs from torchvision, what it does to points. May be empty.
  std::string notes = "";
  std::string example = "";  // TOML lines, for `describe`. May be empty.
  bool takes_ops = false;  // of an op: it is written around other ops, its [[augment.ops]]
};

// Values that a schema has checked, one for every parameter, in the schema's order. The getters
// throw `internal` for a name or type that the schema does not have, and for one without value.
class Params {
 public:
  Params() = default;

  bool has(std::string_view name) const;      // false for a "none" parameter that was left out
  bool is_word(std::string_view name) const;  // of a kRealListOrWord: then text(), else reals()
  bool flag(std::string_view name) const;
  std::int64_t integer(std::string_view name) const;
  double real(std::string_view name) const;
  std::uint64_t unsigned_integer(std::string_view name) const;  // of a kUnsigned
  const std::string& text(
      std::string_view name) const;  // of a kBoolOrWord: "true", "false" or the word
  std::vector<std::int64_t> integers(std::string_view name) const;
  std::vector<double> reals(std::string_view name) const;
  std::vector<std::string> texts(std::string_view name) const;
  std::vector<std::pair<int, int>> pairs(std::string_view name) const;
  // The place where `name` was written, for an error about its meaning; the table's own place for a
  // default.
  const Location& where(std::string_view name) const;

  // "name = value" lines in the schema's order, defaults filled in, parameters without value and
  // locations left out.
  std::string canonical_text() const;

  // The same with every location made absolute and lexically normal: what came from the command
  // line against the working folder, all else against `folder` (which is absolute).
  Params with_locations_in(const std::filesystem::path& folder) const;

 private:
  friend Params check_params(const Table&, const Schema&, const std::vector<std::string>&);
  struct Item {
    ParamSpec spec;
    Value value;  // in the one form that check_value gives its type
    bool has_value = false;
    bool is_default = false;
  };
  const Item& item(std::string_view name) const;
  template <typename T>
  const T& get(std::string_view name, std::initializer_list<ParamType> types) const;
  std::vector<Item> items_;
};

// Checks `table` against `schema`. Keys in `ignored` (such as "op", "kind") are not parameters.
// Throws `usage`, naming file:line:column, what was expected, what was found and the nearest right
// name, for an unknown key, a wrong type, a value out of range or not among the choices, a wrong
// number of items, or a required parameter that is missing. What is written is checked in the order
// of the file, before what is missing. Throws `internal` for a default that the schema itself
// refuses.
Params check_params(const Table& table, const Schema& schema,
                    const std::vector<std::string>& ignored);

}  // namespace epochmill::recipe
