#include "image/weighted_sum.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "image/made_picture.hpp"

namespace epochmill::image {
namespace {

TEST(WeightedSum, IsReckonedInF32AndCut) {
  const ImageU8 one = made_picture(5, 13, 3, 1);
  const ImageU8 two = made_picture(5, 13, 3, 2);
  ImageF32 sum = weighted(one, 0.3F);
  add_weighted(sum, two, 0.7F);
  const ImageU8 mixed = cut_to_bytes(sum);
  for (std::size_t i = 0; i < one.values().size(); ++i) {
    const float first = 0.3F * static_cast<float>(one.values()[i]);
    const float second = 0.7F * static_cast<float>(two.values()[i]);
    EXPECT_EQ(sum.values()[i], first + second);
    EXPECT_EQ(mixed.values()[i], static_cast<std::uint8_t>(first + second));
  }
}

TEST(WeightedSum, StaysInsideOfBytes) {
  EXPECT_EQ(cut_to_bytes(raster_of<float>(1, 4, 1, {-3, 255.9F, 256, 1e9F})),
            raster_of<std::uint8_t>(1, 4, 1, {0, 255, 255, 255}));
}

TEST(WeightedSum, RefusesPicturesOfTwoShapes) {
  ImageF32 sum(2, 3, 3);
  EXPECT_THROW(add_weighted(sum, ImageU8(3, 2, 3), 1), Error);
}

}  // namespace
}  // namespace epochmill::image
