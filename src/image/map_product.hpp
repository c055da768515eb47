// Maps one after the other, as one.
#pragma once

#include <array>
#include <optional>

#include "image/geometry.hpp"
#include "image/warp_map.hpp"

namespace epochmill::image {

// Of three pictures, each made of the one before: `first` leads from the second to the first,
// `then` from the third to the second, and the product from the third to the first. Nothing when
// its divisor would not be positive at the origin.
std::optional<WarpMap> product(const WarpMap& first, const WarpMap& then);

// Takes x to start.x + scale.x * x, and y likewise.
WarpMap scale_and_move(const Position& scale, const Position& start);

bool is_axis_parallel(const WarpMap& map);

// Whether the divisor is positive on all of a picture of `size`: no horizon crosses it.
bool has_no_horizon(const WarpMap& map, Size size);

// Where `map`, whose divisor is not 0 there, takes a position.
Position place_of(const WarpMap& map, const Position& at);

// How many pixels of the old picture a step of one pixel across (x), and one down (y), makes at
// most, of those at the middle and the corners of a new picture of `size` without a horizon.
Position stretch(const WarpMap& map, Size size);

}  // namespace epochmill::image
