#include "capi/exif.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace epochmill::capi {
namespace {

Bytes little_endian(std::uint8_t type, std::uint8_t orientation) {
  return {'I', 'I', 42, 0, 8, 0,           0, 0, 1, 0, 0x12, 0x01, type,
          0,   1,   0,  0, 0, orientation, 0, 0, 0, 0, 0,    0,    0};
}

TEST(ExifOrientation, ReadsEitherByteOrder) {
  const Bytes big_endian{'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0,
                         3,   0,   0, 0,  1, 0, 6, 0, 0, 0, 0,    0,    0};
  EXPECT_EQ(exif_orientation(big_endian), 6);
  for (std::uint8_t orientation = 1; orientation <= 8; ++orientation) {
    EXPECT_EQ(exif_orientation(little_endian(3, orientation)), orientation);
  }
}

TEST(ExifOrientation, IsOneForEverythingElse) {
  EXPECT_EQ(exif_orientation({}), 1);
  EXPECT_EQ(exif_orientation(little_endian(3, 0)), 1);
  EXPECT_EQ(exif_orientation(little_endian(3, 9)), 1);
  EXPECT_EQ(exif_orientation(little_endian(2, 6)), 1);  // a text
  EXPECT_EQ(exif_orientation(Bytes(100000, 0xFF)), 1);
  EXPECT_EQ(exif_orientation(Bytes(100000, 0)), 1);
}

TEST(ExifOrientation, SurvivesEveryCutAndChange) {
  Bytes exif = little_endian(3, 6);
  for (std::size_t size = 0; size < exif.size(); ++size) {
    const int orientation = exif_orientation(ByteView(exif).first(size));
    EXPECT_TRUE(orientation == 1 || orientation == 6);
  }
  for (std::size_t at = 0; at < exif.size(); ++at) {
    for (int value = 0; value < 256; ++value) {
      const std::uint8_t was = std::exchange(exif[at], static_cast<std::uint8_t>(value));
      const int orientation = exif_orientation(exif);
      EXPECT_TRUE(orientation >= 1 && orientation <= 8);
      exif[at] = was;
    }
  }
}

}  // namespace
}  // namespace epochmill::capi
