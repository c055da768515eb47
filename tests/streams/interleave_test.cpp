#include "streams/interleave.hpp"

#include <gmock/gmock.h>

namespace epochmill::streams {
namespace {

using ::testing::ElementsAre;

// Word n of lane l is 1,000,000 * l + n.
void number(std::uint32_t lane, std::uint64_t first, std::span<std::uint32_t> out) {
  for (std::uint32_t& word : out) word = 1000000 * lane + static_cast<std::uint32_t>(first++);
}

std::vector<std::uint32_t> first_words(Shape shape, std::size_t count) {
  return Interleaver(number, shape).take(count);
}

TEST(Interleaver, TakesWordsOfOneLaneAfterTheOther) {
  EXPECT_THAT(first_words({.lanes = 3, .grain = 1}, 7),
              ElementsAre(0, 1000000, 2000000, 1, 1000001, 2000001, 2));
  EXPECT_THAT(first_words({.lanes = 2, .grain = 4}, 10),
              ElementsAre(0, 1, 2, 3, 1000000, 1000001, 1000002, 1000003, 4, 5));
}

TEST(Interleaver, GivesOneLaneAsItIs) {
  EXPECT_THAT(first_words({.lanes = 1, .grain = 1}, 4), ElementsAre(0, 1, 2, 3));
}

TEST(Interleaver, GoesOnFromPageToPage) {
  for (const Shape& shape : {Shape{.lanes = 1, .grain = 1}, Shape{.lanes = 2, .grain = 64},
                             Shape{.lanes = 64, .grain = 4}, Shape{.lanes = 256, .grain = 16},
                             Shape{.lanes = 4096, .grain = 1}}) {
    const std::vector<std::uint32_t> words = first_words(shape, 1000000);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::size_t turn = i / (shape.lanes * shape.grain);
      const std::size_t lane = i / shape.grain % shape.lanes;
      ASSERT_EQ(words[i], 1000000 * lane + turn * shape.grain + i % shape.grain)
          << shape.lanes << " lanes, " << shape.grain << " words in turn, word " << i;
    }
  }
}

}  // namespace
}  // namespace epochmill::streams
