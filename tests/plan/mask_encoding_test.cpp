#include "plan/mask_encoding.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"
#include "codec/codec.hpp"
#include "plan/encodings.hpp"

namespace epochmill::plan {
namespace {

image::ImageU8 some_mask(int height, int width) {
  image::ImageU8 mask(height, width, 1);
  for (std::size_t i = 0; i < mask.values().size(); ++i) {
    mask.values()[i] = static_cast<std::uint8_t>(i * i / 7);
  }
  return mask;
}

// Of an encoding with its defaults.
MaskEncoding made(const EncodingKind& kind) {
  const recipe::Params params = recipe::check_params({}, kind.schema, {});
  return {kind.storage(params).kind, kind.mask_level(params)};
}

TEST(MaskEncoding, GivesEveryIndexBackWhateverThePicturesAre) {
  for (const EncodingKind& kind : encoding_kinds()) {
    const MaskEncoding encoding = made(kind);
    for (const auto& [height, width] : {std::pair{1, 1}, {1, 33}, {40, 17}}) {
      Bytes room;
      const image::ImageU8 mask = some_mask(height, width);
      const ByteView stored = encoding.encode(mask, room);
      EXPECT_EQ(encoding.decode(stored, {height, width}), mask) << kind.schema.name;
    }
  }
}

TEST(MaskEncoding, RefusesOtherBytesAndOtherSizes) {
  for (const EncodingKind& kind : encoding_kinds()) {
    const MaskEncoding encoding = made(kind);
    Bytes room;
    const image::ImageU8 mask = some_mask(8, 9);
    const ByteView stored = encoding.encode(mask, room);
    EXPECT_THROW(encoding.decode(stored, {9, 9}), Error) << kind.schema.name;
    EXPECT_THROW(encoding.decode(stored.first(20), {8, 9}), Error) << kind.schema.name;
    EXPECT_THROW(encoding.decode({}, {8, 9}), Error) << kind.schema.name;
  }
}

TEST(MaskEncoding, OfJpegsNamesWhatDecidesItsBytes) {
  EXPECT_EQ(encoding_kind("jpeg").mask_library, codec::png_compressor());
  for (const EncodingKind& kind : encoding_kinds()) {
    const bool is_files =
        kind.storage(recipe::check_params({}, kind.schema, {})).kind == shard::StorageKind::kFiles;
    EXPECT_EQ(is_files, kind.library == codec::png_compressor() ||
                            kind.mask_library == codec::png_compressor())
        << kind.schema.name;
  }
}

}  // namespace
}  // namespace epochmill::plan
