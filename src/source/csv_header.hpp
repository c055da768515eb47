// The columns of a table, by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/csv_reader.hpp"

namespace epochmill::source {

class CsvHeader {
 public:
  // Reads `rows` header rows, of which the last names the columns, and the first record after them;
  // with 0 rows the columns are named "1", "2", ... Throws `input` when the file ends before there
  // is a record.
  CsvHeader(CsvReader& reader, std::int64_t rows);

  // Of the table, for messages.
  const std::string& file() const { return file_; }
  const std::vector<std::string>& names() const { return names_; }
  // The line that names the columns; 0 when none does.
  std::uint64_t line() const { return line_; }

  // The column of this name, if there is one. Throws `input` when there are several.
  std::optional<std::size_t> find(std::string_view name) const;

 private:
  std::string file_;
  std::vector<std::string> names_;
  std::uint64_t line_ = 0;
};

}  // namespace epochmill::source
