// Landmarks in the columns of a table: NAME_x, NAME_y and, if there is one, NAME_v.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "image/geometry.hpp"
#include "source/csv_header.hpp"

namespace epochmill::source {

// The columns of one point.
struct PointColumns {
  std::string name;
  std::size_t x = 0;
  std::size_t y = 0;
  std::optional<std::size_t> v;
};

// Every pair of columns NAME_x, NAME_y, in the order of the x columns. A column without its twin is
// no point. Throws `input` when a name of a pair is there twice.
std::vector<PointColumns> find_points(const CsvHeader& header);

// A finite decimal number with a point, as in "12", "-3.5" or "1e2", whatever the locale, rounded
// to double and then to float. Throws `input`, without a place, for anything else; `what` names it.
float read_coordinate(const std::string& text, const std::string& what);

// The points of one row, in pixels (0, 0 the centre of the top left one). x and y are read as
// read_coordinate does. v is 0, 1 or 2: with 0 the point is not labelled, stays at (0, 0), and its
// x and y are not looked at; 1 and 2 are labelled. A labelled point is visible here: whether it
// lies within its picture is told when the picture is known. Throws `input`, without a place, for
// anything else, infinity and NaN included.
std::vector<image::Keypoint> read_points(std::span<const PointColumns> points,
                                         std::span<const std::string> fields);

}  // namespace epochmill::source
