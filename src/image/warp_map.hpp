// Maps between a picture and its warped copy: rotations, affine maps, perspectives.
//
// Positions here are from the top left corner of a picture, so that pixel (x, y) has its centre at
// (x + 0.5, y + 0.5).
#pragma once

#include <array>
#include <optional>

#include "image/geometry.hpp"

namespace epochmill::image {

struct Position {
  double x = 0;
  double y = 0;
  bool operator==(const Position&) const = default;
};

// Where a position (x, y) of the new picture lies in the old one: at ((c0 x + c1 y + c2) / w, (c3 x
// + c4 y + c5) / w) with w = c6 x + c7 y + 1.
struct WarpMap {
  std::array<double, 8> c = {1, 0, 0, 0, 1, 0, 0, 0};
  // Of a map with c6 = c7 = 0 that Pillow calls AFFINE: its nearest neighbours come by other steps.
  bool is_affine = true;
};

// A map, and the size of the picture that it makes.
struct Rotation {
  WarpMap map;
  Size size;
};

// Counterclockwise by `degrees` (|degrees| <= 360) around `center`, by default the middle of the
// picture; as Pillow's Image.rotate, whose sine and cosine are rounded to 15 digits. `is_expanded`:
// as large as the whole turned picture, which takes it that the centre is the middle.
Rotation rotation_map(Size size, double degrees, const std::optional<Position>& center,
                      bool is_expanded);

// In degrees and pixels; angles of at most 360.
struct AffineParameters {
  double angle = 0;  // clockwise
  Position translate = {};
  double scale = 1;
  Position shear = {};
};

// As torchvision's functional.affine, step by step: around `center`, by default the middle, the
// picture is sheared, scaled by `scale` > 0, turned and moved.
WarpMap affine_map(Size size, const AffineParameters& affine,
                   const std::optional<Position>& center);

// Whole pixels: the top left, top right, bottom right and bottom left corner.
using Corners = std::array<Position, 4>;

// The middles of the corner pixels of a picture, as torchvision counts them: (0, 0), (W-1, 0), ...
Corners corners_of(Size size);

// The map that takes the corners of a picture of `size` to `corners`, which are whole numbers below
// 2^24; nothing when there is none (three corners on a line, a side of 1 pixel, or a w that would
// have to be 0 at the origin). Each coefficient is within a few units in the last place of the
// exact one, and then rounded to f32: the numbers that torchvision's least squares give, when they
// are reckoned in double.
std::optional<WarpMap> perspective_map(Size size, const Corners& corners);

// The other way: from the old picture to the new one.
class ForwardMap {
 public:
  explicit ForwardMap(const WarpMap& map);

  struct Place {
    Position at;  // finite, at most kFarthest away from 0
    // Of the divisor w: positions with another sign lie on the other side of the horizon.
    bool is_beyond = false;
  };
  Place place_of(const Position& from) const;

  static constexpr double kFarthest = 1e9;

 private:
  std::array<double, 9> m_;
};

}  // namespace epochmill::image
