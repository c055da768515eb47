#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codec/codec.hpp"
#include "codec/rgb.hpp"
#include "image/layout.hpp"
#include "made_formats.hpp"
#include "made_picture.hpp"

namespace epochmill::codec {
namespace {

using ::testing::HasSubstr;
using testing::input_error_of;
using testing::make_webp;
using testing::ramp_picture;
using testing::WebpSpec;

image::ImageU8 with_alpha() {
  image::ImageU8 picture = ramp_picture(19, 22, 4);
  for (int x = 0; x < 22; ++x) picture.pixel(3, x)[3] = static_cast<std::uint8_t>(x);
  return picture;
}

TEST(WebpCodec, ReadsLosslessPixelsAsTheyAre) {
  const image::ImageU8 picture = ramp_picture(19, 22, 3);
  const Bytes webp = make_webp({}, picture);
  EXPECT_EQ(decode(webp, {}).image, picture);
  EXPECT_EQ(read_size(webp, {}), (image::Size{19, 22}));
}

// The payload alone, where a chunk should begin: libwebp finds a picture in it, and its demuxer
// none.
TEST(WebpCodec, RefusesAPayloadWithoutItsChunk) {
  Bytes webp = make_webp({}, ramp_picture(19, 22, 3));
  webp.erase(webp.begin() + 12, webp.begin() + 20);
  EXPECT_THAT(input_error_of([&] { decode(webp, {}); }), HasSubstr("is cut"));
}

TEST(WebpCodec, ReadsLossyPixelsNearly) {
  const image::ImageU8 picture = ramp_picture(40, 50, 3);
  const WebpSpec spec{.is_lossless = false, .quality = 95, .exif = {}, .is_animated = false};
  EXPECT_LT(testing::mean_difference(decode(make_webp(spec, picture), {}).image, picture), 3);
}

TEST(WebpCodec, LaysAlphaOnTheBackground) {
  DecodeOptions options;
  options.background = {255, 0, 128};
  EXPECT_EQ(decode(make_webp({}, with_alpha()), options).image,
            to_rgb(with_alpha(), options.background));
}

TEST(WebpCodec, AppliesTheOrientationUnlessToldNotTo) {
  const image::ImageU8 picture = ramp_picture(9, 14, 3);
  for (int orientation = 1; orientation <= 8; ++orientation) {
    WebpSpec spec;
    spec.exif = testing::exif_with_orientation(static_cast<std::uint16_t>(orientation), true);
    const image::ImageU8 turned = image::orient(picture, orientation);
    const Bytes webp = make_webp(spec, picture);
    EXPECT_EQ(decode(webp, {}).image, turned);
    EXPECT_EQ(read_size(webp, {}), (image::Size{turned.height(), turned.width()}));
    EXPECT_EQ(decode(webp, {.exif = false}).image, picture);
    const Bytes prefix{'E', 'x', 'i', 'f', 0, 0};
    spec.exif.insert(spec.exif.begin(), prefix.begin(), prefix.end());
    EXPECT_EQ(decode(make_webp(spec, picture), {}).image, turned);
  }
}

TEST(WebpCodec, ShowsTheFirstFrameOnItsCanvas) {
  WebpSpec spec;
  spec.is_animated = true;
  DecodeOptions options;
  options.background = {1, 2, 3};
  for (const image::ImageU8& picture : {ramp_picture(19, 22, 3), with_alpha()}) {
    const image::ImageU8 canvas = decode(make_webp(spec, picture), options).image;
    ASSERT_EQ((image::Size{canvas.height(), canvas.width()}), (image::Size{25, 30}));
    const image::Image part = image::crop(canvas, {2, 4, 19, 22});
    EXPECT_EQ(std::get<image::ImageU8>(part), to_rgb(picture, options.background));
    const int uncovered = picture.channels() == 4 ? 3 : 0;
    EXPECT_EQ(canvas.pixel(0, 0)[2], uncovered);
    EXPECT_EQ(canvas.pixel(24, 29)[2], uncovered);
  }
}

TEST(WebpCodec, RefusesEveryCut) {
  WebpSpec lossy;
  lossy.is_lossless = false;
  WebpSpec animated;
  animated.is_animated = true;
  for (const WebpSpec& spec : {WebpSpec{}, lossy, animated}) {
    const Bytes webp = make_webp(spec, ramp_picture(19, 22, 3));
    for (std::size_t size = 12; size < webp.size(); ++size) {
      const ByteView cut = ByteView(webp).first(size);
      EXPECT_NE(input_error_of([&] { decode(cut, {}); }), "") << size << " of " << webp.size();
    }
  }
}

TEST(WebpCodec, RefusesMorePixelsThanAllowed) {
  const Bytes webp = make_webp({}, ramp_picture(19, 22, 3));
  DecodeOptions options;
  options.max_pixels = 19 * 22 - 1;
  EXPECT_THAT(input_error_of([&] { decode(webp, options); }), HasSubstr("max_pixels"));
  EXPECT_THAT(input_error_of([&] { read_size(webp, options); }), HasSubstr("max_pixels"));
}

}  // namespace
}  // namespace epochmill::codec
