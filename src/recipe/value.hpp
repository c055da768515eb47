// TOML values with the place that each was read from: what the parser gives and the schema checks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace epochmill::recipe {

// Where a value was written: a line and column of a file, both from 1, or an option of the command
// line (line 0).
struct Location {
  std::string file;
  int line = 0;
  int column = 0;
  // "file:line:column", or just `file` when there is no line.
  std::string text() const;
};

struct Value;
using Array = std::vector<Value>;
struct Entry;

struct Table {
  std::vector<Entry> entries;  // in the order of the file
  Location where;
  const Value* find(std::string_view key) const;
};

struct Value {
  std::variant<bool, std::int64_t, double, std::string, Array, Table> data;
  Location where;
  // "a boolean", "an integer", "a number", "a string", "an array" or "a table".
  const char* type_name() const;
};

struct Entry {
  std::string key;
  Location where;  // of the key
  Value value;
};

// Parses TOML. Throws `usage` with file:line:column on a syntax error, a date (recipes have none),
// or nesting so deep that it could use up the stack (see nesting.hpp). The one place that touches
// toml++.
Table parse_toml(std::string_view text, const std::string& file);

// Parses one TOML value, as in `--set augment.0.p=0.3`: anything that is not TOML, or is a date, is
// a bare string. Every place in it is `origin`, line 0.
Value parse_toml_value(std::string_view text, const std::string& origin);

// `value` as TOML text that parses to the same value: shortest round-trip floats, always with a
// point or exponent. Bytes of a string that are not UTF-8 are kept as they are, and are not TOML.
std::string to_toml(const Value& value);

// to_toml for an error message: one line of at most 80 bytes, "..." where something is left out.
std::string shown(const Value& value);
// Likewise, for a word that is not a value, such as a key.
std::string shown(std::string_view word);

}  // namespace epochmill::recipe
