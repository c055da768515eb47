// One source for every instruction set, as streams/bulk_kernels.cpp.
#include "image/noise_vectors.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "image/noise_vectors.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace epochmill::image::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// From `begin` on as many whole vectors as there are. Gives where they end. D may be a single
// value.
template <class D>
HWY_INLINE std::size_t AddNoise(D d, std::size_t begin, std::span<std::uint8_t> values,
                                std::span<const float> normals, float mean, float sigma) {
  const hn::Rebind<std::int32_t, D> ints;
  const hn::Rebind<std::uint8_t, D> bytes;
  const auto zero = hn::Zero(d);
  const auto most = hn::Set(d, 255.0F);
  for (; begin + hn::Lanes(d) <= values.size(); begin += hn::Lanes(d)) {
    const auto value = hn::ConvertTo(d, hn::PromoteTo(ints, hn::LoadU(bytes, &values[begin])));
    const auto noise = hn::Mul(hn::Set(d, sigma), hn::LoadU(d, &normals[begin]));
    const auto sum = hn::Add(hn::Add(value, hn::Set(d, mean)), noise);
    const auto clamped = hn::Min(hn::Max(sum, zero), most);
    // Half up in two steps: clamped + 0.5 would itself be rounded.
    const auto whole = hn::ConvertTo(ints, clamped);
    const auto rest = hn::Sub(clamped, hn::ConvertTo(d, whole));
    const auto is_up = hn::RebindMask(ints, hn::Ge(rest, hn::Set(d, 0.5F)));
    const auto rounded = hn::Add(whole, hn::IfThenElseZero(is_up, hn::Set(ints, 1)));
    hn::StoreU(hn::DemoteTo(bytes, rounded), bytes, &values[begin]);
  }
  return begin;
}

void AddNoiseLevels(std::span<std::uint8_t> values, std::span<const float> normals, float mean,
                    float sigma) {
  const std::size_t done = AddNoise(hn::ScalableTag<float>(), 0, values, normals, mean, sigma);
  AddNoise(hn::FixedTag<float, 1>(), done, values, normals, mean, sigma);
}

}  // namespace
}  // namespace epochmill::image::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace epochmill::image {
namespace {
HWY_EXPORT(AddNoiseLevels);
}  // namespace

void add_noise_levels(std::span<std::uint8_t> values, std::span<const float> normals, float mean,
                      float sigma) {
  HWY_DYNAMIC_DISPATCH(AddNoiseLevels)(values, normals, mean, sigma);
}

}  // namespace epochmill::image
#endif
