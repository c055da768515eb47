#include "image/channels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/error.hpp"
#include "image/made_picture.hpp"
#include "instruction_sets.hpp"

namespace epochmill::image {
namespace {

class Channels : public OnInstructionSet {};

template <typename T>
Raster<T> permuted_plainly(const Raster<T>& in, const std::vector<int>& order) {
  Raster<T> out = in;
  for (int y = 0; y < in.height(); ++y) {
    for (int x = 0; x < in.width(); ++x) {
      for (std::size_t c = 0; c < order.size(); ++c) {
        out.pixel(y, x)[c] = in.pixel(y, x)[order[c]];
      }
    }
  }
  return out;
}

TEST_P(Channels, ComeInAnyOrder) {
  std::vector<int> order = {0, 1, 2};
  do {
    for (int width = 1; width < 200; width += 7) {
      const ImageU8 bytes = made_picture(2, width, 3, 4);
      Image picture = bytes;
      permute_channels(picture, order);
      EXPECT_EQ(picture, Image(permuted_plainly(bytes, order)));
      const ImageF32 floats = as_f32(bytes, 0.5F);
      picture = floats;
      permute_channels(picture, order);
      EXPECT_EQ(picture, Image(permuted_plainly(floats, order)));
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_P(Channels, CanBeOneOrFive) {
  for (const std::vector<int>& order : {std::vector<int>{0}, std::vector<int>{4, 2, 0, 1, 3}}) {
    const ImageF32 floats = as_f32(made_picture(3, 5, static_cast<int>(order.size()), 4), 1);
    Image picture = floats;
    permute_channels(picture, order);
    EXPECT_EQ(picture, Image(permuted_plainly(floats, order)));
  }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, Channels, instruction_sets(), instruction_set_name);

TEST(ChannelOrder, HoldsEachChannelOnce) {
  for (const std::vector<int>& order :
       {std::vector<int>{0, 1}, std::vector<int>{0, 0, 1}, std::vector<int>{1, 2, 3}}) {
    Image picture = made_picture(2, 2, 3, 1);
    EXPECT_THROW(permute_channels(picture, order), Error);
  }
}

}  // namespace
}  // namespace epochmill::image
