// One source for every instruction set, as streams/bulk_kernels.cpp.
#include "image/weighted_rows.hpp"

#include "base/error.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "image/weighted_rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace epochmill::image::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// kCount vectors side by side from `begin` on, as often as there are so many whole ones. Gives
// where they end. D may be a single value. No Mul and Add may become one: that would round once
// less.
template <std::size_t kCount, class D>
HWY_INLINE std::size_t AddRows(D d, std::size_t begin, std::span<const float* const> rows,
                               std::span<const float> weights, std::span<float> out) {
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t middle = rows.size() / 2;
  for (; begin + kCount * lanes <= out.size(); begin += kCount * lanes) {
    hn::Vec<D> sums[kCount];
    const auto own = hn::Set(d, weights[middle]);
    for (std::size_t i = 0; i < kCount; ++i) {
      sums[i] = hn::Mul(own, hn::LoadU(d, rows[middle] + begin + i * lanes));
    }
    for (std::size_t k = 1; k <= middle; ++k) {
      const auto weight = hn::Set(d, weights[middle + k]);
      const float* const before = rows[middle - k] + begin;
      const float* const after = rows[middle + k] + begin;
      for (std::size_t i = 0; i < kCount; ++i) {
        const auto both =
            hn::Add(hn::LoadU(d, before + i * lanes), hn::LoadU(d, after + i * lanes));
        sums[i] = hn::Add(sums[i], hn::Mul(weight, both));
      }
    }
    for (std::size_t i = 0; i < kCount; ++i) hn::StoreU(sums[i], d, &out[begin + i * lanes]);
  }
  return begin;
}

void AddWeightedRows(std::span<const float* const> rows, std::span<const float> weights,
                     std::span<float> out) {
  const hn::ScalableTag<float> d;
  std::size_t done = AddRows<4>(d, 0, rows, weights, out);
  done = AddRows<1>(d, done, rows, weights, out);
  AddRows<1>(hn::FixedTag<float, 1>(), done, rows, weights, out);
}

}  // namespace
}  // namespace epochmill::image::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace epochmill::image {
namespace {
HWY_EXPORT(AddWeightedRows);
}  // namespace

void add_weighted_rows(std::span<const float* const> rows, std::span<const float> weights,
                       std::span<float> out) {
  if (rows.size() != weights.size() || rows.size() % 2 == 0) {
    throw internal_error("{} rows with {} weights", rows.size(), weights.size());
  }
  HWY_DYNAMIC_DISPATCH(AddWeightedRows)(rows, weights, out);
}

}  // namespace epochmill::image
#endif
