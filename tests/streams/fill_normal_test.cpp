#include <gmock/gmock.h>

#include <random>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "streams/box_muller.hpp"
#include "streams/bulk.hpp"
#include "streams/example.hpp"
#include "streams/statistics.hpp"

namespace epochmill::streams {
namespace {

using ::testing::ElementsAre;

constexpr std::uint64_t kFieldLimit = 1ULL << 33;

std::vector<float> normals(const Stream& stream, std::uint64_t first, std::size_t count) {
  std::vector<float> values(count);
  fill_normal(stream, first, values);
  return values;
}

// Element `element` of the field, straight from its definition.
float plain_normal(const Stream& stream, std::uint64_t element) {
  const Block block = stream.bulk_block(static_cast<std::uint32_t>(element / 4));
  const std::size_t pair = element % 4 / 2 * 2;
  const NormalPair values = box_muller(block[pair], block[pair + 1]);
  return element % 2 == 0 ? values.first : values.second;
}

TEST(FillNormal, GivesTheGoldenValuesOfTheExample) {
  EXPECT_THAT(
      normals(example_stream(), 0, 9),
      ElementsAre(0x1.e2f228p-1F, -0x1.a29136p-1F, -0x1.41f73ep-1F, 0x1.d28e74p-5F, -0x1.62d414p-2F,
                  -0x1.a674dp-3F, -0x1.334b88p-2F, 0x1.0d593ep+0F, -0x1.8f503p-2F));
  EXPECT_THAT(
      normals(example_stream(), kFieldLimit - 5, 5),
      ElementsAre(0x1.80361p-2F, -0x1.882a4ep-6F, 0x1.96cd62p-1F, -0x1.1f0dfcp+0F, 0x1.25531cp-2F));
}

TEST(FillNormal, GivesTheGoldenValuesOfAFullAddress) {
  EXPECT_THAT(
      normals(full_stream(), 0, 9),
      ElementsAre(0x1.bce9a6p-1F, -0x1.0f18d6p-1F, -0x1.b0e052p-4F, 0x1.088e12p+0F, 0x1.a6331cp+0F,
                  -0x1.7bf024p-3F, 0x1.5742dep-1F, -0x1.0d32a2p-2F, -0x1.781a8cp-2F));
  EXPECT_THAT(normals(full_stream(), kFieldLimit - 5, 5),
              ElementsAre(0x1.bacc22p-1F, -0x1.baa398p+0F, -0x1.bd2746p-2F, -0x1.6e5d86p+0F,
                          -0x1.a6d346p-2F));
}

// The bits of a whole field: this is the test that a compiler which contracts or reorders would
// fail.
TEST(FillNormal, GivesTheGoldenDigestOfAMillion) {
  EXPECT_EQ(digest64(as_bytes(normals(example_stream(), 5, 1000003))), 0x7edae212f1bdb749U);
}

TEST(FillNormal, EqualsItsDefinitionElementByElement) {
  const std::vector<float> values = normals(full_stream(), 0, 5000);
  for (std::size_t i = 0; i < values.size(); ++i)
    ASSERT_EQ(values[i], plain_normal(full_stream(), i));
}

TEST(FillNormal, GivesTheSameBitsHoweverTheFieldIsCut) {
  const std::vector<float> whole = normals(example_stream(), 0, 4096);
  std::mt19937_64 random(17);
  for (int i = 0; i < 2000; ++i) {
    const std::size_t first = random() % whole.size();
    const std::size_t count = random() % (whole.size() - first + 1) >> random() % 12;
    const std::size_t misaligned = random() % 16;
    std::vector<float> out(misaligned + count + 1, 42.0F);
    fill_normal(example_stream(), first, std::span(out).subspan(misaligned, count));
    for (std::size_t k = 0; k < count; ++k) ASSERT_EQ(out[misaligned + k], whole[first + k]);
    ASSERT_EQ(out.back(), 42.0F) << "wrote past the end";
    if (misaligned > 0) {
      ASSERT_EQ(out[misaligned - 1], 42.0F) << "wrote before the beginning";
    }
  }
}

TEST(FillNormal, CutsAtEveryPlaceAroundBlocksAndTiles) {
  const std::vector<float> whole = normals(example_stream(), 0, 600);
  for (std::size_t first : {0U, 1U, 2U, 3U, 4U, 5U, 253U, 254U, 255U, 256U, 257U}) {
    for (std::size_t count = 0; count < 300; ++count) {
      const std::vector<float> part = normals(example_stream(), first, count);
      ASSERT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + static_cast<int>(first)));
    }
  }
}

TEST(FillNormal, IsTheSameInEveryRedraw) {
  const Stream redrawn(kExampleSeed, kExampleAddress, 9);
  EXPECT_EQ(normals(redrawn, 3, 100), normals(example_stream(), 3, 100));
}

TEST(FillNormal, RefusesToLeaveTheField) {
  std::vector<float> two(2);
  EXPECT_NO_THROW(fill_normal(example_stream(), kFieldLimit - 2, two));
  EXPECT_NO_THROW(fill_normal(example_stream(), kFieldLimit, std::span<float>()));
  EXPECT_THROW(fill_normal(example_stream(), kFieldLimit - 1, two), Error);
  EXPECT_THROW(fill_normal(example_stream(), ~0ULL, two), Error);
}

TEST(NormalShape, HasTheMomentsOfAStandardNormal) {
  const std::vector<float> values = normals(example_stream(), 0, 4000000);
  double moments[5] = {};
  for (float value : values) {
    double power = 1;
    for (double& moment : moments) {
      moment += power;
      power *= value;
    }
  }
  const auto n = static_cast<double>(values.size());
  EXPECT_NEAR(moments[1] / n, 0, 4 * std::sqrt(1 / n));
  EXPECT_NEAR(moments[2] / n, 1, 4 * std::sqrt(2 / n));
  EXPECT_NEAR(moments[3] / n, 0, 4 * std::sqrt(15 / n));
  EXPECT_NEAR(moments[4] / n, 3, 4 * std::sqrt(96 / n));
}

TEST(NormalShape, PassesKolmogorovAndSmirnovInAllFourPlacesOfABlock) {
  const std::vector<float> values = normals(example_stream(), 0, 1000000);
  const auto cdf = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  for (std::size_t place = 0; place < 4; ++place) {
    std::vector<double> every_fourth;
    for (std::size_t i = place; i < values.size(); i += 4) every_fourth.push_back(values[i]);
    EXPECT_LT(kolmogorov_smirnov(every_fourth, cdf), 1.95) << place;
  }
}

TEST(NormalShape, HasUncorrelatedNeighbours) {
  const std::vector<float> values = normals(example_stream(), 0, 1000000);
  for (std::size_t lag : {1U, 2U, 3U, 4U, 8U, 224U}) {
    double products = 0;
    for (std::size_t i = lag; i < values.size(); ++i) {
      products += static_cast<double>(values[i]) * static_cast<double>(values[i - lag]);
    }
    const auto n = static_cast<double>(values.size() - lag);
    EXPECT_NEAR(products / n, 0, 4 / std::sqrt(n)) << lag;
  }
}

}  // namespace
}  // namespace epochmill::streams
