#include "codec/codec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "made_picture.hpp"

namespace epochmill::codec {
namespace {

using ::testing::HasSubstr;
using testing::input_error_of;
using testing::ramp_picture;

TEST(Formats, HaveDistinctNamesAndTellTheirLibrary) {
  std::set<std::string> names;
  for (const Format& format : formats()) {
    EXPECT_TRUE(names.insert(format.name).second);
    EXPECT_THAT(decoder_versions(), HasSubstr(format.library));
    if (format.name == "NPY") continue;  // numbers that every reader gives alike
    EXPECT_THAT(format.library, ::testing::ContainsRegex("[a-z]+ [0-9]+\\.[0-9]+"));
  }
  EXPECT_EQ(names,
            (std::set<std::string>{"JPEG", "PNG", "WebP", "TIFF", "GIF", "BMP", "PNM", "NPY"}));
  EXPECT_THAT(decoder_versions(), ::testing::Not(HasSubstr(", ,")));
  EXPECT_THAT(decoder_versions(), ::testing::EndsWith("pnm 1.0"));
}

TEST(Formats, AreToldByMagicAlone) {
  const image::ImageU8 picture = ramp_picture(8, 8, 3);
  EXPECT_EQ(format_of(encode_jpeg(picture, 90)).name, "JPEG");
  EXPECT_EQ(format_of(encode_png(picture)).name, "PNG");
  EXPECT_EQ(format_of(Bytes{0xFF, 0xD8, 0xFF}).name, "JPEG");
}

TEST(Formats, OfOtherBytesAreAnErrorThatNamesThem) {
  EXPECT_EQ(input_error_of([] { format_of(as_bytes(std::string_view("8BPS\0\1", 6))); }),
            "a Photoshop picture is not supported; supported formats: JPEG, PNG, WebP, TIFF, GIF, "
            "BMP, PNM, NPY");
  EXPECT_EQ(
      input_error_of([] { format_of({}); }),
      "not a picture but 0 bytes; supported formats: JPEG, PNG, WebP, TIFF, GIF, BMP, PNM, NPY");
  EXPECT_THAT(input_error_of([] { decode(as_bytes(std::string_view("<html>")), {}); }),
              HasSubstr("an HTML page"));
  EXPECT_THAT(input_error_of([] { read_size(as_bytes(std::string_view("<html>")), {}); }),
              HasSubstr("an HTML page"));
}

TEST(Codec, MayBeCalledFromManyThreadsAtOnce) {
  const image::ImageU8 picture = ramp_picture(64, 64, 3);
  const Bytes jpeg = encode_jpeg(picture, 90);
  const Bytes png = encode_png(picture);
  const image::ImageU8 pixels = decode(jpeg, {}).image;
  const ByteView cut = ByteView(jpeg).first(jpeg.size() / 2);
  std::vector<int> failures(4, 0);
  std::vector<std::thread> threads;
  for (int& failed : failures) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        if (decode(jpeg, {}).image != pixels || decode(png, {}).image != picture) ++failed;
        if (encode_jpeg(picture, 90) != jpeg || encode_png(picture) != png) ++failed;
        if (input_error_of([&] { decode(cut, {}); }).empty()) ++failed;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(failures, ::testing::Each(0));
}

}  // namespace
}  // namespace epochmill::codec
