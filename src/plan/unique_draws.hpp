// `unique`: no two epochs of a sample get the same effective draws.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "image/image.hpp"
#include "ops/chain.hpp"
#include "recipe/recipe.hpp"

namespace epochmill::plan {

// The draws of one (epoch, sample) as chosen.
struct ChosenDraws {
  std::uint32_t epoch = 0;
  std::uint32_t redraw = 0;   // which attempt was taken
  bool is_repeat = false;     // an earlier epoch has the same: the picture has too few outcomes
  std::vector<float> values;  // chain.draw_names().size() numbers
  std::uint32_t view = 0;     // which of the chain's views they are of
};

// The draws (of view 0) of `sample`, a picture of shape `in` with `boxes` in its pixels (which only
// a chain that looks_at_boxes() needs), in each of `epochs` (ascending). With uniqueness on,
// attempt 0, 1, 2, ... is made for every epoch from 0 on until the draws differ from those chosen
// before; so the result for an epoch is the same whichever other epochs are asked for. When no
// attempt differs, the first one with the fewest uses is taken, and marked; kStrict throws `input`
// instead. Chains whose outcomes are endless are unique by their bulk draws and are never redrawn.
// Pure; any thread.
std::vector<ChosenDraws> choose_draws(const ops::Chain& chain, recipe::Uniqueness unique,
                                      std::uint64_t sample, const image::Shape& in,
                                      std::span<const image::ObjectBox> boxes,
                                      const std::vector<std::uint32_t>& epochs);

}  // namespace epochmill::plan
