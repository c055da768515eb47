// Where the places of a picture show in its elastic warp.
#pragma once

#include "image/displacement.hpp"
#include "image/warp_map.hpp"

namespace epochmill::image {

// The other way of a DisplacementField: where in the new picture a place of the old one shows.
class DisplacedPlaces {
 public:
  // `field` must stay.
  explicit DisplacedPlaces(const DisplacementField& field) : field_(field) {}

  // In pixel centres. By fixed-point iteration; where that does not come within half a pixel, as
  // where the field folds the picture, the pixel that comes nearest. Beyond its edges the field is
  // that of the edge.
  Position place_of(const Position& from) const;

 private:
  Position displacement_at(const Position& at) const;
  Position nearest_pixel(const Position& from) const;

  const DisplacementField& field_;
};

}  // namespace epochmill::image
