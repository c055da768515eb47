#include "image/filter.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "made_picture.hpp"

namespace epochmill::image {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

int mirrored(int i, int size) { return i < 0 ? -i : i < size ? i : 2 * (size - 1) - i; }

// The definition, in two dimensions and in double.
double plain_blur(const ImageU8& in, int y, int x, int c, Size kernel, double sigma_x,
                  double sigma_y) {
  double sum = 0.0;
  double weights = 0.0;
  for (int dy = -(kernel.height / 2); dy <= kernel.height / 2; ++dy) {
    for (int dx = -(kernel.width / 2); dx <= kernel.width / 2; ++dx) {
      const double weight =
          std::exp(-dx * dx / (2 * sigma_x * sigma_x) - dy * dy / (2 * sigma_y * sigma_y));
      sum += weight * in.pixel(mirrored(y + dy, in.height()), mirrored(x + dx, in.width()))[c];
      weights += weight;
    }
  }
  return sum / weights;
}

struct Blur {
  Size picture;
  Size kernel;
  double sigma_x;
  double sigma_y;
};

TEST(GaussianBlur, IsTheRoundedPlainDefinition) {
  for (const Blur& blur : {Blur{{9, 8}, {3, 5}, 0.7, 1.9}, Blur{{5, 13}, {9, 25}, 2.0, 0.1},
                           Blur{{2, 2}, {3, 3}, 10, 10}, Blur{{1, 6}, {1, 7}, 1.5, 1.5}}) {
    const ImageU8 in = made_picture(blur.picture.height, blur.picture.width, 3, 3);
    ImageU8 out = in;
    gaussian_blur(out, blur.kernel, blur.sigma_x, blur.sigma_y);
    for (int y = 0; y < in.height(); ++y) {
      for (int x = 0; x < in.width(); ++x) {
        for (int c = 0; c < 3; ++c) {
          const double exact = plain_blur(in, y, x, c, blur.kernel, blur.sigma_x, blur.sigma_y);
          EXPECT_NEAR(out.pixel(y, x)[c], exact, 0.5001) << y << ", " << x << ", " << c;
        }
      }
    }
  }
}

// Not another library's, but our own bytes: they must be the same on every CPU and with every
// compiler.
TEST(GaussianBlur, KeepsItsBytes) {
  ImageU8 image = made_picture(61, 67, 3, 4);
  gaussian_blur(image, {23, 11}, 1.3, 0.9);
  EXPECT_EQ(digest_of(image), 0x24cc1582a0a23732ULL);
}

TEST(GaussianBlur, LeavesAFlatPictureAndAKernelOfOneAlone) {
  ImageU8 white(30, 30, 3);
  std::fill(white.values().begin(), white.values().end(), std::uint8_t{255});
  ImageU8 blurred = white;
  gaussian_blur(blurred, {23, 23}, 2.0, 0.1);
  EXPECT_EQ(blurred, white);
  const ImageU8 in = made_picture(7, 9, 3, 5);
  ImageU8 out = in;
  gaussian_blur(out, {1, 1}, 1.0, 1.0);
  EXPECT_EQ(out, in);
}

TEST(GaussianBlur, WithATinySigmaChangesNothing) {
  const ImageU8 in = made_picture(20, 20, 3, 6);
  ImageU8 out = in;
  gaussian_blur(out, {23, 23}, 0.001, 0.001);
  EXPECT_EQ(out, in);
}

TEST(GaussianBlur, RoundsHalvesToEven) {
  // exp(-1 / (2 sigma^2)) is 1/2, so the weights are 1/4, 1/2, 1/4. Of two columns each sees the
  // other one twice.
  constexpr double kSigma = 0.84932180028801907;
  ImageU8 low = raster_of<std::uint8_t>(1, 2, 1, {0, 1});
  ImageU8 high = raster_of<std::uint8_t>(1, 2, 1, {1, 2});
  gaussian_blur(low, {1, 3}, kSigma, 1.0);
  gaussian_blur(high, {1, 3}, kSigma, 1.0);
  EXPECT_THAT(low.values(), testing::Each(0));
  EXPECT_THAT(high.values(), testing::Each(2));
}

TEST(GaussianBlur, NeedsAPictureThatCanBeMirrored) {
  ImageU8 small(4, 6, 3);
  EXPECT_NO_THROW(gaussian_blur(small, {7, 11}, 1.0, 1.0));
  EXPECT_THAT(
      [&] {
        gaussian_blur(small, {9, 3}, 1.0, 1.0);
      },
      ThrowsMessage<Error>(HasSubstr("a kernel of 9x3 pixels (height x width) needs a picture of "
                                     "at least 5x2 for its mirrored border, this one is 4x6")));
  EXPECT_THROW(gaussian_blur(small, {3, 13}, 1.0, 1.0), Error);
}

TEST(GaussianBlur, RefusesEvenKernelsAndNoSigma) {
  ImageU8 image(9, 9, 3);
  EXPECT_THROW(gaussian_blur(image, {2, 3}, 1.0, 1.0), Error);
  EXPECT_THROW(gaussian_blur(image, {3, -1}, 1.0, 1.0), Error);
  EXPECT_THROW(gaussian_blur(image, {3, 3}, 0.0, 1.0), Error);
  EXPECT_THROW(gaussian_blur(image, {3, 3}, 1.0, std::numeric_limits<double>::quiet_NaN()), Error);
}

TEST(Noise, OnBytesIsRoundedHalfUpAndClamped) {
  ImageU8 image = raster_of<std::uint8_t>(1, 2, 3, {100, 100, 100, 100, 250, 5});
  // A sigma of 1/255 makes one normal one level.
  const std::vector<float> normals = {0.0F, 0.5F, -0.5F, 0.49F, 100.0F, -100.0F};
  add_noise(image.values(), normals, 0.0F, 1.0F / 255.0F);
  EXPECT_THAT(image.values(), ElementsAre(100, 101, 100, 100, 255, 0));
}

TEST(Noise, AddsTheMean) {
  ImageU8 image = raster_of<std::uint8_t>(1, 1, 3, {0, 100, 255});
  add_noise(image.values(), std::vector<float>(3), 0.2F, 1.0F);
  EXPECT_THAT(image.values(), ElementsAre(51, 151, 255));
}

TEST(Noise, OfNothingChangesNothing) {
  const ImageU8 in = made_picture(8, 8, 3, 7);
  ImageU8 out = in;
  add_noise(out.values(), std::vector<float>(in.values().size(), 3.0F), 0.0F, 0.0F);
  EXPECT_EQ(out, in);
}

TEST(Noise, OnFloatsIsClampedOnRequest) {
  const std::vector<float> normals = {2.0F, -2.0F, 0.5F};
  const ImageF32 in = raster_of<float>(1, 1, 3, {0.5F, 0.5F, 0.5F});
  ImageF32 clipped = in;
  add_noise(clipped.values(), normals, 0.0F, 0.5F, true);
  EXPECT_THAT(clipped.values(), ElementsAre(1.0F, 0.0F, 0.75F));
  ImageF32 open = in;
  add_noise(open.values(), normals, 0.0F, 0.5F, false);
  EXPECT_THAT(open.values(), ElementsAre(1.5F, -0.5F, 0.75F));
}

TEST(Noise, NeedsANormalPerValue) {
  ImageU8 image(2, 2, 3);
  EXPECT_THAT([&] { add_noise(image.values(), std::vector<float>(4), 0.0F, 1.0F); },
              ThrowsMessage<Error>("add_noise: 4 normals for 12 values"));
}

}  // namespace
}  // namespace epochmill::image
