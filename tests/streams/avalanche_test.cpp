// One step along a coordinate, or one bit of an address or a seed, changes every bit of the block
// with probability 1/2, whatever the other bits do. Seeds are fixed: a test passes always or never.
#include <gmock/gmock.h>

#include <random>

#include "streams/avalanche.hpp"
#include "streams/coordinates.hpp"
#include "streams/faulty_streams.hpp"
#include "streams/philox.hpp"

namespace epochmill::streams {
namespace {

constexpr std::uint64_t kSeed = 1;

struct Place {
  Unpacked at;
  std::uint64_t seed = 0;
};

// The bits of a place, by the name of their field.
struct Field {
  const char* name;
  unsigned bits;
  void (*flip)(Place& place, unsigned bit);
};

std::ostream& operator<<(std::ostream& out, const Field& field) { return out << field.name; }

constexpr std::array<Field, 7> kFields{{
    {"rank", 16, [](Place& place, unsigned bit) { place.at.address.rank ^= 1U << bit; }},
    {"thread", 12, [](Place& place, unsigned bit) { place.at.address.thread ^= 1U << bit; }},
    {"epoch", 20, [](Place& place, unsigned bit) { place.at.address.epoch ^= 1U << bit; }},
    {"sample", 40, [](Place& place, unsigned bit) { place.at.address.sample ^= 1ULL << bit; }},
    {"op", 8, [](Place& place, unsigned bit) { place.at.address.op ^= 1U << bit; }},
    {"block", 32, [](Place& place, unsigned bit) { place.at.block ^= 1U << bit; }},
    {"seed", 64, [](Place& place, unsigned bit) { place.seed ^= 1ULL << bit; }},
}};

// Anywhere in the space of addresses and seeds.
std::vector<Place> places_anywhere(std::size_t count) {
  std::mt19937_64 random(1);
  const auto word = [&] { return static_cast<std::uint32_t>(random()); };
  std::vector<Place> places(count);
  for (Place& place : places) {
    place = {.at = unpack({word(), word(), word(), word()}), .seed = random()};
  }
  return places;
}

// Where jobs are: 32 epochs, a million samples, 16 draws, one small seed, and nothing else.
std::vector<Place> places_of_jobs(std::size_t count) {
  std::mt19937_64 random(2);
  const auto below = [&](std::uint32_t limit) {
    return static_cast<std::uint32_t>(random() % limit);
  };
  std::vector<Place> places(count);
  for (Place& place : places) {
    place = {.at = {.address = {.epoch = below(32), .sample = below(1U << 20)}, .block = below(16)},
             .seed = kSeed};
  }
  return places;
}

using Generator = Block (*)(const Counter& counter, std::uint64_t seed);

BlockChanges changes_of_bit(const Field& field, unsigned bit, const std::vector<Place>& places,
                            Generator generator) {
  BlockChanges changes;
  for (Place place : places) {
    const Block before = generator(pack(place.at.address, place.at.block), place.seed);
    field.flip(place, bit);
    changes.add(before, generator(pack(place.at.address, place.at.block), place.seed));
  }
  return changes;
}

// Two tests of each of 192 bits in two regions.
constexpr double kLeastOfBit = kErrorOfSet / (2 * 192 * 2);
constexpr std::size_t kPlaces = 1U << 14;

class Avalanche : public ::testing::TestWithParam<Field> {};

TEST_P(Avalanche, OfEachBitOfAFieldReachesEveryBitOfTheBlock) {
  for (const auto& places : {places_anywhere(kPlaces), places_of_jobs(kPlaces)}) {
    for (unsigned bit = 0; bit < GetParam().bits; ++bit) {
      const BlockChanges changes = changes_of_bit(GetParam(), bit, places, philox);
      EXPECT_GT(changes.bits_p(), kLeastOfBit) << "bit " << bit;
      EXPECT_GT(changes.distances_p(), kLeastOfBit) << "bit " << bit;
    }
  }
}

// The low bits, which neighbours differ in.
TEST_P(Avalanche, IsSeenToBeMissingWithFourRounds) {
  const auto places = places_of_jobs(kPlaces);
  for (unsigned bit : {0U, 1U}) {
    const BlockChanges changes = changes_of_bit(GetParam(), bit, places, philox_of_rounds<4>);
    EXPECT_LT(changes.bits_p(), kLeastOfBit) << "bit " << bit;
    EXPECT_LT(changes.distances_p(), kLeastOfBit) << "bit " << bit;
  }
}

TEST(AvalancheOfTenRounds, IsThatOfTheGeneratorInUse) {
  const Counter counter = pack(places_anywhere(1).front().at.address, 7);
  EXPECT_EQ(philox_of_rounds<10>(counter, kSeed), philox(counter, kSeed));
}

INSTANTIATE_TEST_SUITE_P(Fields, Avalanche, ::testing::ValuesIn(kFields),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(AvalancheFields, AreAllOfTheCounterAndTheKey) {
  unsigned bits = 0;
  for (const Field& field : kFields) bits += field.bits;
  EXPECT_EQ(bits, 192U);
}

// An order of words has no neighbours.
std::vector<Coordinate> coordinates_with_neighbours() {
  std::vector<Coordinate> rows(kCoordinates.begin(), kCoordinates.end());
  std::erase_if(rows, [](const Coordinate& row) { return row.max_lanes == 1; });
  return rows;
}

class Neighbours : public ::testing::TestWithParam<Coordinate> {};

TEST_P(Neighbours, DifferInEveryBitOfTheBlockAsOftenAsNot) {
  const BlockChanges changes =
      neighbour_changes(lane_fill(GetParam(), kSeed), GetParam().max_lanes);
  const double least = kErrorOfSet / static_cast<double>(2 * coordinates_with_neighbours().size());
  EXPECT_GT(changes.bits_p(), least);
  EXPECT_GT(changes.distances_p(), least);
}

INSTANTIATE_TEST_SUITE_P(Coordinates, Neighbours,
                         ::testing::ValuesIn(coordinates_with_neighbours()),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace epochmill::streams
