// One source for every instruction set, as streams/bulk_kernels.cpp.
#include "image/channel_vectors.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "image/channel_vectors.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace epochmill::image::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

bool PermuteChannels(ImageU8&, std::span<const int>) { return false; }

#else

namespace hn = hwy::HWY_NAMESPACE;

bool PermuteChannels(ImageU8& image, std::span<const int> order) {
  if (image.channels() != 3) return false;
  const hn::ScalableTag<std::uint8_t> d;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN std::uint8_t planes[3][HWY_MAX_BYTES];
  std::uint8_t* pixels = image.values().data();
  std::size_t left = image.values().size() / 3;
  for (; left >= lanes; left -= lanes, pixels += 3 * lanes) {
    hn::Vec<decltype(d)> r;
    hn::Vec<decltype(d)> g;
    hn::Vec<decltype(d)> b;
    hn::LoadInterleaved3(d, pixels, r, g, b);
    hn::Store(r, d, planes[0]);
    hn::Store(g, d, planes[1]);
    hn::Store(b, d, planes[2]);
    hn::StoreInterleaved3(hn::Load(d, planes[order[0]]), hn::Load(d, planes[order[1]]),
                          hn::Load(d, planes[order[2]]), d, pixels);
  }
  for (; left > 0; --left, pixels += 3) {
    const std::uint8_t pixel[3] = {pixels[0], pixels[1], pixels[2]};
    for (std::size_t c = 0; c < 3; ++c) pixels[c] = pixel[order[c]];
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
HWY_EXPORT(PermuteChannels);
}  // namespace

bool permute_channels_by_vectors(ImageU8& image, std::span<const int> order) {
  return HWY_DYNAMIC_DISPATCH(PermuteChannels)(image, order);
}

}  // namespace epochmill::image
#endif
