#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "codec/codec.hpp"
#include "image/layout.hpp"
#include "made_formats.hpp"
#include "made_picture.hpp"

namespace epochmill::codec {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::input_error_of;
using testing::make_tiff;
using testing::scattered_values;
using testing::TiffSpec;

constexpr std::array<std::uint8_t, 3> kBackground{10, 200, 77};

std::uint8_t rounded(double value) { return static_cast<std::uint8_t>(std::floor(value + 0.5)); }

// The rule of tiff_codec.hpp for one pixel of grey, RGB or inks, in floating point.
std::array<std::uint8_t, 3> slow_pixel(const TiffSpec& spec, const std::uint32_t* sample) {
  const double full = static_cast<double>((1U << spec.bits) - 1);
  const auto scaled = [&](int i) { return static_cast<double>(rounded(sample[i] * 255.0 / full)); };
  std::array<double, 3> color{};
  double alpha = 255;
  for (int c = 0; c < 3; ++c) {
    double& value = color[static_cast<std::size_t>(c)];
    value = scaled(spec.photometric >= 2 ? c : 0);
    if (spec.photometric == 0) value = 255 - value;
    if (spec.photometric == 5) value = rounded((255 - value) * (255 - scaled(3)) / 255);
  }
  if (spec.extra > 0) alpha = scaled(spec.samples - 1);
  std::array<std::uint8_t, 3> out{};
  for (std::size_t c = 0; c < 3; ++c) {
    const double weight = spec.extra == 1 ? 255 : alpha;
    out[c] = rounded(std::min(255.0, (color[c] * weight + kBackground[c] * (255 - alpha)) / 255));
  }
  return out;
}

image::ImageU8 slow_decode(const TiffSpec& spec) {
  image::ImageU8 rgb(spec.height, spec.width, 3);
  const auto samples = static_cast<std::size_t>(spec.samples);
  for (std::size_t i = 0; i < spec.values.size() / samples; ++i) {
    const auto pixel = slow_pixel(spec, spec.values.data() + i * samples);
    std::copy(pixel.begin(), pixel.end(), rgb.values().data() + i * 3);
  }
  return rgb;
}

TiffSpec scattered_tiff(int photometric, int bits, int extra = -1) {
  TiffSpec spec;
  spec.width = 37;
  spec.height = 21;
  spec.photometric = photometric;
  spec.bits = bits;
  spec.extra = extra;
  spec.samples = (photometric == 5 ? 4 : photometric == 2 ? 3 : 1) + (extra >= 0 ? 1 : 0);
  spec.values = scattered_values(static_cast<std::size_t>(37 * 21 * spec.samples), 1U << bits, 3);
  return spec;
}

std::vector<TiffSpec> kinds() {
  std::vector<TiffSpec> specs;
  for (const int photometric : {0, 1}) {
    for (const int bits : {1, 2, 4, 8, 16}) specs.push_back(scattered_tiff(photometric, bits));
  }
  for (const int bits : {8, 16}) {
    for (const int extra : {-1, 0, 1, 2}) {
      specs.push_back(scattered_tiff(1, bits, extra));
      specs.push_back(scattered_tiff(2, bits, extra));
    }
    specs.push_back(scattered_tiff(5, bits));
  }
  return specs;
}

std::string kind_of(const TiffSpec& spec) {
  return fmt::format("photometric {} bits {} extra {} compression {} tile {} planar {}",
                     spec.photometric, spec.bits, spec.extra, spec.compression, spec.tile,
                     spec.is_planar);
}

void expect_slow_pixels(const TiffSpec& spec) {
  SCOPED_TRACE(kind_of(spec));
  const Bytes tiff = make_tiff(spec);
  DecodeOptions options;
  options.background = kBackground;
  Decoded decoded;
  ASSERT_EQ(input_error_of([&] { decoded = decode(tiff, options); }), "");
  EXPECT_EQ(decoded.image, slow_decode(spec));
  EXPECT_EQ(read_size(tiff, options), (image::Size{spec.height, spec.width}));
}

TEST(TiffCodec, ReadsEveryKindInStripsTilesAndPlanes) {
  for (TiffSpec spec : kinds()) {
    for (const int tile : {0, 16, 64}) {
      for (const bool is_planar : {false, true}) {
        spec.tile = tile;
        spec.is_planar = is_planar && spec.samples > 1;
        expect_slow_pixels(spec);
      }
    }
  }
}

TEST(TiffCodec, ReadsEveryCompression) {
  for (TiffSpec spec : kinds()) {
    for (const int compression : {5, 8, 32773}) {
      spec.compression = compression;
      expect_slow_pixels(spec);
    }
  }
  for (const int compression : {2, 3, 4}) {
    TiffSpec spec = scattered_tiff(0, 1);
    spec.compression = compression;
    expect_slow_pixels(spec);
  }
}

TEST(TiffCodec, ReadsEitherOrderOfBytesAndEitherSize) {
  for (const bool is_big_endian : {false, true}) {
    for (const bool is_big_tiff : {false, true}) {
      TiffSpec spec = scattered_tiff(2, 16);
      spec.is_big_endian = is_big_endian;
      spec.is_big_tiff = is_big_tiff;
      expect_slow_pixels(spec);
    }
  }
}

TEST(TiffCodec, ReadsPalettes) {
  TiffSpec spec;
  spec.width = 2;
  spec.bits = spec.samples = 1;
  spec.photometric = 3;
  spec.values = {0, 1};
  for (const int unit : {1, 256, 257}) {  // of 8 bits, and of 16 in two ways
    spec.palette.clear();
    for (const int value : {10, 200, 20, 210, 30, 255}) {
      spec.palette.push_back(static_cast<std::uint16_t>(value * unit));
    }
    const Decoded decoded = decode(make_tiff(spec), {});
    EXPECT_THAT(decoded.image.values(), ElementsAre(10, 20, 30, 200, 210, 255));
  }
}

TEST(TiffCodec, ReadsBrightnessAndColor) {
  TiffSpec spec = scattered_tiff(2, 8);
  spec.photometric = 6;
  for (std::size_t i = 0; i < spec.values.size(); i += 3) {
    spec.values[i + 1] = spec.values[i + 2] = 128;
  }
  const image::ImageU8 image = decode(make_tiff(spec), {}).image;
  for (std::size_t i = 0; i < spec.values.size(); ++i) {
    ASSERT_EQ(image.values()[i], spec.values[i / 3 * 3]);
  }
}

TEST(TiffCodec, AppliesTheOrientationUnlessToldNotTo) {
  for (int orientation = 1; orientation <= 8; ++orientation) {
    TiffSpec spec = scattered_tiff(2, 8);
    spec.orientation = orientation;
    const Bytes tiff = make_tiff(spec);
    const image::ImageU8 turned = image::orient(slow_decode(spec), orientation);
    EXPECT_EQ(decode(tiff, {}).image, turned);
    EXPECT_EQ(read_size(tiff, {}), (image::Size{turned.height(), turned.width()}));
    EXPECT_EQ(decode(tiff, {.exif = false}).image, slow_decode(spec));
  }
}

TEST(TiffCodec, RefusesWhatItCannotRead) {
  const auto error_of = [](const TiffSpec& spec) {
    return input_error_of([&] { decode(make_tiff(spec), {}); });
  };
  EXPECT_THAT(error_of(scattered_tiff(8, 8)), HasSubstr("photometric interpretation 8"));
  TiffSpec spec = scattered_tiff(1, 8);
  spec.compression = 32909;  // PixarLog
  EXPECT_THAT(error_of(spec), HasSubstr("compression 32909"));
}

TEST(TiffCodec, RefusesDamageInsteadOfGuessing) {
  for (const int compression : {1, 4, 5, 7, 8, 32773}) {
    TiffSpec spec = scattered_tiff(compression == 4 ? 0 : 1, compression == 4 ? 1 : 8);
    spec.compression = compression;
    spec.rows_per_strip = 8;  // JPEG's strips are of whole blocks
    const Bytes tiff = make_tiff(spec);
    ASSERT_EQ(input_error_of([&] { decode(tiff, {}); }), "") << compression;
    // The directory stands at the end.
    for (const std::size_t size : {std::size_t{4}, std::size_t{8}, tiff.size() / 2}) {
      EXPECT_NE(input_error_of([&] { decode(ByteView(tiff).first(size), {}); }), "") << compression;
    }
  }
}

TEST(TiffCodec, RefusesClaimsThatItsBytesCannotKeep) {
  TiffSpec spec = scattered_tiff(1, 8);
  DecodeOptions options;
  options.max_pixels = 37 * 21 - 1;
  EXPECT_THAT(input_error_of([&] { decode(make_tiff(spec), options); }), HasSubstr("max_pixels"));
  EXPECT_THAT(input_error_of([&] { read_size(make_tiff(spec), options); }),
              HasSubstr("max_pixels"));
  Bytes tiff = make_tiff(spec);
  const Bytes width_tag{0x00, 0x01, 3, 0, 1, 0, 0, 0, 37, 0};
  const auto at = std::search(tiff.begin(), tiff.end(), width_tag.begin(), width_tag.end());
  ASSERT_NE(at, tiff.end());
  at[9] = 0xFF;
  EXPECT_THAT(input_error_of([&] { decode(tiff, {}); }), HasSubstr("cannot hold"));
}

TEST(TiffCodec, KeepsTheErrorsOfThreadsApart) {
  const Bytes good = make_tiff(scattered_tiff(2, 8));
  const ByteView bad = ByteView(good).first(good.size() / 2);
  std::vector<int> failures(4, 0);
  std::vector<std::thread> threads;
  for (int& failed : failures) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        if (!input_error_of([&] { decode(good, {}); }).empty()) ++failed;
        if (input_error_of([&] { decode(bad, {}); }).empty()) ++failed;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(failures, ::testing::Each(0));
}

}  // namespace
}  // namespace epochmill::codec
