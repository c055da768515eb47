// Colour, bit-equal to torchvision's PIL backend (Pillow's ImageEnhance and convert) for 8-bit RGB.
// All change `image` in place and need 3 channels; throws `internal` otherwise.
#pragma once

#include <span>

#include "image/image.hpp"

namespace epochmill::image {

// Pillow's luma: (19595 R + 38470 G + 7471 B + 32768) >> 16.
std::uint8_t luma(std::uint8_t r, std::uint8_t g, std::uint8_t b);

// Blend with black, with the mean luma (rounded half up to a whole number, as Pillow's
// ImageEnhance.Contrast), or with each pixel's luma: degenerate + factor * (pixel - degenerate) in
// f32, each step rounded, truncated, clamped to 0..255. A factor of 1 changes nothing. Factors are
// >= 0.
void adjust_brightness(ImageU8& image, float factor);
void adjust_contrast(ImageU8& image, float factor);
void adjust_saturation(ImageU8& image, float factor);

// Adds `shift` (in 1/255 turns, modulo 256) to the hue in Pillow's 8-bit HSV, and goes back.
// torchvision's hue_factor f gives shift = trunc(f * 255), which is what hue_shift() gives. The way
// to HSV and back is taken even for a shift of 0, as torchvision does.
void adjust_hue(ImageU8& image, int shift);
int hue_shift(double hue_factor);

// Each pixel's luma in all three channels.
void to_grayscale(ImageU8& image);
// As to_grayscale, of a picture that stays as it is.
ImageU8 grayscale_of(const ImageU8& image);

// One of the above.
struct ColorChange {
  enum class Kind { kBrightness, kContrast, kSaturation, kHue, kGrayscale };
  Kind kind;
  float factor = 1;  // of brightness, contrast and saturation
  int shift = 0;     // of hue
};

// All of `changes`, one after the other: the same values as one by one, in fewer passes over the
// pixels.
void adjust_colors(ImageU8& image, std::span<const ColorChange> changes);

// (value / 255 - mean[c]) / std[c] in f32, each step rounded once, as torchvision's to_tensor and
// normalize (the f32 overload: without the division by 255). `mean` and `std` have as many values
// as `image` has channels, of which u8 has 3; throws `internal` otherwise.
ImageF32 normalize(const ImageU8& image, std::span<const float> mean, std::span<const float> std);
ImageF32 normalize(const ImageF32& image, std::span<const float> mean, std::span<const float> std);

}  // namespace epochmill::image
