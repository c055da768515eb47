#include "codec/npy_codec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codec/codec.hpp"
#include "image/npy_header.hpp"
#include "made_picture.hpp"

namespace epochmill::codec {
namespace {

using image::NumberKind;
using image::NumberType;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::input_error_of;

constexpr NumberType kByte{NumberKind::kUnsigned, 1};
constexpr NumberType kFloat{NumberKind::kReal, 4};

Bytes npy(const NumberType& type, const std::vector<std::uint64_t>& sides, const Bytes& data) {
  const std::string header = image::make_npy_header(type, sides);
  Bytes bytes(header.begin(), header.end());
  bytes.insert(bytes.end(), data.begin(), data.end());
  return bytes;
}

Bytes bytes_of_floats(const std::vector<float>& values) {
  const ByteView bytes = as_bytes(values);
  return {bytes.begin(), bytes.end()};
}

TEST(NpyCodec, TakesBytesForAPhoto) {
  for (const std::vector<std::uint64_t>& sides : {std::vector<std::uint64_t>{1, 2}, {1, 2, 1}}) {
    const Decoded grey = decode(npy(kByte, sides, {7, 200}), {});
    EXPECT_THAT(grey.image.values(), ElementsAre(7, 7, 7, 200, 200, 200));
    EXPECT_EQ(grey.shape(), (image::Shape{1, 2, 3, image::PixelType::kU8}));
  }
  const Decoded rgb = decode(npy(kByte, {2, 1, 3}, {1, 2, 3, 4, 5, 6}), {});
  EXPECT_THAT(rgb.image.values(), ElementsAre(1, 2, 3, 4, 5, 6));
  DecodeOptions options;
  options.background = {10, 20, 30};
  const Decoded alpha = decode(npy(kByte, {1, 2, 4}, {1, 2, 3, 255, 1, 2, 3, 0}), options);
  EXPECT_THAT(alpha.image.values(), ElementsAre(1, 2, 3, 10, 20, 30));
}

TEST(NpyCodec, TakesAllElseForNumbersOfItsOwnChannels) {
  const Decoded floats = decode(npy(kFloat, {1, 1, 2}, bytes_of_floats({-1.5F, 1e30F})), {});
  EXPECT_TRUE(floats.image.values().empty());
  EXPECT_EQ(floats.shape(), (image::Shape{1, 1, 2, image::PixelType::kF32}));
  EXPECT_THAT(floats.floats.values(), ElementsAre(-1.5F, 1e30F));
  const Decoded vector = decode(npy(kByte, {3}, {7, 8, 255}), {});
  EXPECT_EQ(vector.shape(), (image::Shape{1, 3, 1, image::PixelType::kF32}));
  EXPECT_THAT(vector.floats.values(), ElementsAre(7, 8, 255));
  const Decoded many = decode(npy(kByte, {1, 1, 5}, {1, 2, 3, 4, 5}), {});
  EXPECT_EQ(many.shape(), (image::Shape{1, 1, 5, image::PixelType::kF32}));
}

TEST(NpyCodec, KnowsTheSizeFromTheHeader) {
  const Bytes bytes = npy(kFloat, {2, 3}, Bytes(24));
  EXPECT_EQ(read_size(ByteView(bytes).first(bytes.size() - 24), {}), (image::Size{2, 3}));
  EXPECT_EQ(format_of(bytes).name, "NPY");
}

TEST(NpyCodec, RefusesWhatIsNoPictureOrDoesNotFit) {
  const auto refused = [](const Bytes& bytes, const DecodeOptions& options = {}) {
    return input_error_of([&] { decode(bytes, options); });
  };
  EXPECT_THAT(refused(npy(kByte, {2, 3}, Bytes(5))), HasSubstr("promises 6 bytes"));
  EXPECT_THAT(refused(npy(kByte, {2, 3}, Bytes(7))), HasSubstr("and 7 follow"));
  EXPECT_THAT(refused(npy(kByte, {}, Bytes(1))), HasSubstr("shape () is no picture"));
  EXPECT_THAT(refused(npy(kByte, {1, 1, 1, 1}, Bytes(1))), HasSubstr("(1, 1, 1, 1) is no picture"));
  EXPECT_THAT(refused(npy(kByte, {0, 3}, {})), HasSubstr("no side 0"));
  EXPECT_THAT(refused(npy(kByte, {1000, 1000, 1000}, Bytes(8))), HasSubstr("promises 1000000000"));
  DecodeOptions options;
  options.max_pixels = 5;
  EXPECT_THAT(refused(npy(kByte, {2, 3}, Bytes(6)), options), HasSubstr("max_pixels = 5"));
  const NumberType whole{NumberKind::kUnsigned, 4};
  EXPECT_THAT(refused(npy(whole, {1, 1}, {1, 0, 0, 1})), HasSubstr("number 0 is 16777217"));
  EXPECT_THAT(refused(npy({NumberKind::kBool, 1}, {2}, {1, 2})), HasSubstr("a bool array is 2"));
}

}  // namespace
}  // namespace epochmill::codec
