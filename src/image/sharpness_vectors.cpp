// One source for every instruction set, as streams/bulk_kernels.cpp. Sums and the division by 13
// are of 16 bits, the blend is of floats, as in sharpness.cpp.
#include "image/sharpness_vectors.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "image/sharpness_vectors.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace epochmill::image::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

bool SharpenRow(const SharpnessRows&, float) { return false; }

#else

namespace hn = hwy::HWY_NAMESPACE;

using Words = hn::ScalableTag<std::uint16_t>;
using SignedWords = hn::RebindToSigned<Words>;
using Bytes = hn::Rebind<std::uint8_t, Words>;  // as many
using Floats = hn::ScalableTag<float>;
using Ints = hn::RebindToSigned<Floats>;
using Quarter = hn::Rebind<std::uint8_t, Floats>;
using HalfWords = hn::Rebind<std::int16_t, Floats>;

HWY_INLINE hn::Vec<Words> Promoted(const std::uint8_t* bytes) {
  return hn::PromoteTo(Words(), hn::LoadU(Bytes(), bytes));
}

void AddColumns(const SharpnessRows& rows) {
  const Words d;
  for (std::size_t i = 0; i < rows.count; i += hn::Lanes(d)) {
    const auto sum = hn::Add(Promoted(rows.above + i), Promoted(rows.below + i));
    hn::StoreU(hn::Add(sum, Promoted(rows.here + i)), d, rows.sums + i);
  }
}

// Half a vector of words.
HWY_INLINE void Blend(hn::Vec<HalfWords> smooth, hn::Vec<HalfWords> change, float factor,
                      std::uint8_t* out) {
  const Floats d;
  const auto from = hn::ConvertTo(d, hn::PromoteTo(Ints(), smooth));
  const auto way = hn::ConvertTo(d, hn::PromoteTo(Ints(), change));
  const auto mixed = hn::Add(from, hn::Mul(hn::Set(d, factor), way));
  const auto held = hn::Min(hn::Max(mixed, hn::Zero(d)), hn::Set(d, 255.0F));
  hn::StoreU(hn::DemoteTo(Quarter(), hn::ConvertTo(Ints(), held)), Quarter(), out);
}

bool SharpenRow(const SharpnessRows& rows, float factor) {
  AddColumns(rows);
  const Words d;
  const SignedWords s;
  const auto half = hn::Set(d, 6);
  const auto reciprocal = hn::Set(d, 5042);
  for (std::size_t i = rows.channels; i + rows.channels < rows.count; i += hn::Lanes(d)) {
    const auto here = Promoted(rows.here + i);
    const auto left = hn::LoadU(d, rows.sums + i - rows.channels);
    const auto right = hn::LoadU(d, rows.sums + i + rows.channels);
    const auto three = hn::Add(hn::Add(left, right), hn::LoadU(d, rows.sums + i));
    const auto sum = hn::Add(hn::Add(three, hn::ShiftLeft<2>(here)), half);
    const auto smooth = hn::MulHigh(sum, reciprocal);
    const auto from = hn::BitCast(s, smooth);
    const auto change = hn::BitCast(s, hn::Sub(here, smooth));
    Blend(hn::LowerHalf(from), hn::LowerHalf(change), factor, rows.out + i);
    Blend(hn::UpperHalf(HalfWords(), from), hn::UpperHalf(HalfWords(), change), factor,
          rows.out + i + hn::Lanes(Floats()));
  }
  return true;
}

#endif

}  // namespace
}  // namespace epochmill::image::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace epochmill::image {
namespace {
HWY_EXPORT(SharpenRow);
}  // namespace

bool sharpen_row_by_vectors(const SharpnessRows& rows, float factor) {
  return HWY_DYNAMIC_DISPATCH(SharpenRow)(rows, factor);
}

}  // namespace epochmill::image
#endif
