// Comma-separated values as RFC 4180 defines them, in UTF-8.
//
// Fields are taken as they are: no space is trimmed. A field in double quotes may hold the
// delimiter, line ends, and quotes written twice. Lines end in LF or CRLF; the last one may lack
// its end; a byte order mark at the start is passed over. Empty lines may only follow the last
// record. Not accepted: a quote within a field that does not begin with one, anything between a
// closing quote and the delimiter, a quote that is never closed, a carriage return alone outside
// quotes, NUL, and bytes that are not UTF-8.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace epochmill::source {

// Reads one record after the other. One thread at a time.
class CsvReader {
 public:
  // `text` is the whole file and must outlive the reader; `file` is its name in messages. Throws
  // `input` with file:line for a NUL and for text that is not UTF-8.
  CsvReader(std::string_view text, char delimiter, std::string file);

  // Reads the next record; false when there is none. Throws `input` with file:line for text that
  // breaks the rules above.
  bool next();

  // Of the record that next() read last. At least one field; a record may have any number.
  const std::vector<std::string>& fields() const { return fields_; }
  // The line on which it begins, from 1; line ends within quotes count.
  std::uint64_t line() const { return line_; }

  const std::string& file() const { return file_; }

 private:
  char peek() const;
  bool at_line_end() const;
  void end_line();
  void pass_empty_lines();
  std::string quoted_field();
  std::string plain_field();

  std::string_view text_;
  char delimiter_;
  std::string file_;
  std::size_t at_ = 0;
  std::uint64_t next_line_ = 1;
  std::uint64_t line_ = 0;
  std::vector<std::string> fields_;
};

}  // namespace epochmill::source
