// Warps against slow plain loops, against what is exact, and against Pillow's own bytes.
#include "image/warp.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "image/layout.hpp"
#include "image/made_picture.hpp"

namespace epochmill::image {
namespace {

constexpr std::array<double, 3> kFill = {7, 8, 9};
constexpr auto kBoth = {Interpolation::kNearest, Interpolation::kBilinear};

template <typename T>
Raster<T> turned(const Raster<T>& in, double degrees, bool is_expanded, Interpolation how) {
  const Rotation rotation =
      rotation_map({in.height(), in.width()}, degrees, std::nullopt, is_expanded);
  return warp(in, rotation.map, rotation.size, how, kFill);
}

// The value at (y, x), or that of the nearest pixel of the edge.
template <typename T>
double held(const Raster<T>& in, int y, int x, int c) {
  return in.pixel(std::clamp(y, 0, in.height() - 1), std::clamp(x, 0, in.width() - 1))[c];
}

// One pixel after the other, by the definition alone: no fixed point, no sums.
template <typename T>
Raster<T> plain_warp(const Raster<T>& in, const WarpMap& map, Size size, Interpolation how) {
  Raster<T> out(size.height, size.width, in.channels());
  const auto& m = map.c;
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const double w = m[6] * (x + 0.5) + m[7] * (y + 0.5) + 1;
      const double u = (m[0] * (x + 0.5) + m[1] * (y + 0.5) + m[2]) / w;
      const double v = (m[3] * (x + 0.5) + m[4] * (y + 0.5) + m[5]) / w;
      for (int c = 0; c < in.channels(); ++c) {
        T& to = out.pixel(y, x)[c];
        to = static_cast<T>(kFill[in.channels() == 3 ? static_cast<std::size_t>(c) : 0]);
        if (!(u >= 0 && v >= 0 && u < in.width() && v < in.height())) continue;
        if (how == Interpolation::kNearest) {
          to = in.pixel(static_cast<int>(v), static_cast<int>(u))[c];
          continue;
        }
        const double left = std::floor(u - 0.5);
        const double top = std::floor(v - 0.5);
        const int i = static_cast<int>(left);
        const int j = static_cast<int>(top);
        const auto mix = [](double a, double b, double part) { return a + (b - a) * part; };
        const double above = mix(held(in, j, i, c), held(in, j, i + 1, c), u - 0.5 - left);
        const double below = mix(held(in, j + 1, i, c), held(in, j + 1, i + 1, c), u - 0.5 - left);
        to = static_cast<T>(mix(above, below, v - 0.5 - top));
      }
    }
  }
  return out;
}

template <typename T>
double share_that_differs(const Raster<T>& a, const Raster<T>& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.values().size(); ++i) count += a.values()[i] != b.values()[i];
  return static_cast<double>(count) / static_cast<double>(a.values().size());
}

std::vector<WarpMap> maps_of(Size size) {
  std::vector<WarpMap> maps;
  for (const double angle : {3.0, 45.5, 200.25}) {
    maps.push_back(rotation_map(size, angle, std::nullopt, false).map);
    maps.push_back(affine_map(size, {angle, {3, -2}, 0.8, {5, 7}}, Position{4, 5}));
  }
  maps.push_back(affine_map(size, {0, {3, -2}, 1.3, {0, 0}}, std::nullopt));
  const double right = size.width - 1;
  const double bottom = size.height - 1;
  maps.push_back(
      perspective_map(size, {{{4, 2}, {right - 3, 5}, {right, bottom - 1}, {0, bottom - 8}}})
          .value());
  return maps;
}

TEST(Warp, IsAsThePlainLoop) {
  for (const int channels : {1, 3, 5}) {
    const ImageU8 in = made_picture(40, 33, channels, 1);
    const ImageF32 numbers = as_f32(in, 1.25F);
    const Size size = {37, 45};
    for (const WarpMap& map : maps_of({40, 33})) {
      EXPECT_EQ(warp(in, map, size, Interpolation::kBilinear, kFill),
                plain_warp(in, map, size, Interpolation::kBilinear));
      EXPECT_EQ(warp(numbers, map, size, Interpolation::kBilinear, kFill),
                plain_warp(numbers, map, size, Interpolation::kBilinear));
      // Places in fixed point, and sums, are a little off: a neighbour now and then.
      const auto nearest = warp(in, map, size, Interpolation::kNearest, kFill);
      const auto plain = plain_warp(in, map, size, Interpolation::kNearest);
      EXPECT_LE(share_that_differs(nearest, plain), map.is_affine ? 0.002 : 0.0);
      // The same neighbours, whatever the pixels are.
      const auto scaled = warp(numbers, map, size, Interpolation::kNearest, {0, 0, 0});
      EXPECT_EQ(scaled, as_f32(warp(in, map, size, Interpolation::kNearest, {0, 0, 0}), 1.25F));
    }
  }
}

TEST(Warp, OfQuarterTurnsMovesPixelsAlone) {
  const ImageU8 in = made_picture(21, 34, 3, 2);
  const Image half = flip_vertical(flip_horizontal(in));
  for (const Interpolation how : kBoth) {
    EXPECT_EQ(turned(in, 0, false, how), in);
    EXPECT_EQ(turned(in, 360, true, how), in);
    EXPECT_EQ(Image(turned(in, 180, false, how)), half);
    // EXIF's 8 is to be turned anticlockwise, its 6 clockwise.
    EXPECT_EQ(turned(in, 90, true, how), orient(in, 8));
    EXPECT_EQ(turned(in, 270, true, how), orient(in, 6));
    EXPECT_EQ(turned(as_f32(in, 0.1F), -90, true, how), as_f32(orient(in, 6), 0.1F));
  }
}

TEST(Warp, ByWholePixelsIsACropAndABorder) {
  const ImageU8 in = made_picture(21, 34, 3, 3);
  const Image expected = pad(crop(in, {4, 0, 17, 29}), {5, 0, 0, 4}, PaddingMode::kConstant, kFill);
  const WarpMap map = affine_map({21, 34}, {.translate = {5, -4}}, std::nullopt);
  for (const Interpolation how : kBoth) {
    EXPECT_EQ(Image(warp(in, map, {21, 34}, how, kFill)), expected);
  }
}

TEST(Warp, OfANearQuarterTurnOfAGrandPictureNeedsNoFixedPoint) {
  const ImageU8 in = made_picture(1, 40000, 1, 4);
  const WarpMap map{.c = {1, 1e-9, -3, 1e-9, 1, 0, 0, 0}};
  const ImageU8 out = warp(in, map, {1, 40000}, Interpolation::kNearest, kFill);
  EXPECT_EQ(Image(out), pad(crop(in, {0, 0, 1, 39997}), {3, 0, 0, 0}, PaddingMode::kConstant,
                            {kFill[0], kFill[0], kFill[0]}));
}

TEST(Warp, OfNumbersThatAreNoneIsFill) {
  const ImageU8 in = made_picture(5, 6, 1, 5);
  for (const double bad : {1e300, -1e300, static_cast<double>(NAN)}) {
    for (const bool is_affine : {true, false}) {
      for (const Interpolation how : kBoth) {
        const WarpMap map{.c = {bad, bad, bad, bad, bad, bad, 0, 0}, .is_affine = is_affine};
        const ImageU8 out = warp(in, map, {3, 4}, how, kFill);
        for (const auto value : out.values()) EXPECT_EQ(value, 7);
      }
    }
  }
}

// Of Pillow 9.4 for the same pictures: Image.rotate, and torchvision 0.14's affine.
TEST(Warp, HasPillowsBytes) {
  const ImageU8 rgb = made_picture(61, 97, 3, 1);
  const ImageU8 grey = made_picture(61, 97, 1, 1);
  const ImageF32 numbers = as_f32(grey, 0.1F);
  const AffineParameters affine = {20, {4, -3}, 0.75, {10, -20}};
  const WarpMap map = affine_map({61, 97}, affine, std::nullopt);
  const auto digest_of_affine = [&](const auto& in, Interpolation how) {
    return digest_of(warp(in, map, {61, 97}, how, kFill));
  };
  EXPECT_EQ(digest_of(turned(rgb, 33.25, true, Interpolation::kNearest)), 15545504926963648113U);
  EXPECT_EQ(digest_of(turned(rgb, 33.25, true, Interpolation::kBilinear)), 10804928136936804478U);
  EXPECT_EQ(digest_of(turned(grey, -100.5, false, Interpolation::kBilinear)),
            12194436301491929620U);
  EXPECT_EQ(digest_of(turned(numbers, 33.25, false, Interpolation::kNearest)),
            11264418924920280766U);
  EXPECT_EQ(digest_of(turned(numbers, 33.25, false, Interpolation::kBilinear)),
            2227757982950990061U);
  EXPECT_EQ(digest_of_affine(rgb, Interpolation::kNearest), 3406201327589792488U);
  EXPECT_EQ(digest_of_affine(rgb, Interpolation::kBilinear), 8475611221553022790U);
}

}  // namespace
}  // namespace epochmill::image
