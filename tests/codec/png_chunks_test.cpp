#include "codec/png_chunks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codec/codec.hpp"
#include "made_picture.hpp"

namespace epochmill::codec {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::input_error_of;
using testing::png_chunk;
using testing::with_chunk;

TEST(PngChunks, LeavesAPngWithoutOtherChunksAsItIs) {
  const Bytes png = encode_png(testing::ramp_picture(5, 6, 3));
  const PngChunks chunks = take_apart(png);
  EXPECT_EQ(chunks.picture.size(), 1U);  // neighbours in memory are one part
  EXPECT_EQ(put_together(chunks), png);
  EXPECT_TRUE(chunks.exif.empty());
  EXPECT_FALSE(chunks.has_trns);
  EXPECT_GT(chunks.pixel_bytes, 0U);
}

TEST(PngChunks, LeavesOutWhatIsNotForPixels) {
  const Bytes png = encode_png(testing::ramp_picture(5, 6, 3));
  Bytes more = with_chunk(png, png_chunk("tEXt", Bytes(9, 'a')), "IDAT");
  more = with_chunk(more, png_chunk("acTL", Bytes(8, 0)), "IDAT");
  more = with_chunk(more, png_chunk("fdAT", Bytes(30, 1)), "IEND");
  more.insert(more.end(), 7, 0);
  EXPECT_EQ(put_together(take_apart(more)), png);
}

TEST(PngChunks, TakesTheFirstExifChunk) {
  const Bytes png = encode_png(testing::ramp_picture(5, 6, 3));
  const Bytes two = with_chunk(with_chunk(png, png_chunk("eXIf", Bytes{1, 2, 3}), "IDAT"),
                               png_chunk("eXIf", Bytes{4}), "IEND");
  EXPECT_THAT(take_apart(two).exif, ElementsAre(1, 2, 3));
}

TEST(PngChunks, CountsDamagedChunksOnceForAll) {
  const Bytes png = encode_png(testing::ramp_picture(5, 6, 3));
  Bytes spoilt = png;
  for (int i = 0; i < 3; ++i)
    spoilt = with_chunk(spoilt, png_chunk("iCCP", Bytes{1}, false), "IDAT");
  const PngChunks chunks = take_apart(spoilt);
  EXPECT_THAT(chunks.warnings, ElementsAre(HasSubstr("ignored: 3, the first iCCP")));
  EXPECT_EQ(put_together(chunks), png);
}

TEST(PngChunks, SaysWhereAPngIsCut) {
  const Bytes png = encode_png(testing::ramp_picture(5, 6, 3));
  const auto error_at = [&](std::size_t size) {
    return input_error_of([&] { take_apart(ByteView(png).first(size)); });
  };
  EXPECT_THAT(error_at(7), HasSubstr("signature"));
  EXPECT_THAT(error_at(33 + 12 + 3), HasSubstr("its IDAT chunk at byte 33 has 3 of "));
  EXPECT_THAT(error_at(png.size() - 12), HasSubstr("before its end chunk"));
}

TEST(PngChunks, SaysWhereThereIsNoChunk) {
  Bytes png = encode_png(testing::ramp_picture(5, 6, 3));
  png[33 + 4] = '?';
  EXPECT_THAT(input_error_of([&] { take_apart(png); }), HasSubstr("no chunk at byte 33"));
}

}  // namespace
}  // namespace epochmill::codec
