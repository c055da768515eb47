// One source for every instruction set, as streams/bulk_kernels.cpp. Positions and mixtures are the
// doubles of warp.cpp, by the same operations in the same order, so that the values are the same to
// the last bit (tests/image/warp_vectors_test.cpp); only the way to a pixel's bytes is another.
//
// A lane of 64 bits is a pixel. One read of 8 bytes brings a pixel and its neighbour to the right.
#include "image/warp_vectors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "image/warp_vectors.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace epochmill::image::HWY_NAMESPACE {
namespace {

// Two doubles at a time, read one by one, are no faster than the plain loops.
#if !HWY_ARCH_X86 || HWY_TARGET > HWY_AVX2

bool Warp(const ImageU8&, const VectorWarp&, ImageU8&) { return false; }

#else

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;
using Longs = hn::RebindToUnsigned<Doubles>;
using Offsets = hn::RebindToSigned<Doubles>;
using Pixels = hn::Rebind<std::uint32_t, Doubles>;
using VecD = hn::Vec<Doubles>;
using VecL = hn::Vec<Longs>;
using MaskD = hn::Mask<Doubles>;

HWY_INLINE VecD Constant(double value) { return hn::Set(Doubles(), value); }

// A whole number of 0 to 2^52 plus this has that number as its lowest bits.
constexpr double kWhole = 0x1p52;
constexpr std::uint64_t kWholeBits = 0x4330000000000000U;

HWY_INLINE VecL BitsOf(VecD whole) {
  const VecL bits = hn::BitCast(Longs(), hn::Add(whole, Constant(kWhole)));
  return hn::Xor(bits, hn::Set(Longs(), kWholeBits));
}

// Byte kByte of each lane, plus kWhole.
template <int kByte>
HWY_INLINE VecD RaisedLevel(VecL bytes) {
  const VecL byte = hn::And(hn::ShiftRight<8 * kByte>(bytes), hn::Set(Longs(), 255U));
  return hn::BitCast(Doubles(), hn::Or(byte, hn::Set(Longs(), kWholeBits)));
}

struct Places {
  VecD x, y;
};

// The old picture, of kChannels channels.
template <int kChannels>
struct Source {
  explicit Source(const ImageU8& in)
      : bytes(in.values().data()),
        next_row(bytes + in.row_values()),
        last_load(static_cast<double>(in.values().size() - sizeof(std::uint64_t))),
        width(in.width()),
        height(in.height()) {}

  HWY_INLINE MaskD Has(const Places& at) const {
    const auto is_in_row = hn::And(hn::Ge(at.x, Constant(0)), hn::Lt(at.x, Constant(width)));
    const auto is_in_column = hn::And(hn::Ge(at.y, Constant(0)), hn::Lt(at.y, Constant(height)));
    return hn::And(is_in_row, is_in_column);
  }

  // As Has(), of places that AroundInner may look at.
  HWY_INLINE MaskD HasInside(const Places& at) const {
    const VecD half = Constant(0.5);
    const auto is_in_row = hn::And(hn::Ge(at.x, half), hn::Lt(at.x, Constant(width - 0.5)));
    const auto is_in_column = hn::And(hn::Ge(at.y, half), hn::Lt(at.y, Constant(height - 1.5)));
    return hn::And(is_in_row, is_in_column);
  }

  // Of whole places in the picture.
  HWY_INLINE VecD OffsetOf(VecD x, VecD y) const {
    return hn::Add(hn::Mul(y, Constant(width * kChannels)), hn::Mul(x, Constant(kChannels)));
  }
  HWY_INLINE VecL LoadAt(const std::uint8_t* base, VecD offset) const {
    const auto* words = reinterpret_cast<const std::uint64_t*>(base);
    return hn::GatherOffset(Longs(), words, hn::BitCast(Offsets(), BitsOf(offset)));
  }
  // The bytes from whole places on, which lie in the picture. No read passes its end: the last ones
  // begin sooner, and are shifted.
  HWY_INLINE VecL Load(VecD x, VecD y) const {
    const VecD offset = OffsetOf(x, y);
    const VecD from = hn::Min(offset, Constant(last_load));
    const VecL shift = hn::ShiftLeft<3>(BitsOf(hn::Sub(offset, from)));
    return hn::Shr(LoadAt(bytes, from), shift);
  }

  const std::uint8_t* bytes;
  const std::uint8_t* next_row;
  double last_load;
  double width;
  double height;
};

// As for_each_position of warp.cpp.
template <bool kIsAffine>
class Row {
 public:
  Row(const WarpMap& map, int y)
      : across_(map.c[0], map.c[3], map.c[6]),
        down_(map.c[1] * (y + 0.5), map.c[4] * (y + 0.5), map.c[7] * (y + 0.5)),
        c2_(map.c[2]),
        c5_(map.c[5]) {}

  HWY_INLINE Places At(VecD u) const {
    const VecD x = Sum(u, across_.x, down_.x, c2_);
    const VecD y = Sum(u, across_.y, down_.y, c5_);
    if constexpr (kIsAffine) {
      return {x, y};
    } else {
      const VecD w = Sum(u, across_.w, down_.w, 1);
      return {hn::Div(x, w), hn::Div(y, w)};
    }
  }

 private:
  struct Terms {
    Terms(double of_x, double of_y, double of_w) : x(of_x), y(of_y), w(of_w) {}
    double x, y, w;
  };

  static HWY_INLINE VecD Sum(VecD u, double across, double down, double constant) {
    const VecD sum = hn::Add(hn::Mul(Constant(across), u), Constant(down));
    return hn::Add(sum, Constant(constant));
  }

  Terms across_;
  Terms down_;
  double c2_;
  double c5_;
};

// The four pixels around each place, and their shares.
struct Surroundings {
  VecL above, below;  // each with its neighbour to the right
  VecD right, down;
};

// Of places more than half a pixel inside, and not in the last two rows: nothing is cut.
template <int kChannels>
HWY_INLINE Surroundings AroundInner(const Source<kChannels>& source, const Places& at) {
  const VecD from_x = hn::Sub(at.x, Constant(0.5));
  const VecD from_y = hn::Sub(at.y, Constant(0.5));
  const VecD x = hn::Floor(from_x);
  const VecD y = hn::Floor(from_y);
  const auto from = source.OffsetOf(x, y);
  return {source.LoadAt(source.bytes, from), source.LoadAt(source.next_row, from),
          hn::Sub(from_x, x), hn::Sub(from_y, y)};
}

// Beyond the edge the edge is repeated. To the left and right of it the share of a pixel and its
// neighbour is all or nothing, which gives that pixel's level without rounding.
template <int kChannels>
HWY_INLINE Surroundings AroundAny(const Source<kChannels>& source, const Places& at) {
  const VecD zero = Constant(0);
  const VecD from_x = hn::Sub(at.x, Constant(0.5));
  const VecD from_y = hn::Sub(at.y, Constant(0.5));
  const VecD x = hn::Min(hn::Max(hn::Floor(from_x), zero), Constant(source.width - 2));
  const VecD y = hn::Floor(from_y);
  const VecD next = hn::Min(hn::Add(y, Constant(1)), Constant(source.height - 1));
  return {source.Load(x, hn::Max(y, zero)), source.Load(x, next),
          hn::Min(hn::Max(hn::Sub(from_x, x), zero), Constant(1)), hn::Sub(from_y, y)};
}

HWY_INLINE VecD Mixed(VecD a, VecD b_minus_a, VecD part) {
  return hn::Add(a, hn::Mul(b_minus_a, part));
}

template <int kChannels, int kChannel>
HWY_INLINE VecD MixedLevel(const Surroundings& around, VecD rounding) {
  const VecD whole = Constant(kWhole);
  const VecD a = RaisedLevel<kChannel>(around.above);
  const VecD b = RaisedLevel<kChannel + kChannels>(around.above);
  const VecD c = RaisedLevel<kChannel>(around.below);
  const VecD d = RaisedLevel<kChannel + kChannels>(around.below);
  const VecD over = Mixed(hn::Sub(a, whole), hn::Sub(b, a), around.right);
  const VecD under = Mixed(hn::Sub(c, whole), hn::Sub(d, c), around.right);
  return hn::Trunc(hn::Add(Mixed(over, hn::Sub(under, over), around.down), rounding));
}

template <int kChannels>
HWY_INLINE VecL MixedPixels(const Surroundings& around, VecD rounding) {
  VecD sum = hn::Add(MixedLevel<kChannels, 0>(around, rounding), Constant(kWhole));
  if constexpr (kChannels == 3) {
    const VecD green = MixedLevel<3, 1>(around, rounding);
    const VecD blue = MixedLevel<3, 2>(around, rounding);
    sum = hn::Add(sum, hn::Add(hn::Mul(green, Constant(0x1p8)), hn::Mul(blue, Constant(0x1p16))));
  }
  return hn::BitCast(Longs(), sum);
}

constexpr std::uint32_t PixelMask(int channels) { return channels == 3 ? 0xFFFFFFU : 0xFFU; }

template <int kChannels>
HWY_INLINE VecL NearestPixels(const Source<kChannels>& source, const Places& at) {
  const VecL bytes = source.Load(hn::Trunc(at.x), hn::Trunc(at.y));
  return hn::And(bytes, hn::Set(Longs(), PixelMask(kChannels)));
}

// Pixels of 32 bits to bytes. A store of four pixels leaves 4 bytes of whatever behind them, which
// the next ones go over.
template <int kChannels>
HWY_INLINE void Pack(const std::uint32_t* HWY_RESTRICT pixels, std::size_t count,
                     std::uint8_t* HWY_RESTRICT out) {
  std::size_t x = 0;
  if constexpr (kChannels == 3) {
    const hn::FixedTag<std::uint8_t, 16> d;
    HWY_ALIGN static constexpr std::uint8_t kPlaces[16] = {0,  1,  2,  4,  5,  6,  8,  9,
                                                           10, 12, 13, 14, 14, 14, 14, 14};
    const auto places = hn::Load(d, kPlaces);
    for (; x + 6 <= count; x += 4, out += 12) {
      const auto four = hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(pixels + x));
      hn::StoreU(hn::TableLookupBytes(four, places), d, out);
    }
  }
  for (; x < count; ++x) {
    for (int c = 0; c < kChannels; ++c) *out++ = static_cast<std::uint8_t>(pixels[x] >> (8 * c));
  }
}

std::uint32_t PixelOf(const std::array<std::uint8_t, 3>& fill, int channels) {
  return (fill[0] | fill[1] * 0x100U | fill[2] * 0x10000U) & PixelMask(channels);
}

template <int kChannels, Interpolation kHow>
HWY_INLINE VecL PixelsAt(const Source<kChannels>& source, Places at, VecD rounding, VecL fill) {
  const Doubles d;
  if (kHow == Interpolation::kBilinear && hn::AllTrue(d, source.HasInside(at))) {
    return MixedPixels<kChannels>(AroundInner(source, at), rounding);
  }
  const MaskD is_in = source.Has(at);
  if (hn::AllFalse(d, is_in)) return fill;
  at = {hn::IfThenElseZero(is_in, at.x), hn::IfThenElseZero(is_in, at.y)};
  const VecL pixels = kHow == Interpolation::kNearest
                          ? NearestPixels(source, at)
                          : MixedPixels<kChannels>(AroundAny(source, at), rounding);
  return hn::IfThenElse(hn::RebindMask(Longs(), is_in), pixels, fill);
}

template <int kChannels, bool kIsAffine, Interpolation kHow>
void WarpByPlaces(const ImageU8& in, const VectorWarp& warp, ImageU8& out) {
  const Doubles d;
  const Source<kChannels> source(in);
  const VecL fill = hn::Set(Longs(), PixelOf(warp.fill, kChannels));
  const VecD rounding = Constant(warp.rounding);
  const auto width = static_cast<std::size_t>(out.width());
  std::vector<std::uint32_t> line(width + hn::Lanes(d));
  for (int y = 0; y < out.height(); ++y) {
    const Row<kIsAffine> row(warp.map, y);
    for (std::size_t x = 0; x < width; x += hn::Lanes(d)) {
      const VecD u = hn::Add(hn::Iota(d, 0.5), Constant(static_cast<double>(x)));
      const VecL pixels = PixelsAt<kChannels, kHow>(source, row.At(u), rounding, fill);
      hn::StoreU(hn::TruncateTo(Pixels(), pixels), Pixels(), line.data() + x);
    }
    Pack<kChannels>(line.data(), width, out.row(y));
  }
}

// Places in 16.16 fixed point, as fixed_nearest of warp.cpp, in lanes of 32 bits.
template <int kChannels>
void WarpByFixedPoint(const ImageU8& in, const VectorWarp& warp, ImageU8& out) {
  const hn::ScalableTag<std::int32_t> d;
  const hn::RebindToUnsigned<decltype(d)> words;
  const auto fixed = [](double value) {
    return static_cast<std::int32_t>(std::floor(value * 0x1p16 + 0.5));
  };
  const auto& c = warp.map.c;
  const std::int32_t right_x = fixed(c[0]);
  const std::int32_t right_y = fixed(c[3]);
  const auto step = static_cast<std::int32_t>(hn::Lanes(d));
  const auto iota = hn::Iota(d, 0);
  const auto last_load = hn::Set(d, static_cast<std::int32_t>(in.values().size()) - 4);
  const auto fill = hn::Set(words, PixelOf(warp.fill, kChannels));
  const auto in_width = hn::Set(d, in.width());
  const auto in_height = hn::Set(d, in.height());
  const auto width = static_cast<std::size_t>(out.width());
  std::vector<std::uint32_t> line(width + hn::Lanes(d));
  std::int32_t start_x = fixed(c[2] + c[0] * 0.5 + c[1] * 0.5);
  std::int32_t start_y = fixed(c[5] + c[3] * 0.5 + c[4] * 0.5);
  for (int y = 0; y < out.height(); ++y, start_x += fixed(c[1]), start_y += fixed(c[4])) {
    auto from_x = hn::Add(hn::Set(d, start_x), hn::Mul(iota, hn::Set(d, right_x)));
    auto from_y = hn::Add(hn::Set(d, start_y), hn::Mul(iota, hn::Set(d, right_y)));
    for (std::size_t x = 0; x < width; x += hn::Lanes(d)) {
      const auto column = hn::ShiftRight<16>(from_x);
      const auto row = hn::ShiftRight<16>(from_y);
      const auto is_after = hn::Gt(hn::Min(column, row), hn::Set(d, -1));
      const auto is_before = hn::And(hn::Lt(column, in_width), hn::Lt(row, in_height));
      const auto is_in = hn::And(is_after, is_before);
      const auto offset = hn::IfThenElseZero(
          is_in, hn::Mul(hn::Add(hn::Mul(row, in_width), column), hn::Set(d, kChannels)));
      const auto from = hn::Min(offset, last_load);
      const auto shift = hn::BitCast(words, hn::ShiftLeft<3>(hn::Sub(offset, from)));
      const auto* bytes = reinterpret_cast<const std::uint32_t*>(in.values().data());
      const auto loaded = hn::Shr(hn::GatherOffset(words, bytes, from), shift);
      const auto pixels = hn::And(loaded, hn::Set(words, PixelMask(kChannels)));
      hn::StoreU(hn::IfThenElse(hn::RebindMask(words, is_in), pixels, fill), words,
                 line.data() + x);
      from_x = hn::Add(from_x, hn::Set(d, right_x * step));
      from_y = hn::Add(from_y, hn::Set(d, right_y * step));
    }
    Pack<kChannels>(line.data(), width, out.row(y));
  }
}

// Whether no place of a row, nor of the vector that ends it, leaves 32 bits. Half of what
// warp.cpp's 64 bits have room for: steps are rounded, and vectors go beyond the row.
bool FitsFixedPoint(const std::array<double, 8>& c, const ImageU8& out) {
  constexpr double kLimit = 16384;
  constexpr int kMostSide = 8192;
  constexpr double kMostStep = 128;
  if (out.width() > kMostSide || out.height() > kMostSide) return false;
  for (const std::size_t i : {0, 1, 3, 4}) {
    if (!(std::abs(c[i]) < kMostStep)) return false;
  }
  const auto fits = [&](double x, double y) {
    return std::abs(x * c[0] + y * c[1] + c[2]) < kLimit &&
           std::abs(x * c[3] + y * c[4] + c[5]) < kLimit;
  };
  const double w = out.width();
  const double h = out.height();
  return fits(0, 0) && fits(w, 0) && fits(0, h) && fits(w, h);
}

template <int kChannels>
bool WarpOf(const ImageU8& in, const VectorWarp& warp, ImageU8& out) {
  const WarpMap& map = warp.map;
  if (warp.interpolation == Interpolation::kBilinear) {
    const auto make = map.is_affine ? WarpByPlaces<kChannels, true, Interpolation::kBilinear>
                                    : WarpByPlaces<kChannels, false, Interpolation::kBilinear>;
    make(in, warp, out);
    return true;
  }
  if (!map.is_affine) {
    WarpByPlaces<kChannels, false, Interpolation::kNearest>(in, warp, out);
    return true;
  }
  if ((map.c[1] == 0 && map.c[3] == 0) || !FitsFixedPoint(map.c, out)) return false;
  WarpByFixedPoint<kChannels>(in, warp, out);
  return true;
}

bool Warp(const ImageU8& in, const VectorWarp& warp, ImageU8& out) {
  const std::size_t size = in.values().size();
  if (in.width() < 2 || size < sizeof(std::uint64_t)) return false;
  if (size > std::size_t{std::numeric_limits<std::int32_t>::max()}) return false;
  if (in.channels() == 3) return WarpOf<3>(in, warp, out);
  return in.channels() == 1 && WarpOf<1>(in, warp, out);
}

#endif

}  // namespace
}  // namespace epochmill::image::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace epochmill::image {
namespace {
HWY_EXPORT(Warp);
}  // namespace

bool warp_by_vectors(const ImageU8& in, const VectorWarp& warp, ImageU8& out) {
  return HWY_DYNAMIC_DISPATCH(Warp)(in, warp, out);
}

}  // namespace epochmill::image
#endif
