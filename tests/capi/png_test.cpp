#include "capi/png.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace epochmill::capi {
namespace {

TEST(PngDecoder, TellsTheHeaderBeforeThePixels) {
  const Bytes png = encode_png(Bytes(12 * 20, 77), 20, 12, 1, 6);
  PngDecoder decoder(png);
  EXPECT_EQ(decoder.header().width, 20U);
  EXPECT_EQ(decoder.header().height, 12U);
  EXPECT_EQ(decoder.header().bit_depth, 8);
  EXPECT_EQ(decoder.header().channels, 1);
  EXPECT_FALSE(decoder.header().has_alpha);
  EXPECT_FALSE(decoder.has_trns());
  Bytes pixels(12 * 20 * 3);
  decoder.read_rgb8(pixels);
  EXPECT_EQ(pixels, Bytes(12 * 20 * 3, 77));
  EXPECT_FALSE(decoder.has_trns());
}

TEST(PngDecoder, RefusesABufferOfAnotherSize) {
  const Bytes png = encode_png(Bytes(64 * 3, 5), 8, 8, 3, 6);
  Bytes pixels(64 * 3 - 1);
  PngDecoder decoder(png);
  try {
    decoder.read_rgb8(pixels);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInternal);
  }
}

TEST(PngDecoder, RefusesWhatIsNoPng) {
  EXPECT_THROW(PngDecoder(Bytes{}), Error);
  EXPECT_THROW(PngDecoder(Bytes(100, 0)), Error);
}

}  // namespace
}  // namespace epochmill::capi
