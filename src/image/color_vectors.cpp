// One source for every instruction set, as streams/bulk_kernels.cpp. Works on tiles of a picture
// that stay in the nearest cache, a plane of floats for each channel; every value is a whole number
// of 0..255 between two changes. Divisions are true ones and nothing is contracted, so that the
// values are those of color.cpp and hsv.cpp, for every colour (tests/image/color_vectors_test.cpp).
#include "image/color_vectors.hpp"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "image/color_vectors.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace epochmill::image::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

bool AdjustColors(ImageU8&, std::span<const ColorChange>) { return false; }
bool MakeGrey(const ImageU8&, ImageU8&) { return false; }

#else

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Ints = hn::Rebind<std::int32_t, Floats>;
using Quarter = hn::Rebind<std::uint8_t, Floats>;
using Bytes = hn::ScalableTag<std::uint8_t>;
using VecF = hn::Vec<Floats>;

constexpr std::size_t kTile = 512;  // pixels: 6 KiB of floats

struct Rgb {
  VecF r, g, b;
};

HWY_INLINE VecF Constant(float value) { return hn::Set(Floats(), value); }

class Tile {
 public:
  // `count` <= kTile pixels from interleaved bytes; the rest of the tile is black.
  void Load(const std::uint8_t* HWY_RESTRICT pixels, std::size_t count) {
    const Bytes d;
    count_ = count;
    HWY_ALIGN std::uint8_t ends[3 * kTile];
    if (count < kTile) {
      std::memset(ends, 0, sizeof(ends));
      std::memcpy(ends, pixels, 3 * count);
      pixels = ends;
    }
    for (std::size_t i = 0; i < kTile; i += hn::Lanes(d)) {
      hn::Vec<Bytes> r;
      hn::Vec<Bytes> g;
      hn::Vec<Bytes> b;
      hn::LoadInterleaved3(d, pixels + 3 * i, r, g, b);
      hn::Store(r, d, bytes_[0] + i);
      hn::Store(g, d, bytes_[1] + i);
      hn::Store(b, d, bytes_[2] + i);
    }
    for (std::size_t c = 0; c < 3; ++c) {
      for (std::size_t i = 0; i < kTile; i += hn::Lanes(Floats())) {
        const auto whole = hn::PromoteTo(Ints(), hn::Load(Quarter(), bytes_[c] + i));
        hn::Store(hn::ConvertTo(Floats(), whole), Floats(), planes_[c] + i);
      }
    }
  }

  void Store(std::uint8_t* HWY_RESTRICT pixels) {
    const Bytes d;
    for (std::size_t c = 0; c < 3; ++c) {
      for (std::size_t i = 0; i < kTile; i += hn::Lanes(Floats())) {
        const auto whole = hn::ConvertTo(Ints(), hn::Load(Floats(), planes_[c] + i));
        hn::Store(hn::DemoteTo(Quarter(), whole), Quarter(), bytes_[c] + i);
      }
    }
    HWY_ALIGN std::uint8_t ends[3 * kTile];
    std::uint8_t* const to = count_ < kTile ? ends : pixels;
    for (std::size_t i = 0; i < kTile; i += hn::Lanes(d)) {
      hn::StoreInterleaved3(hn::Load(d, bytes_[0] + i), hn::Load(d, bytes_[1] + i),
                            hn::Load(d, bytes_[2] + i), d, to + 3 * i);
    }
    if (count_ < kTile) std::memcpy(pixels, ends, 3 * count_);
  }

  // Calls change(rgb) for a vector of pixels at a time, in place.
  template <class Change>
  HWY_INLINE void ForEach(const Change& change) {
    for (std::size_t i = 0; i < count_; i += hn::Lanes(Floats())) {
      Rgb rgb = At(i);
      change(rgb);
      hn::Store(rgb.r, Floats(), planes_[0] + i);
      hn::Store(rgb.g, Floats(), planes_[1] + i);
      hn::Store(rgb.b, Floats(), planes_[2] + i);
    }
  }

  std::uint64_t SumOfLuma() const;

 private:
  HWY_INLINE Rgb At(std::size_t i) const {
    const Floats d;
    return {hn::Load(d, planes_[0] + i), hn::Load(d, planes_[1] + i), hn::Load(d, planes_[2] + i)};
  }

  std::size_t count_ = 0;
  HWY_ALIGN float planes_[3][kTile];
  HWY_ALIGN std::uint8_t bytes_[3][kTile];
};

// All sums and products are whole numbers below 2^24.
HWY_INLINE VecF Luma(const Rgb& rgb) {
  const VecF red = hn::Mul(rgb.r, Constant(19595.0F));
  const VecF green = hn::Mul(rgb.g, Constant(38470.0F));
  const VecF blue = hn::Mul(rgb.b, Constant(7471.0F));
  const VecF sum = hn::Add(hn::Add(red, green), hn::Add(blue, Constant(32768.0F)));
  return hn::Trunc(hn::Mul(sum, Constant(0x1p-16F)));
}

std::uint64_t Tile::SumOfLuma() const {
  const Ints d;
  auto sum = hn::Zero(d);
  for (std::size_t i = 0; i < count_; i += hn::Lanes(d)) {
    const auto luma = hn::ConvertTo(d, Luma(At(i)));
    sum = hn::Add(sum, hn::IfThenElseZero(hn::FirstN(d, count_ - i), luma));
  }
  return static_cast<std::uint64_t>(hn::GetLane(hn::SumOfLanes(d, sum)));
}

HWY_INLINE VecF Clamped(VecF value, VecF low, VecF high) {
  return hn::Min(hn::Max(value, low), high);
}

// blend() of color.cpp.
HWY_INLINE VecF Blend(VecF from, VecF to, VecF factor) {
  const VecF mixed = hn::Add(from, hn::Mul(factor, hn::Sub(to, from)));
  return hn::Trunc(Clamped(mixed, Constant(0.0F), Constant(255.0F)));
}

void BlendWith(Tile& tile, float from, float factor) {
  const VecF start = Constant(from);
  const VecF share = Constant(factor);
  tile.ForEach([=](Rgb& rgb) HWY_ATTR {
    rgb = {Blend(start, rgb.r, share), Blend(start, rgb.g, share), Blend(start, rgb.b, share)};
  });
}

void Saturate(Tile& tile, float factor) {
  const VecF share = Constant(factor);
  tile.ForEach([=](Rgb& rgb) HWY_ATTR {
    const VecF grey = Luma(rgb);
    rgb = {Blend(grey, rgb.r, share), Blend(grey, rgb.g, share), Blend(grey, rgb.b, share)};
  });
}

// Hue, saturation and value of hsv.cpp. A colour has one channel on top, one at the bottom and one
// between, `q` of the way down: the hue is a whole number of sixths of a turn, plus or minus q.
// Greys get any hue: they have no saturation.
struct Hsv {
  VecF h, s, v;
};
HWY_INLINE Hsv ToHsv(const Rgb& rgb) {
  const VecF top = hn::Max(rgb.r, hn::Max(rgb.g, rgb.b));
  const VecF bottom = hn::Min(rgb.r, hn::Min(rgb.g, rgb.b));
  const VecF range = hn::Sub(top, bottom);
  const VecF middle = hn::Sub(hn::Add(hn::Add(rgb.r, rgb.g), rgb.b), hn::Add(top, bottom));
  const VecF q = hn::Div(hn::Sub(top, middle), hn::Max(range, Constant(1.0F)));
  const auto is_red = hn::Eq(rgb.r, top);
  const auto is_green = hn::Eq(rgb.g, top);
  const auto red_is_least = hn::Eq(rgb.r, bottom);
  const auto blue_is_least = hn::Eq(rgb.b, bottom);
  const auto green_is_least = hn::Eq(rgb.g, bottom);
  const VecF minus_q = hn::Neg(q);
  // A little above 5, because there Pillow's own roundings come out higher.
  const VecF of_red = hn::IfThenElse(blue_is_least, hn::Add(Constant(1.0F), minus_q),
                                     hn::Add(Constant(5.000002F), q));
  const VecF of_green =
      hn::IfThenElse(red_is_least, hn::Add(Constant(3.0F), minus_q), hn::Add(Constant(1.0F), q));
  const VecF of_blue =
      hn::IfThenElse(green_is_least, hn::Add(Constant(5.0F), minus_q), hn::Add(Constant(3.0F), q));
  const VecF sixths = hn::IfThenElse(is_red, of_red, hn::IfThenElse(is_green, of_green, of_blue));
  const VecF turn = hn::Div(sixths, Constant(6.0F));
  const VecF saturation = hn::Div(hn::Mul(Constant(255.0F), range), hn::Max(top, Constant(1.0F)));
  return {hn::Trunc(hn::Mul(turn, Constant(255.0F))), hn::Trunc(saturation), top};
}

// channel() of hsv.cpp for the channel that lacks `lack` of 85 steps.
HWY_INLINE VecF Channel(VecF lack, const Hsv& hsv) {
  const VecF lacking = Clamped(lack, Constant(0.0F), Constant(85.0F));
  const VecF steps = hn::Sub(Constant(21675.0F), hn::Mul(hsv.s, lacking));
  return hn::Round(hn::Mul(hn::Mul(hsv.v, steps), Constant(1.0F / 21675.0F)));
}
HWY_INLINE Rgb ToRgb(const Hsv& hsv) {
  const VecF place = hn::Add(hsv.h, hsv.h);  // 85 to a sixth of a turn
  const VecF from_cyan = hn::Abs(hn::Sub(place, Constant(255.0F)));
  const VecF from_green = hn::Abs(hn::Sub(place, Constant(170.0F)));
  const VecF from_blue = hn::Abs(hn::Sub(place, Constant(340.0F)));
  return {Channel(hn::Sub(Constant(170.0F), from_cyan), hsv),
          Channel(hn::Sub(from_green, Constant(85.0F)), hsv),
          Channel(hn::Sub(from_blue, Constant(85.0F)), hsv)};
}

void TurnHue(Tile& tile, int turn) {
  const VecF turned = Constant(static_cast<float>(turn));
  const VecF whole = Constant(256.0F);
  tile.ForEach([=](Rgb& rgb) HWY_ATTR {
    Hsv hsv = ToHsv(rgb);
    const VecF sum = hn::Add(hsv.h, turned);
    hsv.h = hn::IfThenElse(hn::Ge(sum, whole), hn::Sub(sum, whole), sum);
    rgb = ToRgb(hsv);
  });
}

void ToGrey(Tile& tile) {
  tile.ForEach([](Rgb& rgb) HWY_ATTR { rgb.r = rgb.g = rgb.b = Luma(rgb); });
}

// `grey` is the picture's mean luma, for contrast.
void Apply(const ColorChange& change, int grey, Tile& tile) {
  switch (change.kind) {
    case ColorChange::Kind::kBrightness:
      return BlendWith(tile, 0.0F, change.factor);
    case ColorChange::Kind::kContrast:
      return BlendWith(tile, static_cast<float>(grey), change.factor);
    case ColorChange::Kind::kSaturation:
      return Saturate(tile, change.factor);
    case ColorChange::Kind::kHue:
      return TurnHue(tile, change.shift & 255);
    case ColorChange::Kind::kGrayscale:
      return ToGrey(tile);
  }
}

// One pass over the picture: `changes` tile by tile. Gives the sum of luma after them when wanted.
std::uint64_t Pass(ImageU8& image, std::span<const ColorChange> changes, int grey, bool is_summed) {
  Tile tile;
  std::uint64_t sum = 0;
  std::uint8_t* pixels = image.values().data();
  for (std::size_t left = image.values().size() / 3; left > 0;) {
    const std::size_t count = std::min(left, kTile);
    tile.Load(pixels, count);
    for (const ColorChange& change : changes) Apply(change, grey, tile);
    if (is_summed) sum += tile.SumOfLuma();
    if (!changes.empty()) tile.Store(pixels);
    pixels += 3 * count;
    left -= count;
  }
  return sum;
}

// Grey needs no planes of three channels' floats.
bool MakeGrey(const ImageU8& in, ImageU8& out) {
  const Bytes d;
  const std::size_t lanes = hn::Lanes(d);
  const auto& values = in.values();
  auto& greys = out.values();
  HWY_ALIGN std::uint8_t levels[3][hn::MaxLanes(Bytes())];
  const auto level = [&](std::size_t channel, std::size_t i) HWY_ATTR {
    const auto whole = hn::PromoteTo(Ints(), hn::Load(Quarter(), levels[channel] + i));
    return hn::ConvertTo(Floats(), whole);
  };
  std::size_t begin = 0;
  for (; begin + 3 * lanes <= values.size(); begin += 3 * lanes) {
    hn::Vec<Bytes> r;
    hn::Vec<Bytes> g;
    hn::Vec<Bytes> b;
    hn::LoadInterleaved3(d, &values[begin], r, g, b);
    hn::Store(r, d, levels[0]);
    hn::Store(g, d, levels[1]);
    hn::Store(b, d, levels[2]);
    for (std::size_t i = 0; i < lanes; i += hn::Lanes(Floats())) {
      const VecF grey = Luma({level(0, i), level(1, i), level(2, i)});
      hn::Store(hn::DemoteTo(Quarter(), hn::ConvertTo(Ints(), grey)), Quarter(), levels[0] + i);
    }
    const auto grey = hn::Load(d, levels[0]);
    hn::StoreInterleaved3(grey, grey, grey, d, &greys[begin]);
  }
  for (; begin < values.size(); begin += 3) {
    const std::uint8_t grey = luma(values[begin], values[begin + 1], values[begin + 2]);
    std::fill_n(&greys[begin], 3, grey);
  }
  return true;
}

// Contrast needs the mean luma of the whole picture as it is then, so the changes before it are one
// pass, which also takes the mean, and it begins the next.
bool AdjustColors(ImageU8& image, std::span<const ColorChange> changes) {
  if (changes.size() == 1 && changes[0].kind == ColorChange::Kind::kGrayscale) {
    return MakeGrey(image, image);
  }
  const std::uint64_t pixels = image.values().size() / 3;
  auto begin = changes.begin();
  int grey = 0;
  while (pixels > 0 && !changes.empty()) {
    const auto contrast = std::find_if(begin, changes.end(), [](const ColorChange& change) {
      return change.kind == ColorChange::Kind::kContrast;
    });
    const bool is_last = contrast == changes.end();
    const std::uint64_t sum = Pass(image, {changes.begin(), contrast}, grey, !is_last);
    if (is_last) break;
    grey = static_cast<int>((2 * sum + pixels) / (2 * pixels));
    changes = {contrast, changes.end()};
    begin = changes.begin() + 1;
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
HWY_EXPORT(AdjustColors);
HWY_EXPORT(MakeGrey);
}  // namespace

bool adjust_colors_by_vectors(ImageU8& image, std::span<const ColorChange> changes) {
  return HWY_DYNAMIC_DISPATCH(AdjustColors)(image, changes);
}

bool make_grey_by_vectors(const ImageU8& in, ImageU8& out) {
  return HWY_DYNAMIC_DISPATCH(MakeGrey)(in, out);
}

}  // namespace epochmill::image
#endif
