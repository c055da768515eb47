// One source for every instruction set: Highway compiles this file once for each (the include of
// foreach_target.h below) and chooses at run time. Only operations that are exact or rounded once
// are used, never MulAdd, so that all of them give the same bits.
#include "streams/bulk_kernels.hpp"

#include <algorithm>
#include <array>

#include "streams/box_muller.hpp"
#include "streams/philox.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "streams/bulk_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace epochmill::streams::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

// No vectors: the definitions themselves.
template <typename Lane, typename Convert>
void Fill(std::uint64_t seed, Counter counter, std::uint64_t first, std::span<Lane> out,
          const Convert& convert) {
  counter[0] += static_cast<std::uint32_t>(first / 4);
  for (std::size_t skipped = first % 4, done = 0; done < out.size(); ++counter[0], skipped = 0) {
    const std::array<Lane, 4> made = convert(philox(counter, seed));
    for (std::size_t i = skipped; i < 4 && done < out.size(); ++i) out[done++] = made[i];
  }
}

void FillWords(std::uint64_t seed, const Counter& counter, std::uint64_t first,
               std::span<std::uint32_t> out) {
  Fill(seed, counter, first, out, [](const Block& block) { return block; });
}

void FillNormals(std::uint64_t seed, const Counter& counter, std::uint64_t first,
                 std::span<float> out) {
  Fill(seed, counter, first, out, [](const Block& block) {
    const NormalPair front = box_muller(block[0], block[1]);
    const NormalPair back = box_muller(block[2], block[3]);
    return std::array{front.first, front.second, back.first, back.second};
  });
}

#else

namespace hn = hwy::HWY_NAMESPACE;

// A 64-bit lane holds one word, in its lower half: the multiply ignores the upper halves, which may
// hold anything.
using Lanes64 = hn::ScalableTag<std::uint64_t>;
using Lanes32 = hn::Repartition<std::uint32_t, Lanes64>;
using LanesF = hn::Repartition<float, Lanes64>;
using LanesI = hn::Repartition<std::int32_t, Lanes64>;
using Vec64 = hn::Vec<Lanes64>;
using Vec32 = hn::Vec<Lanes32>;
using VecF = hn::Vec<LanesF>;

struct Words {
  Vec64 w0, w1, w2, w3;
};
struct Halves {
  Words a, b;
};

// Philox4x32-10 over counters that differ in word 0 alone. The first two rounds of the other words
// do not hang on it, and are done once.
class Philox {
 public:
  Philox(std::uint64_t seed, const Counter& counter) : first_(counter[0]) {
    auto key0 = static_cast<std::uint32_t>(seed);
    auto key1 = static_cast<std::uint32_t>(seed >> 32);
    for (std::size_t round = 0; round < kRounds; ++round) {
      keys_[round] = {key0, key1};
      key0 += 0x9E3779B9U;
      key1 += 0xBB67AE85U;
    }
    // Round 1: word 2 of the counter gives the new words 0 and 1.
    const std::uint64_t product1 = std::uint64_t{kMultiplier1} * counter[2];
    const auto word0 = static_cast<std::uint32_t>(product1 >> 32) ^ counter[1] ^
                       static_cast<std::uint32_t>(keys_[0][0]);
    round1_word2_ = counter[3] ^ static_cast<std::uint32_t>(keys_[0][1]);
    // Round 2: that word 0 gives the new words 2 and 3.
    const std::uint64_t product0 = std::uint64_t{kMultiplier0} * word0;
    round2_word0_ = static_cast<std::uint32_t>(product1) ^ static_cast<std::uint32_t>(keys_[1][0]);
    round2_word2_ =
        static_cast<std::uint32_t>(product0 >> 32) ^ static_cast<std::uint32_t>(keys_[1][1]);
    round2_word3_ = static_cast<std::uint32_t>(product0);
  }

  // Blocks number `numbers_a` and `numbers_b`, one a lane. Both at once, round by round, because
  // one chain of multiplies alone waits for itself most of the time.
  HWY_INLINE Halves operator()(Vec64 numbers_a, Vec64 numbers_b) const {
    Halves made = {Start(numbers_a), Start(numbers_b)};
    for (std::size_t round = 2; round < kRounds; ++round) {
      Round(keys_[round], made.a);
      Round(keys_[round], made.b);
    }
    return made;
  }

 private:
  using Key = std::array<std::uint64_t, 2>;
  static constexpr std::size_t kRounds = 10;
  static constexpr std::uint32_t kMultiplier0 = 0xD2511F53U;
  static constexpr std::uint32_t kMultiplier1 = 0xCD9E8D57U;

  static HWY_INLINE Vec64 Multiply(Vec64 a, Vec64 b) {
    const Lanes32 d;
    return hn::MulEven(hn::BitCast(d, a), hn::BitCast(d, b));
  }
  static HWY_INLINE Vec64 High(Vec64 product) { return hn::ShiftRight<32>(product); }

  HWY_INLINE Words Start(Vec64 number) const {
    const Lanes64 d;
    const Vec64 product0 = Multiply(hn::Set(d, kMultiplier0), hn::Add(number, hn::Set(d, first_)));
    const Vec64 word2 = hn::Xor(High(product0), hn::Set(d, round1_word2_));
    const Vec64 product1 = Multiply(hn::Set(d, kMultiplier1), word2);
    return {hn::Xor(High(product1), hn::Set(d, round2_word0_)), product1,
            hn::Xor(product0, hn::Set(d, round2_word2_)), hn::Set(d, round2_word3_)};
  }

  static HWY_INLINE void Round(const Key& key, Words& w) {
    const Lanes64 d;
    const Vec64 product0 = Multiply(hn::Set(d, kMultiplier0), w.w0);
    const Vec64 product1 = Multiply(hn::Set(d, kMultiplier1), w.w2);
    w.w0 = hn::Xor(High(product1), hn::Xor(w.w1, hn::Set(d, key[0])));
    w.w1 = product1;
    w.w2 = hn::Xor(High(product0), hn::Xor(w.w3, hn::Set(d, key[1])));
    w.w3 = product0;
  }

  std::uint64_t first_;
  std::array<Key, kRounds> keys_;
  std::uint64_t round1_word2_;
  std::uint64_t round2_word0_;
  std::uint64_t round2_word2_;
  std::uint64_t round2_word3_;
};

// The lower halves of `low` and of `high`, side by side.
HWY_INLINE Vec32 Pack(Vec64 low, Vec64 high) {
  const Lanes32 d;
  return hn::OddEven(hn::BitCast(d, hn::ShiftLeft<32>(high)), hn::BitCast(d, low));
}

struct Normals {
  VecF first, second;
};

// box_muller.hpp, operation by operation.
HWY_INLINE VecF MinusLogUnit(Vec32 word) {
  const Lanes32 du;
  const LanesI di;
  const LanesF df;
  const auto constant = [df](float value) HWY_ATTR { return hn::Set(df, value); };
  const Vec32 two_thirds = hn::Set(du, 0x3f2aaaabU);
  const VecF index = hn::ConvertTo(df, hn::BitCast(di, hn::ShiftRight<9>(word)));
  const VecF unit = hn::Mul(hn::Add(index, constant(0.5F)), constant(0x1p-23F));
  const Vec32 above = hn::Sub(hn::BitCast(du, unit), two_thirds);
  const VecF k = hn::ConvertTo(df, hn::ShiftRight<23>(hn::BitCast(di, above)));
  const Vec32 mantissa = hn::Add(hn::And(above, hn::Set(du, 0x007fffffU)), two_thirds);
  const VecF x = hn::Sub(hn::BitCast(df, mantissa), constant(1.0F));
  const VecF x2 = hn::Mul(x, x);
  const VecF low =
      hn::Add(hn::Sub(constant(0x1.55550cp-2F), hn::Mul(constant(0x1.fffe68p-3F), x)),
              hn::Mul(hn::Sub(constant(0x1.99ce36p-3F), hn::Mul(constant(0x1.55b64p-3F), x)), x2));
  const VecF high =
      hn::Add(hn::Sub(constant(0x1.1ef25p-3F), hn::Mul(constant(0x1.f0688ep-4F), x)),
              hn::Mul(hn::Sub(constant(0x1.1defc8p-3F), hn::Mul(constant(0x1.0dcc48p-3F), x)), x2));
  const VecF series = hn::Mul(hn::Mul(x2, x), hn::Add(low, hn::Mul(high, hn::Mul(x2, x2))));
  const VecF rest = hn::Add(
      hn::Add(hn::Sub(series, hn::Mul(constant(0.5F), x2)), hn::Mul(k, constant(0x1.7f7d1cp-20F))),
      x);
  return hn::Sub(constant(0.0F), hn::Add(rest, hn::Mul(k, constant(0x1.62e4p-1F))));
}

HWY_INLINE Normals BoxMuller(Vec32 radius_word, Vec32 angle_word) {
  const Lanes32 du;
  const LanesI di;
  const LanesF df;
  const auto constant = [df](float value) HWY_ATTR { return hn::Set(df, value); };
  const VecF radius = hn::Sqrt(MinusLogUnit(radius_word));
  const Vec32 turn = hn::Or(hn::ShiftLeft<2>(angle_word), hn::Set(du, 2U));
  const VecF t = hn::Mul(hn::ConvertTo(df, hn::BitCast(di, turn)), constant(0x1p-31F));
  const VecF t2 = hn::Mul(t, t);
  const VecF t4 = hn::Mul(t2, t2);
  const VecF sine = hn::Mul(
      t, hn::Add(hn::Sub(constant(0x1.921fb4p-1F), hn::Mul(constant(0x1.4abb68p-4F), t2)),
                 hn::Mul(hn::Sub(constant(0x1.46496cp-9F), hn::Mul(constant(0x1.2a7638p-15F), t2)),
                         t4)));
  const VecF cosine = hn::Add(
      constant(1.0F),
      hn::Mul(t2, hn::Add(hn::Sub(hn::Mul(constant(0x1.03c1aep-6F), t2), constant(0x1.3bd3ccp-2F)),
                          hn::Mul(hn::Sub(hn::Mul(constant(0x1.d46c34p-19F), t2),
                                          constant(0x1.55b13p-12F)),
                                  t4))));
  const Vec32 sign = hn::Set(du, 0x80000000U);
  const VecF first_sign = hn::BitCast(df, hn::And(angle_word, sign));
  const VecF second_sign = hn::BitCast(df, hn::And(hn::ShiftLeft<1>(angle_word), sign));
  return {hn::Xor(hn::Mul(hn::Sub(cosine, sine), radius), first_sign),
          hn::Xor(hn::Mul(hn::Add(cosine, sine), radius), second_sign)};
}

// Stores vectors of element 0, 1, 2, 3 of each block as elements in order. Transposing stays within
// 128 bits, so vector v of the result holds, in its 128-bit part p, the block that was in lane v of
// part p: BlockNumbers has put the right one there.
template <class D, class V>
HWY_INLINE void StoreTransposed(D d, V v0, V v1, V v2, V v3, hn::TFromD<D>* HWY_RESTRICT out) {
  const hn::Repartition<std::uint64_t, D> d64;
  const std::size_t n = hn::Lanes(d);
  const auto pairs01_low = hn::BitCast(d64, hn::InterleaveLower(d, v0, v1));
  const auto pairs01_high = hn::BitCast(d64, hn::InterleaveUpper(d, v0, v1));
  const auto pairs23_low = hn::BitCast(d64, hn::InterleaveLower(d, v2, v3));
  const auto pairs23_high = hn::BitCast(d64, hn::InterleaveUpper(d, v2, v3));
  hn::StoreU(hn::BitCast(d, hn::InterleaveLower(d64, pairs01_low, pairs23_low)), d, out);
  hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(d64, pairs01_low, pairs23_low)), d, out + n);
  hn::StoreU(hn::BitCast(d, hn::InterleaveLower(d64, pairs01_high, pairs23_high)), d, out + 2 * n);
  hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(d64, pairs01_high, pairs23_high)), d, out + 3 * n);
}

struct WordKernel {
  using Lane = std::uint32_t;
  static HWY_INLINE void Store(const Halves& made, Lane* HWY_RESTRICT out) {
    const auto& [a, b] = made;
    StoreTransposed(Lanes32(), Pack(a.w0, b.w0), Pack(a.w1, b.w1), Pack(a.w2, b.w2),
                    Pack(a.w3, b.w3), out);
  }
};

struct NormalKernel {
  using Lane = float;
  static HWY_INLINE void Store(const Halves& made, Lane* HWY_RESTRICT out) {
    const auto& [a, b] = made;
    const Normals front = BoxMuller(Pack(a.w0, b.w0), Pack(a.w1, b.w1));
    const Normals back = BoxMuller(Pack(a.w2, b.w2), Pack(a.w3, b.w3));
    StoreTransposed(LanesF(), front.first, front.second, back.first, back.second, out);
  }
};

// Which block of its group a lane of the first half makes, so that StoreTransposed's vectors come
// out in order; the second half makes the blocks one vector further on.
HWY_INLINE Vec64 BlockNumbers() {
  const Lanes64 d;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t parts = lanes / 2;  // of 128 bits
  HWY_ALIGN std::array<std::uint64_t, hn::MaxLanes(d)> numbers;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    numbers[lane] = 2 * (lane % 2) * parts + lane / 2;
  }
  return hn::Load(d, numbers.data());
}

// Makes the field in groups of two halves, 8 elements a lane.
template <class Kernel>
void Fill(std::uint64_t seed, const Counter& counter, std::uint64_t first,
          std::span<typename Kernel::Lane> out) {
  const Lanes64 d;
  const std::size_t group_blocks = 2 * hn::Lanes(d);
  const std::size_t group = 4 * group_blocks;
  const Philox philox(seed, counter);
  const Vec64 first_half = BlockNumbers();
  const Vec64 to_second_half = hn::Set(d, hn::Lanes(d) / 2);
  const auto make = [&](std::uint64_t block, typename Kernel::Lane* to) HWY_ATTR {
    const Vec64 numbers = hn::Add(first_half, hn::Set(d, block));
    Kernel::Store(philox(numbers, hn::Add(numbers, to_second_half)), to);
  };
  std::uint64_t block = first / 4;
  std::size_t skipped = first % 4;
  while (!out.empty()) {
    const std::size_t count = std::min(out.size(), group - skipped);
    if (count == group) {
      make(block, out.data());
    } else {
      HWY_ALIGN std::array<typename Kernel::Lane, 8 * hn::MaxLanes(d)> edge;
      make(block, edge.data());
      std::copy_n(edge.data() + skipped, count, out.data());
    }
    out = out.subspan(count);
    block += group_blocks;
    skipped = 0;
  }
}

void FillWords(std::uint64_t seed, const Counter& counter, std::uint64_t first,
               std::span<std::uint32_t> out) {
  Fill<WordKernel>(seed, counter, first, out);
}

void FillNormals(std::uint64_t seed, const Counter& counter, std::uint64_t first,
                 std::span<float> out) {
  Fill<NormalKernel>(seed, counter, first, out);
}

#endif

}  // namespace
}  // namespace epochmill::streams::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace epochmill::streams {
namespace {
HWY_EXPORT(FillWords);
HWY_EXPORT(FillNormals);
}  // namespace

void bulk_words(std::uint64_t seed, const Counter& counter, std::uint64_t first,
                std::span<std::uint32_t> out) {
  HWY_DYNAMIC_DISPATCH(FillWords)(seed, counter, first, out);
}

void bulk_normals(std::uint64_t seed, const Counter& counter, std::uint64_t first,
                  std::span<float> out) {
  HWY_DYNAMIC_DISPATCH(FillNormals)(seed, counter, first, out);
}

}  // namespace epochmill::streams
#endif
