#include "image/resample.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "made_picture.hpp"

namespace epochmill::image {
namespace {

constexpr auto kBilinear = Interpolation::kBilinear;
constexpr auto kNearest = Interpolation::kNearest;

struct Golden {
  Size size;
  int channels;
  Box box;
  Size out;
  std::uint64_t bilinear;
  std::uint64_t nearest;
};

// Image.crop(box).resize(out) of made_picture(size, channels, 1) by Pillow 9.4.
constexpr Golden kGoldens[] = {
    {{1, 1}, 3, {0, 0, 1, 1}, {5, 7}, 0xf9a4b4495645c691ULL, 0xf9a4b4495645c691ULL},
    {{1, 9}, 3, {0, 0, 1, 9}, {3, 4}, 0x89a54f6c64b41e27ULL, 0xacbe0a8e72da2cc6ULL},
    {{13, 1}, 3, {0, 0, 13, 1}, {4, 3}, 0x1f30d32c8000c2aaULL, 0x6817ff975ad86e31ULL},
    {{5, 4}, 3, {1, 1, 3, 2}, {3, 2}, 0x7b3a73a8ef279a47ULL, 0x7b3a73a8ef279a47ULL},
    {{31, 17}, 3, {0, 0, 31, 17}, {31, 17}, 0xa4a07355df83a715ULL, 0xa4a07355df83a715ULL},
    {{31, 17}, 3, {0, 0, 31, 17}, {31, 40}, 0x4f2b293aba599dbeULL, 0xf72f4a6dab75bcf2ULL},
    {{31, 17}, 3, {0, 0, 31, 17}, {9, 17}, 0x34f5cad34bf81e17ULL, 0x94086c2060004e1aULL},
    {{20, 30}, 3, {2, 3, 15, 22}, {224, 224}, 0x075e71938e796aa6ULL, 0x7be3f8d78dbe8a3aULL},
    {{300, 290}, 3, {7, 11, 270, 266}, {224, 224}, 0x110043366396b31bULL, 0x4f6082375c3190c0ULL},
    {{480, 640}, 3, {0, 0, 480, 640}, {224, 224}, 0x4af592b5c64bf8daULL, 0x79518bb910664974ULL},
    {{60, 2400}, 3, {0, 0, 60, 2400}, {30, 224}, 0x2171699206b9429aULL, 0x2c3a9579b288ddcdULL},
    {{2000, 9}, 3, {0, 0, 2000, 9}, {50, 9}, 0x9ee8e6ec63024906ULL, 0x2ee8608c59921ca0ULL},
    {{97, 83}, 3, {0, 0, 97, 83}, {1, 1}, 0x8ad280efe9d39e80ULL, 0xcbf616fa59247d05ULL},
    {{64, 48}, 1, {3, 2, 50, 40}, {32, 57}, 0xd0892a96b42c3225ULL, 0xe5fd52095aa50da7ULL},
};

TEST(Resize, IsEqualToPillow) {
  for (const Golden& golden : kGoldens) {
    SCOPED_TRACE(testing::Message() << golden.size.height << "x" << golden.size.width << " to "
                                    << golden.out.height << "x" << golden.out.width);
    const ImageU8 in = made_picture(golden.size.height, golden.size.width, golden.channels, 1);
    EXPECT_EQ(digest_of(resize(in, golden.box, golden.out, kBilinear)), golden.bilinear);
    EXPECT_EQ(digest_of(resize(in, golden.box, golden.out, kNearest)), golden.nearest);
  }
}

TEST(Resize, GivesPillowsValuesOfASmallPicture) {
  const ImageU8 out = resize(made_picture(3, 4, 3, 3), {0, 0, 3, 4}, {2, 2}, kBilinear);
  EXPECT_THAT(out.values(),
              testing::ElementsAre(80, 97, 115, 85, 92, 74, 126, 110, 147, 141, 82, 72));
}

// The weight of every input place for one output place, without windows of a fixed length.
std::vector<double> plain_weights(int in_size, int out_size, int place) {
  const double scale = static_cast<double>(in_size) / out_size;
  const double support = std::max(scale, 1.0);
  const double center = (place + 0.5) * scale;
  const int begin = std::max(static_cast<int>(center - support + 0.5), 0);
  const int end = std::min(static_cast<int>(center + support + 0.5), in_size);
  std::vector<double> weights(static_cast<std::size_t>(in_size));
  double sum = 0.0;
  for (int i = begin; i < end; ++i) {
    const double distance = std::abs((i - center + 0.5) * (1.0 / support));
    weights[static_cast<std::size_t>(i)] = distance < 1.0 ? 1.0 - distance : 0.0;
    sum += weights[static_cast<std::size_t>(i)];
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

std::uint8_t plain_sum(const std::vector<double>& weights, const std::vector<std::uint8_t>& line) {
  std::int64_t sum = 1 << 21;
  for (std::size_t i = 0; i < line.size(); ++i) {
    sum += line[i] * static_cast<std::int64_t>(0.5 + weights[i] * (1 << 22));
  }
  return static_cast<std::uint8_t>(std::clamp<std::int64_t>(sum >> 22, 0, 255));
}

float plain_sum(const std::vector<double>& weights, const std::vector<float>& line) {
  double sum = 0.0;
  for (std::size_t i = 0; i < line.size(); ++i) sum += line[i] * weights[i];
  return static_cast<float>(sum);
}

template <typename T>
Raster<T> plain_across(const Raster<T>& in, int width) {
  Raster<T> out(in.height(), width, in.channels());
  for (int x = 0; x < width; ++x) {
    const std::vector<double> weights = plain_weights(in.width(), width, x);
    for (int y = 0; y < in.height(); ++y) {
      for (int c = 0; c < in.channels(); ++c) {
        std::vector<T> line;
        for (int i = 0; i < in.width(); ++i) line.push_back(in.pixel(y, i)[c]);
        out.pixel(y, x)[c] = plain_sum(weights, line);
      }
    }
  }
  return out;
}

template <typename T>
Raster<T> transposed(const Raster<T>& in) {
  Raster<T> out(in.width(), in.height(), in.channels());
  for (int y = 0; y < in.height(); ++y) {
    for (int x = 0; x < in.width(); ++x) {
      std::copy_n(in.pixel(y, x), in.channels(), out.pixel(x, y));
    }
  }
  return out;
}

template <typename T>
Raster<T> plain_resize(const Raster<T>& in, Size size) {
  return transposed(plain_across(transposed(plain_across(in, size.width)), size.height));
}

TEST(Resize, IsEqualToThePlainFormulaForManySizes) {
  for (const int side : {1, 2, 3, 5, 16, 41}) {
    for (const int height : {1, 2, 7, 30, 64}) {
      for (const int width : {1, 3, 29, 80}) {
        const ImageU8 in = made_picture(side, 43 - side, 3, 5);
        const Box whole{0, 0, in.height(), in.width()};
        EXPECT_EQ(resize(in, whole, {height, width}, kBilinear), plain_resize(in, {height, width}))
            << in.height() << "x" << in.width() << " to " << height << "x" << width;
      }
    }
  }
}

TEST(Resize, OfFloatsIsEqualToThePlainFormula) {
  for (const Size size : {Size{1, 1}, Size{9, 50}, Size{23, 19}, Size{60, 4}}) {
    const ImageF32 in = as_f32(made_picture(23, 19, 3, 6), 1.0F / 255.0F);
    EXPECT_EQ(resize(in, {0, 0, 23, 19}, size, kBilinear), plain_resize(in, size));
  }
}

TEST(Resize, KeepsAPictureOfItsOwnSize) {
  const ImageU8 bytes = made_picture(19, 23, 3, 7);
  EXPECT_EQ(resize(bytes, {0, 0, 19, 23}, {19, 23}, kBilinear), bytes);
  EXPECT_EQ(resize(bytes, {0, 0, 19, 23}, {19, 23}, kNearest), bytes);
  const ImageF32 floats = as_f32(bytes, 0.1F);
  EXPECT_EQ(resize(floats, {0, 0, 19, 23}, {19, 23}, kBilinear), floats);
}

TEST(Resize, SeesNothingOutsideItsBox) {
  ImageU8 in = made_picture(30, 30, 3, 8);
  const Box box{5, 6, 11, 12};
  const ImageU8 before = resize(in, box, {8, 8}, kBilinear);
  for (int y = 0; y < 30; ++y) {
    for (int x = 0; x < 30; ++x) {
      const bool is_in_box = y >= 5 && y < 16 && x >= 6 && x < 18;
      if (!is_in_box) std::fill_n(in.pixel(y, x), 3, std::uint8_t{255});
    }
  }
  EXPECT_EQ(resize(in, box, {8, 8}, kBilinear), before);
}

TEST(Resize, KeepsWhiteWhiteAtTheStrongestShrinking) {
  ImageU8 in(1, 8000, 3);
  std::fill(in.values().begin(), in.values().end(), std::uint8_t{255});
  EXPECT_THAT(resize(in, {0, 0, 1, 8000}, {1, 1}, kBilinear).values(), testing::Each(255));
}

TEST(Resize, RefusesMoreShrinkingThanItsSumsHold) {
  const ImageU8 in(1, 8001, 3);
  EXPECT_THAT(
      [&] {
        resize(in, {0, 0, 1, 8001}, {1, 1}, kBilinear);
      },
      testing::ThrowsMessage<Error>(testing::HasSubstr("8001 pixels cannot be shrunk to 1")));
}

TEST(Resize, RefusesABoxOutsideAndEmptySizes) {
  const ImageU8 in = made_picture(4, 5, 3, 1);
  EXPECT_THROW(resize(in, {0, 0, 5, 5}, {2, 2}, kBilinear), Error);
  EXPECT_THROW(resize(in, {0, -1, 2, 2}, {2, 2}, kNearest), Error);
  EXPECT_THROW(resize(in, {0, 0, 2, 2}, {0, 2}, kBilinear), Error);
  EXPECT_THAT(
      [&] {
        resize(in, {1, 2, 3, 4}, {7, 8}, kBilinear);
      },
      testing::ThrowsMessage<Error>("resize: box 3x4 at (1, 2) of a 4x5 picture to 7x8"));
}

TEST(Resize, RefusesTwoChannels) {
  EXPECT_THROW(resize(ImageU8(4, 4, 2), {0, 0, 4, 4}, {2, 2}, kBilinear), Error);
}

}  // namespace
}  // namespace epochmill::image
