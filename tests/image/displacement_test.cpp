#include "image/displacement.hpp"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cmath>

#include "base/error.hpp"
#include "image/blur_plane.hpp"
#include "image/displaced_places.hpp"
#include "image/made_picture.hpp"
#include "image/weighted_rows.hpp"
#include "instruction_sets.hpp"

namespace epochmill::image {
namespace {

constexpr std::array<double, 3> kFill = {10, 20, 30};

// Noise in [-most, most], smoothed.
ImageF32 plane(int height, int width, float most, std::uint32_t seed) {
  ImageF32 plane = as_f32(made_picture(height, width, 1, seed), 1 / 127.5F);
  for (float& value : plane.values()) value = (value - 1) * most;
  return plane;
}

DisplacementField smooth_field(int height, int width, float strength) {
  DisplacementField field = {plane(height, width, 1, 5), plane(height, width, 1, 6)};
  blur_plane(field.dx, 25, 3, 3, strength);
  blur_plane(field.dy, 25, 3, 3, strength);
  return field;
}

// One channel at one pixel, in double.
double plain_value(const ImageU8& in, const DisplacementField& field, int y, int x, int c) {
  const double at_x = static_cast<double>(static_cast<float>(x) + *field.dx.pixel(y, x));
  const double at_y = static_cast<double>(static_cast<float>(y) + *field.dy.pixel(y, x));
  double sum = 0;
  double inside = 0;
  for (int j = 0; j < 2; ++j) {
    for (int i = 0; i < 2; ++i) {
      const double column = std::floor(at_x) + i;
      const double row = std::floor(at_y) + j;
      const double weight = (1 - std::abs(at_x - column)) * (1 - std::abs(at_y - row));
      if (column < 0 || row < 0 || column >= in.width() || row >= in.height()) continue;
      sum += weight * in.pixel(static_cast<int>(row), static_cast<int>(column))[c];
      inside += weight;
    }
  }
  return sum * inside + (1 - inside) * kFill[static_cast<std::size_t>(c)];
}

TEST(Displace, MixesFourPixelsAndTheFillBeyondTheEdge) {
  const ImageU8 in = made_picture(40, 50, 3, 1);
  const DisplacementField field = {plane(40, 50, 6, 2), plane(40, 50, 6, 3)};
  const ImageU8 out = displace(in, field, Interpolation::kBilinear, kFill);
  for (int y = 0; y < 40; ++y) {
    for (int x = 0; x < 50; ++x) {
      for (int c = 0; c < 3; ++c) {
        EXPECT_NEAR(out.pixel(y, x)[c], plain_value(in, field, y, x, c), 0.502);
      }
    }
  }
}

TEST(Displace, ByNothingChangesNothing) {
  const ImageU8 in = made_picture(7, 9, 3, 1);
  const DisplacementField field = {ImageF32(7, 9, 1), ImageF32(7, 9, 1)};
  EXPECT_EQ(displace(in, field, Interpolation::kBilinear, kFill), in);
  EXPECT_EQ(displace(in, field, Interpolation::kNearest, kFill), in);
  const Image numbers = as_f32(made_picture(7, 9, 5, 2), 0.25F);
  EXPECT_EQ(displace(numbers, field, Interpolation::kBilinear, {0, 0, 0}), numbers);
}

TEST(Displace, ByNearestIsThePixelThere) {
  const ImageU8 in = made_picture(5, 5, 3, 1);
  DisplacementField field = {ImageF32(5, 5, 1), ImageF32(5, 5, 1)};
  field.dx.values().assign(25, 1.4F);
  field.dy.values().assign(25, -0.6F);
  const ImageU8 out = displace(in, field, Interpolation::kNearest, kFill);
  EXPECT_EQ(out.pixel(2, 2)[1], in.pixel(1, 3)[1]);
  EXPECT_EQ(out.pixel(0, 0)[1], 20);
  EXPECT_EQ(out.pixel(4, 4)[2], 30);
}

TEST(Displace, TakesPlacesThatAreFarOutOrNone) {
  const ImageU8 in = made_picture(3, 3, 3, 1);
  DisplacementField field = {ImageF32(3, 3, 1), ImageF32(3, 3, 1)};
  field.dx.values() = {1e30F, -1e30F, INFINITY, -INFINITY, NAN, 5e9F, -5e9F, 100, -100};
  for (const auto how : {Interpolation::kBilinear, Interpolation::kNearest}) {
    const ImageU8 out = displace(in, field, how, kFill);
    for (int y = 0; y < 3; ++y) {
      for (int x = 0; x < 3; ++x) EXPECT_EQ(out.pixel(y, x)[0], 10);
    }
  }
  EXPECT_THROW(displace(in, field, Interpolation::kBicubic, kFill), Error);
}

TEST(DisplacedPlaces, AreWhereThePixelShows) {
  const DisplacementField field = smooth_field(60, 80, 20);
  const DisplacedPlaces places(field);
  for (int y = 5; y < 55; y += 3) {
    for (int x = 5; x < 75; x += 3) {
      // What pixel (x, y) of the new picture shows is shown at pixel (x, y).
      const Position from = {static_cast<double>(static_cast<float>(x) + *field.dx.pixel(y, x)),
                             static_cast<double>(static_cast<float>(y) + *field.dy.pixel(y, x))};
      const Position at = places.place_of(from);
      EXPECT_NEAR(at.x, x, 0.01);
      EXPECT_NEAR(at.y, y, 0.01);
    }
  }
}

// Where a field folds the picture the iteration runs away, and some pixel near still shows the
// place.
TEST(DisplacedPlaces, AreFoundInFoldsToo) {
  const DisplacementField field = smooth_field(60, 80, 300);
  const DisplacedPlaces places(field);
  int shown = 0;
  for (int y = 0; y < 60; ++y) {
    for (int x = 0; x < 80; ++x) {
      const Position from = {static_cast<double>(static_cast<float>(x) + *field.dx.pixel(y, x)),
                             static_cast<double>(static_cast<float>(y) + *field.dy.pixel(y, x))};
      if (from.x < 0 || from.y < 0 || from.x > 79 || from.y > 59) continue;
      const Position at = places.place_of(from);
      if (at.x < 0 || at.y < 0 || at.x > 79 || at.y > 59) continue;
      const int column = static_cast<int>(at.x + 0.5);
      const int row = static_cast<int>(at.y + 0.5);
      const double off_x = column + double{*field.dx.pixel(row, column)} - from.x;
      const double off_y = row + double{*field.dy.pixel(row, column)} - from.y;
      EXPECT_LT(std::hypot(off_x, off_y), 12.0) << x << ", " << y;
      ++shown;
    }
  }
  EXPECT_GT(shown, 500);
}

TEST(BlurPlane, OfOneWeightOnlyMultiplies) {
  ImageF32 blurred = plane(4, 5, 1, 1);
  const ImageF32 before = blurred;
  blur_plane(blurred, 1, 0.001, 0.001, 2);
  for (std::size_t i = 0; i < before.values().size(); ++i) {
    EXPECT_EQ(blurred.values()[i], before.values()[i] * 2);
  }
  EXPECT_THROW(blur_plane(blurred, 9, 1, 1, 1), Error);
}

TEST(BlurPlane, KeepsAFlatPlaneUpToItsMirroredBorder) {
  ImageF32 flat(9, 12, 1);
  flat.values().assign(108, 3);
  blur_plane(flat, 17, 2, 3, 1);
  for (const float value : flat.values()) EXPECT_NEAR(value, 3, 1e-5);
}

class WeightedRows : public OnInstructionSet {};

TEST_P(WeightedRows, GiveWhatThePlainSumsGive) {
  for (const std::size_t count : {1U, 3U, 16U, 63U, 64U, 65U, 300U}) {
    for (const std::size_t row_count : {1U, 3U, 41U}) {
      const ImageF32 in =
          as_f32(made_picture(static_cast<int>(row_count), static_cast<int>(count), 1, 9), 0.37F);
      std::vector<const float*> rows;
      std::vector<float> weights(row_count);
      for (std::size_t r = 0; r < row_count; ++r) {
        rows.push_back(in.row(static_cast<int>(r)));
        weights[r] = 1 / (2 + std::abs(static_cast<float>(r) - static_cast<float>(row_count / 2)));
      }
      std::vector<float> sums(count);
      add_weighted_rows(rows, weights, sums);
      const std::size_t middle = row_count / 2;
      for (std::size_t i = 0; i < count; ++i) {
        float sum = weights[middle] * rows[middle][i];
        for (std::size_t k = 1; k <= middle; ++k) {
          sum += weights[middle + k] * (rows[middle - k][i] + rows[middle + k][i]);
        }
        EXPECT_EQ(sums[i], sum) << i << " of " << count;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, WeightedRows, instruction_sets(), instruction_set_name);

}  // namespace
}  // namespace epochmill::image
