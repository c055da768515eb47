// Labels as one column for each class, of which one holds a 1 and the others 0.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "source/csv_reader.hpp"

namespace epochmill::source {

// The place among `columns` of the one that is set. Each must hold 0 or 1, also as 0.0 or 1.0.
// Throws `input`, without a place, when a field is neither, and when not exactly one is 1.
std::int64_t read_one_hot(std::span<const std::size_t> columns, std::span<const std::string> fields,
                          std::span<const std::string> names);

// Whether a text, such as a label "[0, 1, 0]", is zeros and one 1 in a row, at least two in all.
bool is_one_hot(std::string_view text);

// Of the columns of the table that `reader` has still to read, its current record among it, those
// that are 0 or 1 in every row, when there are two or more and exactly one of them is 1 in every
// row: what a table of one-hot labels looks like. None otherwise, and none in a table with a row of
// another length than `width`, its number of columns. `others` are not looked at.
std::vector<std::size_t> find_one_hot(const CsvReader& reader, std::size_t width,
                                      std::span<const std::size_t> others);

}  // namespace epochmill::source
