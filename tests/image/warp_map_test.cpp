// Maps of warps: exact ones, and the way there and back.
#include "image/warp_map.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace epochmill::image {
namespace {

using ::testing::ElementsAre;

constexpr Size kSize = {31, 50};

void expect_near(const Position& found, const Position& expected, double most) {
  EXPECT_NEAR(found.x, expected.x, most);
  EXPECT_NEAR(found.y, expected.y, most);
}

// Where `map` says that `to` comes from.
Position source_of(const WarpMap& map, const Position& to) {
  const auto& c = map.c;
  const double w = c[6] * to.x + c[7] * to.y + 1;
  return {(c[0] * to.x + c[1] * to.y + c[2]) / w, (c[3] * to.x + c[4] * to.y + c[5]) / w};
}

void expect_goes_there_and_back(const WarpMap& map, double most) {
  const ForwardMap forward(map);
  for (const Position from : {Position{3, 4}, {0, 0}, {50, 31}, {12.5, 30.25}}) {
    const ForwardMap::Place place = forward.place_of(from);
    expect_near(source_of(map, place.at), from, most);
  }
}

TEST(RotationMap, IsExactAtTheQuarters) {
  EXPECT_THAT(rotation_map(kSize, 0, {}, false).map.c, ElementsAre(1, 0, 0, 0, 1, 0, 0, 0));
  EXPECT_THAT(rotation_map(kSize, 360, {}, false).map.c, ElementsAre(1, 0, 0, 0, 1, 0, 0, 0));
  EXPECT_THAT(rotation_map(kSize, 180, {}, false).map.c, ElementsAre(-1, 0, 50, 0, -1, 31, 0, 0));
  const Rotation quarter = rotation_map(kSize, 90, {}, true);
  EXPECT_EQ(quarter.size, (Size{50, 31}));
  EXPECT_THAT(quarter.map.c, ElementsAre(0, -1, 50, 1, 0, 0, 0, 0));
  EXPECT_EQ(rotation_map(kSize, -90, {}, true).map.c, rotation_map(kSize, 270, {}, true).map.c);
}

// Image.rotate of Pillow 9.4 hands these numbers on.
TEST(RotationMap, HasPillowsNumbers) {
  const Rotation turned = rotation_map(kSize, 45, {}, true);
  EXPECT_EQ(turned.size, (Size{59, 58}));
  EXPECT_EQ(turned.map.c[0], 0.707106781186548);
  EXPECT_EQ(turned.map.c[1], -0.707106781186547);
}

TEST(RotationMap, LeavesItsCentreWhereItIs) {
  const Position center = {12, -3.5};
  const WarpMap map = rotation_map(kSize, 33, center, false).map;
  expect_near(ForwardMap(map).place_of(center).at, center, 1e-12);
}

TEST(RotationMap, TurnsCounterclockwise) {
  const WarpMap map = rotation_map({100, 100}, 90, {}, false).map;
  expect_near(ForwardMap(map).place_of({100, 50}).at, {50, 0}, 0);
}

TEST(AffineMap, MovesScalesAndShears) {
  const auto place = [](const AffineParameters& affine, Position from) {
    return ForwardMap(affine_map({100, 100}, affine, std::nullopt)).place_of(from).at;
  };
  expect_near(place({}, {20, 30}), {20, 30}, 0);
  expect_near(place({.translate = {5, -7}}, {20, 30}), {25, 23}, 0);
  expect_near(place({.scale = 2}, {60, 45}), {70, 40}, 1e-12);
  expect_near(place({.angle = 90}, {100, 50}), {50, 100}, 1e-12);
  // Along x by 45 degrees: 10 pixels below the middle, 10 to the left.
  expect_near(place({.shear = {45, 0}}, {50, 60}), {40, 60}, 1e-12);
}

TEST(ForwardMap, GoesThereAndBack) {
  expect_goes_there_and_back(rotation_map(kSize, 77.5, Position{3, 4}, true).map, 1e-11);
  expect_goes_there_and_back(affine_map(kSize, {20, {4, -3}, 0.7, {10, -20}}, Position{1, 2}),
                             1e-11);
  const auto map = perspective_map(kSize, {{{5, 3}, {44, 0}, {49, 30}, {2, 25}}});
  expect_goes_there_and_back(map.value(), 1e-9);
}

TEST(ForwardMap, GivesNumbersOnTheHorizon) {
  // w = 1 - x / 10 is 0 at 10, where the old picture's infinity is.
  const WarpMap map{.c = {1, 0, 0, 0, 1, 0, -0.1, 0}, .is_affine = false};
  const ForwardMap forward(map);
  for (const double x : {-10.0, 1e300, 0.0}) {
    const Position at = forward.place_of({x, 0}).at;
    EXPECT_TRUE(std::isfinite(at.x) && std::isfinite(at.y)) << x;
  }
  EXPECT_NE(forward.place_of({-11, 0}).is_beyond, forward.place_of({0, 0}).is_beyond);
}

TEST(PerspectiveMap, TakesTheCornersWhereTheyShallGo) {
  const Corners corners = {{{5, 3}, {44, 0}, {49, 30}, {2, 25}}};
  const WarpMap map = perspective_map(kSize, corners).value();
  const Corners own = corners_of(kSize);
  for (std::size_t i = 0; i < 4; ++i) expect_near(source_of(map, corners[i]), own[i], 1e-4);
  const WarpMap same = perspective_map(kSize, own).value();
  EXPECT_THAT(same.c, ElementsAre(1, 0, 0, 0, 1, 0, 0, 0));
}

TEST(PerspectiveMap, IsRoundedToF32) {
  const auto map = perspective_map({224, 224}, {{{6, 15}, {195, 45}, {222, 175}, {31, 213}}});
  // Of fractions, rounded once.
  EXPECT_THAT(map.value().c,
              ElementsAre(0.802214682F, -0.101289734F, -3.29394197F, -0.198323250F, 1.24943650F,
                          -17.5516071F, -0.00186855544F, 0.000681017700F));
}

TEST(PerspectiveMap, IsNoneForCornersOnALine) {
  EXPECT_FALSE(perspective_map(kSize, {{{0, 0}, {10, 0}, {20, 0}, {0, 30}}}));
  EXPECT_FALSE(perspective_map(kSize, {{{0, 0}, {0, 0}, {20, 9}, {0, 30}}}));
  EXPECT_FALSE(perspective_map({1, 50}, corners_of({1, 50})));
  EXPECT_FALSE(perspective_map({50, 1}, corners_of({50, 1})));
}

}  // namespace
}  // namespace epochmill::image
