#include "streams/box_muller.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <numbers>
#include <random>

namespace epochmill::streams {
namespace {

double exact_minus_log(std::uint32_t word) {
  return -std::log((static_cast<double>(word >> 9) + 0.5) * 0x1p-23);
}

// The header's formulas in double.
std::pair<double, double> exact_pair(std::uint32_t radius_word, std::uint32_t angle_word) {
  const double radius = std::sqrt(exact_minus_log(radius_word));
  const auto centred = static_cast<std::int32_t>(angle_word << 2 | 2U);
  const double phi = std::numbers::pi / 4 * centred * 0x1p-31;
  const double first = (std::cos(phi) - std::sin(phi)) * radius;
  const double second = (std::cos(phi) + std::sin(phi)) * radius;
  return {angle_word >> 31 != 0 ? -first : first, (angle_word >> 30 & 1U) != 0 ? -second : second};
}

double error_of(std::uint32_t radius_word, std::uint32_t angle_word) {
  const NormalPair pair = box_muller(radius_word, angle_word);
  const auto [first, second] = exact_pair(radius_word, angle_word);
  return std::max(std::abs(pair.first - first), std::abs(pair.second - second));
}

TEST(BoxMuller, HasEveryRadiusWithinItsBound) {
  double worst = 0;
  float smallest = 1;
  float largest = 1;
  for (std::uint32_t i = 0; i < 1U << 23; ++i) {
    const float found = minus_log_unit(i << 9);
    const double exact = std::sqrt(exact_minus_log(i << 9));
    worst = std::max(worst, std::abs(std::sqrt(found) / exact - 1));
    smallest = std::min(smallest, found);
    largest = std::max(largest, found);
  }
  EXPECT_LT(worst, 1.0e-7);
  EXPECT_GT(smallest, 5.9e-8F);  // in particular above zero, so that the root is a number
  EXPECT_LT(largest, 16.7F);
}

TEST(BoxMuller, LeavesTheLowBitsOfTheRadiusWordUnused) {
  for (std::uint32_t word : {0U, 0x200U, 0xfffffe00U, 0x87654200U}) {
    EXPECT_EQ(minus_log_unit(word), minus_log_unit(word | 0x1ff));
  }
}

TEST(BoxMuller, HasEveryAngleWithinItsBoundAtTheLargestRadius) {
  double worst = 0;
  float largest = 0;
  for (std::uint32_t angle = 0; angle < 1U << 30; angle += 251) {
    worst = std::max(worst, error_of(0, angle));
    const NormalPair pair = box_muller(0, angle);
    largest = std::max({largest, pair.first, pair.second});
  }
  EXPECT_LT(worst, 1.3e-6);
  EXPECT_LE(largest, 5.76811F);
}

TEST(BoxMuller, IsWithinItsBoundAtTheCorners) {
  for (std::uint32_t radius : {0U, 0x1ffU, 0x200U, 0x7fffffffU, 0x80000000U, 0xaaaaaaaaU,
                               0xaaaaac00U, 0xfffffdffU, 0xffffffffU}) {
    for (std::uint32_t angle :
         {0U, 1U, 0x0fffffffU, 0x1ffffffeU, 0x1fffffffU, 0x20000000U, 0x20000001U, 0x3fffffffU,
          0x40000000U, 0x80000000U, 0xdfffffffU, 0xffffffffU}) {
      EXPECT_LT(error_of(radius, angle), 1.3e-6) << radius << ' ' << angle;
    }
  }
}

TEST(BoxMuller, IsWithinItsBoundAtRandom) {
  std::mt19937_64 random(11);
  double worst = 0;
  for (int i = 0; i < 2000000; ++i) {
    const std::uint64_t words = random();
    worst = std::max(worst, error_of(static_cast<std::uint32_t>(words),
                                     static_cast<std::uint32_t>(words >> 32)));
  }
  EXPECT_LT(worst, 1.0e-6);
}

TEST(BoxMuller, GivesEachSignABitOfItsOwn) {
  std::mt19937_64 random(12);
  for (int i = 0; i < 1000; ++i) {
    const auto radius = static_cast<std::uint32_t>(random());
    const auto angle = static_cast<std::uint32_t>(random());
    const NormalPair pair = box_muller(radius, angle);
    const NormalPair flipped_first = box_muller(radius, angle ^ 0x80000000U);
    const NormalPair flipped_second = box_muller(radius, angle ^ 0x40000000U);
    ASSERT_EQ(flipped_first.first, -pair.first);
    ASSERT_EQ(flipped_first.second, pair.second);
    ASSERT_EQ(flipped_second.first, pair.first);
    ASSERT_EQ(flipped_second.second, -pair.second);
  }
}

// So the two normals of a pair have exactly the same distribution.
TEST(BoxMuller, SwapsItsNormalsWhenTheAngleIsMirrored) {
  std::mt19937_64 random(13);
  for (int i = 0; i < 1000; ++i) {
    const auto radius = static_cast<std::uint32_t>(random());
    const auto angle = static_cast<std::uint32_t>(random()) & 0x3fffffffU;
    const NormalPair pair = box_muller(radius, angle);
    const NormalPair mirrored = box_muller(radius, angle ^ 0x3fffffffU);
    ASSERT_EQ(mirrored.first, pair.second);
    ASSERT_EQ(mirrored.second, pair.first);
  }
}

}  // namespace
}  // namespace epochmill::streams
