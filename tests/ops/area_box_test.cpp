#include "ops/area_box.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <tuple>

#include "ops/op_fixture.hpp"

namespace epochmill::ops {
namespace {

constexpr AreaRange kDefault = {0.08, 1.0, 0.75, 1.3333333333333333};

using Key = std::tuple<int, int, int, int>;
Key key(const image::Box& box) { return {box.top, box.left, box.height, box.width}; }

std::set<Key> boxes_seen(image::Size picture, const AreaRange& range, int draws) {
  std::set<Key> seen;
  for (int s = 0; s < draws; ++s) {
    seen.insert(key(draw_area_box(stream_at(static_cast<std::uint64_t>(s)), picture, range)));
  }
  return seen;
}

// The same as the count, by trying real sides on a fine grid.
double counted_slowly(image::Size picture, const AreaRange& range) {
  std::set<std::pair<int, int>> sides;
  const int steps = 1000;
  const double area = static_cast<double>(picture.height) * picture.width;
  for (int i = 0; i <= steps; ++i) {
    for (int j = 0; j <= steps; ++j) {
      const double target =
          area * (range.min_scale + (range.max_scale - range.min_scale) * i / steps);
      const double ratio = range.min_ratio * std::pow(range.max_ratio / range.min_ratio,
                                                      static_cast<double>(j) / steps);
      const auto w = static_cast<int>(std::lround(std::sqrt(target * ratio)));
      const auto h = static_cast<int>(std::lround(std::sqrt(target / ratio)));
      if (w > 0 && h > 0 && w <= picture.width && h <= picture.height) sides.insert({h, w});
    }
  }
  double boxes = 0;
  for (const auto& [h, w] : sides) boxes += (picture.height - h + 1) * (picture.width - w + 1);
  return boxes;
}

// Numbers: the last lines of torchvision's RandomResizedCrop.get_params.
TEST(AreaBox, FallsBackToTorchvisionsCentralBox) {
  const auto box = [](int height, int width) { return fallback_box({height, width}, kDefault); };
  EXPECT_EQ(box(100, 10), (image::Box{43, 0, 13, 10}));
  EXPECT_EQ(box(10, 100), (image::Box{0, 43, 10, 13}));
  EXPECT_EQ(box(90, 100), (image::Box{0, 0, 90, 100}));
  EXPECT_EQ(box(50, 3), (image::Box{23, 0, 4, 3}));
  EXPECT_EQ(box(100, 7), (image::Box{45, 0, 9, 7}));
  EXPECT_EQ(box(2, 50), (image::Box{0, 23, 2, 3}));
  EXPECT_EQ(box(30, 101), (image::Box{0, 30, 30, 40}));
}

TEST(AreaBox, FallsBackWhereNoAttemptFits) {
  const AreaRange whole = {1.0, 1.0, 1.0, 1.0};
  EXPECT_EQ(boxes_seen({10, 100}, whole, 50), (std::set<Key>{{0, 45, 10, 10}}));
  EXPECT_EQ(count_area_boxes({10, 100}, whole), 1);
}

TEST(AreaBox, KeepsASideOfOnePixelInAFlatFallback) {
  EXPECT_EQ(fallback_box({1000, 1}, {1.0, 1.0, 100.0, 100.0}), (image::Box{499, 0, 1, 1}));
}

TEST(AreaBox, HasAreasAndAspectsInRange) {
  const image::Size picture = {300, 400};
  for (std::uint64_t s = 0; s < 5000; ++s) {
    const image::Box box = draw_area_box(stream_at(s), picture, kDefault);
    const double area = static_cast<double>(box.height) * box.width / (300.0 * 400.0);
    const double ratio = static_cast<double>(box.width) / box.height;
    EXPECT_GT(area, 0.08 * 0.97);
    EXPECT_LE(area, 1.0);
    EXPECT_GT(ratio, 0.75 * 0.97);
    EXPECT_LT(ratio, 1.3334 * 1.03);
  }
}

TEST(AreaBox, CountsExactlyTheBoxesThatTinyPicturesGive) {
  for (const image::Size picture : {image::Size{5, 5}, image::Size{4, 6}}) {
    EXPECT_EQ(static_cast<double>(boxes_seen(picture, kDefault, 60000).size()),
              count_area_boxes(picture, kDefault))
        << picture.height << "x" << picture.width;
  }
}

TEST(AreaBox, CountsAsTheSlowWay) {
  const AreaRange narrow = {0.203, 0.597, 0.51, 0.81};
  const AreaRange flat = {0.05, 0.3, 2.05, 4.9};
  for (const AreaRange& range : {kDefault, narrow, flat}) {
    for (const image::Size picture :
         {image::Size{9, 9}, image::Size{12, 7}, image::Size{6, 20}, image::Size{30, 31}}) {
      const double fast = count_area_boxes(picture, range);
      const double slow = counted_slowly(picture, range);
      // The grid misses cells that only a corner reaches.
      EXPECT_GE(fast, slow) << picture.height << "x" << picture.width;
      EXPECT_LE(fast, slow * 1.02) << picture.height << "x" << picture.width;
    }
  }
}

TEST(AreaBox, CountsWithinReasonForHugePictures) {
  EXPECT_GE(count_area_boxes({16384, 16384}, kDefault), 1e12);
  EXPECT_GE(count_area_boxes({1, 1 << 28}, kDefault), 1);
  EXPECT_EQ(count_area_boxes({1, 1}, kDefault), 1);
}

}  // namespace
}  // namespace epochmill::ops
