// Mirrors and noise on every instruction set of this CPU against plain sums.
#include <gmock/gmock.h>
#include <hwy/targets.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "image/layout.hpp"
#include "image/noise_vectors.hpp"
#include "instruction_sets.hpp"

namespace epochmill::image {
namespace {

class PixelVectors : public OnInstructionSet {
 protected:
  std::mt19937 random_{11};
};

TEST_P(PixelVectors, MirrorEveryWidth) {
  for (int width = 1; width < 70; ++width) {
    for (const int channels : {1, 3}) {
      ImageU8 in(3, width, channels);
      for (std::uint8_t& value : in.values()) value = static_cast<std::uint8_t>(random_());
      const auto out = std::get<ImageU8>(flip_horizontal(Image(in)));
      for (int y = 0; y < 3; ++y) {
        for (int x = 0; x < width; ++x) {
          for (int c = 0; c < channels; ++c) {
            ASSERT_EQ(out.pixel(y, x)[c], in.pixel(y, width - 1 - x)[c]) << width << " wide";
          }
        }
      }
    }
  }
}

TEST_P(PixelVectors, RoundNoiseHalfUp) {
  std::vector<std::uint8_t> values(5003);
  std::vector<float> normals(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<std::uint8_t>(random_());
    normals[i] = (static_cast<float>(random_() % 200000) - 100000.0F) / 20000.0F;
  }
  normals[0] = 0.5F - 0x1p-25F;  // adding a half to it would round to 1
  normals[1] = 0.5F;
  normals[2] = 1e30F;
  normals[3] = -1e30F;
  values[0] = values[1] = 0;
  for (const float sigma : {1.0F, 0.5F, 37.25F}) {
    std::vector<std::uint8_t> noisy = values;
    add_noise_levels(noisy, normals, 0.0F, sigma);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const float product = sigma * normals[i];
      const float sum = static_cast<float>(values[i]) + product;
      const double rounded = std::floor(static_cast<double>(sum) + 0.5);
      ASSERT_EQ(noisy[i], std::clamp(rounded, 0.0, 255.0)) << values[i] << " + " << product;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, PixelVectors, instruction_sets(), instruction_set_name);

}  // namespace
}  // namespace epochmill::image
