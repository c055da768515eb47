#include "verify/draw_check.hpp"

#include <gmock/gmock.h>

#include <map>
#include <numeric>
#include <set>

#include "error_of.hpp"
#include "plan/expected_repeats.hpp"
#include "verify/digests.hpp"
#include "verify/milled.hpp"

namespace epochmill::verify {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

struct Checked {
  Census census;
  DrawCheck draws;
};

// The census of an output in which no digest is wrong.
Checked check(const Milled& milled) {
  const auto digests = check_digests(milled.out(), milled.workshop().plan(),
                                     milled.workshop().catalog(), 1, ignore_rows);
  EXPECT_THAT(digests.faults, IsEmpty());
  Checked checked;
  checked.census = take_census(milled.out(), milled.workshop().plan(), milled.means(), ignore_rows);
  checked.draws = check_draws(milled.out(), milled.workshop(), *checked.census.draws,
                              milled.means(), ignore_rows);
  return checked;
}

TEST(DrawCheck, ACleanOutputHasWhatItsAddressesGive) {
  Milled milled(noise_photos(12), {.ops = kCropAndFlip});
  milled.run(first_epochs(20));
  const Checked checked = check(milled);
  EXPECT_EQ(checked.draws.rows, 240U);
  EXPECT_EQ(checked.draws.differing, 0U);
  EXPECT_THAT(checked.draws.faults, IsEmpty());
  EXPECT_THAT(checked.draws.excess, IsEmpty());
  EXPECT_EQ(checked.census.draws, checked.draws.allowed);
  EXPECT_EQ(checked.draws.allowed.one_sample, 0U);
  EXPECT_GT(checked.draws.allowed.one_epoch, 0U) << "162 outcomes: two samples may draw alike";
  Milled free(noise_photos(12), {.ops = kCropAndFlip, .top = "unique = false\n"});
  free.run(first_epochs(20));
  EXPECT_GT(checked.draws.one_sample_without_unique, 0U);
  EXPECT_EQ(checked.draws.one_sample_without_unique, check(free).census.draws->one_sample);
  EXPECT_DOUBLE_EQ(checked.draws.expected_one_sample, 12 * plan::expected_repeats(20, 162));
}

TEST(DrawCheck, WithoutUniqueRepeatsAreAllowed) {
  Milled milled(noise_photos(12), {.ops = kCropAndFlip, .top = "unique = false\n"});
  milled.run(first_epochs(20));
  const Checked checked = check(milled);
  EXPECT_THAT(checked.draws.faults, IsEmpty());
  EXPECT_THAT(checked.draws.excess, IsEmpty());
  EXPECT_GT(checked.census.draws->one_sample, 0U);
  EXPECT_EQ(checked.census.draws, checked.draws.allowed);
}

TEST(DrawCheck, APictureWithTooFewOutcomesMayRepeat) {
  auto photos = noise_photos(6);
  photos.push_back(noise_photos(1, 16, 16).front());  // a crop of 16: only the flip is left
  Milled milled(photos, {.ops = kCropAndFlip});
  milled.run(first_epochs(8));
  const Checked checked = check(milled);
  EXPECT_THAT(checked.draws.faults, IsEmpty());
  EXPECT_THAT(checked.draws.excess, IsEmpty());
  EXPECT_EQ(checked.draws.repeats, 6U);
  EXPECT_EQ(checked.draws.allowed.one_sample, 2 * 4U * 3 / 2);
  EXPECT_EQ(checked.census.draws->one_sample, checked.draws.allowed.one_sample);
}

TEST(DrawCheck, NoisePerPixelNeedsNoOtherDraws) {
  Milled milled(noise_photos(3),
                {.ops = std::string(kCropAndFlip) + "[[augment]]\nop = \"gaussian_noise\"\n"});
  milled.run(first_epochs(40));
  const Checked checked = check(milled);
  EXPECT_TRUE(checked.draws.has_endless_outcomes);
  EXPECT_GT(checked.census.draws->one_sample, 0U);
  EXPECT_THAT(checked.draws.excess, IsEmpty());
}

TEST(DrawCheck, EpochsOfARestAreJudgedAsInTheWhole) {
  Milled milled(noise_photos(6), {.ops = kCropAndFlip});
  milled.run({3, 7, 8});
  const Checked checked = check(milled);
  EXPECT_EQ(checked.draws.rows, 18U);
  EXPECT_THAT(checked.draws.faults, IsEmpty());
}

TEST(DrawCheck, NamesACopiedEpoch) {
  Milled milled(noise_photos(8), {.ops = kResizedCrop});
  milled.run(first_epochs(5));
  std::vector<std::string> expected;
  milled.plant(4, {0, 1, 2, 3, 4, 5, 6, 7}, [&](std::uint64_t sample, StoredRow& row) {
    row = milled.stored({3, sample});
  });
  for (std::uint64_t sample = 0; sample < 8; ++sample) {
    expected.push_back(milled.place({4, sample}) +
                       ": its draws are those of epoch 3 of the same sample");
  }
  const Checked checked = check(milled);
  EXPECT_EQ(checked.draws.differing, 8U);
  EXPECT_EQ(checked.draws.faults, expected);
  EXPECT_EQ(checked.census.draws->one_sample, 8U);
  EXPECT_EQ(checked.draws.allowed.one_sample, 0U);
  EXPECT_THAT(checked.draws.excess,
              ElementsAre(AllOf(HasSubstr("8 pairs"), HasSubstr("of one sample, in two epochs"),
                                HasSubstr("allows 0")),
                          HasSubstr("of one thread")));
  EXPECT_THAT(checked.draws.faults.front(), HasSubstr("epoch-0004/shard-0000"));
}

TEST(DrawCheck, NamesACopiedStreamOfAnotherWorkerOnOwnPhotos) {
  // Photos of different sizes: the same stream gives other boxes on each.
  auto photos = noise_photos(4, 24, 24);
  for (const auto& photo : noise_photos(8, 30, 40)) photos.push_back(photo);
  Milled milled(photos, {.ops = kResizedCrop});
  milled.run(first_epochs(2));
  const std::uint64_t samples = milled.workshop().plan().samples();
  // Thread 1 of rank 1 (samples 3, 7, 11) draws from the streams of thread 0 of rank 0.
  std::vector<std::string> expected;
  for (std::uint64_t sample = 3; sample < samples; sample += 4) {
    const StoredRow made = milled.made_with_stream_of({1, sample}, sample - 3);
    milled.plant({1, sample}, [&](StoredRow& row) { row = made; });
    expected.push_back(fmt::format(
        "{}: its draws are those of the stream of epoch 1, sample {} (`{}`; rank 0, thread 0); its "
        "own is rank 1, thread 1",
        milled.place({1, sample}), sample - 3, milled.workshop().catalog().key(sample - 3)));
  }
  EXPECT_EQ(check(milled).draws.faults, expected);
}

TEST(DrawCheck, NamesTwoSamplesThatHaveChangedPlaces) {
  Milled milled(noise_photos(9), {.ops = kResizedCrop});
  milled.run(first_epochs(3));
  const StoredRow two = milled.stored({1, 2});
  const StoredRow seven = milled.stored({1, 7});
  const auto take = [](const StoredRow& from, StoredRow& to) {
    to.image = from.image;
    to.draws = from.draws;
  };
  milled.plant({1, 2}, [&](StoredRow& row) { take(seven, row); });
  milled.plant({1, 7}, [&](StoredRow& row) { take(two, row); });
  const Checked checked = check(milled);
  EXPECT_THAT(checked.draws.faults,
              ElementsAre(AllOf(StartsWith(milled.place({1, 2})), HasSubstr("epoch 1, sample 7"),
                                HasSubstr("have changed places")),
                          AllOf(StartsWith(milled.place({1, 7})), HasSubstr("epoch 1, sample 2"),
                                HasSubstr("have changed places"))));
}

TEST(DrawCheck, FindsAnOwnerAnywhereInTheOutput) {
  // 20 turns of one worker: the owner is no neighbour, and its photo has another size.
  auto photos = noise_photos(19, 24, 24);
  photos.push_back(noise_photos(1, 30, 40).front());
  Milled milled(photos, {.ops = kResizedCrop, .streams = "ranks = 1\nthreads = 1\n"});
  milled.run(first_epochs(4));
  const std::uint64_t far = 12;
  const StoredRow other = milled.stored({2, far});
  milled.plant({3, 1}, [&](StoredRow& row) {
    row.image = other.image;
    row.draws = other.draws;
  });
  EXPECT_THAT(check(milled).draws.faults,
              ElementsAre(AllOf(StartsWith(milled.place({3, 1})),
                                HasSubstr("its draws are those of epoch 2, sample 12"))));
}

TEST(DrawCheck, OfSeveralOwnersOneOfTheSameEpochIsNamed) {
  Milled milled(noise_photos(20),
                {.ops = kCropAndFlip, .streams = "ranks = 1\nthreads = 1\n", .shard_rows = 20});
  milled.run(first_epochs(4));
  const auto effective = [&](std::uint32_t epoch, std::uint64_t sample) {
    std::vector<float> draws = milled.stored({epoch, sample}).draws;
    draws.erase(draws.begin());
    return draws;
  };
  std::map<std::vector<float>, std::set<std::uint64_t>>
      early;  // samples with them in epochs 0 to 2
  for (std::uint32_t epoch = 0; epoch < 3; ++epoch) {
    for (std::uint64_t sample = 0; sample < 20; ++sample)
      early[effective(epoch, sample)].insert(sample);
  }
  // The first sample of epoch 3 whose draws others have in earlier epochs, and sample 0 has not.
  std::uint64_t owner = 1;
  while (owner < 20 &&
         (!early.contains(effective(3, owner)) || early.at(effective(3, owner)).contains(0))) {
    ++owner;
  }
  ASSERT_LT(owner, 20U) << "162 outcomes, 80 rows";
  const StoredRow other = milled.stored({3, owner});
  milled.plant({3, 0}, [&](StoredRow& row) { row.draws = other.draws; });
  EXPECT_THAT(check(milled).draws.faults,
              ElementsAre(HasSubstr(fmt::format("those of epoch 3, sample {} ", owner))));
}

TEST(DrawCheck, SaysWhenNobodyOwnsTheDraws) {
  Milled milled(noise_photos(5), {.ops = kResizedCrop});
  milled.run({0});
  milled.plant({0, 2}, [](StoredRow& row) { row.draws.back() += 0.5F; });
  EXPECT_THAT(check(milled).draws.faults,
              ElementsAre(milled.place({0, 2}) + ": no address of this output gives its draws"));
}

TEST(DrawCheck, AWrongCountOfRedrawsIsAFaultToo) {
  Milled milled(noise_photos(5), {.ops = kCropAndFlip});
  milled.run({0});
  milled.plant({0, 2}, [](StoredRow& row) { row.draws.front() += 1; });
  EXPECT_THAT(
      check(milled).draws.faults,
      ElementsAre(milled.place({0, 2}) + ": its count of redraws is not that of its address"));
}

TEST(DrawCheck, NamesFiftyAndCountsTheRest) {
  Milled milled(noise_photos(40), {.ops = kResizedCrop, .shard_rows = 40});
  milled.run(first_epochs(3));
  std::vector<std::uint64_t> all(40);
  std::iota(all.begin(), all.end(), 0U);
  for (const std::uint32_t epoch : {1U, 2U}) {
    milled.plant(epoch, all, [&](std::uint64_t sample, StoredRow& row) {
      row = milled.stored({0, sample});
    });
  }
  const DrawCheck draws = check(milled).draws;
  EXPECT_EQ(draws.differing, 80U);
  EXPECT_THAT(draws.faults, SizeIs(50));
  EXPECT_THAT(draws.faults.back(), StartsWith(milled.place({2, 9})));
}

TEST(DrawCheck, APhotoThatIsGoneIsNamed) {
  Milled milled(noise_photos(5), {.ops = kResizedCrop});
  milled.run({0});
  milled.delete_photo(3);
  const Error error = error_of([&] { check(milled); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("sample 3 (`a3.png`)"), HasSubstr("no such file")));
}

TEST(DrawCheck, IsTheSameInAnyMemoryAndOnAnyThreads) {
  Milled milled(noise_photos(10), {.ops = kCropAndFlip, .top = "unique = false\n"});
  milled.run(first_epochs(12));
  const DrawCheck expected = check(milled).draws;
  CensusMeans means = milled.means();
  for (const std::uint64_t memory : {0, 100, 4096}) {
    means.memory_bytes = memory;
    means.threads = means.threads == 1 ? 3 : 1;
    means.most_open = 5;
    const DrawCheck draws =
        check_draws(milled.out(), milled.workshop(), expected.allowed, means, ignore_rows);
    EXPECT_EQ(draws.rows, expected.rows);
    EXPECT_EQ(draws.allowed, expected.allowed);
    EXPECT_EQ(draws.expected_one_sample, expected.expected_one_sample);
  }
}

}  // namespace
}  // namespace epochmill::verify
