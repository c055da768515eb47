#include "image/filter.hpp"

#include <algorithm>
#include <vector>

#include "image/gaussian_weights.hpp"
#include "image/mirrored_place.hpp"
#include "image/noise_vectors.hpp"

namespace epochmill::image {
namespace {

// For x in [0, 2^24).
std::uint8_t rounded_half_even(float x) {
  const int floor = static_cast<int>(x);
  const float rest = x - static_cast<float>(floor);
  const bool is_up = rest > 0.5F || (rest == 0.5F && (floor & 1) == 1);
  return static_cast<std::uint8_t>(floor + (is_up ? 1 : 0));
}

void require_kernel(const ImageU8& image, Size kernel, double sigma_x, double sigma_y) {
  const bool is_odd = kernel.height % 2 == 1 && kernel.width % 2 == 1;
  if (!is_odd || kernel.height < 1 || kernel.width < 1 || !(sigma_x > 0.0) || !(sigma_y > 0.0)) {
    throw internal_error("gaussian_blur: kernel {}x{}, sigma {} and {}", kernel.height,
                         kernel.width, sigma_x, sigma_y);
  }
  if (kernel.height / 2 >= image.height() || kernel.width / 2 >= image.width()) {
    throw input_error(
        "gaussian_blur: a kernel of {}x{} pixels (height x width) needs a picture of at least "
        "{}x{} "
        "for its mirrored border, this one is {}x{}; use a smaller kernel, or resize first",
        kernel.height, kernel.width, kernel.height / 2 + 1, kernel.width / 2 + 1, image.height(),
        image.width());
  }
}

// Every row with its mirrored border, weighted along x.
ImageF32 blurred_across(const ImageU8& image, const std::vector<float>& weights) {
  const int channels = image.channels();
  const int radius = static_cast<int>(weights.size()) / 2;
  ImageF32 out(image.height(), image.width(), channels);
  ImageF32 line(1, image.width() + 2 * radius, channels);
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < line.width(); ++x) {
      const std::uint8_t* const from = image.pixel(y, mirrored_place(x - radius, image.width()));
      std::copy_n(from, channels, line.pixel(0, x));
    }
    float* const sums = out.row(y);
    for (std::size_t t = 0; t < weights.size(); ++t) {
      const float* const shifted = line.pixel(0, static_cast<int>(t));
      for (std::size_t i = 0; i < out.row_values(); ++i) sums[i] += weights[t] * shifted[i];
    }
  }
  return out;
}

// Weighted along y, and rounded. The weights' sum is 1 to within f32 rounding, so 255 is not passed
// by half.
void blur_down(const ImageF32& in, const std::vector<float>& weights, ImageU8& image) {
  const int radius = static_cast<int>(weights.size()) / 2;
  std::vector<float> sums(in.row_values());
  for (int y = 0; y < in.height(); ++y) {
    std::fill(sums.begin(), sums.end(), 0.0F);
    for (std::size_t t = 0; t < weights.size(); ++t) {
      const float* const row =
          in.row(mirrored_place(y - radius + static_cast<int>(t), in.height()));
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += weights[t] * row[i];
    }
    std::transform(sums.begin(), sums.end(), image.row(y), rounded_half_even);
  }
}

void require_normals(std::size_t found, std::size_t expected) {
  if (found == expected) return;
  throw internal_error("add_noise: {} normals for {} values", found, expected);
}

}  // namespace

void gaussian_blur(ImageU8& image, Size kernel, double sigma_x, double sigma_y) {
  require_kernel(image, kernel, sigma_x, sigma_y);
  const ImageF32 across = blurred_across(image, gaussian_weights(kernel.width, sigma_x));
  blur_down(across, gaussian_weights(kernel.height, sigma_y), image);
}

void add_noise(std::span<std::uint8_t> values, std::span<const float> normals, float mean,
               float sigma) {
  require_normals(normals.size(), values.size());
  add_noise_levels(values, normals, mean * 255.0F, sigma * 255.0F);
}

void add_noise(std::span<float> values, std::span<const float> normals, float mean, float sigma,
               bool clip) {
  require_normals(normals.size(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const float noisy = values[i] + mean + sigma * normals[i];
    values[i] = clip ? std::clamp(noisy, 0.0F, 1.0F) : noisy;
  }
}

}  // namespace epochmill::image
