#include "verify/equal_pictures.hpp"

#include <gmock/gmock.h>

#include "verify/census.hpp"
#include "verify/milled.hpp"

namespace epochmill::verify {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

struct Judged {
  Census census;
  EqualPictures pictures;
};

Judged judge(const Milled& milled, std::size_t most = 10000) {
  CensusMeans means = milled.means();
  means.most_judged = most;
  Judged judged;
  judged.census = take_census(milled.out(), milled.workshop().plan(), means, ignore_rows);
  judged.pictures = check_equal_pictures(milled.out(), milled.workshop(),
                                         judged.census.equal_pictures, means.threads, ignore_rows);
  return judged;
}

TEST(EqualPictures, AreNothingToJudgeWhereThereAreNone) {
  Milled milled(noise_photos(5), {.ops = kResizedCrop});
  milled.run({0});
  EXPECT_EQ(judge(milled).pictures.judged, 0U);
}

TEST(EqualPictures, WhitePhotosAndTwinsAreRight) {
  auto photos = noise_photos(4, 18, 18);
  photos.push_back(photos[1]);
  photos.push_back(white_photo(18, 18));
  photos.push_back(white_photo(18, 18));
  Milled milled(photos, {.ops = kCropAndFlip});  // 18 outcomes
  milled.run(first_epochs(12));
  const Judged judged = judge(milled);
  EXPECT_GE(judged.pictures.judged, 24U + 2) << "the white ones, and some of the twins";
  EXPECT_EQ(judged.pictures.judged, judged.census.equal_pictures.seen());
  EXPECT_EQ(judged.pictures.differing, 0U);
  EXPECT_THAT(judged.pictures.faults, IsEmpty());
  EXPECT_GE(judged.census.pictures.one_sample, 2U * 12 * 11 / 2);
}

TEST(EqualPictures, ACopiedPictureIsNamedWithItsOwner) {
  Milled milled(noise_photos(18), {.ops = kResizedCrop});
  milled.run(first_epochs(5));
  const Bytes picture = milled.stored({3, 17}).image;
  milled.plant({4, 17}, [&](StoredRow& row) { row.image = picture; });
  const Judged judged = judge(milled);
  EXPECT_EQ(judged.pictures.judged, 2U);
  EXPECT_EQ(judged.pictures.differing, 1U);
  EXPECT_THAT(judged.pictures.faults,
              ElementsAre(AllOf(StartsWith(milled.place({4, 17})),
                                HasSubstr("holds the picture of epoch 3, sample 17"))));
}

TEST(EqualPictures, AForeignWhitePictureAmongRightOnesIsFound) {
  auto photos = noise_photos(4);
  photos.push_back(white_photo());
  Milled milled(photos, {.ops = kResizedCrop});
  milled.run(first_epochs(6));
  const Bytes white = milled.stored({0, 4}).image;
  milled.plant({2, 1}, [&](StoredRow& row) { row.image = white; });
  const Judged judged = judge(milled);
  EXPECT_EQ(judged.pictures.judged, 7U);
  EXPECT_THAT(judged.pictures.faults,
              ElementsAre(AllOf(StartsWith(milled.place({2, 1})),
                                HasSubstr("holds the picture of epoch 2, sample 4"))));
}

TEST(EqualPictures, WhenNoneIsRightThatIsSaid) {
  Milled milled(noise_photos(4), {.ops = kResizedCrop});
  milled.run({0});
  for (const std::uint64_t sample : {1, 2}) {
    milled.plant({0, sample}, [](StoredRow& row) { row.image.assign(row.image.size(), 9); });
  }
  const Judged judged = judge(milled);
  EXPECT_EQ(judged.pictures.differing, 2U);
  EXPECT_THAT(
      judged.pictures.faults,
      ElementsAre(AllOf(StartsWith(milled.place({0, 1})), HasSubstr("not what its address")),
                  AllOf(StartsWith(milled.place({0, 2})), HasSubstr("not what its address"))));
}

TEST(EqualPictures, OnlySoManyAreJudged) {
  Milled milled({white_photo(), white_photo()}, {.ops = kResizedCrop});
  milled.run(first_epochs(40));
  const Judged judged = judge(milled, 80);
  EXPECT_EQ(judged.census.equal_pictures.seen(), 80U);
  EXPECT_FALSE(judged.census.equal_pictures.has_all());
  EXPECT_EQ(judged.pictures.judged, judged.census.equal_pictures.kept().size());
  EXPECT_EQ(judged.pictures.differing, 0U);
}

}  // namespace
}  // namespace epochmill::verify
