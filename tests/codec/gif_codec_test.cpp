#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codec/codec.hpp"
#include "made_formats.hpp"
#include "made_picture.hpp"

namespace epochmill::codec {
namespace {

using ::testing::ElementsAre;
using testing::GifSpec;
using ::testing::HasSubstr;
using testing::input_error_of;
using testing::make_gif;
using testing::scattered_values;

GifSpec scattered_gif(int width, int height) {
  GifSpec spec;
  spec.canvas_width = spec.width = width;
  spec.canvas_height = spec.height = height;
  spec.palette = scattered_values(16, 1U << 24, 5);
  spec.indices = scattered_values(static_cast<std::size_t>(width * height), 16, 6);
  return spec;
}

std::vector<int> pixel(const image::ImageU8& image, int y, int x) {
  return {image.pixel(y, x)[0], image.pixel(y, x)[1], image.pixel(y, x)[2]};
}

std::vector<int> color(std::uint32_t rgb) {
  return {static_cast<int>(rgb >> 16), static_cast<int>(rgb >> 8 & 0xFF),
          static_cast<int>(rgb & 0xFF)};
}

TEST(GifCodec, ReadsRowsInEitherOrder) {
  for (const int height : {1, 2, 5, 9, 17}) {
    for (const bool is_interlaced : {false, true}) {
      GifSpec spec = scattered_gif(13, height);
      spec.is_interlaced = is_interlaced;
      spec.has_local_palette = height % 2 == 0;
      const image::ImageU8 image = decode(make_gif(spec), {}).image;
      for (int y = 0; y < height; ++y) {
        for (int x = 0; x < 13; ++x) {
          const std::uint32_t index = spec.indices[static_cast<std::size_t>(y * 13 + x)];
          ASSERT_EQ(pixel(image, y, x), color(spec.palette[index]));
        }
      }
    }
  }
}

TEST(GifCodec, PutsAPartOnItsCanvas) {
  GifSpec spec = scattered_gif(4, 3);
  spec.canvas_width = 10;
  spec.canvas_height = 8;
  spec.left = 5;
  spec.top = 2;
  const image::ImageU8 opaque = decode(make_gif(spec), {}).image;
  ASSERT_EQ((image::Size{opaque.height(), opaque.width()}), (image::Size{8, 10}));
  EXPECT_EQ(pixel(opaque, 0, 0), color(spec.palette[0]));
  EXPECT_EQ(pixel(opaque, 2, 5), color(spec.palette[spec.indices[0]]));
  EXPECT_EQ(pixel(opaque, 4, 8), color(spec.palette[spec.indices[11]]));
  EXPECT_EQ(pixel(opaque, 5, 9), color(spec.palette[0]));
}

TEST(GifCodec, ShowsTheBackgroundThroughTransparentPixels) {
  GifSpec spec = scattered_gif(2, 1);
  spec.canvas_width = 3;
  spec.indices = {3, 4};
  spec.transparent_index = 4;
  DecodeOptions options;
  options.background = {9, 8, 7};
  const image::ImageU8 image = decode(make_gif(spec), options).image;
  EXPECT_EQ(pixel(image, 0, 0), color(spec.palette[3]));
  EXPECT_THAT(pixel(image, 0, 1), ElementsAre(9, 8, 7));
  EXPECT_THAT(pixel(image, 0, 2), ElementsAre(9, 8, 7));
}

TEST(GifCodec, GrowsTheCanvasForAFrameThatOverhangs) {
  GifSpec spec = scattered_gif(6, 5);
  spec.canvas_width = 4;
  spec.canvas_height = 4;
  spec.top = 2;
  const Bytes gif = make_gif(spec);
  const Decoded decoded = decode(gif, {});
  EXPECT_EQ((image::Size{decoded.image.height(), decoded.image.width()}), (image::Size{7, 6}));
  EXPECT_EQ(read_size(gif, {}), (image::Size{7, 6}));
}

TEST(GifCodec, RefusesEveryCut) {
  const Bytes gif = make_gif(scattered_gif(13, 9));
  // Only the last byte, which ends the file, is behind the first frame.
  for (std::size_t size = 6; size + 1 < gif.size(); ++size) {
    const ByteView cut = ByteView(gif).first(size);
    EXPECT_NE(input_error_of([&] { decode(cut, {}); }), "") << size;
  }
}

TEST(GifCodec, RefusesClaimsThatItsBytesCannotKeep) {
  Bytes gif = make_gif(scattered_gif(13, 9));
  const std::size_t frame = 13 + 3 * 16;
  ASSERT_EQ(gif[frame], ',');
  gif[frame + 6] = gif[frame + 8] = 0x40;  // sides of 16384 and more
  EXPECT_THAT(input_error_of([&] { decode(gif, {}); }), HasSubstr("max_pixels"));
  EXPECT_THAT(input_error_of([&] { decode(gif, {.max_pixels = std::uint64_t{1} << 30}); }),
              HasSubstr("cannot hold"));
  gif[frame + 5] = gif[frame + 6] = 0;
  EXPECT_THAT(input_error_of([&] { decode(gif, {}); }), HasSubstr("has 0 x"));
  const Bytes empty{'G', 'I', 'F', '8', '9', 'a', 1, 0, 1, 0, 0, 0, 0, ';'};
  EXPECT_THAT(input_error_of([&] { decode(empty, {}); }), HasSubstr("holds no picture"));
}

}  // namespace
}  // namespace epochmill::codec
