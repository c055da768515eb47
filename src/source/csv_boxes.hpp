// Boxes in the columns of a table: one row a box, so that a picture with several has several rows.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "image/geometry.hpp"
#include "source/csv_labels.hpp"

namespace epochmill::source {

struct BoxColumns {
  std::array<std::size_t, 4> sides{};  // x0, y0, x1, y1
  std::optional<std::size_t> label;
};

// The box of one row, its label as `labels` numbers it for now; nothing where all of its fields are
// empty. Sides are decimal numbers as those of landmarks (csv_points.hpp), in pixels from the top
// left corner of the picture; the box must have an area. Throws `input`, without a place, for
// anything else.
std::optional<image::ObjectBox> read_box(const BoxColumns& columns,
                                         std::span<const std::string> fields, CsvLabels& labels);

}  // namespace epochmill::source
