// One source for every instruction set, as streams/bulk_kernels.cpp.
#include "image/mix_vectors.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "image/mix_vectors.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace epochmill::image::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// The f32 below a half. Adding it and cutting off rounds half up: k + 0.5 with it is rounded to
// k + 1, and all below k + 0.5 stay below. With a half itself, 0.5 - 2^-25 would become 1.
constexpr float kHalf = 0x1.fffffep-2F;

// From `begin` on as many whole vectors as there are. Gives where they end. D may be a single
// value.
template <class D>
HWY_INLINE std::size_t Mix(D d, std::size_t begin, std::span<std::uint8_t> own,
                           std::span<const std::uint8_t> partner, float weight) {
  const hn::Rebind<std::int32_t, D> ints;
  const hn::Rebind<std::uint8_t, D> bytes;
  const auto ours = hn::Set(d, weight);
  const auto theirs = hn::Set(d, 1.0F - weight);
  const auto half = hn::Set(d, kHalf);
  for (; begin + hn::Lanes(d) <= own.size(); begin += hn::Lanes(d)) {
    const auto a = hn::ConvertTo(d, hn::PromoteTo(ints, hn::LoadU(bytes, &own[begin])));
    const auto b = hn::ConvertTo(d, hn::PromoteTo(ints, hn::LoadU(bytes, &partner[begin])));
    const auto sum = hn::Add(hn::Mul(b, theirs), hn::Mul(a, ours));
    const auto rounded = hn::ConvertTo(ints, hn::Add(sum, half));
    hn::StoreU(hn::DemoteTo(bytes, rounded), bytes, &own[begin]);
  }
  return begin;
}

void MixLevels(std::span<std::uint8_t> own, std::span<const std::uint8_t> partner, float weight) {
  const std::size_t done = Mix(hn::ScalableTag<float>(), 0, own, partner, weight);
  Mix(hn::FixedTag<float, 1>(), done, own, partner, weight);
}

}  // namespace
}  // namespace epochmill::image::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace epochmill::image {
namespace {
HWY_EXPORT(MixLevels);
}  // namespace

void mix_levels(std::span<std::uint8_t> own, std::span<const std::uint8_t> partner, float weight) {
  HWY_DYNAMIC_DISPATCH(MixLevels)(own, partner, weight);
}

}  // namespace epochmill::image
#endif
