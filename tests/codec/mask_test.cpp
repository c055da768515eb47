#include "codec/mask.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "capi/file.hpp"
#include "codec/made_formats.hpp"
#include "codec/made_picture.hpp"

namespace epochmill::codec {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::input_error_of;
using testing::make_png;
using testing::PngSpec;
using testing::scattered_values;

PngSpec one_channel(int color_type, int bit_depth, bool is_interlaced) {
  PngSpec spec;
  spec.width = 13;
  spec.height = 9;
  spec.color_type = color_type;
  spec.bit_depth = bit_depth;
  spec.is_interlaced = is_interlaced;
  spec.samples = scattered_values(13 * 9, 1U << bit_depth, 5);
  if (color_type != 3) return spec;
  for (std::uint32_t i = 0; i < 1U << bit_depth; ++i) spec.palette.push_back(0x010203 * (255 - i));
  spec.palette_alpha = {0, 128};
  return spec;
}

Bytes bytes_of_text(std::string_view text) {
  return Bytes(as_text(as_bytes(text)).begin(), as_text(as_bytes(text)).end());
}

TEST(Mask, OfAPngIsItsIndicesUnscaled) {
  for (const int color_type : {0, 3}) {
    for (const int bit_depth : {1, 2, 4, 8}) {
      for (const bool is_interlaced : {false, true}) {
        const PngSpec spec = one_channel(color_type, bit_depth, is_interlaced);
        const image::ImageU8 mask = decode_mask(make_png(spec), {}).image;
        ASSERT_EQ(image::shape_of(mask), (image::Shape{9, 13, 1, image::PixelType::kU8}));
        EXPECT_TRUE(std::equal(mask.values().begin(), mask.values().end(), spec.samples.begin()))
            << color_type << " " << bit_depth << " " << is_interlaced;
      }
    }
  }
}

TEST(Mask, OfAnEncodedPngComesBack) {
  image::ImageU8 mask(7, 5, 1);
  for (std::size_t i = 0; i < mask.values().size(); ++i) {
    mask.values()[i] = static_cast<std::uint8_t>(i * 7);
  }
  EXPECT_EQ(decode_mask(encode_png(mask), {}).image, mask);
}

TEST(Mask, OfAPgmIsItsSamplesUnscaled) {
  const Bytes pgm = bytes_of_text("P5\n3 2\n20\n\x01\x02\x03\x14\x05\x06");
  const image::ImageU8 mask = decode_mask(pgm, {}).image;
  ASSERT_EQ(image::shape_of(mask), (image::Shape{2, 3, 1, image::PixelType::kU8}));
  EXPECT_THAT(mask.values(), ::testing::ElementsAre(1, 2, 3, 20, 5, 6));
  EXPECT_THAT(input_error_of([] { decode_mask(bytes_of_text("P5\n1 1\n20\n\x15"), {}); }),
              HasSubstr("above its maxval of 20"));
}

TEST(Mask, IsOrientedAsAPictureIs) {
  PngSpec spec = one_channel(3, 8, false);
  const Bytes png = testing::with_chunk(
      make_png(spec), testing::png_chunk("eXIf", testing::exif_with_orientation(6, true)), "IDAT");
  const image::ImageU8 turned = decode_mask(png, {}).image;
  ASSERT_EQ(turned.height(), 13);
  ASSERT_EQ(turned.width(), 9);
  EXPECT_EQ(turned.pixel(0, 8)[0], spec.samples[0]) << "the first pixel goes to the top right";
  EXPECT_EQ(decode_mask(png, {.exif = false}).image.height(), 9);
}

// Says what was found, and what would do.
void expect_refused(const Bytes& bytes, const char* found) {
  EXPECT_THAT(input_error_of([&] { decode_mask(bytes, {}); }),
              AllOf(HasSubstr(found), HasSubstr("P5")));
}

// One pixel.
Bytes png_of(int color_type, int bit_depth, std::vector<std::uint32_t> samples) {
  PngSpec spec;
  spec.color_type = color_type;
  spec.bit_depth = bit_depth;
  spec.samples = std::move(samples);
  return make_png(spec);
}

TEST(Mask, IsNoPictureOfColours) {
  expect_refused(png_of(2, 8, {1, 2, 3}), "3 channels of 8 bits");
  expect_refused(png_of(0, 16, {500}), "1 channel of 16 bits");
  expect_refused(png_of(4, 8, {5, 255}), "2 channels of 8 bits");
  testing::JpegSpec grey;
  grey.channels = 1;
  expect_refused(testing::make_jpeg(grey, image::ImageU8(8, 8, 1)), "JPEG");
  expect_refused(bytes_of_text("P2\n1 1\n9\n5\n"), "P2");
  expect_refused(bytes_of_text("P4\n1 1\n\xff"), "P4");
  expect_refused(bytes_of_text("P6\n1 1\n255\nabc"), "3 channels");
  expect_refused(bytes_of_text("P5\n1 1\n65535\nab"), "65535");
}

TEST(Mask, OfDamagedBytesOrTooManyPixelsIsRefused) {
  const Bytes png = make_png(one_channel(3, 4, false));
  for (std::size_t size = 0; size < png.size(); ++size) {
    const Bytes cut(png.begin(), png.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_NE(input_error_of([&] { decode_mask(cut, {}); }), "") << size;
  }
  EXPECT_THAT(input_error_of([&] { decode_mask(png, {.max_pixels = 100}); }),
              HasSubstr("max_pixels"));
  EXPECT_THAT(input_error_of([] { decode_mask(bytes_of_text("P5\n9 9\n255\nabc"), {}); }),
              HasSubstr("cut"));
  EXPECT_THAT(input_error_of([] { decode_mask(bytes_of_text("<html>"), {}); }), HasSubstr("HTML"));
}

// VOC's: palette PNGs, whose colours say nothing of the indices; 255 is the border.
TEST(Mask, OfRealDatasetsHasTheirClasses) {
  const std::filesystem::path folder = std::filesystem::path(EPOCHMILL_SHARED) / "cases/C11";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no " << folder;
  const auto indices = [&](const char* name) {
    const image::ImageU8 mask = decode_mask(capi::read_file(folder / name), {}).image;
    return std::set<int>(mask.values().begin(), mask.values().end());
  };
  EXPECT_THAT(indices("mask_0_9_255.png"), ::testing::ElementsAre(0, 9, 255));
  for (const char* name : {"2011_000003.png", "2011_000006.png"}) {
    for (const int index : indices(name)) EXPECT_TRUE(index <= 20 || index == 255) << index;
  }
}

}  // namespace
}  // namespace epochmill::codec
