// What the policies (auto_augment and its kin) are made of: an operation and how strong it is.
#pragma once

#include <compare>
#include <span>
#include <string>
#include <vector>

#include "ops/sample.hpp"
#include "ops/warp_param.hpp"

namespace epochmill::ops {

// The numbers are those of the draws: permanent.
enum class Operation {
  kIdentity,
  kShearX,
  kShearY,
  kTranslateX,
  kTranslateY,
  kRotate,
  kBrightness,
  kColor,
  kContrast,
  kSharpness,
  kPosterize,
  kSolarize,
  kAutoContrast,
  kEqualize,
  kInvert,
};
inline constexpr int kOperations = 15;

// In the unit of its operation: the tangent of a shear, whole pixels, degrees counterclockwise, a
// factor minus 1, bits that are kept, the least value that is inverted; 0 for the others.
struct Step {
  Operation operation = Operation::kIdentity;
  float magnitude = 0;
  auto operator<=>(const Step&) const = default;
};

// The step that torchvision's _apply_op makes of a magnitude; kIdentity when that changes nothing,
// whatever the picture. Two steps that differ have different results.
Step effective(Operation operation, float magnitude);

// `steps` without those that are kIdentity, which come at the end instead.
void put_identities_last(std::span<Step> steps);

// Two columns a step: "operation" and "magnitude" with `suffix`.
std::vector<std::string> step_names(const std::string& suffix);
void write_step(const Step& step, std::span<float> draws);
// Throws `input` for draws that are no step.
Step read_step(std::span<const float> draws);

// All of `steps`, one after the other, to the picture with its points, boxes and mask. 8-bit
// pictures only.
void apply_steps(std::span<const Step> steps, const WarpStyle& style, Sample& sample);

// What the help of the policies says of steps.
inline constexpr const char* kStepsHelp =
    "An operation is a number: 0 identity, 1 shear_x, 2 shear_y, 3 translate_x, 4 translate_y, 5 "
    "rotate, 6 brightness, 7 color (saturation), 8 contrast, 9 sharpness, 10 posterize, 11 "
    "solarize, "
    "12 autocontrast, 13 equalize, 14 invert. Its magnitude is in its own unit: the tangent of a "
    "shear, whole pixels, degrees, a factor minus 1, bits that are kept, the least value that is "
    "inverted, or 0. What would change nothing is recorded as identity, after all else.";
inline constexpr const char* kStepsAnnotationsHelp =
    "Points follow shears, moves and turns; those that leave the picture become not visible. Boxes "
    "become the box around their four corners, clipped; the mask is warped by nearest neighbour, "
    "with index 0, or mask_fill, outside.";
inline constexpr const char* kStepsTorchvisionHelp =
    "Each operation has the bits of torchvision's functions on PIL pictures, for the same "
    "magnitude. "
    "Magnitudes are f32 as torch.linspace gives them one by one; torch itself adds some of them up "
    "in vectors, so that their last bit hangs on its CPU.";

}  // namespace epochmill::ops
