#include "image/filter.hpp"

#include <algorithm>
#include <vector>

#include "image/blur_vectors.hpp"
#include "image/gaussian_weights.hpp"
#include "image/mirrored_place.hpp"
#include "image/noise_vectors.hpp"

namespace epochmill::image {
namespace {

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

// Both directions at once: rows weighted along x stay in a ring as long as a kernel's height needs
// them, and so in the nearest cache.
class Blur {
 public:
  Blur(const ImageU8& image, const std::vector<float>& across, const std::vector<float>& down)
      : channels_(image.channels()),
        radius_(static_cast<int>(across.size()) / 2),
        across_(across),
        down_(down),
        line_((image.row_values() + across.size() * static_cast<std::size_t>(channels_)) +
              kRowSlack),
        step_(image.row_values() + kRowSlack),
        ring_(down.size() * step_),
        result_(step_),
        shifted_(across.size()) {
    for (std::size_t t = 0; t < shifted_.size(); ++t) {
      shifted_[t] = line_.data() + t * static_cast<std::size_t>(channels_);
    }
  }

  void run(ImageU8& image) {
    const int reach = static_cast<int>(down_.size()) / 2;
    std::vector<const float*> rows(down_.size());
    int ready = 0;
    for (int y = 0; y < image.height(); ++y) {
      for (; ready <= std::min(y + reach, image.height() - 1); ++ready) blur_row(image, ready);
      for (std::size_t t = 0; t < rows.size(); ++t) {
        rows[t] = ring_row(mirrored_place(y - reach + static_cast<int>(t), image.height()));
      }
      weighted_sum(rows, down_, image.row_values(), result_.data());
      std::copy_n(result_.begin(), image.row_values(), image.row(y));
    }
  }

 private:
  // A row above y - reach is never asked for again, not even by a mirrored border.
  float* ring_row(int y) {
    return ring_.data() + static_cast<std::size_t>(y) % down_.size() * step_;
  }

  void blur_row(const ImageU8& image, int y) {
    const std::uint8_t* const from = image.row(y);
    const auto channels = static_cast<std::size_t>(channels_);
    const std::size_t before = static_cast<std::size_t>(radius_) * channels;
    to_floats(from, image.row_values(), line_.data() + before);
    for (int i = 1; i <= radius_; ++i) {
      put(image.pixel(y, mirrored_place(-i, image.width())), radius_ - i);
      put(image.pixel(y, mirrored_place(image.width() - 1 + i, image.width())),
          radius_ + image.width() - 1 + i);
    }
    weighted_sum(shifted_, across_, image.row_values(), ring_row(y));
  }

  void put(const std::uint8_t* pixel, int place) {
    std::copy_n(pixel, channels_, line_.begin() + std::ptrdiff_t{place} * channels_);
  }

  int channels_;
  int radius_;
  const std::vector<float>& across_;
  const std::vector<float>& down_;
  std::vector<float> line_;
  std::size_t step_;
  std::vector<float> ring_;
  std::vector<std::uint8_t> result_;
  std::vector<const float*> shifted_;  // line_, a pixel further on for each weight
};

void require_normals(std::size_t found, std::size_t expected) {
  if (found == expected) return;
  throw internal_error("add_noise: {} normals for {} values", found, expected);
}

}  // namespace

void gaussian_blur(ImageU8& image, Size kernel, double sigma_x, double sigma_y) {
  require_kernel(image, kernel, sigma_x, sigma_y);
  const std::vector<float> across = gaussian_weights(kernel.width, sigma_x);
  const std::vector<float> down = gaussian_weights(kernel.height, sigma_y);
  Blur(image, across, down).run(image);
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
