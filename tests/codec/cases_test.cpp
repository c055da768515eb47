#include "cases.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "base/digest.hpp"
#include "codec/codec.hpp"
#include "made_picture.hpp"

namespace epochmill::codec {
namespace {

using testing::Case;
using testing::cases;
using ::testing::HasSubstr;
using testing::input_error_of;
using testing::max_difference;
using testing::mean_difference;

const std::filesystem::path kFolder(EPOCHMILL_SHARED "/cases");

class Cases : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kFolder)) GTEST_SKIP() << "there is no folder " << kFolder;
  }
};

Bytes bytes_of_case(const std::string& file) {
  std::ifstream stream(kFolder / file, std::ios::binary);
  EXPECT_TRUE(stream) << file;
  return Bytes(std::istreambuf_iterator<char>(stream), {});
}

image::ImageU8 picture(const std::string& file) { return decode(bytes_of_case(file), {}).image; }

TEST_F(Cases, HaveTheOutcomeOfTheTable) {
  for (const Case& wanted : cases()) {
    SCOPED_TRACE(wanted.file);
    const Bytes bytes = bytes_of_case(wanted.file);
    if (wanted.is_refused()) {
      EXPECT_THAT(input_error_of([&] { decode(bytes, {}); }), HasSubstr(wanted.says));
      continue;
    }
    Decoded decoded;
    ASSERT_EQ(input_error_of([&] { decoded = decode(bytes, {}); }), "");
    EXPECT_EQ((image::Size{decoded.image.height(), decoded.image.width()}), wanted.size);
    EXPECT_EQ(decoded.image.channels(), 3);
    EXPECT_EQ(read_size(bytes, {}), wanted.size);
    if (wanted.says.empty()) {
      EXPECT_THAT(decoded.warnings, ::testing::IsEmpty());
    } else {
      EXPECT_THAT(decoded.warnings, ::testing::Contains(HasSubstr(wanted.says)));
    }
  }
}

TEST_F(Cases, OfOtherFormatsAreNamed) {
  const std::vector<std::pair<std::string, std::string>> names{
      {"B01/._appledouble.jpg", "an AppleDouble file"}, {"E08/plain.tar.gz", "gzip-compressed"},
      {"E08/bad_checksum.tar", "a tar archive"},        {"C01/labels_bad.csv", "plain text"},
      {"C03/labels_onehot.h5", "an HDF5 file"},         {"E16/two_arrays.npz", "a zip archive"}};
  for (const auto& [file, name] : names) {
    EXPECT_THAT(input_error_of([&, &file = file] { format_of(bytes_of_case(file)); }), HasSubstr(name)) << file;
  }
}

// Digests of Pillow 9.4 and libjpeg-turbo 2.1.5: exif_transpose, then convert("RGB").
TEST_F(Cases, DecodeToThePixelsOfPillow) {
  if (decoder_versions().find("libjpeg-turbo 2.1.5") == std::string::npos) {
    GTEST_SKIP() << "the digests are those of another libjpeg-turbo";
  }
  const std::vector<std::pair<std::string, std::string>> digests{
      {"A01/hopper.jpg", "3d625d9265e1be80203094f1d39c1f0f"},
      {"A01/Landscape_6.jpg", "2447dccb30cde392d0395d5723b0e271"},
      {"A01/color_exif.jpg", "acaa6830cfc81d03bfe865bebb9b444b"},
      {"A01/portrait_1.jpg", "319a365018a3f00777c8500668bb4958"},
      {"A03/exif_typeerror.jpg", "70b87fb50051f7e5a67eb9c3d2d849f4"},
      {"A05/jpg-cmyk-2.jpg", "05b0923d96e0b3298e223698acec9d7b"},
      {"A11/matt-mathes.jpg", "0bff04196250973074f32ad9f6de2ee8"},
      {"A16/mjpeg.jpg", "272131e87623e587581cf75998f554a4"},
      {"A18/n03804744_nail.JPEG", "439cf9b921976b0707f68365c3737775"},
      {"A19/hopper_16bit_qtables.jpg", "91ed3f53020040bf2894c38a254cfcb5"}};
  for (const auto& [file, digest] : digests) {
    EXPECT_EQ(digest128_hex(picture(file).values()), digest) << file;
  }
}

// Digests of Pillow 9.4, with alpha laid on black: see tests/parity/formats_test.py.
TEST_F(Cases, OfOtherFormatsDecodeToThePixelsOfPillow) {
  const std::vector<std::pair<std::string, std::string>> digests{
      {"A02/g4_orientation_1.tif", "9cd3c04ba05f175e952b2f4b7f0175be"},
      {"A02/hopper_orientation_6.webp", "bfe2d0604afc2685e4bc22f416f66784"},
      {"A02/hopper_orientation_8.webp", "48c774b947e9b1c0ffa9840c29fe017f"},
      {"A09/bmp_named.jpeg", "38093525e7f0d0fa2b55a387ae8b3b93"},
      {"A24/lossy_alpha.webp", "afca42fe22f79045d97cdd23725070b2"},
      {"A29/hopper_g4.tif", "4f85f4aad94b84048c33d09c301ec3c2"},
      {"A29/pal1.bmp", "38093525e7f0d0fa2b55a387ae8b3b93"},
      {"A30/dispose_bgnd.gif", "1dbc835ef3bf637400788168a23197da"},
      {"A30/hopper.gif", "b34cb29398a3a7b7f7dfc255edf2a747"},
      {"A30/issue_1455_undersized.gif", "8ecec1da8471cad641da251af2dcadf5"},
      {"A30/transparent_dispose.gif", "30a36fbe20e8a52f8e4ca64adeb3d3c6"},
      {"A31/anim.webp", "dc164659a91c0f3a291c6fdb3744b9d2"},
      {"A31/simple-gray.webp", "af86e8baf4958813dc6339e7c84833d8"},
      {"A32/multipage.tiff", "523ca6336008e6ec577215942dcc9e3b"},
      {"A32/tiff_strip_cmyk_jpeg.tif", "b20ec3300907502ec4616eda8a37aac1"}};
  for (const auto& [file, digest] : digests) {
    EXPECT_EQ(digest128_hex(picture(file).values()), digest) << file;
  }
}

TEST_F(Cases, ShowTheSamePictureWhateverTheOrientation) {
  for (const char* file : {"1", "2", "4", "5", "7", "8"}) {
    const image::ImageU8 quad = picture(std::string("A01/quad_ori") + file + ".jpg");
    ASSERT_EQ((image::Size{quad.height(), quad.width()}), (image::Size{24, 40}));
    const auto is_near = [&](int y, int x, int r, int g, int b) {
      const std::uint8_t* pixel = quad.pixel(y, x);
      return std::abs(pixel[0] - r) + std::abs(pixel[1] - g) + std::abs(pixel[2] - b) < 12;
    };
    EXPECT_TRUE(is_near(2, 2, 255, 0, 0));
    EXPECT_TRUE(is_near(2, 37, 0, 0, 255));
    EXPECT_TRUE(is_near(21, 2, 0, 255, 0));
    EXPECT_TRUE(is_near(21, 37, 255, 255, 0));
  }
  for (const char* file : {"4", "6", "7", "8"}) {
    EXPECT_LT(mean_difference(picture("A01/hopper.jpg"),
                              picture(std::string("A01/hopper_orientation_") + file + ".jpg")),
              5);
  }
  for (const char* file : {"A02/hopper_orientation_6.webp", "A02/hopper_orientation_8.webp"}) {
    EXPECT_LT(mean_difference(picture("A01/hopper.jpg"), picture(file)), 8) << file;
  }
  for (const char* file : {"A01/Landscape_6.jpg", "A01/Landscape_8.jpg"}) {
    EXPECT_LT(mean_difference(picture("A01/Landscape_1.jpg"), picture(file)), 4) << file;
  }
}

TEST_F(Cases, AreLikeTheirTwinsAndReferences) {
  int count = 0;
  for (const Case& one : cases()) {
    for (const auto& [file, difference] : one.like) {
      EXPECT_LE(max_difference(picture(one.file), picture(file)), difference)
          << one.file << " and " << file;
      ++count;
    }
  }
  EXPECT_GT(count, 0);
}

TEST_F(Cases, ScaleDepthsToTheFullRange) {
  const image::ImageU8 ramp = picture("A21/gray16_ramp257.png");
  for (int x = 0; x < 256; ++x) EXPECT_EQ(ramp.pixel(0, x)[0], x);
  const auto values_of = [](const std::string& file) {
    const image::ImageU8 decoded = picture(file);
    return std::set<int>(decoded.values().begin(), decoded.values().end());
  };
  EXPECT_EQ(values_of("A29/basn0g01.png"), (std::set<int>{0, 255}));
  const std::set<int> nibbles = values_of("A29/basn0g04.png");
  EXPECT_EQ(nibbles.size(), 15U);  // as many as the picture uses
  for (const int value : nibbles) EXPECT_EQ(value % 17, 0);
}

TEST_F(Cases, LayAlphaOnTheBackgroundThatIsAskedFor) {
  DecodeOptions options;
  options.background = {255, 255, 255};
  const Bytes bytes = bytes_of_case("A24/transparent.png");
  EXPECT_NE(decode(bytes, options).image, decode(bytes, {}).image);
  EXPECT_EQ(decode(bytes_of_case("A24/rgba_hidden_noise.png"), options).image,
            decode(bytes_of_case("A24/rgba_clean.png"), options).image);
}

TEST_F(Cases, OfRealPhotosAllDecodeToTheSizeOfTheirHeader) {
  const std::filesystem::path photos(EPOCHMILL_SHARED "/data/imagenet-sample");
  if (!std::filesystem::exists(photos)) GTEST_SKIP() << "there is no folder " << photos;
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(photos)) {
    if (!entry.is_regular_file() || ++count % 10 != 0) continue;  // every tenth: they are large
    std::ifstream stream(entry.path(), std::ios::binary);
    const Bytes bytes(std::istreambuf_iterator<char>(stream), {});
    const Decoded decoded = decode(bytes, {});
    EXPECT_EQ(read_size(bytes, {}), (image::Size{decoded.image.height(), decoded.image.width()}));
    EXPECT_THAT(decoded.warnings, ::testing::IsEmpty()) << entry.path();
  }
  EXPECT_GT(count, 0);
}

TEST_F(Cases, GammaAndProfilesAreSeenAndNotApplied) {
  const auto has_profile = [](const std::string& file) {
    return decode(bytes_of_case(file), {}).has_color_profile;
  };
  EXPECT_TRUE(has_profile("A03/33-type_error.jpg"));
  EXPECT_TRUE(has_profile("A27/broken_iccp.png"));
  EXPECT_FALSE(has_profile("A27/gray-8.png"));
  EXPECT_FALSE(has_profile("A01/quad_ori1.jpg"));
}

}  // namespace
}  // namespace epochmill::codec
