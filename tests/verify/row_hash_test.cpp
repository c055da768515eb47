#include "verify/row_hash.hpp"

#include <gmock/gmock.h>

#include "verify/milled.hpp"
#include "verify/replay.hpp"

namespace epochmill::verify {
namespace {

std::uint64_t hash_of(const Milled& milled, const RowAddress& row) {
  const plan::Place place = milled.workshop().plan().locate(row.sample);
  return picture_hash(shard::Reader(shard::shard_path(milled.out(), row.epoch, place.shard)),
                      place.row);
}

TEST(RowHash, IsOfThePictureAloneWhateverTheSample) {
  Milled milled(noise_photos(3), {.ops = kResizedCrop});
  milled.run({0, 1});
  const std::uint64_t before = hash_of(milled, {0, 0});
  EXPECT_NE(before, hash_of(milled, {1, 0}));
  const Bytes picture = milled.stored({0, 0}).image;
  milled.plant({1, 2}, [&](StoredRow& row) { row.image = picture; });
  EXPECT_EQ(hash_of(milled, {1, 2}), before);
  milled.plant({1, 2}, [&](StoredRow& row) { row.image.back() ^= 1; });
  EXPECT_NE(hash_of(milled, {1, 2}), before);
}

TEST(RowHash, CoversKeptPictures) {
  // What is kept differs; what comes out is black.
  const RecipeParts parts{.ops =
                              "[[augment]]\nop = \"center_crop\"\nsize = [8, 8]\n"
                              "[[augment]]\nop = \"keep\"\nname = \"k\"\n"
                              "[[augment]]\nop = \"color_jitter\"\nbrightness = [0.0, 0.0]\n",
                          .top = "unique = false\n"};
  auto photos = noise_photos(2);
  photos.push_back(photos[0]);
  Milled milled(photos, parts);
  milled.run({0});
  EXPECT_EQ(milled.stored({0, 0}).image, milled.stored({0, 1}).image);
  EXPECT_EQ(hash_of(milled, {0, 0}), hash_of(milled, {0, 2}));
  EXPECT_NE(hash_of(milled, {0, 0}), hash_of(milled, {0, 1}));
  EXPECT_EQ(
      picture_hash(milled.workshop().plan().encoding(), replay(milled.workshop(), 0, 0).sample),
      hash_of(milled, {0, 0}));
}

TEST(RowHash, EqualNumbersHashAlike) {
  const std::vector<float> zero = {0.0F, 1.0F};
  const std::vector<float> minus_zero = {-0.0F, 1.0F};
  const std::vector<float> other = {1.0F, 0.0F};
  EXPECT_EQ(draws_hash(zero), draws_hash(minus_zero));
  EXPECT_NE(draws_hash(zero), draws_hash(other));
}

}  // namespace
}  // namespace epochmill::verify
