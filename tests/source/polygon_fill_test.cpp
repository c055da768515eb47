#include "source/polygon_fill.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "listing.hpp"

namespace epochmill::source {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

__extension__ typedef __int128 Wide;

// Whether a ray from the centre of a pixel to the left meets the outline an odd number of times:
// pixel by pixel and edge by edge, in wide integers of 1/1024 of a pixel.
bool is_inside(const std::vector<double>& xy, int column, int row) {
  const auto units = [](double at) { return static_cast<Wide>(std::llround(at * 1024)); };
  const Wide cx = 1024 * column + 512;
  const Wide cy = 1024 * row + 512;
  bool is_in = false;
  for (std::size_t i = 0; i < xy.size(); i += 2) {
    const std::size_t j = (i + 2) % xy.size();
    const Wide xa = units(xy[i]), ya = units(xy[i + 1]);
    const Wide xb = units(xy[j]), yb = units(xy[j + 1]);
    if ((ya <= cy) == (yb <= cy)) continue;
    const Wide side = (cx - xa) * (yb - ya) - (cy - ya) * (xb - xa);
    if (yb > ya ? side >= 0 : side <= 0) is_in = !is_in;
  }
  return is_in;
}

Region plain_fill(const std::vector<double>& xy, image::Size size) {
  Region region;
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const auto at = static_cast<std::uint64_t>(y) * static_cast<std::uint64_t>(size.width) +
                      static_cast<std::uint64_t>(x);
      if (is_inside(xy, x, y)) append(region, {at, at + 1});
    }
  }
  return region;
}

TEST(FillPolygon, TakesThePixelsWhoseCentresAreInside) {
  const image::Size size{.height = 4, .width = 5};
  EXPECT_THAT(fill_polygon(std::vector<double>{1, 1, 3, 1, 3, 3, 1, 3}, size),
              ElementsAre(PixelRun{6, 8}, PixelRun{11, 13}));
  EXPECT_THAT(fill_polygon(std::vector<double>{0, 0, 5, 0, 5, 4, 0, 4}, size),
              ElementsAre(PixelRun{0, 20}));
  EXPECT_THAT(fill_polygon(std::vector<double>{1.6, 1.6, 2.4, 1.6, 2.4, 2.4, 1.6, 2.4}, size),
              IsEmpty());
}

TEST(FillPolygon, GivesCentresOnTheOutlineToLeftAndUpperEdges) {
  const image::Size size{.height = 4, .width = 4};
  EXPECT_THAT(fill_polygon(std::vector<double>{0.5, 0.5, 2.5, 0.5, 2.5, 1.5, 0.5, 1.5}, size),
              ElementsAre(PixelRun{0, 2}));
}

TEST(FillPolygon, SharesOutThePixelsBetweenNeighbours) {
  const image::Size size{.height = 9, .width = 9};
  const Region a = fill_polygon(std::vector<double>{0, 0, 9, 0, 0, 9}, size);
  const Region b = fill_polygon(std::vector<double>{9, 0, 9, 9, 0, 9}, size);
  std::uint64_t pixels = 0;
  for (const Region& region : {a, b}) {
    for (const PixelRun& run : region) pixels += run.end - run.begin;
  }
  EXPECT_EQ(pixels, 81U);
  EXPECT_THAT(united(a, b), ElementsAre(PixelRun{0, 81}));
}

TEST(FillPolygon, IsEvenOddWhereTheOutlineCrossesItself) {
  const image::Size size{.height = 6, .width = 6};
  const std::vector<double> twice{0, 0, 6, 0, 6, 6, 0, 6, 0, 0, 6, 0, 6, 6, 0, 6};
  EXPECT_THAT(fill_polygon(twice, size), IsEmpty());
}

TEST(FillPolygon, IsThePlainTestOnAnyPolygon) {
  const image::Size size{.height = 23, .width = 17};
  std::uint32_t seed = 1;
  const auto next = [&seed](std::uint32_t range) {
    seed = seed * 1664525 + 1013904223;
    return static_cast<double>((seed >> 8) % range);
  };
  for (int i = 0; i < 400; ++i) {
    const auto points = static_cast<std::size_t>(1 + next(9));
    // Fractions that fall on centres, and others; some points outside.
    const double parts = i % 3 == 0 ? 2 : (i % 3 == 1 ? 100 : 1024);
    std::vector<double> xy;
    for (std::size_t point = 0; point < 2 * points; ++point) {
      xy.push_back(next(static_cast<std::uint32_t>(35 * parts)) / parts - 6);
    }
    ASSERT_EQ(fill_polygon(xy, size), plain_fill(xy, size)) << i;
  }
}

TEST(FillPolygon, TakesPointsFarOutside) {
  const image::Size size{.height = 3, .width = 3};
  const double far = 1 << 20;
  const std::vector<double> all{-far, -far, far, -far, far, far, -far, far};
  EXPECT_THAT(fill_polygon(all, size), ElementsAre(PixelRun{0, 9}));
  const std::vector<double> half{-far, -far, far, far, -far, far};
  EXPECT_EQ(fill_polygon(half, size), plain_fill(half, size));
}

TEST(FillPolygon, RefusesWhatIsNoPolygon) {
  const image::Size size{.height = 3, .width = 3};
  const auto fault = [&](const std::vector<double>& xy) {
    return message_of(ErrorKind::kInput, [&] { fill_polygon(xy, size); });
  };
  EXPECT_THAT(fault({}), HasSubstr("0 coordinates"));
  EXPECT_THAT(fault({1, 2, 3}), HasSubstr("3 coordinates"));
  for (const double at : {1048577.0, -1e300, std::numeric_limits<double>::quiet_NaN(),
                          std::numeric_limits<double>::infinity()}) {
    EXPECT_THAT(fault({1, 2, 3, at}), HasSubstr("a coordinate"));
  }
}

}  // namespace
}  // namespace epochmill::source
