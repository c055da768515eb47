// The `csv` source: a table with one picture a row, and its labels, landmarks and mask, if it has
// them; or, in a table of boxes, with one box a row.
//
// The text of the image column is the key, and the path below the root; rows are listed by key,
// equal ones in the order of the file. What a CSV file is: csv_reader.hpp. Labels, and which
// spellings of an integer are one: csv_labels.hpp, csv_one_hot.hpp. Landmarks: csv_points.hpp.
// Boxes: csv_boxes.hpp. Paths: csv_paths.hpp. All bad rows are told in one message, up to 20, each
// with its line. Whether the pictures exist is seen when they are read.
#pragma once

#include "source/source.hpp"

namespace epochmill::source {

SourceKind csv_source();

}  // namespace epochmill::source
