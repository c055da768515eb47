#include "recipe/value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace epochmill::recipe {
namespace {

constexpr std::size_t kShownBytes = 80;

bool is_bare_key(std::string_view key) {
  return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
}

void append_string(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\u{:04X}", byte);
    } else {
      out += c;
    }
  }
  out += '"';
}

void append_real(std::string& out, double real) {
  if (!std::isfinite(real)) {
    out += std::isnan(real) ? "nan" : real < 0 ? "-inf" : "inf";
    return;
  }
  const std::string digits = fmt::format("{}", real);
  out += digits;
  if (digits.find_first_of(".e") == std::string::npos) out += ".0";
}

void append_value(std::string& out, const Value& value);

void append_array(std::string& out, const Array& array) {
  out += '[';
  for (std::size_t i = 0; i < array.size(); ++i) {
    if (i > 0) out += ", ";
    append_value(out, array[i]);
  }
  out += ']';
}

void append_table(std::string& out, const Table& table) {
  out += '{';
  const char* separator = "";
  for (const Entry& entry : table.entries) {
    out += separator;
    if (is_bare_key(entry.key)) {
      out += entry.key;
    } else {
      append_string(out, entry.key);
    }
    out += " = ";
    append_value(out, entry.value);
    separator = ", ";
  }
  out += '}';
}

struct Appender {
  std::string& out;
  void operator()(bool flag) const { out += flag ? "true" : "false"; }
  void operator()(std::int64_t integer) const { out += fmt::format("{}", integer); }
  void operator()(double real) const { append_real(out, real); }
  void operator()(const std::string& text) const { append_string(out, text); }
  void operator()(const Array& array) const { append_array(out, array); }
  void operator()(const Table& table) const { append_table(out, table); }
};

void append_value(std::string& out, const Value& value) { std::visit(Appender{out}, value.data); }

}  // namespace

std::string Location::text() const {
  return line == 0 ? file : fmt::format("{}:{}:{}", file, line, column);
}

const Value* Table::find(std::string_view key) const {
  for (const Entry& entry : entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

const char* Value::type_name() const {
  struct Namer {
    const char* operator()(bool) const { return "a boolean"; }
    const char* operator()(std::int64_t) const { return "an integer"; }
    const char* operator()(double) const { return "a number"; }
    const char* operator()(const std::string&) const { return "a string"; }
    const char* operator()(const Array&) const { return "an array"; }
    const char* operator()(const Table&) const { return "a table"; }
  };
  return std::visit(Namer{}, data);
}

std::string to_toml(const Value& value) {
  std::string text;
  append_value(text, value);
  return text;
}

std::string shown(const Value& value) { return shown(std::string_view(to_toml(value))); }

std::string shown(std::string_view word) {
  if (word.size() <= kShownBytes) return std::string(word);
  std::size_t size = kShownBytes - 3;
  // Not in the middle of a UTF-8 character.
  while (size > 0 && (static_cast<unsigned char>(word[size]) & 0xC0) == 0x80) --size;
  return std::string(word.substr(0, size)) + "...";
}

}  // namespace epochmill::recipe
