// What a recipe and the header of a CSV file together say: which column holds what, and how its
// labels are read.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "image/geometry.hpp"
#include "recipe/params.hpp"
#include "source/csv_header.hpp"
#include "source/csv_labels.hpp"
#include "source/csv_points.hpp"

namespace epochmill::source {

struct Columns {
  std::size_t count = 0;
  std::size_t image = 0;
  std::optional<std::size_t> label;
  std::vector<PointColumns> points;
};

// Throws `usage`, with the place in the recipe, when it names a column that is not there, and
// `input`, with the line, for a header that is ambiguous or looks like a sample.
Columns choose_columns(const recipe::Params& params, const CsvHeader& header);

// Throws `usage` when `classes` or `num_classes` is given and cannot be used.
CsvLabels choose_labels(const recipe::Params& params, const Columns& columns);

// Throws `usage` when `flip_pairs` does not fit the points: an index out of range, twice, or paired
// with itself.
image::KeypointTraits choose_keypoint_traits(const recipe::Params& params, const Columns& columns);

}  // namespace epochmill::source
