// Where landmarks go when the pixels move: the one place for that arithmetic.
//
// Pixel centres are whole numbers: a point is in a picture of width W when -0.5 <= x < W - 0.5, and
// likewise for y. Each function reckons in f64, rounds once to f32, and ends by taking the
// visibility of labelled points that lie outside the picture that results; none ever gives it back.
// Points that are not labelled stay as they are.
#pragma once

#include <utility>
#include <vector>

#include "image/displaced_places.hpp"
#include "image/geometry.hpp"
#include "image/warp_map.hpp"

namespace epochmill::ops {

using Keypoints = std::vector<image::Keypoint>;
using FlipPairs = std::vector<std::pair<int, int>>;

// Moves nothing: only takes the visibility of points outside a picture of `size`.
void hide_outside(Keypoints& points, image::Size size);

// A border or a crop: x + dx, y + dy, in a picture that is `size` afterwards.
void shift_keypoints(Keypoints& points, int dx, int dy, image::Size size);

// `box` of the picture, resized to `size`: x' = (x - left + 0.5) * (width' / width) - 0.5.
void resize_keypoints(Keypoints& points, const image::Box& box, image::Size size);

enum class MirrorAxis { kHorizontal, kVertical };

// A mirror of a picture of `size`: x' = W - 1 - x (kHorizontal) or y' = H - 1 - y (kVertical); then
// the points of each pair change places, because a mirror makes a left eye of a right one. Throws
// `internal` for a pair that names a point that is not there.
void mirror_keypoints(Keypoints& points, MirrorAxis axis, image::Size size, const FlipPairs& pairs);

// A warp to a picture of `size`. Points beyond the horizon of a perspective follow the formula too.
void warp_keypoints(Keypoints& points, const image::ForwardMap& forward, image::Size size);

// An elastic warp of a picture to one of the same `size`.
void displace_keypoints(Keypoints& points, const image::DisplacedPlaces& places, image::Size size);

}  // namespace epochmill::ops
