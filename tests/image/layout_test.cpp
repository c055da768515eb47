#include "image/layout.hpp"

#include <gmock/gmock.h>

#include "made_picture.hpp"

namespace epochmill::image {
namespace {

using Byte = std::uint8_t;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr std::array<double, 3> kBlack = {0, 0, 0};

std::vector<Byte> bytes_of_image(const Image& image) {
  const auto& values = std::get<ImageU8>(image).values();
  return {values.begin(), values.end()};
}

// 1 2 3 / 4 5 6
ImageU8 two_by_three() { return raster_of<Byte>(2, 3, 1, {1, 2, 3, 4, 5, 6}); }

std::vector<Byte> padded_row(PaddingMode mode, int left, int right) {
  const ImageU8 row = raster_of<Byte>(1, 3, 1, {1, 2, 3});
  return bytes_of_image(pad(row, {left, 0, right, 0}, mode, {9, 9, 9}));
}

TEST(Crop, TakesTheBox) {
  const Image out = crop(two_by_three(), {0, 1, 2, 2});
  EXPECT_EQ(shape_of(out), (Shape{2, 2, 1, PixelType::kU8}));
  EXPECT_THAT(bytes_of_image(out), ElementsAre(2, 3, 5, 6));
}

TEST(Crop, OfTheWholePictureIsThePicture) {
  const Image floats = as_f32(made_picture(5, 7, 3, 1), 0.3F);
  EXPECT_EQ(crop(floats, {0, 0, 5, 7}), floats);
}

TEST(Crop, RefusesABoxThatIsNotInside) {
  EXPECT_THROW(crop(two_by_three(), {0, 0, 1, 0}), Error);
  EXPECT_THROW(crop(two_by_three(), {-1, 0, 1, 1}), Error);
  EXPECT_THAT(
      [] {
        crop(two_by_three(), {1, 1, 2, 1});
      },
      ThrowsMessage<Error>("crop: box 2x1 at (1, 1) is not inside a 2x3 picture"));
}

TEST(Pad, RepeatsOrMirrorsAsTorchvision) {
  EXPECT_THAT(padded_row(PaddingMode::kConstant, 2, 1), ElementsAre(9, 9, 1, 2, 3, 9));
  EXPECT_THAT(padded_row(PaddingMode::kEdge, 2, 4), ElementsAre(1, 1, 1, 2, 3, 3, 3, 3, 3));
  EXPECT_THAT(padded_row(PaddingMode::kReflect, 2, 2), ElementsAre(3, 2, 1, 2, 3, 2, 1));
  EXPECT_THAT(padded_row(PaddingMode::kSymmetric, 3, 2), ElementsAre(3, 2, 1, 1, 2, 3, 3, 2));
}

TEST(Pad, PutsEachBorderOnItsSide) {
  const Image out = pad(two_by_three(), {1, 2, 0, 1}, PaddingMode::kConstant, {7, 7, 7});
  EXPECT_EQ(shape_of(out), (Shape{5, 4, 1, PixelType::kU8}));
  EXPECT_THAT(bytes_of_image(out),
              ElementsAre(7, 7, 7, 7, 7, 7, 7, 7, 7, 1, 2, 3, 7, 4, 5, 6, 7, 7, 7, 7));
}

TEST(Pad, MirrorsRowsToo) {
  const Image out = pad(two_by_three(), {0, 1, 0, 1}, PaddingMode::kReflect, kBlack);
  EXPECT_THAT(bytes_of_image(out), ElementsAre(4, 5, 6, 1, 2, 3, 4, 5, 6, 1, 2, 3));
}

TEST(Pad, FillsEachChannelInItsOwnScale) {
  const ImageU8 byte_pixel = raster_of<Byte>(1, 1, 3, {1, 2, 3});
  EXPECT_THAT(bytes_of_image(pad(byte_pixel, {1, 0, 0, 0}, PaddingMode::kConstant, {10.9, 0, 255})),
              ElementsAre(10, 0, 255, 1, 2, 3));
  const ImageF32 float_pixel = raster_of<float>(1, 1, 3, {1, 2, 3});
  const Image out = pad(float_pixel, {0, 0, 1, 0}, PaddingMode::kConstant, {0.25, -1, 0.5});
  EXPECT_THAT(std::get<ImageF32>(out).values(), ElementsAre(1, 2, 3, 0.25F, -1, 0.5F));
}

TEST(Pad, WithoutABorderIsThePicture) {
  const Image in = made_picture(3, 4, 3, 2);
  for (const auto mode : {PaddingMode::kConstant, PaddingMode::kEdge, PaddingMode::kReflect,
                          PaddingMode::kSymmetric}) {
    EXPECT_EQ(pad(in, {}, mode, kBlack), in);
  }
}

TEST(Pad, OfOnePixelRepeatsIt) {
  const ImageU8 pixel = raster_of<Byte>(1, 1, 1, {5});
  EXPECT_THAT(bytes_of_image(pad(pixel, {1, 1, 1, 1}, PaddingMode::kSymmetric, kBlack)),
              testing::Each(5));
  EXPECT_THAT(bytes_of_image(pad(pixel, {3, 0, 4, 0}, PaddingMode::kEdge, kBlack)),
              testing::Each(5));
}

TEST(Pad, NamesBothSizesWhenItCannotMirror) {
  const auto pad_by = [](const Padding& padding, PaddingMode mode) {
    return [=] { pad(two_by_three(), padding, mode, kBlack); };
  };
  EXPECT_THAT(pad_by({3, 0, 0, 0}, PaddingMode::kReflect),
              ThrowsMessage<Error>(HasSubstr("borders of 3, 0, 0, 0 pixels")));
  EXPECT_THAT(
      pad_by({0, 0, 0, 2}, PaddingMode::kReflect),
      ThrowsMessage<Error>(HasSubstr("a 2x3 picture can mirror, which is 2 across and 1 down")));
  EXPECT_THAT(pad_by({0, 3, 0, 0}, PaddingMode::kSymmetric),
              ThrowsMessage<Error>(HasSubstr("which is 3 across and 2 down")));
  EXPECT_THAT(pad_by({0, 0, -1, 0}, PaddingMode::kEdge),
              ThrowsMessage<Error>(HasSubstr("a border of -1 pixels")));
  EXPECT_NO_THROW(pad_by({3, 2, 3, 2}, PaddingMode::kSymmetric)());
}

TEST(Pad, FaultsOfTheUserAreOfKindInput) {
  try {
    pad(two_by_three(), {5, 0, 0, 0}, PaddingMode::kReflect, kBlack);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
  }
}

TEST(Flip, MirrorsPixelsNotChannels) {
  const ImageU8 row = raster_of<Byte>(1, 2, 3, {1, 2, 3, 4, 5, 6});
  EXPECT_THAT(bytes_of_image(flip_horizontal(row)), ElementsAre(4, 5, 6, 1, 2, 3));
  EXPECT_EQ(flip_vertical(row), Image(row));
  EXPECT_THAT(bytes_of_image(flip_vertical(two_by_three())), ElementsAre(4, 5, 6, 1, 2, 3));
}

TEST(Flip, TwiceIsThePicture) {
  for (const auto& [height, width] : {std::pair{1, 1}, {1, 8}, {9, 1}, {6, 5}}) {
    const ImageU8 bytes = made_picture(height, width, 3, 4);
    for (const Image& in : {Image(bytes), Image(as_f32(bytes, 0.01F))}) {
      EXPECT_EQ(flip_horizontal(flip_horizontal(in)), in);
      EXPECT_EQ(flip_vertical(flip_vertical(in)), in);
    }
  }
}

// What Pillow's ImageOps.exif_transpose shows.
TEST(Orient, ShowsAllEightOrientations) {
  const auto shown = [](int orientation) { return orient(two_by_three(), orientation).values(); };
  EXPECT_THAT(shown(1), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(shown(2), ElementsAre(3, 2, 1, 6, 5, 4));
  EXPECT_THAT(shown(3), ElementsAre(6, 5, 4, 3, 2, 1));
  EXPECT_THAT(shown(4), ElementsAre(4, 5, 6, 1, 2, 3));
  EXPECT_THAT(shown(5), ElementsAre(1, 4, 2, 5, 3, 6));
  EXPECT_THAT(shown(6), ElementsAre(4, 1, 5, 2, 6, 3));
  EXPECT_THAT(shown(7), ElementsAre(6, 3, 5, 2, 4, 1));
  EXPECT_THAT(shown(8), ElementsAre(3, 6, 2, 5, 1, 4));
}

TEST(Orient, SwapsTheSidesFromFiveOn) {
  for (int orientation = 1; orientation <= 8; ++orientation) {
    const ImageU8 out = orient(made_picture(2, 3, 3, 1), orientation);
    EXPECT_EQ(out.height(), orientation < 5 ? 2 : 3);
    EXPECT_EQ(out.width(), orientation < 5 ? 3 : 2);
  }
}

TEST(Orient, KeepsPicturesWithAnUnknownOrientation) {
  for (const int orientation : {-1, 0, 9, 65535}) {
    EXPECT_EQ(orient(two_by_three(), orientation), two_by_three());
  }
}

}  // namespace
}  // namespace epochmill::image
