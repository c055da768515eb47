// The boxes of one picture in YOLO's form: a text file with an object a line, its class, the centre
// of its box (x, y) and the box's width and height, all as parts of the picture's sides.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "image/geometry.hpp"

namespace epochmill::source {

struct YoloBoxes {
  std::vector<image::ObjectBox> boxes;                     // relative, in the order of the lines
  std::vector<std::pair<std::uint64_t, std::string>> bad;  // line, counted from 1, and its fault
};

// Reads all lines of `text`; labels are integers [0, classes) in decimal digits alone. Between the
// five numbers are blanks or tabs; empty lines, CR LF and a byte order mark are accepted. Edges are
// centre -+ half a side, computed as double and rounded once.
//
// A line is bad when it is anything else: other numbers than five (a sixth is a confidence, more
// are a polygon), a centre outside the picture by more than 1e-6, or a side that is not above 0 and
// at most 2, which no box around a part of the picture needs: such numbers are pixels. A box that
// reaches out of the picture is none of that.
YoloBoxes read_yolo_boxes(std::string_view text, std::int64_t classes);

}  // namespace epochmill::source
