#include "plan/unique_draws.hpp"

#include <gmock/gmock.h>

#include <numeric>
#include <set>

#include "base/error.hpp"
#include "plan/recipes.hpp"

namespace epochmill::plan {
namespace {

using recipe::Uniqueness;

const char* const kRandomCrop = "[[augment]]\nop = \"random_crop\"\nsize = [8, 8]\n";

ops::Chain chain_of(const std::string& ops) { return {recipe_with(ops), {}}; }

std::vector<std::uint32_t> first_epochs(std::uint32_t count) {
  std::vector<std::uint32_t> epochs(count);
  std::iota(epochs.begin(), epochs.end(), 0U);
  return epochs;
}

std::size_t different(const std::vector<ChosenDraws>& chosen) {
  std::set<std::vector<float>> values;
  for (const ChosenDraws& draws : chosen) values.insert(draws.values);
  return values.size();
}

TEST(UniqueDraws, NoTwoEpochsOfASampleAreAlike) {
  const ops::Chain chain = chain_of(std::string(kRandomCrop) + kFlip);
  const image::Shape shape{12, 12, 3, image::PixelType::kU8};  // 5 * 5 * 2 = 50 outcomes
  std::uint32_t redraws = 0;
  for (std::uint64_t sample = 0; sample < 50; ++sample) {
    const auto chosen = choose_draws(chain, Uniqueness::kOn, sample, shape, {}, first_epochs(30));
    EXPECT_EQ(different(chosen), 30U);
    for (const ChosenDraws& draws : chosen) redraws += draws.redraw;
  }
  EXPECT_GT(redraws, 100U) << "by chance alone some would be alike";
}

TEST(UniqueDraws, AnEpochAloneIsTheSameAsAmongOthers) {
  const ops::Chain chain = chain_of(std::string(kRandomCrop) + kFlip);
  const image::Shape shape{12, 12, 3, image::PixelType::kU8};
  const auto all = choose_draws(chain, Uniqueness::kOn, 3, shape, {}, first_epochs(30));
  for (const std::uint32_t epoch : {0U, 7U, 29U}) {
    const auto alone = choose_draws(chain, Uniqueness::kOn, 3, shape, {}, {epoch});
    ASSERT_EQ(alone.size(), 1U);
    EXPECT_EQ(alone[0].values, all[epoch].values);
    EXPECT_EQ(alone[0].redraw, all[epoch].redraw);
  }
}

TEST(UniqueDraws, APictureWithTooFewOutcomesUsesEachEquallyOften) {
  const ops::Chain chain = chain_of(kRandomCrop);
  const image::Shape shape{8, 10, 3, image::PixelType::kU8};  // 3 outcomes
  const auto chosen = choose_draws(chain, Uniqueness::kOn, 0, shape, {}, first_epochs(9));
  std::map<std::vector<float>, int> uses;
  int repeats = 0;
  for (const ChosenDraws& draws : chosen) {
    ++uses[draws.values];
    repeats += draws.is_repeat ? 1 : 0;
  }
  ASSERT_EQ(uses.size(), 3U);
  for (const auto& [values, count] : uses) EXPECT_EQ(count, 3);
  EXPECT_EQ(repeats, 6);
  EXPECT_THROW(choose_draws(chain, Uniqueness::kStrict, 0, shape, {}, first_epochs(9)), Error);
}

TEST(UniqueDraws, OffMeansTheFirstDrawWhateverItIs) {
  const ops::Chain chain = chain_of(kRandomCrop);
  const image::Shape shape{8, 10, 3, image::PixelType::kU8};
  for (const ChosenDraws& draws :
       choose_draws(chain, Uniqueness::kOff, 0, shape, {}, first_epochs(9))) {
    EXPECT_EQ(draws.redraw, 0U);
    EXPECT_FALSE(draws.is_repeat);
  }
}

TEST(UniqueDraws, NoiseIsUniqueByItself) {
  const ops::Chain chain = chain_of("[[augment]]\nop = \"gaussian_noise\"\n");
  const image::Shape shape{8, 8, 3, image::PixelType::kU8};
  for (const ChosenDraws& draws :
       choose_draws(chain, Uniqueness::kStrict, 0, shape, {}, first_epochs(5))) {
    EXPECT_FALSE(draws.is_repeat);
  }
}

}  // namespace
}  // namespace epochmill::plan
