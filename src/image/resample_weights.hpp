// How much of which input places makes up each output place when a line of pixels is resized.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace epochmill::image {

// Output place i is the sum over t in [0, taps) of weight(i)[t] * input[first[i] + t]. Every place
// has the same number of taps, so that loops over them have a fixed length: a narrower window is
// padded with weights of 0, which lie inside the input as well. `first` never decreases.
template <typename T>
struct TapWeights {
  int taps = 0;
  std::vector<int> first;  // [out]
  std::vector<T> values;   // [out, taps]

  const T* weight(std::size_t i) const {
    return values.data() + i * static_cast<std::size_t>(taps);
  }
};

// A filter by its value at a distance from its middle, in inputs.
struct Filter {
  double (*at)(double distance);
  double reach;  // 0 from there on
  // Antialiased: where inputs are closer together than outputs, distances count in outputs.
  bool is_widened = true;
};

// Pillow's BILINEAR, BICUBIC (a = -1/2) and LANCZOS (three lobes).
extern const Filter kTriangleFilter;
extern const Filter kCubicFilter;
extern const Filter kLanczosFilter;
// The triangle that is not widened: the two nearest inputs, whatever lies between the others.
extern const Filter kNarrowTriangleFilter;

// `filter`, widened by max(1, in_size / out_size), with every window cut at the borders and then
// divided by its sum. The order of operations is the one of Pillow's precompute_coeffs
// (src/libImaging/Resample.c), so that the doubles are Pillow's to the last bit, but for
// kLanczosFilter, whose sines are our own. Sizes are at least 1.
TapWeights<double> filter_weights(const Filter& filter, int in_size, int out_size);

inline constexpr int kWeightBits = 22;

// Rounded half away from 0 to whole multiples of 2^-kWeightBits, negative ones in two's complement.
// The weights of one place then sum to 2^22 to within its number of taps, and their absolute values
// to less than 1.6 times that, so that a sum of products with 8-bit values stays below 2^31.
TapWeights<std::uint32_t> fixed_point(const TapWeights<double>& weights);

}  // namespace epochmill::image
