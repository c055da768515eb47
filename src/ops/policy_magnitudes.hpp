// How strong the operations of a policy can be: torchvision's _augmentation_space.
#pragma once

#include <set>
#include <span>
#include <vector>

#include "image/geometry.hpp"
#include "ops/policy_step.hpp"

namespace epochmill::ops {

// Each operation's magnitudes go in equal steps from 0 to the largest: of posterize, from
// `top_bits` down by `fewer_bits`, and of solarize from 255 down to 0.
struct MagnitudeRanges {
  int bins = 0;  // how many magnitudes: at least 2
  double shear = 0;
  double translate_share = 0;  // of a side: side * share / parts
  double translate_parts = 1;
  double translate_pixels = 0;  // beside that
  double rotate = 0;            // degrees
  double enhance = 0;           // of brightness, color, contrast and sharpness
  int top_bits = 8;
  int fewer_bits = 0;
};

// Whether the magnitude is taken negative half of the time.
bool is_signed(Operation operation);

// The magnitude of that bin, in [0, bins), for a picture of `size`; 0 for an operation without.
float magnitude_of(const MagnitudeRanges& ranges, Operation operation, int bin, image::Size size);

// All different steps that `operations` can be with the bins [first, last], for a picture of
// `size`; of sides that are not known (0), at least as many as for any other.
std::set<Step> possible_steps(const MagnitudeRanges& ranges, std::span<const Operation> operations,
                              int first, int last, image::Size size);

// How many sequences of up to `length` steps there are when each may also do nothing.
double sequences(double different_steps, int length);

// Identity, the five that move pixels, and the eight of rand_augment and trivial_augment_wide that
// do not.
std::span<const Operation> wide_operations();

}  // namespace epochmill::ops
