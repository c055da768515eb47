#include "verify/census.hpp"

#include <gmock/gmock.h>

#include "verify/digests.hpp"
#include "verify/milled.hpp"

namespace epochmill::verify {
namespace {

Census census_of(const Milled& milled, const CensusMeans& means) {
  return take_census(milled.out(), milled.workshop().plan(), means, ignore_rows);
}
Census census_of(const Milled& milled) { return census_of(milled, milled.means()); }

TEST(Census, NothingIsEqualWhereOutcomesAreMany) {
  Milled milled(noise_photos(12), {.ops = kResizedCrop});
  milled.run(first_epochs(6));
  const Census census = census_of(milled);
  EXPECT_EQ(census.rows, 72U);
  EXPECT_EQ(census.epochs, 6U);
  EXPECT_EQ(census.pictures, PairCounts{});
  EXPECT_EQ(census.draws, PairCounts{});
  EXPECT_EQ(census.equal_pictures.seen(), 0U);
}

TEST(Census, CountsEqualPicturesByWhatTheyShare) {
  Milled milled(noise_photos(12), {.ops = kResizedCrop});
  milled.run(first_epochs(3));
  // Workers of a 2 x 2 grid: samples 1 and 5 are of one thread, 1 and 4 of one rank, 1 and 6 of
  // two.
  const Bytes picture = milled.stored({0, 1}).image;
  const auto copy = [&](StoredRow& row) { row.image = picture; };
  milled.plant({2, 1}, copy);
  milled.plant({0, 5}, copy);
  milled.plant({1, 4}, copy);
  milled.plant({1, 6}, copy);
  ASSERT_TRUE(check_digests(milled.out(), milled.workshop().plan(), milled.workshop().catalog(), 1,
                            ignore_rows)
                  .is_clean());
  const Census census = census_of(milled);
  EXPECT_EQ(census.pictures, (PairCounts{.one_epoch = 2,
                                         .one_sample = 1,
                                         .two_samples = 7,
                                         .two_ranks = 4,
                                         .two_threads = 3,
                                         .one_thread = 3}));
  EXPECT_EQ(census.equal_pictures.seen(), 5U);
  EXPECT_EQ(census.draws, PairCounts{}) << "the draws were left alone";
}

TEST(Census, IsTheSameInAnyMemoryAndOnAnyThreads) {
  auto photos = noise_photos(20, 18, 18);
  photos.push_back(white_photo(18, 18));
  photos.push_back(photos.front());
  Milled milled(photos, {.ops = kCropAndFlip, .top = "unique = false\n"});  // 18 outcomes
  milled.run(first_epochs(15));
  const Census expected = census_of(milled);
  EXPECT_GT(expected.pictures.one_epoch, 0U);
  EXPECT_GT(expected.draws->one_sample, 0U);
  CensusMeans means = milled.means();
  for (const std::uint64_t memory : {0, 100, 4096}) {
    means.memory_bytes = memory;
    means.threads = means.threads == 1 ? 3 : 1;
    const Census census = census_of(milled, means);
    EXPECT_EQ(census.pictures, expected.pictures);
    EXPECT_EQ(census.draws, expected.draws);
    EXPECT_EQ(census.equal_pictures.seen(), expected.equal_pictures.seen());
  }
}

TEST(Census, NeedsNoSource) {
  Milled milled(noise_photos(4), {.ops = kResizedCrop});
  milled.run({0});
  milled.delete_photo(0);
  EXPECT_EQ(census_of(milled).rows, 4U);
}

TEST(Census, HasNoDrawsWhereNothingIsDrawn) {
  Milled milled(noise_photos(4), {.ops = "[[augment]]\nop = \"center_crop\"\nsize = [8, 8]\n",
                                  .top = "unique = false\n"});
  milled.run({0, 1});
  const Census census = census_of(milled);
  EXPECT_FALSE(census.draws.has_value());
  EXPECT_EQ(census.pictures.one_sample, 4U);
}

}  // namespace
}  // namespace epochmill::verify
