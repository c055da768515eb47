#include "source/csv_header.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "source/shown.hpp"

namespace epochmill::source {

CsvHeader::CsvHeader(CsvReader& reader, std::int64_t rows) : file_(reader.file()) {
  for (std::int64_t row = 0; row < rows; ++row) {
    if (!reader.next()) {
      throw input_error(
          "{}: ends after {} of {} header rows; expected a row that names the columns, and a row "
          "for each sample",
          file_, row, rows);
    }
    names_ = reader.fields();
    line_ = reader.line();
  }
  if (!reader.next()) {
    throw input_error("{}: no sample in it; expected a row for each after {} header row(s)", file_,
                      rows);
  }
  if (rows > 0) return;
  for (std::size_t i = 1; i <= reader.fields().size(); ++i) names_.push_back(std::to_string(i));
}

std::optional<std::size_t> CsvHeader::find(std::string_view name) const {
  const auto first = std::ranges::find(names_, name);
  if (first == names_.end()) return std::nullopt;
  if (std::find(first + 1, names_.end(), name) != names_.end()) {
    throw input_error("{}:{}: two columns are named {}; give each its own name", file_, line_,
                      shown(name));
  }
  return static_cast<std::size_t>(first - names_.begin());
}

}  // namespace epochmill::source
