#include "streams/address.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <random>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "base/error.hpp"
#include "streams/example.hpp"
#include "streams/philox.hpp"

namespace epochmill::streams {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Unpacked address_with(std::uint32_t rank, std::uint32_t thread, std::uint32_t epoch,
                      std::uint64_t sample, std::uint32_t op, std::uint32_t block) {
  return {{.rank = rank, .thread = thread, .epoch = epoch, .sample = sample, .op = op}, block};
}

// Both ends, their neighbours and the middle of [0, limit).
std::vector<std::uint64_t> corners(std::uint64_t limit) {
  return {0, 1, limit / 2 - 1, limit / 2, limit - 2, limit - 1};
}

std::vector<Unpacked> corner_addresses() {
  std::vector<Unpacked> all;
  for (std::uint64_t rank : corners(kRankLimit)) {
    for (std::uint64_t thread : corners(kThreadLimit)) {
      for (std::uint64_t epoch : corners(kEpochLimit)) {
        for (std::uint64_t sample : corners(kSampleLimit)) {
          for (std::uint64_t op : corners(kOpLimit)) {
            for (std::uint64_t block : corners(1ULL << 32)) {
              all.push_back(
                  address_with(static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(thread),
                               static_cast<std::uint32_t>(epoch), sample,
                               static_cast<std::uint32_t>(op), static_cast<std::uint32_t>(block)));
            }
          }
        }
      }
    }
  }
  return all;
}

std::vector<Unpacked> random_addresses(std::size_t count) {
  std::mt19937_64 random(7);
  const auto below = [&](std::uint64_t limit) {
    return static_cast<std::uint32_t>(random() % limit);
  };
  std::vector<Unpacked> all;
  for (std::size_t i = 0; i < count; ++i) {
    all.push_back(address_with(below(kRankLimit), below(kThreadLimit), below(kEpochLimit),
                               random() % kSampleLimit, below(kOpLimit), below(1ULL << 32)));
  }
  return all;
}

// The address itself, and those one step away from it in one field, where there is one.
std::vector<Unpacked> with_neighbours(const Unpacked& one) {
  std::vector<Unpacked> all{one};
  const auto step = [&](auto field_of, std::uint64_t limit) {
    const std::uint64_t value = field_of(all.front());
    for (std::uint64_t stepped : {value - 1, value + 1}) {
      if (stepped >= limit) continue;  // below 0 as well
      Unpacked neighbour = one;
      auto& field = field_of(neighbour);
      field = static_cast<std::remove_reference_t<decltype(field)>>(stepped);
      all.push_back(neighbour);
    }
  };
  step(
      [](Unpacked & u) -> auto& { return u.address.rank; }, kRankLimit);
  step(
      [](Unpacked & u) -> auto& { return u.address.thread; }, kThreadLimit);
  step(
      [](Unpacked & u) -> auto& { return u.address.epoch; }, kEpochLimit);
  step(
      [](Unpacked & u) -> auto& { return u.address.sample; }, kSampleLimit);
  step(
      [](Unpacked & u) -> auto& { return u.address.op; }, kOpLimit);
  step(
      [](Unpacked & u) -> auto& { return u.block; }, 1ULL << 32);
  return all;
}

std::string message_of(const std::function<void()>& action, ErrorKind kind) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind);
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

TEST(Address, OfZerosIsThePublishedZeroVector) {
  EXPECT_EQ(philox(pack(Address{}, 0), 0), (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
}

TEST(Address, PacksFieldsWhereTheTableSays) {
  EXPECT_EQ(pack(kExampleAddress, 2), (Counter{0x00000002, 0x00260070, 0x00001267, 0x00000308}));
  // rank abcd, thread ef1, epoch 98765, sample fedcba9876, op 5a: hexadecimal digits move as they
  // are.
  EXPECT_EQ(pack(kFullAddress, 0x12345678),
            (Counter{0x12345678, 0xabcdef19, 0xdcba9876, 0xfe87655a}));
}

TEST(Address, FillsTheCounterWithNoBitLeftOver) {
  const Unpacked largest = address_with(kRankLimit - 1, kThreadLimit - 1, kEpochLimit - 1,
                                        kSampleLimit - 1, kOpLimit - 1, 0xffffffff);
  const std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(pack(largest.address, largest.block), (Counter{ones, ones, ones, ones}));
}

// pack only moves bits, so this and the test above prove that no two addresses share a counter.
TEST(Address, GivesEveryBitOfEveryFieldAPlaceOfItsOwn) {
  std::vector<Unpacked> single_bits;
  for (std::uint32_t bit = 1; bit < kRankLimit; bit <<= 1) {
    single_bits.push_back(address_with(bit, 0, 0, 0, 0, 0));
  }
  for (std::uint32_t bit = 1; bit < kThreadLimit; bit <<= 1) {
    single_bits.push_back(address_with(0, bit, 0, 0, 0, 0));
  }
  for (std::uint32_t bit = 1; bit < kEpochLimit; bit <<= 1) {
    single_bits.push_back(address_with(0, 0, bit, 0, 0, 0));
  }
  for (std::uint64_t bit = 1; bit < kSampleLimit; bit <<= 1) {
    single_bits.push_back(address_with(0, 0, 0, bit, 0, 0));
  }
  for (std::uint32_t bit = 1; bit < kOpLimit; bit <<= 1) {
    single_bits.push_back(address_with(0, 0, 0, 0, bit, 0));
  }
  for (std::uint32_t bit = 1; bit != 0; bit <<= 1) {
    single_bits.push_back(address_with(0, 0, 0, 0, 0, bit));
  }
  ASSERT_EQ(single_bits.size(), 128U);
  Counter seen{};
  for (const Unpacked& one : single_bits) {
    const Counter counter = pack(one.address, one.block);
    int bits = 0;
    for (std::size_t word = 0; word < 4; ++word) {
      bits += std::popcount(counter[word]);
      EXPECT_EQ(seen[word] & counter[word], 0U);
      seen[word] |= counter[word];
    }
    EXPECT_EQ(bits, 1);
  }
}

TEST(Address, ComesBackFromItsCounterAtEveryCorner) {
  for (const Unpacked& one : corner_addresses()) {
    ASSERT_TRUE(unpack(pack(one.address, one.block)) == one);
  }
}

TEST(Address, ComesBackFromItsCounterAtRandom) {
  for (const Unpacked& one : random_addresses(200000)) {
    ASSERT_TRUE(unpack(pack(one.address, one.block)) == one);
  }
}

TEST(Address, SharesItsCounterAndItsBlockWithNoOther) {
  std::vector<Unpacked> all = corner_addresses();
  const std::vector<Unpacked> more = random_addresses(200000);
  all.insert(all.end(), more.begin(), more.end());
  const auto key = [](const Unpacked& one) {
    const Address& a = one.address;
    return std::tuple(a.rank, a.thread, a.epoch, a.sample, a.op, one.block);
  };
  std::sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  all.erase(std::unique(all.begin(), all.end()), all.end());
  ASSERT_GT(all.size(), 240000U);

  std::vector<Counter> counters;
  std::vector<Block> blocks;
  for (const Unpacked& one : all) {
    counters.push_back(pack(one.address, one.block));
    blocks.push_back(philox(counters.back(), kExampleSeed));
  }
  std::sort(counters.begin(), counters.end());
  std::sort(blocks.begin(), blocks.end());
  EXPECT_EQ(std::adjacent_find(counters.begin(), counters.end()), counters.end());
  EXPECT_EQ(std::adjacent_find(blocks.begin(), blocks.end()), blocks.end());
}

TEST(Address, SharesItsCounterWithNoNeighbourOneStepAway) {
  std::vector<Unpacked> all = corner_addresses();
  const std::vector<Unpacked> more = random_addresses(20000);
  all.insert(all.end(), more.begin(), more.end());
  for (const Unpacked& one : all) {
    std::vector<Counter> counters;
    for (const Unpacked& neighbour : with_neighbours(one)) {
      counters.push_back(pack(neighbour.address, neighbour.block));
      ASSERT_TRUE(unpack(counters.back()) == neighbour);
    }
    ASSERT_GE(counters.size(), 7U);
    std::sort(counters.begin(), counters.end());
    ASSERT_EQ(std::adjacent_find(counters.begin(), counters.end()), counters.end());
  }
}

TEST(Address, IsInRangeUpToTheLastValueOfEachField) {
  EXPECT_NO_THROW(check(
      {.rank = 65535, .thread = 4095, .epoch = 1048575, .sample = (1ULL << 40) - 1, .op = 255}));
}

TEST(Address, OverALimitIsAUsageErrorThatNamesTheField) {
  const auto message = [](Address address) {
    return message_of([&] { check(address); }, ErrorKind::kUsage);
  };
  EXPECT_THAT(message({.rank = 65536}), AllOf(HasSubstr("rank 65536"), HasSubstr("0 to 65535")));
  EXPECT_THAT(message({.thread = 4096}), AllOf(HasSubstr("thread 4096"), HasSubstr("0 to 4095")));
  EXPECT_THAT(message({.epoch = 1U << 20}),
              AllOf(HasSubstr("epoch 1048576"), HasSubstr("0 to 1048575")));
  EXPECT_THAT(message({.sample = 1ULL << 40}),
              AllOf(HasSubstr("sample 1099511627776"), HasSubstr("0 to 1099511627775")));
  EXPECT_THAT(message({.op = 256}), AllOf(HasSubstr("op 256"), HasSubstr("0 to 255")));
}

TEST(CanonicalGrid, SharesSamplesOutRoundRobin) {
  const CanonicalGrid grid(64, 16);
  EXPECT_EQ(grid.address(3, 4711, 8), kExampleAddress);
  EXPECT_EQ(grid.address(0, 0, 0), Address{});
  EXPECT_EQ(grid.address(0, 1023, 0), (Address{.rank = 63, .thread = 15, .sample = 1023}));
  EXPECT_EQ(grid.address(0, 1024, 0), (Address{.sample = 1024}));
}

TEST(CanonicalGrid, MayHaveOneWorkerOrTheMost) {
  EXPECT_EQ(CanonicalGrid(1, 1).address(5, 99, 3), (Address{.epoch = 5, .sample = 99, .op = 3}));
  const Address last = CanonicalGrid(65536, 4096).address(0, kSampleLimit - 1, 0);
  EXPECT_EQ(last.rank, 65535U);
  EXPECT_EQ(last.thread, 4095U);
}

TEST(CanonicalGrid, RefusesASideThatIsEmptyOrTooLong) {
  const auto message = [](std::uint32_t ranks, std::uint32_t threads) {
    return message_of([&] { CanonicalGrid(ranks, threads); }, ErrorKind::kUsage);
  };
  EXPECT_THAT(message(0, 16), HasSubstr("ranks = 0"));
  EXPECT_THAT(message(65537, 16), AllOf(HasSubstr("ranks = 65537"), HasSubstr("1 to 65536")));
  EXPECT_THAT(message(64, 0), HasSubstr("threads = 0"));
  EXPECT_THAT(message(64, 4097), AllOf(HasSubstr("threads = 4097"), HasSubstr("1 to 4096")));
}

TEST(CanonicalGrid, RefusesCoordinatesOverTheirLimits) {
  const CanonicalGrid grid(64, 16);
  const auto message = [&](std::uint32_t epoch, std::uint64_t sample, std::uint32_t op) {
    return message_of([&] { (void)grid.address(epoch, sample, op); }, ErrorKind::kUsage);
  };
  EXPECT_THAT(message(kEpochLimit, 0, 0), HasSubstr("epoch"));
  EXPECT_THAT(message(0, kSampleLimit, 0), HasSubstr("sample"));
  EXPECT_THAT(message(0, 0, kOpLimit), HasSubstr("op"));
}

TEST(OpId, IsFourTimesTheKindPlusTheOccurrence) {
  EXPECT_EQ(op_id(0, 0), 0U);
  EXPECT_EQ(op_id(2, 0), 8U);
  EXPECT_EQ(op_id(2, 3), 11U);
  EXPECT_EQ(op_id(59, 3), kFirstReservedOp - 1);
}

TEST(OpId, RefusesAFifthOfAKindAndSaysTheRemedy) {
  EXPECT_THAT(message_of([] { op_id(2, 4); }, ErrorKind::kUsage), HasSubstr("stream = N"));
}

TEST(OpId, RefusesWhatNoRecipeCanAskFor) {
  message_of([] { op_id(-1, 0); }, ErrorKind::kInternal);
  message_of([] { op_id(60, 0); }, ErrorKind::kInternal);
  message_of([] { op_id(0, -1); }, ErrorKind::kInternal);
}

}  // namespace
}  // namespace epochmill::streams
