// Colour changes on every instruction set of this CPU against the plain loops.
#include <gmock/gmock.h>
#include <hwy/targets.h>

#include <random>
#include <string>
#include <vector>

#include "image/color.hpp"
#include "instruction_sets.hpp"

namespace epochmill::image {
namespace {

using Kind = ColorChange::Kind;

class ColorVectors : public OnInstructionSet {};

ImageU8 changed_on(std::int64_t instructions, ImageU8 picture,
                   const std::vector<ColorChange>& changes) {
  hwy::SetSupportedTargetsForTest(instructions);
  adjust_colors(picture, changes);
  return picture;
}

// One by one, without vectors.
ImageU8 changed_plainly(ImageU8 picture, const std::vector<ColorChange>& changes) {
  hwy::SetSupportedTargetsForTest(hwy::SupportedAndGeneratedTargets().back());
  for (const ColorChange& change : changes) adjust_colors(picture, {&change, 1});
  return picture;
}

// Every colour once, 4096 x 4096.
const ImageU8& all_colors() {
  static const ImageU8 picture = [] {
    ImageU8 all(4096, 4096, 3);
    for (std::size_t i = 0; i < all.values().size(); i += 3) {
      const std::size_t color = i / 3;
      all.values()[i] = static_cast<std::uint8_t>(color >> 16);
      all.values()[i + 1] = static_cast<std::uint8_t>(color >> 8);
      all.values()[i + 2] = static_cast<std::uint8_t>(color);
    }
    return all;
  }();
  return picture;
}

ColorChange change_of(Kind kind, float factor, int shift = 0) {
  return {.kind = kind, .factor = factor, .shift = shift};
}

TEST_P(ColorVectors, TurnTheHueOfEveryColorAsThePlainLoops) {
  for (const int shift : {0, -25}) {
    const std::vector<ColorChange> change = {change_of(Kind::kHue, 1, shift)};
    EXPECT_EQ(changed_on(GetParam(), all_colors(), change), changed_plainly(all_colors(), change))
        << "shift " << shift;
  }
}

TEST_P(ColorVectors, GreyAPictureThatStaysAsTheyGreyItInPlace) {
  for (const int width : {1, 15, 64, 333}) {
    ImageU8 in(3, width, 3);
    std::copy_n(all_colors().values().begin() + 777, in.values().size(), in.values().begin());
    const ImageU8 expected = changed_plainly(in, {change_of(Kind::kGrayscale, 1)});
    hwy::SetSupportedTargetsForTest(GetParam());
    EXPECT_EQ(grayscale_of(in), expected);
  }
}

TEST_P(ColorVectors, SaturateAndGreyEveryColorAsThePlainLoops) {
  for (const ColorChange& change :
       {change_of(Kind::kSaturation, 0.6F), change_of(Kind::kSaturation, 1.3999F),
        change_of(Kind::kSaturation, 1e6F), change_of(Kind::kGrayscale, 1)}) {
    EXPECT_EQ(changed_on(GetParam(), all_colors(), {change}),
              changed_plainly(all_colors(), {change}));
  }
}

ImageU8 noisy(std::mt19937& random, int height, int width) {
  ImageU8 picture(height, width, 3);
  const auto most = static_cast<unsigned>(1 + random() % 255);
  for (std::uint8_t& value : picture.values())
    value = static_cast<std::uint8_t>(random() % (most + 1));
  return picture;
}

TEST_P(ColorVectors, ChainChangesAsOneByOne) {
  std::mt19937 random(7);
  const auto factor = [&] {
    const std::vector<float> corners = {0.0F, 1.0F, 2.0F, 0.5F, 1000.0F};
    return random() % 4 == 0 ? corners[random() % corners.size()]
                             : static_cast<float>(random() % 100000) / 50000.0F;
  };
  for (int i = 0; i < 400; ++i) {
    const ImageU8 picture =
        noisy(random, 1 + static_cast<int>(random() % 70), 1 + static_cast<int>(random() % 70));
    std::vector<ColorChange> changes;
    for (auto n = random() % 7; n > 0; --n) {
      changes.push_back(change_of(static_cast<Kind>(random() % 5), factor(),
                                  static_cast<int>(random() % 511) - 255));
    }
    ASSERT_EQ(changed_on(GetParam(), picture, changes), changed_plainly(picture, changes))
        << "round " << i;
  }
}

TEST_P(ColorVectors, LeaveAnEmptyPictureAlone) {
  const std::vector<ColorChange> contrast = {change_of(Kind::kContrast, 0.5F)};
  EXPECT_EQ(changed_on(GetParam(), ImageU8(0, 0, 3), contrast), ImageU8(0, 0, 3));
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, ColorVectors, instruction_sets(), instruction_set_name);

}  // namespace
}  // namespace epochmill::image
