// Which pixels a polygon covers, in integers: the same on every machine.
#pragma once

#include <span>

#include "source/index_mask.hpp"

namespace epochmill::source {

// The pixels of a picture of `size` whose centres lie inside the polygon with the points
// (xy[0], xy[1]), (xy[2], xy[3]), ..., closed from the last to the first, by the even-odd rule: a
// ray from the centre to the left meets its outline an odd number of times. Coordinates are in
// pixels from the top left corner of the picture, so that the first centre is at (0.5, 0.5), and
// are first rounded to 1/1024 of a pixel, halves away from 0. Of centres on the outline, those
// inside are the ones on a left or upper edge. Points may lie outside the picture.
//
// Throws `input`, without a place, for an odd number of coordinates or none, one beyond 2^20 pixels
// or not finite, and an outline so ragged that it has more than 2^24 runs.
Region fill_polygon(std::span<const double> xy, image::Size size);

}  // namespace epochmill::source
