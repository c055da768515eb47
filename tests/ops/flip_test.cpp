#include <gtest/gtest.h>

#include "ops/expect_error.hpp"
#include "ops/op_fixture.hpp"

namespace epochmill::ops {
namespace {

// Checksums: torchvision's hflip and vflip on a Pillow picture.
TEST(RandomFlip, GivesTorchvisionsPixels) {
  const image::Image picture = patterned(61, 97);
  EXPECT_EQ(checksum(applied(*make_op("random_horizontal_flip", ""), picture, {1})), 2949588791U);
  EXPECT_EQ(checksum(applied(*make_op("random_vertical_flip", ""), picture, {1})), 2942517953U);
  EXPECT_EQ(applied(*make_op("random_vertical_flip", ""), picture, {0}), picture);
}

TEST(RandomFlip, FlipsWithItsProbability) {
  for (const auto& [p, low, high] : {std::tuple{"p = 0.5", 4800, 5200},
                                     {"p = 0.1", 880, 1120},
                                     {"p = 0", 0, 0},
                                     {"p = 1", 10000, 10000}}) {
    const auto op = make_op("random_horizontal_flip", p);
    int flips = 0;
    for (std::uint64_t s = 0; s < 10000; ++s)
      flips += static_cast<int>(draws_of(*op, stream_at(s), {5, 5})[0]);
    EXPECT_GE(flips, low) << p;
    EXPECT_LE(flips, high) << p;
  }
}

TEST(RandomFlip, HasOneOutcomeWithoutChance) {
  EXPECT_EQ(make_op("random_horizontal_flip", "p = 0.5")->outcomes({5, 5}), 2);
  EXPECT_EQ(make_op("random_horizontal_flip", "p = 0")->outcomes({5, 5}), 1);
  EXPECT_EQ(make_op("random_vertical_flip", "p = 1")->outcomes({5, 5}), 1);
}

TEST(RandomFlip, SwapsThePairsOfTheSource) {
  const auto op = make_op("random_horizontal_flip", "", with_keypoints(2, {{{0, 1}}}));
  Sample sample{
      .image = patterned(5, 10), .keypoints = {{2, 1, true, true}, {8, 3, true, true}}, .kept = {}};
  op->apply(std::vector<float>{1}, stream_at(0), sample);
  EXPECT_EQ(sample.keypoints[0], (image::Keypoint{1, 3, true, true}));
  EXPECT_EQ(sample.keypoints[1], (image::Keypoint{7, 1, true, true}));
}

TEST(RandomFlip, RefusesPointsWithoutPairs) {
  for (const char* name : {"random_horizontal_flip", "random_vertical_flip"}) {
    expect_error(ErrorKind::kUsage, "set flip_pairs in [source]",
                 [&] { make_op(name, "", with_keypoints(5, std::nullopt)); });
    EXPECT_NO_THROW(make_op(name, "", with_keypoints(5, {{}})))
        << "an empty list says that there are no pairs";
    EXPECT_NO_THROW(make_op(name, "", with_keypoints(0, std::nullopt)));
  }
}

TEST(RandomFlip, RefusesPairsThatMakeNoSense) {
  expect_error(ErrorKind::kUsage, "[0, 5]", [] {
    make_op("random_horizontal_flip", "", with_keypoints(5, {{{0, 5}}}));
  });
  expect_error(ErrorKind::kUsage, "[2, 2]", [] {
    make_op("random_horizontal_flip", "", with_keypoints(5, {{{2, 2}}}));
  });
}

}  // namespace
}  // namespace epochmill::ops
