// What a recipe and the header of a CSV file together say: which column holds what, and how its
// labels are read.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "image/geometry.hpp"
#include "recipe/params.hpp"
#include "source/csv_boxes.hpp"
#include "source/csv_header.hpp"
#include "source/csv_labels.hpp"
#include "source/csv_points.hpp"

namespace epochmill::source {

struct Columns {
  std::size_t count = 0;
  std::size_t image = 0;
  std::optional<std::size_t> label;
  std::vector<std::size_t> one_hot;  // then there is no `label`
  std::vector<std::size_t> extra_labels;
  std::optional<std::size_t> mask;
  std::optional<BoxColumns> box;
  std::vector<PointColumns> points;
  std::vector<std::string> names;  // of all columns
};

// How the labels of every kind are numbered.
struct TableLabels {
  CsvLabels main;
  std::vector<CsvLabels> extra;  // one for each of Columns::extra_labels
  CsvLabels box;
};

// Throws `usage`, with the place in the recipe, when it names a column that is not there, or one
// for two things, and `input`, with the line, for a header that is ambiguous or looks like a
// sample. `reader` has read the first sample: throws `input` for a table without labels whose
// columns look like one-hot labels.
Columns choose_columns(const recipe::Params& params, const CsvHeader& header,
                       const CsvReader& reader);

// Throws `usage` when `classes`, `num_classes` or `box_classes` is given and cannot be used.
TableLabels choose_labels(const recipe::Params& params, const Columns& columns);

// Throws `usage` when `flip_pairs` does not fit the points: an index out of range, twice, or paired
// with itself.
image::KeypointTraits choose_keypoint_traits(const recipe::Params& params, const Columns& columns);

}  // namespace epochmill::source
