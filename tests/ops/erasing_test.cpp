// Ops that erase: random_erasing, coarse_dropout, grid_mask.
#include <gtest/gtest.h>

#include <cmath>

#include "ops/expect_error.hpp"
#include "ops/op_fixture.hpp"

namespace epochmill::ops {
namespace {

template <typename T>
std::vector<T> values_in(const image::Raster<T>& picture, const image::Box& box) {
  std::vector<T> values;
  for (int y = box.top; y < box.top + box.height; ++y) {
    const T* first = picture.pixel(y, box.left);
    values.insert(values.end(), first, first + box.width * picture.channels());
  }
  return values;
}

Sample applied_to_sample(const Op& op, const std::vector<float>& draws) {
  Sample sample{.image = patterned(61, 97),
                .keypoints = {{12, 12, true, true}},
                .boxes = {{5, 5, 30, 30, 1}},
                .mask = patterned_mask(61, 97)};
  op.apply(draws, stream_at(3), sample);
  return sample;
}

TEST(RandomErasing, ErasesItsBox) {
  const auto op = make_op("random_erasing", "p = 1\nvalue = [1, 2, 3]");
  const Sample sample = applied_to_sample(*op, {10, 11, 2, 2});
  const auto& picture = std::get<image::ImageU8>(sample.image);
  EXPECT_EQ(values_in(picture, {10, 11, 2, 2}),
            (std::vector<std::uint8_t>{1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3}));
  EXPECT_EQ(picture.pixel(10, 13)[0], patterned(61, 97).pixel(10, 13)[0]);
  EXPECT_TRUE(sample.keypoints[0].is_visible) << "points under it stay visible";
  EXPECT_EQ(sample.mask, patterned_mask(61, 97));
  EXPECT_EQ(applied_to_sample(*op, {0, 0, 0, 0}).image, image::Image(patterned(61, 97)));
}

TEST(RandomErasing, DrawsBoxesBelowThePicturesSides) {
  const auto op = make_op("random_erasing", "");
  int erased = 0;
  for (std::uint64_t s = 0; s < 4000; ++s) {
    const std::vector<float> box = draws_of(*op, stream_at(s), {61, 97});
    EXPECT_LT(box[2], 61);
    EXPECT_LT(box[3], 97);
    EXPECT_LE(box[0] + box[2], 61);
    EXPECT_LE(box[1] + box[3], 97);
    erased += box[2] > 0 ? 1 : 0;
  }
  EXPECT_NEAR(erased, 2000, 130);
}

TEST(RandomErasing, FillsWithNormalNumbersOrEvenBytes) {
  const auto op = make_op("random_erasing", "p = 1\nvalue = \"random\"");
  const image::Box box = {3, 5, 50, 80};
  const std::vector<float> draws = {3, 5, 50, 80};
  double sum = 0;
  const auto bytes =
      values_in(std::get<image::ImageU8>(applied(*op, patterned(61, 97), draws)), box);
  for (const std::uint8_t value : bytes) sum += value;
  EXPECT_NEAR(sum / static_cast<double>(bytes.size()), 127.5, 3.5);
  const image::ImageF32 zeros(61, 97, 3);
  const auto normals = values_in(std::get<image::ImageF32>(applied(*op, zeros, draws)), box);
  double squares = 0;
  for (const float value : normals) squares += double{value} * value;
  EXPECT_NEAR(squares / static_cast<double>(normals.size()), 1, 0.06);
}

TEST(Erasing, GivesTheMaskItsOwnIndexWhenAsked) {
  const std::vector<std::pair<const char*, std::vector<float>>> ops = {
      {"random_erasing", {10, 11, 2, 3}},
      {"coarse_dropout", {1, 10, 11, 2, 3}},
      {"grid_mask", {200, 100, 99, 0}},
  };
  for (const auto& [name, draws] : ops) {
    const std::string params = name == std::string("coarse_dropout") ? "max_holes = 1\n" : "";
    const auto op = make_op(name, params + "mask_fill = 255");
    const Sample sample = applied_to_sample(*op, draws);
    const auto& picture = std::get<image::ImageU8>(sample.image);
    int ignored = 0;
    for (int y = 0; y < 61; ++y) {
      for (int x = 0; x < 97; ++x) {
        const bool is_changed = *sample.mask.pixel(y, x) != *patterned_mask(61, 97).pixel(y, x);
        ignored += *sample.mask.pixel(y, x) == 255 ? 1 : 0;
        if (is_changed) {
          EXPECT_EQ(picture.pixel(y, x)[0], 0) << name;
        }
      }
    }
    EXPECT_GE(ignored, name == std::string("grid_mask") ? 0 : 6) << name;
  }
}

TEST(RandomErasing, RefusesAnotherWord) {
  expect_error(ErrorKind::kUsage, "\"random\"",
               [] { make_op("random_erasing", "value = \"rand\""); });
  expect_error(ErrorKind::kUsage, "1 or 3", [] { make_op("random_erasing", "value = [1, 2]"); });
}

TEST(CoarseDropout, ErasesAsManyHolesAsItSays) {
  const auto op = make_op("coarse_dropout", "p = 1\nmax_holes = 2\nfill = 9");
  const auto picture =
      std::get<image::ImageU8>(applied(*op, patterned(61, 97), {2, 0, 0, 1, 2, 60, 96, 1, 1}));
  EXPECT_EQ(values_in(picture, {0, 0, 1, 2}), std::vector<std::uint8_t>(6, 9));
  EXPECT_EQ(values_in(picture, {60, 96, 1, 1}), std::vector<std::uint8_t>(3, 9));
  EXPECT_EQ(picture.pixel(0, 2)[0], patterned(61, 97).pixel(0, 2)[0]);
}

TEST(CoarseDropout, HasNothingInTheColumnsOfHolesThatAreNotThere) {
  const auto op = make_op("coarse_dropout",
                          "p = 1\nmax_holes = 5\nmin_holes = 2\nmax_height = 0.5\nmax_width = 9");
  for (std::uint64_t s = 0; s < 300; ++s) {
    const std::vector<float> draws = draws_of(*op, stream_at(s), {61, 97});
    EXPECT_GE(draws[0], 2);
    EXPECT_LE(draws[0], 5);
    for (std::size_t i = 1; i < draws.size(); ++i) {
      const auto hole = static_cast<float>((i - 1) / 4);
      if (hole >= draws[0]) {
        EXPECT_EQ(draws[i], 0);
      } else if ((i - 1) % 4 == 2) {
        EXPECT_EQ(draws[i], 30);
      } else if ((i - 1) % 4 == 3) {
        EXPECT_EQ(draws[i], 9);
      }
    }
  }
}

TEST(CoarseDropout, RefusesSidesThatMixPixelsAndShares) {
  expect_error(ErrorKind::kUsage, "max_height",
               [] { make_op("coarse_dropout", "max_height = 8\nmin_height = 0.5"); });
  expect_error(ErrorKind::kUsage, "max_height",
               [] { make_op("coarse_dropout", "max_height = 1.5"); });
  expect_error(ErrorKind::kUsage, "min_holes", [] { make_op("coarse_dropout", "min_holes = 9"); });
}

TEST(GridMask, ErasesTheRatiosSquareOfThePicture) {
  const auto op = make_op("grid_mask", "p = 1\nratio = 0.5\nfill = 1");
  const image::ImageU8 black(80, 80, 3);
  const auto picture = std::get<image::ImageU8>(applied(*op, black, {20, 3, 7, 0}));
  int erased = 0;
  for (const std::uint8_t value : picture.values()) erased += value;
  EXPECT_EQ(erased, 80 * 80 * 3 / 4);
  EXPECT_EQ(picture.pixel(0, 0)[0], 1) << "tile place (3, 7) is in the hole";
  EXPECT_EQ(picture.pixel(7, 0)[0], 0) << "row 7 + 3 is not";
}

}  // namespace
}  // namespace epochmill::ops
