#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "codec/codec.hpp"
#include "made_picture.hpp"

namespace epochmill::codec {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::input_error_of;
using testing::ramp_picture;
using std::string_literals::operator""s;

std::vector<int> values_of(const std::string& pnm, const DecodeOptions& options = {}) {
  const Decoded decoded = decode(as_bytes(pnm), options);
  EXPECT_EQ(read_size(as_bytes(pnm), options),
            (image::Size{decoded.image.height(), decoded.image.width()}));
  return {decoded.image.values().begin(), decoded.image.values().end()};
}

std::string error_of(const std::string& pnm) {
  return input_error_of([&] { decode(as_bytes(pnm), {}); });
}

TEST(PnmCodec, ReadsWhatIsWritten) {
  const image::ImageU8 picture = ramp_picture(17, 31, 3);
  std::string ppm = "P6\n31 17\n255\n";
  ppm.append(picture.values().begin(), picture.values().end());
  EXPECT_EQ(decode(as_bytes(ppm), {}).image, picture);
  EXPECT_EQ(decode(as_bytes(ppm + "P6 and more"), {}).image, picture);
}

TEST(PnmCodec, ReadsEveryKind) {
  EXPECT_THAT(values_of("P1 2 1 0 1"), ElementsAre(255, 255, 255, 0, 0, 0));
  EXPECT_THAT(values_of("P1 2 1 01"), ElementsAre(255, 255, 255, 0, 0, 0));
  EXPECT_THAT(values_of("P2 1 1 15 3"), ElementsAre(51, 51, 51));
  EXPECT_THAT(values_of("P3 1 1 255 1 2 3"), ElementsAre(1, 2, 3));
  EXPECT_THAT(values_of("P4 2 1 \x7F"), ElementsAre(255, 255, 255, 0, 0, 0));
  EXPECT_THAT(values_of("P5 1 1 100 \x32"), ElementsAre(128, 128, 128));  // 127.5: up
  EXPECT_THAT(values_of("P5 1 1 65535 \x80\x80"), ElementsAre(128, 128, 128));
  EXPECT_THAT(values_of("P6 1 1 255 abc"), ElementsAre('a', 'b', 'c'));
  EXPECT_THAT(values_of("P6 1 1 1000 \1\xF4\3\xE8\0\0"s), ElementsAre(128, 255, 0));
}

TEST(PnmCodec, ReadsArbitraryMapsOfOneToFourChannels) {
  const auto pam = [](const std::string& depth, const std::string& rest) {
    return "P7\n# made\nWIDTH 1\nHEIGHT 1\nDEPTH " + depth + "\nMAXVAL 255\n" + rest;
  };
  DecodeOptions options;
  options.background = {255, 255, 255};
  EXPECT_THAT(values_of(pam("1", "ENDHDR\nx")), ElementsAre('x', 'x', 'x'));
  EXPECT_THAT(values_of(pam("2", "TUPLTYPE GRAYSCALE_ALPHA\nENDHDR\n\x64\x80"), options),
              ElementsAre(177, 177, 177));
  EXPECT_THAT(values_of(pam("3", "TUPLTYPE RGB\nENDHDR\nabc")), ElementsAre('a', 'b', 'c'));
  EXPECT_THAT(values_of(pam("4", "TUPLTYPE RGB_ALPHA\nENDHDR\nabc\0"s), options),
              ElementsAre(255, 255, 255));
  EXPECT_THAT(error_of(pam("5", "ENDHDR\nabcde")), HasSubstr("5 channels"));
  EXPECT_THAT(error_of(pam("4", "TUPLTYPE CMYK\nENDHDR\nabcd")), HasSubstr("CMYK"));
  EXPECT_THAT(error_of(pam("3", "")), HasSubstr("ENDHDR"));
}

TEST(PnmCodec, PassesOverComments) {
  EXPECT_THAT(values_of("P2# grey\n1 # wide\n1\n255 # most\n7"), ElementsAre(7, 7, 7));
  EXPECT_THAT(values_of("P2 2 1 255 1#one\n#two\n2"), ElementsAre(1, 1, 1, 2, 2, 2));
}

TEST(PnmCodec, RefusesWhatIsCutOrWrong) {
  EXPECT_THAT(error_of("P6 2 1 255 abc"), HasSubstr("need 6 bytes, and 3 are there"));
  EXPECT_THAT(error_of("P6 2"), HasSubstr("is cut"));
  EXPECT_THAT(error_of("P2 2 1 255 3 "), HasSubstr("is cut"));
  EXPECT_THAT(error_of("P2 2 1 255 300"), HasSubstr("above its maxval"));
  EXPECT_THAT(error_of("P5 1 1 100 \xFF"), HasSubstr("is 255, above its maxval of 100"));
  EXPECT_THAT(error_of("P2 2 1 255 -1 2"), HasSubstr("not a number"));
  EXPECT_THAT(error_of("P1 2 1 0 2"), HasSubstr("neither 0 nor 1"));
  EXPECT_THAT(error_of("P5 1 1 0 x"), HasSubstr("maxval 0"));
  EXPECT_THAT(error_of("P5 1 1 65536 xx"), HasSubstr("maxval 65536"));
  EXPECT_THAT(error_of("P5 99999999999999999999 1 255 x"), HasSubstr("the width"));
  EXPECT_THAT(error_of("P5 100000 100000 255 x"), HasSubstr("max_pixels"));
  EXPECT_THAT(error_of("P5 0 1 255 x"), HasSubstr("at least 1"));
}

TEST(PnmCodec, RefusesEveryCut) {
  for (const std::string& whole : {"P6 3 2 255 abcdefghijklmnopqr"s, "P2 3 2 255 1 2 3 4 5 66"s,
                                   "P1 4 2 01100110"s, "P4 9 2 abcd"s}) {
    ASSERT_EQ(error_of(whole), "");
    // A last digit that is cut off leaves a shorter number.
    for (std::size_t size = 3; size + 2 < whole.size(); ++size) {
      EXPECT_NE(error_of(whole.substr(0, size)), "") << whole.substr(0, size);
    }
  }
}

}  // namespace
}  // namespace epochmill::codec
