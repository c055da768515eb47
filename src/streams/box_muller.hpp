// Two standard normals from two random words, by the trigonometric Box-Muller transform in f32.
// These lines ARE the definition of a noise field's values: nothing but integer operations, sums,
// products and sqrt, each rounded once, in the order written here (Estrin's, so that no chain of
// operations is long), with no branch and no table, so that a loop over it vectorises and every CPU
// and compiler gives the same bits. The golden values in tests/streams pin them.
//
//   U      = ((radius_word >> 9) + 1/2) / 2^23          in (0, 1), exact
//   t      = (signed)(angle_word << 2 | 2) / 2^31       in [-1, 1], from bits 29..0, rounded to f32
//   phi    = t * pi/4
//   first  = (cos phi - sin phi) * sqrt(-ln U)          negated if bit 31 of angle_word is set
//   second = (cos phi + sin phi) * sqrt(-ln U)          negated if bit 30 of angle_word is set
//
// which are R cos A and R sin A for R = sqrt(-2 ln U) and A = pi/4 + phi in the quadrant that the
// two sign bits choose. The polynomials are minimax fits of our own, their coefficients rounded to
// f32 one after the other.
//
// Against the same formulas in double with libm: the radius is within 1.0e-7 of its value,
// relatively, for all 2^23 of them; a normal is within 1.3e-6, absolutely (1.24e-6 is the worst of
// 29 million angles at the largest radius, 7.4e-7 of 80 million random normals). Of those 80
// million, mean -3.4e-5, variance 1.0002, fourth moment 3.0016. The largest |value| is 5.76811.
// tests/streams/box_muller_test.cpp and fill_normal_test.cpp hold these bounds.
#pragma once

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>

namespace epochmill::streams {

static_assert(FLT_EVAL_METHOD == 0, "f32 arithmetic must be rounded to f32");

struct NormalPair {
  float first;
  float second;
};

// -ln U for U = ((word >> 9) + 1/2) * 2^-23. U = 2^k * m with m in [2/3, 4/3), and ln m = x - x^2/2
// + x^3 P(x) for x = m - 1. In [5.9e-8, 16.7].
inline float minus_log_unit(std::uint32_t word) {
  constexpr std::uint32_t kTwoThirds = 0x3f2aaaab;  // the bits of 2/3 in f32
  constexpr float kLn2High = 0x1.62e4p-1F;          // 16 bits: k * kLn2High is exact
  constexpr float kLn2Low = 0x1.7f7d1cp-20F;
  const float unit = (static_cast<float>(word >> 9) + 0.5F) * 0x1p-23F;
  const std::uint32_t above = std::bit_cast<std::uint32_t>(unit) - kTwoThirds;
  const auto k = static_cast<float>(static_cast<std::int32_t>(above) >> 23);
  const float x = std::bit_cast<float>((above & 0x007fffffU) + kTwoThirds) - 1.0F;
  const float x2 = x * x;
  const float low =
      (0x1.55550cp-2F - 0x1.fffe68p-3F * x) + (0x1.99ce36p-3F - 0x1.55b64p-3F * x) * x2;
  const float high =
      (0x1.1ef25p-3F - 0x1.f0688ep-4F * x) + (0x1.1defc8p-3F - 0x1.0dcc48p-3F * x) * x2;
  const float series = (x2 * x) * (low + high * (x2 * x2));
  return 0.0F - (((series - 0.5F * x2) + k * kLn2Low) + x + k * kLn2High);
}

inline NormalPair box_muller(std::uint32_t radius_word, std::uint32_t angle_word) {
  const float radius = std::sqrt(minus_log_unit(radius_word));
  const float t = static_cast<float>(static_cast<std::int32_t>(angle_word << 2 | 2U)) * 0x1p-31F;
  const float t2 = t * t;
  const float t4 = t2 * t2;
  const float sine =
      t * ((0x1.921fb4p-1F - 0x1.4abb68p-4F * t2) + (0x1.46496cp-9F - 0x1.2a7638p-15F * t2) * t4);
  const float cosine = 1.0F + t2 * ((0x1.03c1aep-6F * t2 - 0x1.3bd3ccp-2F) +
                                    (0x1.d46c34p-19F * t2 - 0x1.55b13p-12F) * t4);
  const float first = (cosine - sine) * radius;
  const float second = (cosine + sine) * radius;
  const std::uint32_t first_sign = angle_word & 0x80000000U;
  const std::uint32_t second_sign = (angle_word << 1) & 0x80000000U;
  return {std::bit_cast<float>(std::bit_cast<std::uint32_t>(first) ^ first_sign),
          std::bit_cast<float>(std::bit_cast<std::uint32_t>(second) ^ second_sign)};
}

}  // namespace epochmill::streams
