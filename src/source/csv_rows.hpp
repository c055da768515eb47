// From the records of a table to samples.
#pragma once

#include <cstdint>
#include <vector>

#include "source/bad_rows.hpp"
#include "source/catalog.hpp"
#include "source/csv_columns.hpp"
#include "source/csv_reader.hpp"

namespace epochmill::source {

// The samples in the order of the file, each with the line that it begins on.
struct Rows {
  std::vector<Listed> samples;
  std::vector<std::uint64_t> lines;
};

// Reads all records from the one that `reader` has read. Each is a sample; in a table of boxes, all
// records of one path are one sample, which they must agree on. What is wrong with a record goes to
// `bad`. Labels are those that `labels` gives for now.
Rows read_rows(CsvReader& reader, const Columns& columns, bool allow_outside, TableLabels& labels,
               BadRows& bad);

}  // namespace epochmill::source
