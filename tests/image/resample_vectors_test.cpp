// Resizing on every instruction set of this CPU against the plain loops.
#include <gmock/gmock.h>
#include <hwy/targets.h>

#include <array>
#include <random>
#include <string>

#include "image/resample.hpp"
#include "instruction_sets.hpp"

namespace epochmill::image {
namespace {

class ResizeVectors : public OnInstructionSet {};

constexpr std::array kFilters = {Interpolation::kBilinear, Interpolation::kBicubic,
                                 Interpolation::kLanczos, Interpolation::kBilinearAliased};

ImageU8 resize_on(std::int64_t instructions, const ImageU8& in, const Box& box, Size size,
                  Interpolation filter) {
  hwy::SetSupportedTargetsForTest(instructions);
  return resize(in, box, size, filter);
}

// Noise, with stretches of black and of white, which round to the ends.
ImageU8 noisy(std::mt19937& random, int height, int width, int channels) {
  ImageU8 picture(height, width, channels);
  for (std::uint8_t& value : picture.values()) value = static_cast<std::uint8_t>(random());
  const std::size_t stretch = picture.values().size() / 3;
  std::fill_n(picture.values().begin(), stretch, std::uint8_t{255});
  std::fill_n(picture.values().end() - static_cast<std::ptrdiff_t>(stretch), stretch,
              std::uint8_t{0});
  return picture;
}

TEST_P(ResizeVectors, GiveWhatThePlainLoopsGive) {
  const std::int64_t plain = hwy::SupportedAndGeneratedTargets().back();
  std::mt19937 random(5);
  const auto up_to = [&](int limit) {
    return 1 + static_cast<int>(random() % static_cast<unsigned>(limit));
  };
  for (int i = 0; i < 150; ++i) {
    const int most = i % 10 == 0 ? 2500 : 300;
    const ImageU8 in = noisy(random, up_to(most), up_to(300), i % 3 == 0 ? 1 : 3);
    Box box{.top = 0, .left = 0, .height = up_to(in.height()), .width = up_to(in.width())};
    box.top = up_to(in.height() - box.height + 1) - 1;
    box.left = up_to(in.width() - box.width + 1) - 1;
    const Size size{up_to(250), up_to(250)};
    const Interpolation filter = kFilters[static_cast<std::size_t>(i) % kFilters.size()];
    ASSERT_EQ(resize_on(GetParam(), in, box, size, filter), resize_on(plain, in, box, size, filter))
        << "box " << box.height << " x " << box.width << " to " << size.height << " x "
        << size.width;
  }
}

TEST_P(ResizeVectors, HoldAtTheSmallestAndTheLongest) {
  const std::int64_t plain = hwy::SupportedAndGeneratedTargets().back();
  std::mt19937 random(6);
  for (const Size from : {Size{1, 1}, {1, 700}, {700, 1}, {33, 16}, {64, 65}}) {
    const ImageU8 in = noisy(random, from.height, from.width, 3);
    const Box whole{0, 0, from.height, from.width};
    for (const Size to : {Size{1, 1}, {1, 300}, {300, 1}, {16, 16}, {17, 33}}) {
      for (const Interpolation filter : kFilters) {
        EXPECT_EQ(resize_on(GetParam(), in, whole, to, filter),
                  resize_on(plain, in, whole, to, filter));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, ResizeVectors, instruction_sets(), instruction_set_name);

}  // namespace
}  // namespace epochmill::image
