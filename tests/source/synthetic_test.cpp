#include "source/synthetic.hpp"

#include <gmock/gmock.h>

#include <set>

#include "base/digest.hpp"
#include "listing.hpp"
#include "temp_folder.hpp"

namespace epochmill::source {
namespace {

using ::testing::ElementsAre;

recipe::Params synthetic(const std::string& more) {
  return recipe::check_params(recipe::parse_toml(more, "recipe.toml"), synthetic_source().schema,
                              {});
}

std::string picture(const std::string& more, std::uint64_t sample) {
  const TempFolder folder;
  write_catalog(folder / "catalog.h5", synthetic_source().list(synthetic(more), 1), {});
  const Catalog catalog(folder / "catalog.h5");
  return std::string(as_text(synthetic_source().open(synthetic(more), catalog)->read(sample)));
}

TEST(SyntheticSource, ListsSamplesByTheirNumbers) {
  const Listing listing = synthetic_source().list(synthetic("samples = 5\nclasses = 3"), 1);
  EXPECT_THAT(keys_of(listing),
              ElementsAre("00000000", "00000001", "00000002", "00000003", "00000004"));
  EXPECT_THAT(labels_of(listing), ElementsAre(0, 1, 2, 0, 1));
  EXPECT_THAT(listing.class_names, ElementsAre("0", "1", "2"));
}

TEST(SyntheticSource, GivesRgbPicturesOfTheSizeAsked) {
  const std::string bytes = picture("samples = 2\nheight = 3\nwidth = 5", 1);
  EXPECT_TRUE(bytes.starts_with("P6\n5 3\n255\n"));
  EXPECT_EQ(bytes.size(), 11U + 45U);
}

TEST(SyntheticSource, HasNoTwoEqualPictures) {
  const TempFolder folder;
  const recipe::Params params = synthetic("samples = 20000\nheight = 1\nwidth = 3\nseed = 7");
  write_catalog(folder / "catalog.h5", synthetic_source().list(params, 1), {});
  const Catalog catalog(folder / "catalog.h5");
  const auto source = synthetic_source().open(params, catalog);
  std::set<Bytes> seen;
  for (std::uint64_t i = 0; i < catalog.size(); ++i)
    EXPECT_TRUE(seen.insert(source->read(i)).second);
}

TEST(SyntheticSource, DependsOnItsSeed) {
  EXPECT_NE(picture("samples = 2\nheight = 4\nwidth = 4", 1),
            picture("samples = 2\nheight = 4\nwidth = 4\nseed = 1", 1));
  EXPECT_EQ(picture("samples = 2\nheight = 4\nwidth = 4", 1),
            picture("samples = 3\nheight = 4\nwidth = 4", 1));
}

// What an output folder of this source holds depends on these bytes.
TEST(SyntheticSource, HasKnownPictures) {
  const auto digest = [](const std::string& text) { return digest128_hex(as_bytes(text)); };
  EXPECT_EQ(digest(picture("samples = 12\nheight = 16\nwidth = 24", 11)),
            "3b65cff0416a23c5f38cb03fcd6b3328");
  EXPECT_EQ(digest(picture("samples = 9\nheight = 7\nwidth = 1\nclasses = 4\nseed = 5", 8)),
            "cbd757386debefa6984bf9f83d310cbb");
}

}  // namespace
}  // namespace epochmill::source
