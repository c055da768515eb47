// One source for every instruction set, as streams/bulk_kernels.cpp.
#include "image/mirror_vectors.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "image/mirror_vectors.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace epochmill::image::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

bool Mirror(const ImageU8&, ImageU8&) { return false; }

#else

namespace hn = hwy::HWY_NAMESPACE;

// Five pixels, which end a byte before the vector's end, come out in reverse order and begin it;
// what stands in its last byte is overwritten by the next five.
HWY_INLINE void MirrorRow(const std::uint8_t* HWY_RESTRICT in, std::size_t row_bytes,
                          std::uint8_t* HWY_RESTRICT out) {
  constexpr std::size_t kFive = 15;
  const hn::FixedTag<std::uint8_t, 16> d;
  HWY_ALIGN static constexpr std::uint8_t kReversed[16] = {13, 14, 15, 10, 11, 12, 7, 8,
                                                           9,  4,  5,  6,  1,  2,  3, 0};
  const auto reversed = hn::Load(d, kReversed);
  std::size_t left = row_bytes;
  while (left > 16) {
    const auto five = hn::LoadU(d, in + left - 16);
    hn::StoreU(hn::TableLookupBytes(five, reversed), d, out);
    out += kFive;
    left -= kFive;
  }
  for (; left > 0; left -= 3, out += 3) {
    for (std::size_t c = 0; c < 3; ++c) out[c] = in[left - 3 + c];
  }
}

bool Mirror(const ImageU8& in, ImageU8& out) {
  if (in.channels() != 3) return false;
  for (int y = 0; y < in.height(); ++y) MirrorRow(in.row(y), in.row_values(), out.row(y));
  return true;
}

#endif

}  // namespace
}  // namespace epochmill::image::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace epochmill::image {
namespace {
HWY_EXPORT(Mirror);
}  // namespace

bool mirror_by_vectors(const ImageU8& in, ImageU8& out) {
  return HWY_DYNAMIC_DISPATCH(Mirror)(in, out);
}

}  // namespace epochmill::image
#endif
