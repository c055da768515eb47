#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "codec/codec.hpp"
#include "image/layout.hpp"
#include "made_picture.hpp"

namespace epochmill::codec {
namespace {

using ::testing::ElementsAre;
using testing::exif_with_orientation;
using ::testing::HasSubstr;
using testing::input_error_of;
using ::testing::IsEmpty;
using testing::JpegSpec;
using testing::make_jpeg;
using testing::marker_offset;
using testing::max_difference;
using testing::ramp_picture;

constexpr std::uint8_t kStartOfScan = 0xDA;

std::string decode_error(ByteView bytes) {
  return input_error_of([&] { decode(bytes, {}); });
}

Bytes without_end_marker(Bytes jpeg) {
  jpeg.erase(jpeg.end() - 2, jpeg.end());
  return jpeg;
}

Bytes with_end_marker(Bytes jpeg) {
  jpeg.insert(jpeg.end(), {0xFF, 0xD9});
  return jpeg;
}

// `jpeg` from its start to its last scan, which is left out with all that follows.
Bytes without_last_scan(const Bytes& jpeg) {
  const std::size_t at = as_text(jpeg).rfind("\xFF\xDA");
  return Bytes(jpeg.begin(), jpeg.begin() + static_cast<std::ptrdiff_t>(at));
}

TEST(JpegCodec, DecodesWhatItEncoded) {
  const image::ImageU8 picture = ramp_picture(45, 61, 3);
  const Decoded decoded = decode(encode_jpeg(picture, 95), {});
  EXPECT_LE(max_difference(decoded.image, picture), 6);
  EXPECT_THAT(decoded.warnings, IsEmpty());
}

TEST(JpegCodec, SpreadsGreyOverThreeEqualChannels) {
  const image::ImageU8 grey = ramp_picture(20, 30, 1);
  const image::ImageU8 rgb = decode(encode_jpeg(grey, 95), {}).image;
  ASSERT_EQ(rgb.channels(), 3);
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 30; ++x) {
      EXPECT_EQ(rgb.pixel(y, x)[0], rgb.pixel(y, x)[1]);
      EXPECT_EQ(rgb.pixel(y, x)[0], rgb.pixel(y, x)[2]);
      EXPECT_NEAR(rgb.pixel(y, x)[0], grey.pixel(y, x)[0], 3);
    }
  }
}

TEST(JpegCodec, KeepsColoursOfRgbCodedPictures) {
  const image::ImageU8 picture = ramp_picture(24, 24, 3);
  JpegSpec spec;
  spec.is_rgb_coded = true;
  for (const bool has_adobe_marker : {true, false}) {  // without it: by the component ids R, G, B
    spec.has_adobe_marker = has_adobe_marker;
    EXPECT_LE(max_difference(decode(make_jpeg(spec, picture), {}).image, picture), 4);
  }
}

// The rule of the header, in floating point.
image::ImageU8 slow_rgb_of_inks(const image::ImageU8& inks, bool is_inverted) {
  image::ImageU8 rgb(inks.height(), inks.width(), 3);
  for (int y = 0; y < inks.height(); ++y) {
    for (int x = 0; x < inks.width(); ++x) {
      for (int c = 0; c < 3; ++c) {
        const double ink = inks.pixel(y, x)[c];
        const double black = inks.pixel(y, x)[3];
        const double value = is_inverted ? ink * black / 255 : (255 - ink) * (255 - black) / 255;
        rgb.pixel(y, x)[c] = static_cast<std::uint8_t>(std::floor(value + 0.5));
      }
    }
  }
  return rgb;
}

TEST(JpegCodec, TakesInksAsInvertedWhenAdobesMarkerIsThere) {
  const image::ImageU8 inks = ramp_picture(32, 32, 4);
  JpegSpec spec;
  spec.channels = 4;
  spec.quality = 100;
  for (const bool is_ycck_coded : {false, true}) {
    spec.is_ycck_coded = is_ycck_coded;
    const Decoded decoded = decode(make_jpeg(spec, inks), {});
    EXPECT_LE(max_difference(decoded.image, slow_rgb_of_inks(inks, true)), 4);
    EXPECT_THAT(decoded.warnings, IsEmpty());
  }
}

TEST(JpegCodec, TakesInksWithoutMarkerAsPlainAndSaysSo) {
  const image::ImageU8 inks = ramp_picture(32, 32, 4);
  JpegSpec spec;
  spec.channels = 4;
  spec.quality = 100;
  spec.has_adobe_marker = false;
  const Decoded decoded = decode(make_jpeg(spec, inks), {});
  EXPECT_LE(max_difference(decoded.image, slow_rgb_of_inks(inks, false)), 4);
  EXPECT_THAT(decoded.warnings, ElementsAre(HasSubstr("no Adobe marker")));
}

TEST(JpegCodec, AppliesEveryOrientationOfEitherByteOrder) {
  const image::ImageU8 picture = ramp_picture(24, 40, 3);
  DecodeOptions as_stored;
  as_stored.exif = false;
  for (std::uint16_t orientation = 1; orientation <= 8; ++orientation) {
    JpegSpec spec;
    spec.exif = exif_with_orientation(orientation, orientation % 2 == 0);
    const Bytes jpeg = make_jpeg(spec, picture);
    const image::ImageU8 stored = decode(jpeg, as_stored).image;
    EXPECT_EQ(read_size(jpeg, as_stored), (image::Size{24, 40}));
    EXPECT_LE(max_difference(stored, picture), 8);

    const image::ImageU8 shown = decode(jpeg, {}).image;
    EXPECT_EQ(shown, image::orient(stored, orientation)) << orientation;
    EXPECT_EQ(read_size(jpeg, {}), (image::Size{shown.height(), shown.width()}));
    EXPECT_EQ(shown.height(), orientation >= 5 ? 40 : 24);
  }
}

TEST(JpegCodec, TakesBrokenExifAsUpright) {
  const image::ImageU8 picture = ramp_picture(8, 16, 3);
  const Bytes plain = make_jpeg({}, picture);
  const Bytes good = exif_with_orientation(6, false);
  std::vector<Bytes> broken{exif_with_orientation(0, false), exif_with_orientation(9, true),
                            exif_with_orientation(65535, true), Bytes(200, 0xFF)};
  for (std::size_t size = 1; size < 20; ++size)
    broken.emplace_back(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size));
  for (const Bytes& exif : broken) {
    JpegSpec spec;
    spec.exif = exif;
    EXPECT_EQ(decode(make_jpeg(spec, picture), {}).image, decode(plain, {}).image);
  }
}

TEST(JpegCodec, RefusesEveryCutButThatOfTheWholeEndMarker) {
  const image::ImageU8 picture = ramp_picture(40, 56, 3);
  std::vector<JpegSpec> specs(5);
  specs[1].is_progressive = true;
  specs[2].restart_rows = 1;
  specs[3].has_separate_scans = true;
  specs[4].channels = 1;
  for (const JpegSpec& spec : specs) {
    const Bytes jpeg = make_jpeg(spec, spec.channels == 1 ? ramp_picture(40, 56, 1) : picture);
    for (std::size_t size = 0; size < jpeg.size(); ++size) {
      if (size == jpeg.size() - 2) continue;
      EXPECT_NE(decode_error(ByteView(jpeg).first(size)), "") << size << " of " << jpeg.size();
    }
    const Decoded whole = decode(jpeg, {});
    const Decoded no_end = decode(without_end_marker(jpeg), {});
    EXPECT_EQ(no_end.image, whole.image);
    EXPECT_THAT(whole.warnings, IsEmpty());
    EXPECT_THAT(no_end.warnings, ElementsAre(HasSubstr("end-of-image marker is missing")));
  }
}

TEST(JpegCodec, SaysThatACutPictureIsCut) {
  JpegSpec spec;
  for (const int restart_rows : {0, 1}) {
    spec.restart_rows = restart_rows;
    const Bytes jpeg = make_jpeg(spec, ramp_picture(40, 56, 3));
    EXPECT_THAT(decode_error(ByteView(jpeg).first(jpeg.size() - 60)), HasSubstr("is cut"));
  }
}

TEST(JpegCodec, DecodesAProgressivePictureWithoutItsLastScanAndSaysSo) {
  JpegSpec spec;
  spec.is_progressive = true;
  const Bytes rest = without_last_scan(make_jpeg(spec, ramp_picture(40, 56, 3)));
  const Decoded decoded = decode(with_end_marker(rest), {});
  EXPECT_LE(max_difference(decoded.image, ramp_picture(40, 56, 3)), 20);
  EXPECT_THAT(decoded.warnings, ElementsAre(HasSubstr("coarser")));
  // Without an end marker nobody knows how much is missing.
  EXPECT_THAT(decode_error(rest), HasSubstr("is cut"));
}

TEST(JpegCodec, RefusesAPictureWithoutAColourComponent) {
  JpegSpec spec;
  spec.has_separate_scans = true;
  const Bytes rest = without_last_scan(make_jpeg(spec, ramp_picture(40, 56, 3)));
  EXPECT_THAT(decode_error(with_end_marker(rest)), HasSubstr("component has no data"));
}

TEST(JpegCodec, SurvivesEveryFlippedBit) {
  DecodeOptions options;
  options.max_pixels = 1 << 16;
  std::vector<JpegSpec> specs(3);
  specs[1].is_progressive = true;
  specs[2].channels = 4;
  specs[2].exif = exif_with_orientation(6, true);
  for (const JpegSpec& spec : specs) {
    Bytes jpeg = make_jpeg(spec, ramp_picture(16, 24, spec.channels));
    int refused = 0;
    for (std::size_t bit = 0; bit < jpeg.size() * 8; ++bit) {
      jpeg[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
      try {
        const Decoded decoded = decode(jpeg, options);
        EXPECT_EQ(decoded.image.channels(), 3);
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kInput) << error.what();
        ++refused;
      }
      jpeg[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
    }
    EXPECT_GT(refused, 0);
  }
}

TEST(JpegCodec, DecodesArithmeticCodingAndRefusesItWhenCut) {
  const image::ImageU8 picture = ramp_picture(40, 56, 3);
  JpegSpec spec;
  spec.is_arithmetic = true;
  const Bytes jpeg = make_jpeg(spec, picture);
  EXPECT_EQ(decode(jpeg, {}).image, decode(make_jpeg({}, picture), {}).image);
  EXPECT_THAT(decode_error(without_end_marker(jpeg)), HasSubstr("is cut"));
  EXPECT_NE(decode_error(ByteView(jpeg).first(jpeg.size() / 2)), "");
}

TEST(JpegCodec, NamesTheCodingThatTheLibraryLacks) {
  const Bytes jpeg = make_jpeg({}, ramp_picture(16, 16, 3));
  const std::size_t frame = marker_offset(jpeg, 0xC0);
  Bytes lossless = jpeg;
  lossless[frame + 1] = 0xC3;
  EXPECT_THAT(decode_error(lossless), HasSubstr("a lossless JPEG (SOF3)"));
  Bytes jpeg_ls = jpeg;
  jpeg_ls[frame + 1] = 0xF7;
  EXPECT_THAT(decode_error(jpeg_ls), HasSubstr("a JPEG-LS picture"));
  Bytes hierarchical = jpeg;
  hierarchical[frame + 1] = 0xC5;
  EXPECT_THAT(decode_error(hierarchical), HasSubstr("hierarchical"));
  Bytes deep = jpeg;
  deep[frame + 4] = 12;
  EXPECT_THAT(decode_error(deep), HasSubstr("a 12-bit JPEG"));
  EXPECT_THAT(decode_error(deep), HasSubstr("libjpeg-turbo"));
}

TEST(JpegCodec, RefusesTooManyPixelsFromTheHeader) {
  Bytes jpeg = make_jpeg({}, ramp_picture(16, 16, 3));
  const std::size_t frame = marker_offset(jpeg, 0xC0);
  for (const std::size_t at : {frame + 5, frame + 7}) jpeg[at] = 0xF0;  // 61456 a side
  EXPECT_THAT(decode_error(jpeg), HasSubstr("61456 x 61456 pixels, more than max_pixels"));
  EXPECT_THAT(input_error_of([&] { read_size(jpeg, {}); }), HasSubstr("max_pixels"));
}

TEST(JpegCodec, RefusesAClaimThatItsDataCannotHoldBeforeTakingMemory) {
  Bytes jpeg = make_jpeg({}, ramp_picture(16, 16, 3));
  const std::size_t frame = marker_offset(jpeg, 0xC0);
  for (const std::size_t at : {frame + 5, frame + 7}) jpeg[at] = 0x3F;  // 16144 a side
  EXPECT_THAT(decode_error(jpeg), HasSubstr("cannot hold 16144 x 16144"));
  EXPECT_EQ(read_size(jpeg, {}), (image::Size{16144, 16144}));
}

TEST(JpegCodec, DecodesTheDensestDataThereAre) {
  JpegSpec spec;
  spec.channels = 1;
  spec.is_progressive = true;
  const image::ImageU8 black(1000, 1000, 1);
  EXPECT_EQ(decode(make_jpeg(spec, black), {}).image, image::ImageU8(1000, 1000, 3));
  spec.is_arithmetic = true;
  EXPECT_EQ(decode(make_jpeg(spec, black), {}).image, image::ImageU8(1000, 1000, 3));
}

TEST(JpegCodec, RefusesAFloodOfScans) {
  JpegSpec spec;
  spec.is_progressive = true;
  const Bytes jpeg = make_jpeg(spec, ramp_picture(16, 16, 3));
  Bytes flood = without_last_scan(jpeg);
  const Bytes last_scan(jpeg.begin() + static_cast<std::ptrdiff_t>(flood.size()), jpeg.end() - 2);
  for (int i = 0; i < 600; ++i) flood.insert(flood.end(), last_scan.begin(), last_scan.end());
  EXPECT_THAT(decode_error(with_end_marker(flood)), HasSubstr("more than 500 scans"));
}

TEST(JpegCodec, PassesOverStrayBytes) {
  const Bytes jpeg = make_jpeg({}, ramp_picture(16, 16, 3));
  const image::ImageU8 pixels = decode(jpeg, {}).image;

  Bytes behind = jpeg;  // a second picture, as in a multi-picture file
  behind.insert(behind.end(), jpeg.begin(), jpeg.end());
  EXPECT_EQ(decode(behind, {}).image, pixels);
  EXPECT_THAT(decode(behind, {}).warnings, IsEmpty());

  Bytes within = without_end_marker(jpeg);
  within.insert(within.end(), 100, 0);
  const Decoded decoded = decode(with_end_marker(within), {});
  EXPECT_EQ(decoded.image, pixels);
  EXPECT_THAT(decoded.warnings, ElementsAre(HasSubstr("stray bytes")));

  Bytes filled = without_end_marker(jpeg);  // FF before a marker is filling, and no fault
  filled.insert(filled.end(), 5, 0xFF);
  EXPECT_THAT(decode(with_end_marker(filled), {}).warnings, IsEmpty());
}

TEST(JpegCodec, ReadsTheSizeFromTheHeaderAlone) {
  const Bytes jpeg = make_jpeg({}, ramp_picture(30, 50, 3));
  const ByteView head = ByteView(jpeg).first(marker_offset(jpeg, kStartOfScan) + 20);
  EXPECT_EQ(read_size(head, {}), (image::Size{30, 50}));
}

TEST(JpegEncoder, GivesEqualBytesForEqualPictures) {
  const image::ImageU8 picture = ramp_picture(33, 47, 3);
  EXPECT_EQ(encode_jpeg(picture, 90), encode_jpeg(picture, 90));
  EXPECT_EQ(encode_jpeg(picture, 95), make_jpeg({}, picture));
}

TEST(JpegEncoder, GrowsItsBufferForNoise) {
  image::ImageU8 noise(128, 128, 3);
  const auto values = testing::scattered_values(noise.values().size(), 256, 7);
  std::transform(values.begin(), values.end(), noise.values().begin(),
                 [](std::uint32_t value) { return static_cast<std::uint8_t>(value); });
  const Bytes jpeg = encode_jpeg(noise, 100);
  JpegSpec spec;
  spec.quality = 100;
  EXPECT_GT(jpeg.size(), noise.values().size() / 4 + 1024);
  EXPECT_EQ(jpeg, make_jpeg(spec, noise));
}

TEST(JpegEncoder, RefusesWhatTheFormatCannotHold) {
  const image::ImageU8 wide(1, 65501, 1);
  try {
    encode_jpeg(wide, 90);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_THAT(error.what(), HasSubstr("65501 x 1"));
  }
  for (const int quality : {0, 101})
    EXPECT_THROW(encode_jpeg(ramp_picture(8, 8, 3), quality), Error);
  EXPECT_THROW(encode_jpeg(image::ImageU8(8, 8, 2), 90), Error);
  EXPECT_THROW(encode_jpeg(image::ImageU8(), 90), Error);
}

}  // namespace
}  // namespace epochmill::codec
