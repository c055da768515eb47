#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
using testing::make_png;
using testing::png_chunk;
using testing::PngSpec;
using testing::ramp_picture;
using testing::scattered_values;
using testing::with_chunk;

std::string decode_error(ByteView bytes) {
  return input_error_of([&] { decode(bytes, {}); });
}

std::uint8_t rounded(double value) { return static_cast<std::uint8_t>(std::floor(value + 0.5)); }

// The rule of png_codec.hpp for one pixel, in floating point.
std::array<std::uint8_t, 3> slow_pixel(const PngSpec& spec, const std::uint32_t* sample,
                                       const std::array<std::uint8_t, 3>& background) {
  const double full = static_cast<double>((1U << spec.bit_depth) - 1);
  const auto scaled = [&](std::uint32_t value) { return rounded(value * 255.0 / full); };
  const bool is_grey = spec.color_type == 0 || spec.color_type == 4;
  std::array<double, 3> color{};
  double alpha = 255;
  if (spec.color_type == 3) {
    const std::uint32_t entry = spec.palette[*sample];
    for (unsigned c = 0; c < 3; ++c) color[c] = static_cast<double>((entry >> (16 - 8 * c)) & 0xFF);
    if (*sample < spec.palette_alpha.size()) alpha = spec.palette_alpha[*sample];
  } else {
    for (std::size_t c = 0; c < 3; ++c) color[c] = scaled(sample[is_grey ? 0 : c]);
    if (spec.color_type == 4) alpha = scaled(sample[1]);
    if (spec.color_type == 6) alpha = scaled(sample[3]);
    const auto& clear = spec.transparent_sample;
    if (!clear.empty() && std::equal(clear.begin(), clear.end(), sample)) alpha = 0;
  }
  std::array<std::uint8_t, 3> out{};
  for (std::size_t c = 0; c < 3; ++c) {
    out[c] = rounded((color[c] * alpha + background[c] * (255 - alpha)) / 255);
  }
  return out;
}

image::ImageU8 slow_decode(const PngSpec& spec, const std::array<std::uint8_t, 3>& background) {
  image::ImageU8 rgb(spec.height, spec.width, 3);
  const auto channels = static_cast<std::size_t>(testing::channels_of(spec.color_type));
  for (std::size_t i = 0; i < spec.samples.size() / channels; ++i) {
    const auto pixel = slow_pixel(spec, spec.samples.data() + i * channels, background);
    std::copy(pixel.begin(), pixel.end(), rgb.values().data() + i * 3);
  }
  return rgb;
}

PngSpec scattered_spec(int color_type, int bit_depth, bool is_transparent, int width, int height) {
  PngSpec spec;
  spec.color_type = color_type;
  spec.bit_depth = bit_depth;
  spec.width = width;
  spec.height = height;
  const auto channels = static_cast<std::size_t>(testing::channels_of(color_type));
  const auto seed = static_cast<std::uint32_t>(color_type * 1000 + bit_depth * 50 + width);
  spec.samples = scattered_values(
      static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * channels,
      1U << bit_depth, seed);
  if (color_type == 3) {
    spec.palette = scattered_values(std::size_t{1} << bit_depth, 1U << 24, seed + 1);
    if (is_transparent) {
      const auto alpha = scattered_values((spec.palette.size() + 1) / 2, 256, seed + 2);
      for (const std::uint32_t value : alpha)
        spec.palette_alpha.push_back(static_cast<std::uint8_t>(value));
    }
  } else if (is_transparent) {
    spec.transparent_sample.assign(spec.samples.end() - static_cast<std::ptrdiff_t>(channels),
                                   spec.samples.end());
  }
  return spec;
}

struct Kind {
  int color_type;
  std::vector<int> depths;
  bool may_have_trns;
};

TEST(PngCodec, DecodesEveryColourTypeDepthAndLayoutAsThePlainRuleSays) {
  const std::vector<Kind> kinds{{0, {1, 2, 4, 8, 16}, true},
                                {2, {8, 16}, true},
                                {3, {1, 2, 4, 8}, true},
                                {4, {8, 16}, false},
                                {6, {8, 16}, false}};
  DecodeOptions options;
  options.background = {30, 120, 250};
  for (const Kind& kind : kinds) {
    for (const int depth : kind.depths) {
      for (const bool is_transparent : {false, true}) {
        for (const image::Size size : {image::Size{1, 1}, {2, 1}, {1, 3}, {7, 5}, {16, 33}}) {
          if (is_transparent && !kind.may_have_trns) continue;
          PngSpec spec =
              scattered_spec(kind.color_type, depth, is_transparent, size.width, size.height);
          for (const bool is_interlaced : {false, true}) {
            spec.is_interlaced = is_interlaced;
            const Bytes png = make_png(spec);
            const Decoded decoded = decode(png, options);
            EXPECT_EQ(decoded.image, slow_decode(spec, options.background))
                << "type " << kind.color_type << " depth " << depth << " interlaced "
                << is_interlaced;
            EXPECT_THAT(decoded.warnings, IsEmpty());
            EXPECT_EQ(read_size(png, options), size);
          }
        }
      }
    }
  }
}

TEST(PngCodec, RoundsEveryValueOf16Bits) {
  PngSpec spec;
  spec.color_type = 0;
  spec.bit_depth = 16;
  spec.width = spec.height = 256;
  for (std::uint32_t value = 0; value < 65536; ++value) spec.samples.push_back(value);
  EXPECT_EQ(decode(make_png(spec), {}).image, slow_decode(spec, {}));
}

TEST(PngCodec, LaysEveryValueAndAlphaOnTheBackground) {
  PngSpec spec;
  spec.color_type = 4;
  spec.width = spec.height = 256;
  for (std::uint32_t value = 0; value < 256; ++value) {
    for (std::uint32_t alpha = 0; alpha < 256; ++alpha) {
      spec.samples.push_back(value);
      spec.samples.push_back(alpha);
    }
  }
  DecodeOptions options;
  options.background = {0, 255, 77};
  EXPECT_EQ(decode(make_png(spec), options).image, slow_decode(spec, options.background));
}

TEST(PngCodec, AppliesTheOrientationOfItsExifChunkWhereverItStands) {
  const Bytes png = encode_png(ramp_picture(12, 20, 3));
  DecodeOptions as_stored;
  as_stored.exif = false;
  for (std::uint16_t orientation = 0; orientation <= 9; ++orientation) {
    for (const char* before : {"IDAT", "IEND"}) {
      const Bytes exif = exif_with_orientation(orientation, orientation % 2 == 0);
      const Bytes turned = with_chunk(png, png_chunk("eXIf", exif), before);
      const image::ImageU8 shown = decode(turned, {}).image;
      EXPECT_EQ(shown, image::orient(ramp_picture(12, 20, 3), orientation)) << orientation;
      EXPECT_EQ(read_size(turned, {}), (image::Size{shown.height(), shown.width()}));
      EXPECT_EQ(decode(turned, as_stored).image, ramp_picture(12, 20, 3));
    }
  }
}

TEST(PngCodec, IgnoresBrokenChunksBesideThePixels) {
  const Bytes png = encode_png(ramp_picture(12, 20, 3));
  const Bytes junk(300, 0xAB);
  for (const char* type :
       {"iCCP", "zTXt", "iTXt", "sBIT", "gAMA", "tIME", "bKGD", "prIv", "eXIf"}) {
    const Decoded decoded = decode(with_chunk(png, png_chunk(type, junk), "IDAT"), {});
    EXPECT_EQ(decoded.image, ramp_picture(12, 20, 3)) << type;
    EXPECT_THAT(decoded.warnings, IsEmpty());
  }
  const Bytes exif = png_chunk("eXIf", exif_with_orientation(6, false), false);
  const Decoded decoded = decode(with_chunk(png, exif, "IDAT"), {});
  EXPECT_EQ(decoded.image, ramp_picture(12, 20, 3));
  EXPECT_THAT(decoded.warnings, ElementsAre(HasSubstr("the first eXIf")));
}

TEST(PngCodec, RefusesAWrongChecksumInWhatPixelsComeFrom) {
  PngSpec spec = scattered_spec(3, 4, true, 9, 9);
  const Bytes png = make_png(spec);
  for (const char* type : {"IHDR", "PLTE", "tRNS", "IDAT", "IEND"}) {
    Bytes spoilt = png;
    // The chunk's checksum ends where the next chunk starts: find it by its length.
    const std::size_t at = as_text(png).find(type);
    const std::size_t length = png[at - 1] | static_cast<std::size_t>(png[at - 2]) << 8;
    spoilt[at + 4 + length] ^= 1;
    EXPECT_THAT(decode_error(spoilt), HasSubstr("checksum")) << type;
  }
}

TEST(PngCodec, RefusesEveryCut) {
  for (const bool is_interlaced : {false, true}) {
    PngSpec spec = scattered_spec(2, 8, false, 13, 11);
    spec.is_interlaced = is_interlaced;
    const Bytes png = make_png(spec);
    for (std::size_t size = 0; size < png.size(); ++size) {
      EXPECT_NE(decode_error(ByteView(png).first(size)), "") << size;
    }
    Bytes longer = png;
    longer.insert(longer.end(), 100, 0x55);
    EXPECT_EQ(decode(longer, {}).image, slow_decode(spec, {}));
  }
}

TEST(PngCodec, SurvivesEveryFlippedBit) {
  DecodeOptions options;
  options.max_pixels = 1 << 16;
  Bytes png = with_chunk(make_png(scattered_spec(3, 2, true, 7, 5)),
                         png_chunk("eXIf", exif_with_orientation(6, true)), "IDAT");
  int refused = 0;
  for (std::size_t bit = 0; bit < png.size() * 8; ++bit) {
    png[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
    try {
      decode(png, options);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInput) << error.what();
      ++refused;
    }
    png[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
  }
  EXPECT_GT(refused, 0);
}

// A PNG with the header changed to claim another size, checksum and all.
Bytes with_claimed_size(const Bytes& png, std::uint32_t width, std::uint32_t height) {
  Bytes data;
  for (const std::uint32_t side : {width, height}) {
    for (int shift = 24; shift >= 0; shift -= 8)
      data.push_back(static_cast<std::uint8_t>(side >> shift));
  }
  data.insert(data.end(), png.begin() + 24, png.begin() + 29);
  const Bytes header = png_chunk("IHDR", data);
  Bytes out = png;
  std::copy(header.begin(), header.end(), out.begin() + 8);
  return out;
}

TEST(PngCodec, RefusesSizesFromTheHeader) {
  const Bytes png = encode_png(ramp_picture(4, 4, 3));
  const std::uint32_t most = 0x7FFFFFFF;
  EXPECT_THAT(decode_error(with_claimed_size(png, 1, most)), HasSubstr("max_pixels"));
  EXPECT_THAT(decode_error(with_claimed_size(png, 20000, 20000)), HasSubstr("max_pixels"));
  EXPECT_NE(decode_error(with_claimed_size(png, most, most)), "");
  EXPECT_NE(decode_error(with_claimed_size(png, 0, 4)), "");
  EXPECT_NE(decode_error(with_claimed_size(png, 4, 0)), "");
  EXPECT_NE(decode_error(with_claimed_size(png, most + 1, 4)), "");
  EXPECT_NE(input_error_of([&] { read_size(with_claimed_size(png, most, most), {}); }), "");
  DecodeOptions options;
  options.max_pixels = 16;
  EXPECT_EQ(decode(png, options).image, ramp_picture(4, 4, 3));
  options.max_pixels = 15;
  EXPECT_NE(input_error_of([&] { decode(png, options); }), "");
}

TEST(PngCodec, RefusesAClaimThatItsDataCannotHoldBeforeTakingMemory) {
  const Bytes png = encode_png(ramp_picture(4, 4, 3));
  EXPECT_THAT(decode_error(with_claimed_size(png, 16384, 16384)),
              HasSubstr("cannot hold 16384 x 16384"));
}

TEST(PngCodec, DecodesTheDensestPixelDataThereIs) {
  const image::ImageU8 black(1500, 1500, 1);
  EXPECT_EQ(decode(encode_png(black), {}).image, image::ImageU8(1500, 1500, 3));
}

TEST(PngCodec, DecodesPixelDataInOneLargeChunk) {
  PngSpec spec = scattered_spec(2, 8, false, 800, 700);
  const Bytes png = make_png(spec);
  Bytes data;
  for (std::size_t at = 8; at < png.size();) {
    const std::size_t length = static_cast<std::size_t>(png[at]) << 24 |
                               static_cast<std::size_t>(png[at + 1]) << 16 |
                               static_cast<std::size_t>(png[at + 2]) << 8 | png[at + 3];
    const auto start = png.begin() + static_cast<std::ptrdiff_t>(at + 8);
    if (as_text(png).substr(at + 4, 4) == "IDAT") {
      data.insert(data.end(), start, start + static_cast<std::ptrdiff_t>(length));
    }
    at += 12 + length;
  }
  Bytes joined(png.begin(), png.begin() + 33);
  for (const Bytes& chunk : {png_chunk("IDAT", data), png_chunk("IEND", {})}) {
    joined.insert(joined.end(), chunk.begin(), chunk.end());
  }
  ASSERT_GT(data.size(), std::size_t{1} << 20);
  EXPECT_EQ(decode(joined, {}).image, slow_decode(spec, {}));
}

TEST(PngCodec, TakesAnIndexBeyondThePaletteAsBlack) {
  PngSpec spec;
  spec.color_type = 3;
  spec.width = 2;
  spec.samples = {0, 1};
  spec.palette = {0x102030, 0x405060};
  const Bytes png = make_png(spec);
  const std::size_t at = as_text(png).find("PLTE");
  Bytes shorter(png.begin(), png.begin() + static_cast<std::ptrdiff_t>(at - 4));
  const Bytes palette = png_chunk("PLTE", Bytes{0x10, 0x20, 0x30});
  shorter.insert(shorter.end(), palette.begin(), palette.end());
  shorter.insert(shorter.end(), png.begin() + static_cast<std::ptrdiff_t>(at + 4 + 6 + 4),
                 png.end());
  const image::ImageU8 pixels = decode(shorter, {}).image;
  EXPECT_THAT(pixels.values(), ElementsAre(0x10, 0x20, 0x30, 0, 0, 0));
}

TEST(PngCodec, SaysThatItIgnoredInvalidTransparency) {
  const Bytes png = encode_png(ramp_picture(4, 4, 3));
  const Decoded decoded = decode(with_chunk(png, png_chunk("tRNS", Bytes(5, 0)), "IDAT"), {});
  EXPECT_EQ(decoded.image, ramp_picture(4, 4, 3));
  EXPECT_THAT(decoded.warnings, ElementsAre(HasSubstr("tRNS")));
}

TEST(PngCodec, RefusesAnUnknownCriticalChunk) {
  const Bytes png = encode_png(ramp_picture(4, 4, 3));
  EXPECT_THAT(decode_error(with_chunk(png, png_chunk("ABCD", Bytes(5, 0)), "IDAT")),
              HasSubstr("is damaged"));
}

TEST(PngEncoder, KeepsEveryPixelInTheFewestChunks) {
  for (const int channels : {1, 3}) {
    const image::ImageU8 picture = ramp_picture(21, 34, channels);
    const Bytes png = encode_png(picture);
    EXPECT_EQ(png, encode_png(picture));
    const image::ImageU8 decoded = decode(png, {}).image;
    for (int y = 0; y < 21; ++y) {
      for (int x = 0; x < 34; ++x) {
        for (int c = 0; c < 3; ++c) {
          ASSERT_EQ(decoded.pixel(y, x)[c], picture.pixel(y, x)[channels == 1 ? 0 : c]);
        }
      }
    }
    EXPECT_EQ(as_text(png).find("tIME"), std::string_view::npos);
    EXPECT_EQ(as_text(png).find("IDAT"), 8 + 25 + 4U);
  }
}

TEST(PngEncoder, RefusesOtherChannelsAndNoPixels) {
  EXPECT_THROW(encode_png(image::ImageU8(4, 4, 2)), Error);
  EXPECT_THROW(encode_png(image::ImageU8()), Error);
}

}  // namespace
}  // namespace epochmill::codec
