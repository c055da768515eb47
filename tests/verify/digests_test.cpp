#include "verify/digests.hpp"

#include <gmock/gmock.h>

#include "verify/milled.hpp"

namespace epochmill::verify {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<std::string> faults_of(const Milled& milled) {
  return check_digests(milled.out(), milled.workshop().plan(), milled.workshop().catalog(), 2,
                       ignore_rows)
      .faults;
}

TEST(Digests, RowsThatHaveChangedPlacesAreNamedThoughTheirDigestsAreRight) {
  Milled milled(noise_photos(6), {.ops = kResizedCrop});
  milled.run({0, 1});
  EXPECT_THAT(faults_of(milled), ElementsAre());
  const StoredRow two = milled.stored({1, 2});
  const StoredRow four = milled.stored({1, 4});
  milled.plant(1, {2, 4},
               [&](std::uint64_t sample, StoredRow& row) { row = sample == 2 ? four : two; });
  EXPECT_THAT(faults_of(milled),
              ElementsAre(AllOf(StartsWith(milled.place({1, 2})),
                                HasSubstr("it is of sample 4, and the plan says 2")),
                          AllOf(StartsWith(milled.place({1, 4})),
                                HasSubstr("it is of sample 2, and the plan says 4"))));
}

TEST(Digests, AWrongKeyIsNamedThoughItsDigestIsRight) {
  Milled milled(noise_photos(3), {.ops = kResizedCrop});
  milled.run({0});
  milled.plant({0, 1}, [](StoredRow& row) { row.key = "zz.png"; });
  EXPECT_THAT(faults_of(milled),
              ElementsAre(AllOf(StartsWith(milled.place({0, 1})),
                                HasSubstr("its key is `zz.png`, and the catalog says `a1.png`"))));
}

TEST(Digests, TheFileOfAnotherEpochIsNamed) {
  Milled milled(noise_photos(3), {.ops = kResizedCrop});
  milled.run({0, 1});
  const auto file = [&](std::uint64_t epoch) { return shard::shard_path(milled.out(), epoch, 0); };
  std::filesystem::copy_file(file(0), file(1), std::filesystem::copy_options::overwrite_existing);
  EXPECT_THAT(faults_of(milled),
              ::testing::Contains(AllOf(StartsWith(file(1).string()),
                                        HasSubstr("not those of this recipe, source, epoch"))));
}

}  // namespace
}  // namespace epochmill::verify
