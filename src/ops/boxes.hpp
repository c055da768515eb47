// Where object boxes go when the pixels move: the one place for that arithmetic.
//
// Edges and not pixel centres: a box around all of a picture of width W is 0 to W. Each function
// reckons in f64, rounds once to f32, and ends by clipping to the picture that results: a box that
// has left it altogether has no area then. Dropping such a box is left to drop_small_boxes.
#pragma once

#include <vector>

#include "image/displaced_places.hpp"
#include "image/geometry.hpp"
#include "image/warp_map.hpp"
#include "ops/keypoints.hpp"

namespace epochmill::ops {

using Boxes = std::vector<image::ObjectBox>;

// Moves nothing: only clips to a picture of `size`.
void clip_boxes(Boxes& boxes, image::Size size);

// A border or a crop: x + dx, y + dy, in a picture that is `size` afterwards.
void shift_boxes(Boxes& boxes, int dx, int dy, image::Size size);

// `part` of the picture, resized to `size`: x' = (x - left) * (width' / width).
void resize_boxes(Boxes& boxes, const image::Box& part, image::Size size);

// A mirror of a picture of `size`: x0' = W - x1 and x1' = W - x0 (kHorizontal), or the same of y.
void mirror_boxes(Boxes& boxes, MirrorAxis axis, image::Size size);

// A warp to a picture of `size`: the box around the four corners, where they have gone. All of the
// picture, when the horizon of a perspective goes through the box.
void warp_boxes(Boxes& boxes, const image::ForwardMap& forward, image::Size size);

// An elastic warp of a picture to one of the same `size`: the box around where the outline has
// gone, which is looked at in steps of a pixel.
void displace_boxes(Boxes& boxes, const image::DisplacedPlaces& places, image::Size size);

// Takes out, with its label, every box whose area in pixels is under `min_area`, or not above 0.
// The others stay in their order.
void drop_small_boxes(Boxes& boxes, double min_area);

}  // namespace epochmill::ops
