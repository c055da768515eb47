// The rows of neighbours hold the streams that they say.
#include "streams/coordinates.hpp"

#include <gmock/gmock.h>

#include <set>
#include <string>

namespace epochmill::streams {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::uint64_t kSeed = 5;

Words words_of(const char* name, std::uint32_t lane, std::uint64_t first, std::size_t count) {
  for (const Coordinate& row : kCoordinates) {
    if (std::string(row.name) != name) continue;
    Words words(count);
    row.fill(kSeed, lane, first, words);
    return words;
  }
  ADD_FAILURE() << "no coordinate " << name;
  return {};
}

Words joined(std::initializer_list<Block> blocks) {
  Words words;
  for (const Block& block : blocks) words.insert(words.end(), block.begin(), block.end());
  return words;
}

TEST(Coordinates, OfFieldsAreBulkFieldsOfNeighbours) {
  const auto bulk = [](std::uint64_t seed, const Address& address) {
    const Stream stream(seed, address);
    return joined({stream.bulk_block(3), stream.bulk_block(4)});
  };
  EXPECT_EQ(words_of("sample", 31, 12, 8), bulk(kSeed, {.sample = 0xffffffff}));
  EXPECT_EQ(words_of("sample", 32, 12, 8), bulk(kSeed, {.sample = 0x100000000}));
  EXPECT_EQ(words_of("epoch", 31, 12, 8), bulk(kSeed, {.epoch = 65535}));
  EXPECT_EQ(words_of("epoch", 32, 12, 8), bulk(kSeed, {.epoch = 65536}));
  EXPECT_EQ(words_of("rank", 9, 12, 8), bulk(kSeed, {.rank = 9}));
  EXPECT_EQ(words_of("thread", 9, 12, 8), bulk(kSeed, {.thread = 9}));
  EXPECT_EQ(words_of("op", 9, 12, 8), bulk(kSeed, {.op = 9}));
  EXPECT_EQ(words_of("seed", 9, 12, 8), bulk(kSeed + 9, {}));
  EXPECT_EQ(words_of("seed_high", 9, 12, 8), bulk(kSeed + 0x900000000, {}));
}

TEST(Coordinates, OfDrawsGoOnWithRetriesThenRedrawsThenSamples) {
  const auto draw = [](std::uint64_t sample, std::uint32_t redraw, std::uint32_t retry) {
    return Stream(kSeed, {.sample = sample}, redraw).scalar_block(9, retry);
  };
  EXPECT_EQ(words_of("draw", 9, 4 * 255, 8), joined({draw(0, 0, 255), draw(0, 1, 0)}));
  EXPECT_EQ(words_of("draw", 9, 4 * 32767, 8), joined({draw(0, 127, 255), draw(1, 0, 0)}));
}

TEST(Coordinates, OfBlocksTogetherAreTheWholeField) {
  const auto block = [](std::uint64_t sample, std::uint32_t index) {
    return Stream(kSeed, {.sample = sample}).bulk_block(index);
  };
  EXPECT_EQ(words_of("block", 9, 0, 8), joined({block(0, 9), block(0, 73)}));
  EXPECT_EQ(words_of("block", 63, 4ULL * 0x1ffffff, 8),
            joined({block(0, 0x7fffffff), block(1, 63)}));
}

// Two words of the block of a draw, four draws of an op, four ops of the sample.
Words draws_of(std::uint32_t epoch, std::uint64_t sample) {
  Words words;
  for (std::uint32_t op : {0U, 4U, 8U, 12U}) {
    for (DrawNumber draw = 0; draw < 4; ++draw) {
      const Stream stream(kSeed, CanonicalGrid(64, 16).address(epoch, sample, op));
      const std::uint64_t bits = stream.bits64(draw);
      words.push_back(static_cast<std::uint32_t>(bits));
      words.push_back(static_cast<std::uint32_t>(bits >> 32));
    }
  }
  return words;
}

Words after(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(Coordinates, OfAJobAreItsDrawsInOrder) {
  EXPECT_EQ(words_of("milled", 0, 0, 64), after(draws_of(0, 0), draws_of(1, 0)));
  EXPECT_EQ(words_of("milled", 0, 32 * 30 * 2000 - 32, 64),
            after(draws_of(29, 1999), draws_of(0, 2000)));
  EXPECT_EQ(words_of("read", 0, 0, 64), after(draws_of(0, 0), draws_of(0, 1)));
  EXPECT_EQ(words_of("read", 0, 32 * 50000 - 32, 64), after(draws_of(0, 49999), draws_of(1, 0)));
}

TEST(Coordinates, GiveTheSameWordsHoweverTheyAreCut) {
  for (const Coordinate& row : kCoordinates) {
    const Words whole = words_of(row.name, row.max_lanes - 1, 1020, 200);
    EXPECT_EQ(after(words_of(row.name, row.max_lanes - 1, 1020, 44),
                    words_of(row.name, row.max_lanes - 1, 1064, 156)),
              whole)
        << row.name;
  }
}

TEST(Coordinates, HaveNamesAndNoBlockTwice) {
  std::set<std::string> names;
  for (const Coordinate& row : kCoordinates) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    std::set<Words> blocks;
    for (std::uint32_t lane = 0; lane < row.max_lanes; ++lane) {
      EXPECT_TRUE(blocks.insert(words_of(row.name, lane, 0, 4)).second) << row.name << ' ' << lane;
    }
  }
}

}  // namespace
}  // namespace epochmill::streams
