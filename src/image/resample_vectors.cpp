// One source for every instruction set, as streams/bulk_kernels.cpp. Rows are transposed in blocks
// of as many as a vector has bytes, so that a vector holds one value of each of the rows: the
// horizontal pass is then the same plain sum as the vertical one, whatever the number of taps, with
// no gathers.
#include "image/resample_vectors.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "image/resample_vectors.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace epochmill::image::HWY_NAMESPACE {
namespace {

// SSE4 is here because its vectors were measured to be slower than the plain loops.
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SSE4

bool Resize(const ImageU8&, const Box&, const TapWeights<std::uint32_t>&,
            const TapWeights<std::uint32_t>&, bool, ImageU8&) {
  return false;
}

#else

namespace hn = hwy::HWY_NAMESPACE;

using Bytes = hn::ScalableTag<std::uint8_t>;
using Words = hn::Repartition<std::uint32_t, Bytes>;
using VecB = hn::Vec<Bytes>;
using VecW = hn::Vec<Words>;

constexpr std::size_t kPart = 16;  // bytes of 128 bits, within which interleaving stays
constexpr std::size_t kRows = hn::MaxLanes(Bytes());  // transposed together

// One step of a transpose, on lanes of D: vectors 2 i and 2 i + 1 of the result are the interleaved
// halves of vectors i and i + 8.
template <class D>
HWY_INLINE void InterleaveHalves(D d, const VecB (&in)[kPart], VecB (&out)[kPart]) {
  const Bytes bytes;
  for (std::size_t i = 0; i < kPart / 2; ++i) {
    const auto a = hn::BitCast(d, in[i]);
    const auto b = hn::BitCast(d, in[i + kPart / 2]);
    out[2 * i] = hn::BitCast(bytes, hn::InterleaveLower(d, a, b));
    out[2 * i + 1] = hn::BitCast(bytes, hn::InterleaveUpper(d, a, b));
  }
}

// 16 x 16 bytes in each 128-bit part: four perfect shuffles.
HWY_INLINE void Transpose(VecB (&v)[kPart]) {
  const Bytes d;
  VecB w[kPart];
  InterleaveHalves(d, v, w);
  InterleaveHalves(d, w, v);
  InterleaveHalves(d, v, w);
  InterleaveHalves(d, w, v);
}

// A vector of parts from[0], from[16], from[32], ... and back, rows a step apart.
template <class D>
HWY_INLINE hn::Vec<D> LoadParts(D d, const std::uint8_t* const* from) {
  if constexpr (hn::MaxLanes(D()) == kPart) {
    return hn::LoadU(d, from[0]);
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, LoadParts(half, from + hn::MaxLanes(half)), LoadParts(half, from));
  }
}
template <class D>
HWY_INLINE void StoreParts(D d, hn::Vec<D> v, std::uint8_t* to, std::size_t part_step) {
  if constexpr (hn::MaxLanes(D()) == kPart) {
    hn::StoreU(v, d, to);
  } else {
    const hn::Half<D> half;
    StoreParts(half, hn::LowerHalf(half, v), to, part_step);
    StoreParts(half, hn::UpperHalf(half, v), to + hn::MaxLanes(half) / kPart * part_step,
               part_step);
  }
}

// Sums of the four bytes of each word. Weights without a sign come shifted up by 32 - kWeightBits -
// 8, so that a rounded value is the top byte of its sum; others leave room for the sign.
template <bool kIsClamped>
constexpr int kShift = kIsClamped ? 0 : 24 - kWeightBits;
struct Sums {
  VecW byte0, byte1, byte2, byte3;
};

template <bool kIsClamped>
HWY_INLINE Sums Half() {
  const VecW half = hn::Set(Words(), 1U << (kWeightBits - 1 + kShift<kIsClamped>));
  return {half, half, half, half};
}

HWY_INLINE void Add(VecB values, VecW weight, Sums& sums) {
  const Words d;
  const VecW low = hn::Set(d, 0xFFU);
  const VecW words = hn::BitCast(d, values);
  sums.byte0 = hn::Add(sums.byte0, hn::Mul(hn::And(words, low), weight));
  sums.byte1 = hn::Add(sums.byte1, hn::Mul(hn::And(hn::ShiftRight<8>(words), low), weight));
  sums.byte2 = hn::Add(sums.byte2, hn::Mul(hn::And(hn::ShiftRight<16>(words), low), weight));
  sums.byte3 = hn::Add(sums.byte3, hn::Mul(hn::ShiftRight<24>(words), weight));
}

HWY_INLINE VecW Clamped(VecW sum) {
  const hn::RebindToSigned<Words> d;
  const auto level = hn::ShiftRight<kWeightBits>(hn::BitCast(d, sum));
  return hn::BitCast(Words(), hn::Min(hn::Max(level, hn::Zero(d)), hn::Set(d, 255)));
}

HWY_INLINE VecB RoundedAndClamped(const Sums& sums) {
  const VecW low = hn::Or(Clamped(sums.byte0), hn::ShiftLeft<8>(Clamped(sums.byte1)));
  const VecW high = hn::Or(Clamped(sums.byte2), hn::ShiftLeft<8>(Clamped(sums.byte3)));
  return hn::BitCast(Bytes(), hn::Or(low, hn::ShiftLeft<16>(high)));
}

template <bool kIsClamped>
HWY_INLINE VecB Rounded(const Sums& sums) {
  if constexpr (kIsClamped) return RoundedAndClamped(sums);
  const Words d;
  const VecW byte0 = hn::ShiftRight<24>(sums.byte0);
  const VecW byte1 = hn::And(hn::ShiftRight<16>(sums.byte1), hn::Set(d, 0xFF00U));
  const VecW byte2 = hn::And(hn::ShiftRight<8>(sums.byte2), hn::Set(d, 0xFF0000U));
  const VecW byte3 = hn::And(sums.byte3, hn::Set(d, 0xFF000000U));
  return hn::BitCast(Bytes(), hn::Or(hn::Or(byte0, byte1), hn::Or(byte2, byte3)));
}

// kCount neighbouring values, which share their weights: `in` holds a vector for each value of a
// line, a place's values being `channels` apart.
template <bool kIsClamped, std::size_t kCount>
HWY_INLINE void WeightedSums(const std::uint8_t* HWY_RESTRICT in, std::size_t step,
                             const std::uint32_t* weights, int taps,
                             std::uint8_t* HWY_RESTRICT out) {
  const Bytes d;
  static_assert(kCount <= 3);
  const Sums half = Half<kIsClamped>();
  Sums sums[] = {half, half, half};
  for (int t = 0; t < taps; ++t, in += step) {
    const VecW weight = hn::Set(Words(), weights[t] << kShift<kIsClamped>);
    for (std::size_t i = 0; i < kCount; ++i) Add(hn::LoadU(d, in + i * kRows), weight, sums[i]);
  }
  for (std::size_t i = 0; i < kCount; ++i) {
    hn::StoreU(Rounded<kIsClamped>(sums[i]), d, out + i * kRows);
  }
}

constexpr std::size_t RoundedUp(std::size_t n, std::size_t multiple) {
  return (n + multiple - 1) / multiple * multiple;
}

// The lines of a block of rows, transposed: value i of row r stands at i * kRows + r.
class Block {
 public:
  Block(std::uint8_t* values, std::size_t row_values) : values_(values), row_values_(row_values) {}

  static std::size_t Size(std::size_t row_values) { return RoundedUp(row_values, kPart) * kRows; }

  std::uint8_t* Value(std::size_t i) const { return values_ + i * kRows; }

  // From rows that begin at row(0), row(1), ...
  template <class RowAt>
  HWY_INLINE void Load(const RowAt& row) const {
    const Bytes d;
    std::array<const std::uint8_t*, kRows> from;
    for (std::size_t r = 0; r < kRows; ++r) from[r] = row(r);
    for (std::size_t begin = 0; begin < row_values_; begin += kPart) {
      const std::size_t count = std::min(kPart, row_values_ - begin);
      std::array<std::array<std::uint8_t, kPart>, kRows> ends;
      if (count < kPart) {  // the last vector must not reach beyond the picture
        for (std::size_t r = 0; r < kRows; ++r) {
          std::memcpy(ends[r].data(), from[r], count);
          from[r] = ends[r].data();
        }
      }
      VecB v[kPart];
      for (std::size_t i = 0; i < kPart; ++i) v[i] = LoadParts(d, from.data() + i);
      Transpose(v);
      for (std::size_t i = 0; i < kPart; ++i) hn::StoreU(v[i], d, Value(begin + i));
      for (const std::uint8_t*& place : from) place += kPart;
    }
  }

  // To rows `step` apart, which have room for a whole number of parts.
  HWY_INLINE void Store(std::uint8_t* rows, std::size_t step) const {
    const Bytes d;
    for (std::size_t begin = 0; begin < row_values_; begin += kPart) {
      VecB v[kPart];
      for (std::size_t i = 0; i < kPart; ++i) v[i] = hn::LoadU(d, Value(begin + i));
      Transpose(v);
      for (std::size_t i = 0; i < kPart; ++i) {
        StoreParts(d, v[i], rows + i * step + begin, kPart * step);
      }
    }
  }

 private:
  std::uint8_t* values_;
  std::size_t row_values_;
};

template <bool kIsClamped>
HWY_INLINE void ResizeAcross(const Block& in, const TapWeights<std::uint32_t>& across,
                             std::size_t channels, const Block& out) {
  for (std::size_t x = 0; x < across.first.size(); ++x) {
    const std::uint8_t* from = in.Value(static_cast<std::size_t>(across.first[x]) * channels);
    std::uint8_t* const to = out.Value(x * channels);
    const auto sum = channels == 3 ? WeightedSums<kIsClamped, 3> : WeightedSums<kIsClamped, 1>;
    sum(from, channels * kRows, across.weight(x), across.taps, to);
  }
}

// `rows` are `step` apart, and have room for a whole number of vectors.
template <bool kIsClamped>
HWY_INLINE void ResizeDown(const std::uint8_t* rows, std::size_t step,
                           const TapWeights<std::uint32_t>& down, ImageU8& out) {
  const std::size_t row_values = out.row_values();
  for (std::size_t y = 0; y < down.first.size(); ++y) {
    const std::uint8_t* from = rows + static_cast<std::size_t>(down.first[y]) * step;
    std::uint8_t* const to = out.row(static_cast<int>(y));
    for (std::size_t begin = 0; begin < row_values; begin += kRows) {
      std::array<std::uint8_t, kRows> end;
      const bool is_whole = begin + kRows <= row_values;
      WeightedSums<kIsClamped, 1>(from + begin, step, down.weight(y), down.taps,
                                  is_whole ? to + begin : end.data());
      if (!is_whole) std::memcpy(to + begin, end.data(), row_values - begin);
    }
  }
}

template <bool kIsClamped>
void ResizeBy(const ImageU8& in, const Box& box, const TapWeights<std::uint32_t>& across,
              const TapWeights<std::uint32_t>& down, ImageU8& out) {
  const auto channels = static_cast<std::size_t>(in.channels());
  const std::size_t in_values = static_cast<std::size_t>(box.width) * channels;
  const std::size_t out_values = out.row_values();
  const std::size_t step = RoundedUp(out_values, kRows);
  const auto height = static_cast<std::size_t>(box.height);
  thread_local std::vector<std::uint8_t> buffer;
  buffer.resize(Block::Size(in_values) + Block::Size(out_values) + RoundedUp(height, kRows) * step);
  const Block block_in(buffer.data(), in_values);
  const Block block_out(buffer.data() + Block::Size(in_values), out_values);
  std::uint8_t* const rows = block_out.Value(RoundedUp(out_values, kPart));
  for (std::size_t first = 0; first < height; first += kRows) {
    // A block that is not full repeats the last row.
    block_in.Load([&](std::size_t r) {
      return in.pixel(box.top + static_cast<int>(std::min(first + r, height - 1)), box.left);
    });
    ResizeAcross<kIsClamped>(block_in, across, channels, block_out);
    block_out.Store(rows + first * step, step);
  }
  ResizeDown<kIsClamped>(rows, step, down, out);
}

bool Resize(const ImageU8& in, const Box& box, const TapWeights<std::uint32_t>& across,
            const TapWeights<std::uint32_t>& down, bool is_clamped, ImageU8& out) {
  if (is_clamped) {
    ResizeBy<true>(in, box, across, down, out);
  } else {
    ResizeBy<false>(in, box, across, down, out);
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
HWY_EXPORT(Resize);
}  // namespace

bool resize_by_vectors(const ImageU8& in, const Box& box, const TapWeights<std::uint32_t>& across,
                       const TapWeights<std::uint32_t>& down, bool is_clamped, ImageU8& out) {
  return HWY_DYNAMIC_DISPATCH(Resize)(in, box, across, down, is_clamped, out);
}

}  // namespace epochmill::image
#endif
