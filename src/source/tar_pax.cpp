#include "source/tar_pax.hpp"

#include <charconv>

#include "base/error.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

// All of `text` as a decimal number.
std::optional<std::uint64_t> decimal(std::string_view text) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

// Takes the first record off `text`, without its length and line end.
std::string_view take_record(std::string_view& text) {
  const std::size_t space = text.substr(0, 21).find(' ');
  const auto length =
      space == std::string_view::npos ? std::nullopt : decimal(text.substr(0, space));
  if (!length || *length > text.size() || *length < space + 2 || text[*length - 1] != '\n') {
    throw input_error("a record of its pax header has a wrong length: {}",
                      shown(text.substr(0, 40)));
  }
  const std::string_view record = text.substr(space + 1, *length - space - 2);
  text.remove_prefix(*length);
  return record;
}

}  // namespace

PaxRecords parse_pax(std::string_view text) {
  PaxRecords records;
  while (!text.empty()) {
    const std::string_view record = take_record(text);
    const std::size_t equals = record.find('=');
    if (equals == std::string_view::npos) {
      throw input_error("a record of its pax header has no `=`: {}", shown(record));
    }
    const std::string_view key = record.substr(0, equals);
    const std::string_view value = record.substr(equals + 1);
    if (key == "path") {
      records.path = std::string(value);
    } else if (key == "size") {
      records.size = decimal(value);
      if (!records.size) throw input_error("its pax size is {}, not a number", shown(value));
    } else if (key.starts_with("GNU.sparse.")) {
      records.is_sparse = true;
    }
  }
  return records;
}

}  // namespace epochmill::source
