#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codec/codec.hpp"
#include "made_formats.hpp"
#include "made_picture.hpp"

namespace epochmill::codec {
namespace {

using testing::BmpSpec;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::input_error_of;
using testing::make_bmp;

std::vector<int> values_of(const BmpSpec& spec, const DecodeOptions& options = {}) {
  const Bytes bmp = make_bmp(spec);
  const Decoded decoded = decode(bmp, options);
  EXPECT_EQ(read_size(bmp, options), (image::Size{decoded.image.height(), decoded.image.width()}));
  return {decoded.image.values().begin(), decoded.image.values().end()};
}

// The first channel of each pixel, of a palette in which index i has the red 10 * i.
std::vector<int> indices_of(BmpSpec spec) {
  for (std::uint32_t i = 0; i < 16; ++i) spec.palette.push_back(i << 16);
  std::vector<int> indices;
  const std::vector<int> values = values_of(spec);
  for (std::size_t i = 0; i < values.size(); i += 3) indices.push_back(values[i]);
  return indices;
}

std::string error_of(const BmpSpec& spec) {
  return input_error_of([&] { decode(make_bmp(spec), {}); });
}

TEST(BmpCodec, ReadsRowsFromBelowOrAbove) {
  BmpSpec spec{.width = 1, .height = 2, .masks = {}, .palette = {}, .pixels = {}};
  spec.pixels = {1, 2, 3, 0, 4, 5, 6, 0};
  EXPECT_THAT(values_of(spec), ElementsAre(6, 5, 4, 3, 2, 1));
  spec.height = -2;
  EXPECT_THAT(values_of(spec), ElementsAre(3, 2, 1, 6, 5, 4));
  spec.pixels.pop_back();  // what fills the last row up
  EXPECT_THAT(values_of(spec), ElementsAre(3, 2, 1, 6, 5, 4));
}

TEST(BmpCodec, ReadsHeadersOfEverySize) {
  for (const int info_bytes : {12, 40, 52, 56, 64, 108, 124}) {
    BmpSpec spec{.info_bytes = info_bytes, .masks = {}, .palette = {}, .pixels = {1, 2, 3, 0}};
    EXPECT_THAT(values_of(spec), ElementsAre(3, 2, 1)) << info_bytes;
    spec.bits = 8;
    spec.palette.assign(256, 0x102030);
    EXPECT_THAT(values_of(spec), ElementsAre(0x10, 0x20, 0x30)) << info_bytes;
  }
}

TEST(BmpCodec, ReadsMasks) {
  BmpSpec spec{.bits = 16, .masks = {}, .palette = {}, .pixels = {0x21, 0x84, 0, 0}};
  EXPECT_THAT(values_of(spec), ElementsAre(8, 8, 8));  // 1 of 31: 8.2
  spec.compression = 3;
  spec.masks = {0xF800, 0x7E0, 0x1F};
  EXPECT_THAT(values_of(spec), ElementsAre(131, 133, 8));
  spec.bits = 32;
  spec.info_bytes = 124;
  spec.masks = {0xFF, 0xFF00, 0xFF0000, 0xFF000000};
  spec.pixels = {100, 50, 0, 128};
  DecodeOptions options;
  options.background = {255, 255, 255};
  EXPECT_THAT(values_of(spec, options), ElementsAre(177, 152, 127));
  spec.masks[0] = 0xF0F;
  EXPECT_THAT(error_of(spec), HasSubstr("has a gap"));
  spec.masks = {0, 0, 0, 0};
  EXPECT_THAT(error_of(spec), HasSubstr("masks every colour out"));
}

TEST(BmpCodec, ReadsRunsOf8Bits) {
  BmpSpec spec{.width = 4,
               .height = -3,
               .bits = 8,
               .compression = 1,
               .masks = {},
               .palette = {},
               .pixels = {}};
  spec.pixels = {2, 7, 0, 0, 0, 3, 1, 2, 3, 0, 0, 2, 1, 1, 0, 1};
  EXPECT_THAT(indices_of(spec), ElementsAre(7, 7, 0, 0, 1, 2, 3, 0, 0, 0, 0, 0));
  spec.pixels = {0, 2, 1, 2, 3, 9, 0, 1};
  EXPECT_THAT(indices_of(spec), ElementsAre(0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9, 9));
}

TEST(BmpCodec, ReadsRunsOf4Bits) {
  BmpSpec spec{.width = 5,
               .height = -2,
               .bits = 4,
               .compression = 2,
               .masks = {},
               .palette = {},
               .pixels = {}};
  spec.pixels = {5, 0x12, 0, 0, 0, 5, 0x34, 0x56, 0x70, 0, 0, 1};
  EXPECT_THAT(indices_of(spec), ElementsAre(1, 2, 1, 2, 1, 3, 4, 5, 6, 7));
}

TEST(BmpCodec, RefusesRunsThatLeaveThePicture) {
  BmpSpec spec{.width = 4,
               .height = -2,
               .bits = 8,
               .compression = 1,
               .masks = {},
               .palette = std::vector<std::uint32_t>(256),
               .pixels = {}};
  for (const Bytes& runs : {Bytes{5, 1, 0, 1}, Bytes{0, 0, 0, 0, 1, 1, 0, 1},
                            Bytes{0, 2, 4, 0, 1, 1, 0, 1}, Bytes{0, 2, 0, 2, 1, 1, 0, 1}}) {
    spec.pixels = runs;
    EXPECT_THAT(error_of(spec), HasSubstr("a run leaves the picture"));
  }
  for (const Bytes& runs : {Bytes{}, Bytes{4}, Bytes{4, 1}, Bytes{0, 3, 1}, Bytes{0, 2, 1}}) {
    spec.pixels = runs;
    EXPECT_THAT(error_of(spec), HasSubstr("is cut"));
  }
  spec.pixels = {4, 1, 0, 0, 4, 1};  // all is there but the code for the end
  EXPECT_EQ(error_of(spec), "");
}

TEST(BmpCodec, RefusesWhatIsWrong) {
  BmpSpec spec{.masks = {}, .palette = {}, .pixels = {1, 2, 3}};
  ASSERT_EQ(error_of(spec), "");
  const Bytes bmp = make_bmp(spec);
  for (std::size_t size = 18; size < bmp.size(); ++size) {
    EXPECT_NE(input_error_of([&] { decode(ByteView(bmp).first(size), {}); }), "") << size;
  }
  spec.width = spec.height = 1 << 20;
  EXPECT_THAT(error_of(spec), HasSubstr("max_pixels"));
  spec.width = spec.height = 1 << 13;
  EXPECT_THAT(error_of(spec), HasSubstr("need 201326592 bytes, and 3 are there"));
  spec = {.compression = 4, .masks = {}, .palette = {}, .pixels = {1, 2, 3}};
  EXPECT_THAT(error_of(spec), HasSubstr("compression 4 of 24 bits"));
  spec = {.bits = 8, .masks = {}, .palette = {1, 2}, .pixels = {2, 0, 0, 0}};
  EXPECT_THAT(error_of(spec), HasSubstr("index 2 is beyond its palette of 2"));
}

}  // namespace
}  // namespace epochmill::codec
