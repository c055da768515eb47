#include "capi/jpeg.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace epochmill::capi {
namespace {

TEST(JpegDecoder, TellsTheHeaderBeforeThePixels) {
  const Bytes grey(12 * 20, 77);
  const Bytes jpeg = encode_jpeg(grey, 20, 12, 1, 90);
  JpegDecoder decoder(jpeg);
  EXPECT_EQ(decoder.header().width, 20);
  EXPECT_EQ(decoder.header().height, 12);
  EXPECT_EQ(decoder.header().channels, 3);
  EXPECT_FALSE(decoder.header().has_adobe_marker);
  EXPECT_TRUE(decoder.exif().empty());
  Bytes pixels(12 * 20 * 3);
  decoder.read_pixels(pixels);
  EXPECT_EQ(pixels, Bytes(12 * 20 * 3, 77));
  EXPECT_TRUE(decoder.warnings().empty());
}

TEST(JpegDecoder, RefusesABufferOfAnotherSize) {
  const Bytes jpeg = encode_jpeg(Bytes(64 * 3, 5), 8, 8, 3, 90);
  Bytes pixels(64 * 3 - 1);
  JpegDecoder decoder(jpeg);
  try {
    decoder.read_pixels(pixels);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInternal);
  }
}

TEST(JpegDecoder, CanBeDroppedAtAnyPoint) {
  const Bytes jpeg = encode_jpeg(Bytes(64 * 3, 5), 8, 8, 3, 90);
  { JpegDecoder unread(jpeg); }
  EXPECT_THROW(JpegDecoder(Bytes{}), Error);
  EXPECT_THROW(JpegDecoder(Bytes{0xFF, 0xD8}), Error);
  EXPECT_THROW(JpegDecoder(Bytes(100, 0)), Error);
}

}  // namespace
}  // namespace epochmill::capi
