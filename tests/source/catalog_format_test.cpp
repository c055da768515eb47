#include "source/catalog_format.hpp"

#include <gmock/gmock.h>

#include "listing.hpp"

namespace epochmill::source {
namespace {

TEST(CatalogFormat, ReadsBackTheTextsThatItWrites) {
  for (const std::vector<std::pair<int, int>>& pairs :
       {std::vector<std::pair<int, int>>{}, {{0, 16}}, {{0, 16}, {1, 15}, {2147483647, 3}}}) {
    EXPECT_EQ(parse_flip_pairs(flip_pairs_text(pairs)), pairs);
  }
  EXPECT_EQ(flip_pairs_text({{0, 16}, {1, 15}}), "0:16 1:15");
  const std::pair<std::string, std::uint64_t> skipped{"name starts with a dot",
                                                      18446744073709551615u};
  EXPECT_EQ(parse_skipped(skipped_text(skipped)), skipped);
}

TEST(CatalogFormat, ReadsBackShapesOfPictures) {
  using image::PixelType;
  EXPECT_EQ(picture_text({28, 32, 3, PixelType::kU8}), "28x32x3 u8");
  for (const image::Shape& shape : {image::Shape{}, image::Shape{28, 32, 3, PixelType::kU8},
                                    image::Shape{1, 2147483647, 5, PixelType::kF32}}) {
    EXPECT_EQ(parse_picture(picture_text(shape)), shape);
  }
  for (const char* text : {"", "28x32x3", "28x32x0 u8", "-1x2x3 u8", "028x32x3 u8", "28x32x3 u16",
                           "28x32x3 f32 ", "28x32 f32", "99999999999x1x1 u8"}) {
    message_of(ErrorKind::kInput, [&] { parse_picture(text); });
  }
}

TEST(CatalogFormat, RefusesOtherTexts) {
  for (const char* text : {"x", "1", "1:", "1:2,3:4", "1:2 ", ":", "99999999999:1", "1:2:3"}) {
    message_of(ErrorKind::kInput, [&] { parse_flip_pairs(text); });
  }
  for (const char* text : {"", "x", "5", " 5 x", "99999999999999999999 x"}) {
    message_of(ErrorKind::kInput, [&] { parse_skipped(text); });
  }
}

TEST(CatalogFormat, DigestsWhereOneTextEndsAndTheNextBegins) {
  const auto digest = [](std::string_view a, std::string_view b) {
    CatalogDigester digester;
    digester.add(a, 0, {});
    digester.add(b, 0, {});
    return digester.finish({"all"}, {}, {});
  };
  EXPECT_NE(digest("ab", "c"), digest("a", "bc"));
}

}  // namespace
}  // namespace epochmill::source
