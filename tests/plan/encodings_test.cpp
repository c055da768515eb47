#include "plan/encodings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <variant>

#include "base/error.hpp"

namespace epochmill::plan {
namespace {

// Waves, as smooth as a photo, and with no colour alike.
image::ImageU8 waves(int height, int width) {
  image::ImageU8 picture(height, width, 3);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < 3; ++c) {
        const double wave = std::sin(0.11 * x + c) * std::cos(0.07 * y - c);
        picture.pixel(y, x)[c] = static_cast<std::uint8_t>(128 + 100 * wave);
      }
    }
  }
  return picture;
}

image::ImageF32 as_f32(const image::ImageU8& picture) {
  image::ImageF32 values(picture.height(), picture.width(), 3);
  for (std::size_t i = 0; i < picture.values().size(); ++i) {
    values.values()[i] = static_cast<float>(picture.values()[i]) / 255.0F;
  }
  return values;
}

std::unique_ptr<Encoding> made(const EncodingKind& kind, const std::string& text = "") {
  return kind.make(recipe::check_params(recipe::parse_toml(text, "test"), kind.schema, {}));
}

double largest_difference(const image::Image& a, const image::Image& b) {
  const auto& left = std::get<image::ImageU8>(a).values();
  const auto& right = std::get<image::ImageU8>(b).values();
  double largest = 0;
  for (std::size_t i = 0; i < left.size(); ++i) {
    largest = std::max(largest, std::abs(static_cast<double>(left[i]) - right[i]));
  }
  return largest;
}

TEST(Encodings, GiveThePictureBack) {
  for (const EncodingKind& kind : encoding_kinds()) {
    const auto encoding = made(kind);
    for (const auto& [height, width] : {std::pair{1, 1}, {1, 33}, {40, 17}, {224, 224}}) {
      Bytes room;
      const image::Image picture = waves(height, width);
      const ByteView stored = encoding->encode(picture, room);
      const Bytes copy(stored.begin(), stored.end());
      const image::Image back = encoding->decode(copy, image::shape_of(picture));
      if (kind.schema.name == "jpeg") {
        EXPECT_EQ(image::shape_of(back), image::shape_of(picture));
        EXPECT_LE(largest_difference(back, picture), 40) << height << " x " << width;
      } else {
        EXPECT_EQ(back, picture) << kind.schema.name;
      }
      Bytes again;
      EXPECT_TRUE(std::ranges::equal(encoding->encode(picture, again), copy)) << kind.schema.name;
      if (!kind.takes_f32) continue;
      const image::Image values = as_f32(waves(height, width));
      const ByteView floats = encoding->encode(values, room);
      EXPECT_EQ(encoding->decode(floats, image::shape_of(values)), values) << kind.schema.name;
    }
  }
}

TEST(Encodings, RefuseOtherBytes) {
  const image::Shape shape{8, 8, 3, image::PixelType::kU8};
  for (const EncodingKind& kind : encoding_kinds()) {
    EXPECT_THROW(made(kind)->decode(Bytes(100, 7), shape), Error) << kind.schema.name;
    EXPECT_THROW(made(kind)->decode({}, shape), Error) << kind.schema.name;
  }
}

std::size_t size_of(const std::string& name, const std::string& params) {
  Bytes room;
  return made(encoding_kind(name), params)->encode(waves(224, 224), room).size();
}

TEST(Encodings, TheirParametersDoWhatTheySay) {
  EXPECT_LT(size_of("jpeg", "quality = 50"), size_of("jpeg", "quality = 95"));
  EXPECT_LT(size_of("jpeg", "subsampling = '4:2:0'"), size_of("jpeg", "subsampling = '4:2:2'"));
  EXPECT_LT(size_of("jpeg", "subsampling = '4:2:2'"), size_of("jpeg", "subsampling = '4:4:4'"));
  EXPECT_LT(size_of("png", "level = 9"), size_of("png", "level = 0"));
  EXPECT_LT(size_of("gzip", "level = 12"), size_of("gzip", "level = 1"));
}

TEST(Encodings, AWrongNameIsOurFault) { EXPECT_THROW(encoding_kind("bmp"), Error); }

}  // namespace
}  // namespace epochmill::plan
