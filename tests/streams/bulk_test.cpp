// The vector loops against the plain definition, on every instruction set of this CPU.
#include "streams/bulk.hpp"

#include <gmock/gmock.h>
#include <hwy/targets.h>

#include <cstring>
#include <random>
#include <string>
#include <type_traits>

#include "base/error.hpp"
#include "instruction_sets.hpp"
#include "streams/box_muller.hpp"
#include "streams/example.hpp"
#include "streams/philox.hpp"

namespace epochmill::streams {
namespace {

constexpr std::uint64_t kFieldLimit = 1ULL << 33;

// Element `element` of each field, straight from its definition.
struct Plain {
  std::uint32_t word;
  float uniform;
  float normal;
};
Plain plain(const Stream& stream, std::uint64_t element) {
  const Counter counter =
      pack(stream.address(), 0x80000000U + static_cast<std::uint32_t>(element / 4));
  const Block block = philox(counter, stream.seed());
  const std::size_t pair = element % 4 / 2 * 2;
  const NormalPair two = box_muller(block[pair], block[pair + 1]);
  const std::uint32_t word = block[element % 4];
  return {word, static_cast<float>(word >> 8) / 16777216.0F,
          element % 2 == 0 ? two.first : two.second};
}

// A random stream whose fields are at their ends now and then.
Stream random_stream(std::mt19937_64& random) {
  const auto field = [&](std::uint64_t limit) {
    const std::uint64_t pick = random() % 4;
    return pick == 0 ? 0 : pick == 1 ? limit - 1 : random() % limit;
  };
  const std::uint64_t seed = random() % 4 == 0 ? ~0ULL : random();
  return Stream(seed, {.rank = static_cast<std::uint32_t>(field(kRankLimit)),
                       .thread = static_cast<std::uint32_t>(field(kThreadLimit)),
                       .epoch = static_cast<std::uint32_t>(field(kEpochLimit)),
                       .sample = field(kSampleLimit),
                       .op = static_cast<std::uint32_t>(field(kOpLimit))});
}

class Bulk : public OnInstructionSet {};

template <typename T, typename Fill, typename Expected>
void expect_field(const Fill& fill, const Expected& expected) {
  std::mt19937_64 random(41);
  for (int i = 0; i < 600; ++i) {
    const Stream stream = random_stream(random);
    const std::size_t count = random() % 3000 >> random() % 12;
    const std::uint64_t first =
        i % 3 == 0 ? kFieldLimit - count : (random() % kFieldLimit >> random() % 33);
    const std::size_t misaligned = random() % 17;
    std::vector<T> out(misaligned + count + 1, T{42});
    if (first > kFieldLimit - count) continue;
    fill(stream, first, std::span(out).subspan(misaligned, count));
    for (std::size_t k = 0; k < count; ++k) {
      ASSERT_EQ(out[misaligned + k], expected(plain(stream, first + k)))
          << "element " << first + k << " of a call from " << first << " for " << count;
    }
    ASSERT_EQ(out.back(), T{42}) << "wrote past the end";
    if (misaligned > 0) {
      ASSERT_EQ(out[misaligned - 1], T{42}) << "wrote before the beginning";
    }
  }
}

TEST_P(Bulk, WordsAreThePlainOnes) {
  expect_field<std::uint32_t>(fill_words, [](const Plain& p) { return p.word; });
}

TEST_P(Bulk, UniformsAreThePlainOnes) {
  expect_field<float>(fill_uniform, [](const Plain& p) { return p.uniform; });
}

TEST_P(Bulk, NormalsAreThePlainOnes) {
  expect_field<float>(fill_normal, [](const Plain& p) { return p.normal; });
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, Bulk, instruction_sets(), instruction_set_name);

TEST(BulkField, EndsWhereItsBlocksDo) {
  std::array<std::uint32_t, 2> words;
  std::array<float, 2> numbers;
  EXPECT_NO_THROW(fill_words(example_stream(), kFieldLimit - 2, words));
  EXPECT_THROW(fill_words(example_stream(), kFieldLimit - 1, words), Error);
  EXPECT_THROW(fill_uniform(example_stream(), kFieldLimit - 1, numbers), Error);
  EXPECT_THROW(fill_normal(example_stream(), ~0ULL, numbers), Error);
}

}  // namespace
}  // namespace epochmill::streams
