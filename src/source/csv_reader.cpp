#include "source/csv_reader.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/utf8.hpp"

namespace epochmill::source {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
// What peek() gives past the end: NUL is refused, so it is never a character of the text.
constexpr char kEnd = '\0';

std::uint64_t line_at(std::string_view text, std::size_t at) {
  const auto ends = std::ranges::count(text.substr(0, at), '\n');
  return static_cast<std::uint64_t>(ends) + 1;
}

}  // namespace

CsvReader::CsvReader(std::string_view text, char delimiter, std::string file)
    : text_(text), delimiter_(delimiter), file_(std::move(file)) {
  if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
  const std::size_t invalid = find_invalid_utf8(text_);
  const std::size_t nul = text_.find('\0');
  if (invalid == std::string_view::npos && nul == std::string_view::npos) return;
  throw input_error(
      "{}:{}: {}; a CSV file must be UTF-8 text: save it as such (`iconv -t UTF-8` makes it from "
      "another encoding)",
      file_, line_at(text_, std::min(invalid, nul)),
      invalid < nul
          ? fmt::format("byte 0x{:02X} is not UTF-8", static_cast<unsigned char>(text_[invalid]))
          : std::string("a NUL byte"));
}

bool CsvReader::next() {
  fields_.clear();
  if (at_line_end()) pass_empty_lines();
  if (at_ == text_.size()) return false;
  line_ = next_line_;
  for (;;) {
    fields_.push_back(peek() == '"' ? quoted_field() : plain_field());
    if (peek() != delimiter_ || at_ == text_.size()) break;
    ++at_;
  }
  end_line();
  return true;
}

char CsvReader::peek() const { return at_ < text_.size() ? text_[at_] : kEnd; }

bool CsvReader::at_line_end() const { return peek() == '\n' || text_.substr(at_, 2) == "\r\n"; }

void CsvReader::end_line() {
  if (at_ == text_.size()) return;
  if (!at_line_end()) {
    throw input_error(
        "{}:{}: a carriage return without line feed outside quotes; lines must end in LF or CRLF",
        file_, next_line_);
  }
  at_ += peek() == '\r' ? 2 : 1;
  ++next_line_;
}

void CsvReader::pass_empty_lines() {
  const std::uint64_t first = next_line_;
  while (at_line_end()) end_line();
  if (at_ == text_.size()) return;
  throw input_error(
      "{}:{}: an empty line, and rows after it; only the end of a file may have empty lines: "
      "delete it",
      file_, first);
}

std::string CsvReader::quoted_field() {
  const std::uint64_t opened = next_line_;
  std::string field;
  ++at_;
  for (;;) {
    const std::size_t quote = text_.find('"', at_);
    if (quote == std::string_view::npos) {
      throw input_error(
          "{}:{}: a quoted field begins on this line and its closing quote never comes", file_,
          opened);
    }
    const std::string_view part = text_.substr(at_, quote - at_);
    next_line_ += static_cast<std::uint64_t>(std::ranges::count(part, '\n'));
    field += part;
    at_ = quote + 1;
    if (peek() != '"') break;
    field += '"';
    ++at_;
  }
  if (at_ == text_.size() || peek() == delimiter_ || peek() == '\n' || peek() == '\r') return field;
  throw input_error(
      "{}:{}: text after a closing quote; within quotes, a quote that is part of the text is "
      "written twice",
      file_, next_line_);
}

std::string CsvReader::plain_field() {
  const std::size_t start = at_;
  while (at_ < text_.size() && peek() != delimiter_ && peek() != '\n' && peek() != '\r') {
    if (peek() == '"') {
      throw input_error(
          "{}:{}: a quote within a field that does not begin with one; put the whole field in "
          "quotes and write this one twice",
          file_, next_line_);
    }
    ++at_;
  }
  return std::string(text_.substr(start, at_ - start));
}

}  // namespace epochmill::source
