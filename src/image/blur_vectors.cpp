// One source for every instruction set, as streams/bulk_kernels.cpp.
#include "image/blur_vectors.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "image/blur_vectors.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace epochmill::image::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;

HWY_INLINE void StoreSum(hn::Vec<Floats> sum, float* out) { hn::StoreU(sum, Floats(), out); }

HWY_INLINE void StoreSum(hn::Vec<Floats> sum, std::uint8_t* out) {
  const hn::Rebind<std::uint8_t, Floats> bytes;
  hn::StoreU(hn::DemoteTo(bytes, hn::NearestInt(sum)), bytes, out);
}

// Four vectors at a time: an addition waits for the one before it, and four of them do not wait for
// each other.
template <typename T>
HWY_INLINE void WeightedSum(std::span<const float* const> rows, std::span<const float> weights,
                            std::size_t count, T* out) {
  const Floats d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t i = 0; i < count; i += 4 * lanes) {
    hn::Vec<Floats> sums[4];
    for (std::size_t k = 0; k < 4; ++k) {
      sums[k] = hn::Mul(hn::Set(d, weights[0]), hn::LoadU(d, rows[0] + i + k * lanes));
    }
    for (std::size_t t = 1; t < rows.size(); ++t) {
      const auto weight = hn::Set(d, weights[t]);
      for (std::size_t k = 0; k < 4; ++k) {
        sums[k] = hn::Add(sums[k], hn::Mul(weight, hn::LoadU(d, rows[t] + i + k * lanes)));
      }
    }
    for (std::size_t k = 0; k < 4; ++k) StoreSum(sums[k], out + i + k * lanes);
  }
}

void SumToFloats(std::span<const float* const> rows, std::span<const float> weights,
                 std::size_t count, float* out) {
  WeightedSum(rows, weights, count, out);
}

void SumToBytes(std::span<const float* const> rows, std::span<const float> weights,
                std::size_t count, std::uint8_t* out) {
  WeightedSum(rows, weights, count, out);
}

// The last values come one by one: a row of bytes has no room behind it.
void ToFloats(const std::uint8_t* in, std::size_t count, float* out) {
  const Floats d;
  const hn::Rebind<std::int32_t, Floats> ints;
  const hn::Rebind<std::uint8_t, Floats> bytes;
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
    hn::StoreU(hn::ConvertTo(d, hn::PromoteTo(ints, hn::LoadU(bytes, in + i))), d, out + i);
  }
  for (; i < count; ++i) out[i] = in[i];
}

}  // namespace
}  // namespace epochmill::image::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace epochmill::image {
namespace {
HWY_EXPORT(SumToFloats);
HWY_EXPORT(SumToBytes);
HWY_EXPORT(ToFloats);
}  // namespace

void weighted_sum(std::span<const float* const> rows, std::span<const float> weights,
                  std::size_t count, float* out) {
  HWY_DYNAMIC_DISPATCH(SumToFloats)(rows, weights, count, out);
}

void weighted_sum(std::span<const float* const> rows, std::span<const float> weights,
                  std::size_t count, std::uint8_t* out) {
  HWY_DYNAMIC_DISPATCH(SumToBytes)(rows, weights, count, out);
}

void to_floats(const std::uint8_t* in, std::size_t count, float* out) {
  HWY_DYNAMIC_DISPATCH(ToFloats)(in, count, out);
}

}  // namespace epochmill::image
#endif
