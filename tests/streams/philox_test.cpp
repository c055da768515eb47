#include "streams/philox.hpp"

#include <gmock/gmock.h>

#include <random>

namespace epochmill::streams {
namespace {

// Philox4x32-10 as the paper (Salmon, Moraes, Dror, Shaw, SC11) writes it.
Block plain_philox(Counter c, std::uint64_t seed) {
  auto k0 = static_cast<std::uint32_t>(seed);
  auto k1 = static_cast<std::uint32_t>(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * c[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57} * c[2];
    c = {static_cast<std::uint32_t>(b >> 32) ^ c[1] ^ k0, static_cast<std::uint32_t>(b),
         static_cast<std::uint32_t>(a >> 32) ^ c[3] ^ k1, static_cast<std::uint32_t>(a)};
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
  return c;
}

// Random123's published vectors, tests/kat_vectors.
TEST(Philox, GivesTheKnownAnswerForZeros) {
  EXPECT_EQ(philox({0, 0, 0, 0}, 0), (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
}

TEST(Philox, GivesTheKnownAnswerForOnes) {
  EXPECT_EQ(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, 0xffffffffffffffff),
            (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
}

TEST(Philox, GivesTheKnownAnswerForTheDigitsOfPi) {
  // Key words a4093822, 299f31d0: word 0 is the seed's low half.
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0x299f31d0a4093822),
            (Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, EqualsThePlainRoundsOnRandomCounters) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 100000; ++i) {
    const std::uint64_t low = random();
    const std::uint64_t high = random();
    const std::uint64_t seed = random();
    const Counter counter{static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32),
                          static_cast<std::uint32_t>(high), static_cast<std::uint32_t>(high >> 32)};
    ASSERT_EQ(philox(counter, seed), plain_philox(counter, seed));
  }
}

TEST(Philox, EqualsThePlainRoundsOnCornerCounters) {
  const std::array<std::uint32_t, 6> corners{0, 1, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
  for (std::uint32_t a : corners) {
    for (std::uint32_t b : corners) {
      for (std::uint32_t c : corners) {
        for (std::uint32_t d : corners) {
          const std::uint64_t seed = std::uint64_t{d} << 32 | a;
          ASSERT_EQ(philox({a, b, c, d}, seed), plain_philox({a, b, c, d}, seed));
        }
      }
    }
  }
}

}  // namespace
}  // namespace epochmill::streams
