#include "streams/permutation.hpp"

#include <gmock/gmock.h>

#include <map>
#include <numeric>
#include <random>
#include <utility>

#include "base/error.hpp"
#include "streams/example.hpp"
#include "streams/statistics.hpp"

namespace epochmill::streams {
namespace {

using ::testing::ElementsAre;

std::vector<std::uint64_t> first_values(const Permutation& permutation, std::uint64_t count) {
  std::vector<std::uint64_t> values;
  for (std::uint64_t i = 0; i < count; ++i) values.push_back(permutation(i));
  return values;
}

// 2^k - 1, 2^k and 2^k + 1, and sizes around where the method changes.
std::vector<std::uint64_t> sizes_around_powers(unsigned smallest, unsigned largest) {
  std::vector<std::uint64_t> sizes;
  for (unsigned k = smallest; k <= largest; ++k) {
    for (std::uint64_t size : {(1ULL << k) - 1, 1ULL << k, (1ULL << k) + 1}) sizes.push_back(size);
  }
  return sizes;
}

TEST(Permutation, GivesTheGoldenValuesOfTheExample) {
  const Stream stream = example_stream();
  EXPECT_THAT(first_values({stream, 10}, 10), ElementsAre(7, 4, 2, 0, 1, 3, 5, 9, 6, 8));
  EXPECT_THAT(first_values({stream, 65536}, 5), ElementsAre(47045, 42979, 56739, 58585, 21888));
  EXPECT_THAT(first_values({stream, 65537}, 5), ElementsAre(61489, 2546, 61158, 24432, 32903));
  EXPECT_THAT(first_values({stream, 1000000}, 5),
              ElementsAre(705646, 527281, 258794, 505958, 677996));
  EXPECT_THAT(first_values({stream, 1ULL << 40}, 3),
              ElementsAre(802554410199, 647620318232, 628019978233));
}

TEST(Permutation, GivesTheGoldenValuesOfAFullAddress) {
  const Stream stream = full_stream();
  EXPECT_THAT(first_values({stream, 10}, 10), ElementsAre(1, 6, 4, 8, 2, 9, 3, 0, 5, 7));
  EXPECT_THAT(first_values({stream, 65536}, 5), ElementsAre(13558, 21357, 12174, 52915, 12209));
  EXPECT_THAT(first_values({stream, 65537}, 5), ElementsAre(22871, 15602, 50233, 49859, 38670));
  EXPECT_THAT(first_values({stream, 1000000}, 5),
              ElementsAre(639450, 934609, 599900, 926871, 975458));
  EXPECT_THAT(first_values({stream, 1ULL << 40}, 3),
              ElementsAre(51864415047, 687394214613, 509985017562));
}

TEST(Permutation, OfNothingIsEmpty) {
  const Permutation permutation(example_stream(), 0);
  EXPECT_EQ(permutation.size(), 0U);
  EXPECT_THROW(permutation(0), Error);
  EXPECT_THROW(permutation.inverse(0), Error);
}

TEST(Permutation, OfOneThingLeavesItThere) {
  const Permutation permutation(example_stream(), 1);
  EXPECT_EQ(permutation(0), 0U);
  EXPECT_EQ(permutation.inverse(0), 0U);
}

TEST(Permutation, IsABijectionAtEverySizeAroundPowersOfTwo) {
  for (std::uint64_t n : sizes_around_powers(0, 18)) {
    const Permutation permutation(example_stream(), n);
    ASSERT_EQ(permutation.size(), n);
    std::vector<bool> hit(n);
    for (std::uint64_t i = 0; i < n; ++i) {
      const std::uint64_t value = permutation(i);
      ASSERT_LT(value, n);
      ASSERT_FALSE(hit[value]) << "n = " << n << ": " << value << " comes twice";
      hit[value] = true;
      ASSERT_EQ(permutation.inverse(value), i) << "n = " << n;
    }
  }
}

TEST(Permutation, IsUndoneByItsInverseAtEveryLargeSize) {
  std::vector<std::uint64_t> sizes = sizes_around_powers(19, 39);
  sizes.insert(sizes.end(), {(1ULL << 40) - 1, 1ULL << 40, 1281167, 14197122, 1000000007});
  std::mt19937_64 random(19);
  for (std::uint64_t n : sizes) {
    const Permutation permutation(full_stream(), n);
    std::vector<std::uint64_t> indices{0, 1, n / 2, n - 2, n - 1};
    for (int i = 0; i < 200; ++i) indices.push_back(random() % n);
    for (std::uint64_t index : indices) {
      const std::uint64_t value = permutation(index);
      ASSERT_LT(value, n);
      ASSERT_EQ(permutation.inverse(value), index) << "n = " << n;
      ASSERT_EQ(permutation(permutation.inverse(index)), index) << "n = " << n;
    }
  }
}

TEST(Permutation, IsAFunctionOfItsAddressAndSizeAlone) {
  for (std::uint64_t n : {1000ULL, 100000ULL}) {
    EXPECT_EQ(first_values({example_stream(), n}, n), first_values({example_stream(), n}, n));
  }
}

TEST(Permutation, DiffersBetweenAddressesAndSeeds) {
  std::vector<Stream> streams;
  streams.emplace_back(kExampleSeed, kExampleAddress);
  streams.emplace_back(kExampleSeed + 1, kExampleAddress);
  Address next = kExampleAddress;
  ++next.epoch;
  streams.emplace_back(kExampleSeed, next);
  next = kExampleAddress;
  ++next.sample;
  streams.emplace_back(kExampleSeed, next);
  next = kExampleAddress;
  ++next.op;
  streams.emplace_back(kExampleSeed, next);
  for (std::uint64_t n : {1000ULL, 100000ULL}) {
    for (std::size_t i = 0; i < streams.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const std::vector<std::uint64_t> a = first_values({streams[i], n}, 1000);
        const std::vector<std::uint64_t> b = first_values({streams[j], n}, 1000);
        std::uint64_t equal = 0;
        for (std::size_t k = 0; k < a.size(); ++k) equal += a[k] == b[k] ? 1 : 0;
        EXPECT_LT(equal, 10U) << n;  // one is expected at n = 1000
      }
    }
  }
}

TEST(Permutation, RefusesMoreThanItsLimitAndIndicesBeyondItsEnd) {
  try {
    const Permutation permutation(example_stream(), (1ULL << 40) + 1);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_THAT(error.what(), ::testing::HasSubstr("1099511627777"));
  }
  for (std::uint64_t n : {100ULL, 100000ULL}) {
    EXPECT_THROW(Permutation(example_stream(), n)(n), Error);
    EXPECT_THROW(Permutation(example_stream(), n).inverse(n), Error);
  }
}

TEST(PermutationShape, HasAllOrdersOfAFewThingsEquallyOften) {
  for (std::uint64_t n : {2ULL, 3ULL, 4ULL, 5ULL}) {
    std::map<std::vector<std::uint64_t>, std::uint64_t> orders;
    for (std::uint64_t sample = 0; sample < 60000; ++sample) {
      const Stream stream(kExampleSeed, {.epoch = 2, .sample = sample, .op = kShuffleOp});
      ++orders[first_values({stream, n}, n)];
    }
    std::vector<std::uint64_t> counts;
    std::uint64_t factorial = 1;
    for (std::uint64_t i = 2; i <= n; ++i) factorial *= i;
    for (const auto& [order, count] : orders) counts.push_back(count);
    ASSERT_EQ(counts.size(), factorial);
    EXPECT_LT(std::abs(chi_square_z(counts)), 4) << n;
  }
}

// Where an element goes, and where it and its neighbour go together, over many epochs; and over one
// permutation, how far neighbours come to lie apart. The sizes sit just above and just below an
// even power of two.
TEST(PermutationShape, SpreadsLargeSizesEvenly) {
  for (std::uint64_t n : {65537ULL, 262143ULL, 262145ULL, 1200000ULL}) {
    std::vector<std::uint64_t> places(64);
    std::vector<std::uint64_t> pairs(16 * 16);
    for (std::uint32_t epoch = 0; epoch < 20000; ++epoch) {
      const Permutation permutation(Stream(kExampleSeed, {.epoch = epoch, .op = kShuffleOp}), n);
      const std::uint64_t a = permutation(1000);
      const std::uint64_t b = permutation(1001);
      ++places[a * 64 / n];
      ++pairs[a * 16 / n * 16 + b * 16 / n];
    }
    EXPECT_LT(std::abs(chi_square_z(places)), 4) << n;
    EXPECT_LT(std::abs(chi_square_z(pairs)), 4) << n;

    const Permutation permutation(example_stream(), n);
    std::vector<std::uint64_t> steps(64);
    for (std::uint64_t i = 0; i + 1 < 60000; i += 2) {
      const std::uint64_t step = (permutation(i + 1) + n - permutation(i)) % n;
      ++steps[step * 64 / n];
    }
    EXPECT_LT(std::abs(chi_square_z(steps)), 4) << n;
  }
}

}  // namespace
}  // namespace epochmill::streams
