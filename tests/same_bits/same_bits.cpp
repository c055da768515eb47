// Prints a digest of what each part of base, streams and image computes, a line each. Every
// compiler, optimisation and CPU must print golden.txt: same_bits_test.py builds and runs this on
// many.
#include <fmt/format.h>
#include <hwy/targets.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/digest.hpp"
#include "base/strict_math.hpp"
#include "image/channels.hpp"
#include "image/color.hpp"
#include "image/filter.hpp"
#include "image/fused_warp.hpp"
#include "image/layout.hpp"
#include "image/levels.hpp"
#include "image/paint.hpp"
#include "image/resample.hpp"
#include "image/sharpness.hpp"
#include "image/weighted_sum.hpp"
#include "image/warp.hpp"
#include "streams/beta.hpp"
#include "streams/bulk.hpp"
#include "streams/choice.hpp"
#include "streams/distributions.hpp"
#include "streams/gamma.hpp"
#include "streams/normal.hpp"
#include "streams/permutation.hpp"

namespace epochmill {
namespace {

using image::Image;
using image::ImageF32;
using image::ImageU8;
using streams::Stream;

constexpr std::uint64_t kSeed = 20261129;

Stream stream_of(std::uint64_t sample) {
  return Stream(kSeed, {.rank = 38, .thread = 7, .epoch = 3, .sample = sample, .op = 8});
}

template <typename T>
void print(std::string_view name, const std::vector<T>& values) {
  fmt::print("{:<28} {:016x}\n", name, digest64(as_bytes(values)));
}

void print(std::string_view name, const std::vector<Image>& pictures) {
  Digester digester;
  for (const Image& picture : pictures) digester.add(image::pixel_bytes(picture));
  fmt::print("{:<28} {:016x}\n", name, digester.value64());
}

// `make(i)` for i in [0, count).
template <typename Make>
auto series(std::uint64_t count, const Make& make) {
  std::vector<decltype(make(std::uint64_t{0}))> values;
  for (std::uint64_t i = 0; i < count; ++i) values.push_back(make(i));
  return values;
}

void print_math() {
  const auto at = [](std::uint64_t i) { return (static_cast<double>(i) + 0.5) / 4096; };
  print("strict log", series(40960, [&](std::uint64_t i) { return strict::log(at(i)); }));
  print("strict exp", series(40960, [&](std::uint64_t i) { return strict::exp(at(i) - 5); }));
  print("strict sin",
        series(4096, [&](std::uint64_t i) { return strict::sin_cos_turns(at(i)).sin; }));
  print("strict cos",
        series(4096, [&](std::uint64_t i) { return strict::sin_cos_turns(at(i)).cos; }));
}

// One value for each of many samples.
template <typename Draw>
void print_draws(std::string_view name, const Draw& draw) {
  print(name, series(20000, [&](std::uint64_t i) { return draw(stream_of(i)); }));
}

void print_draws() {
  print_draws("bits64", [](const Stream& s) { return s.bits64(1); });
  print_draws("uniform", [](const Stream& s) { return streams::uniform(s, 2); });
  print_draws("uniform_between",
              [](const Stream& s) { return streams::uniform_between(s, 3, -1, 7); });
  print_draws("integer_between",
              [](const Stream& s) { return streams::integer_between(s, 4, -3, 33); });
  print_draws("bernoulli", [](const Stream& s) { return char{streams::bernoulli(s, 5, 0.3)}; });
  print_draws("log_uniform",
              [](const Stream& s) { return streams::log_uniform_between(s, 6, 0.75, 4.0 / 3); });
  print_draws("uniform f32", [](const Stream& s) { return streams::uniform_f32(s, 7); });
  print_draws("normal", [](const Stream& s) { return streams::normal(s, 8); });
  print_draws("log_gamma_variate",
              [](const Stream& s) { return streams::log_gamma_variate(s, 9, 0.4); });
  print_draws("beta", [](const Stream& s) { return streams::beta(s, 10, 0.2, 0.3); });
  const std::array shapes = {1.0, 0.5, 20.0};
  print_draws("dirichlet", [&](const Stream& s) { return streams::dirichlet(s, 11, shapes)[1]; });
  const streams::Choice choice(std::array{0.1, 0.2, 0.0, 5.7});
  print_draws("choice", [&](const Stream& s) { return choice(s, 14); });
}

void print_fields() {
  std::vector<std::uint32_t> words(100003);
  streams::fill_words(stream_of(1), 5, words);
  print("bulk words", words);
  std::vector<float> numbers(words.size());
  streams::fill_uniform(stream_of(2), 6, numbers);
  print("bulk uniform", numbers);
  streams::fill_normal(stream_of(3), 7, numbers);
  print("bulk normal", numbers);
}

void print_permutations() {
  for (const std::uint64_t n : {1000ULL, 65537ULL, 1ULL << 40}) {
    const streams::Permutation permutation(stream_of(9), n);
    print(
        fmt::format("permutation of {}", n),
        series(std::min<std::uint64_t>(n, 5000), [&](std::uint64_t i) { return permutation(i); }));
  }
}

// Slopes, edges and noise, as a photo has them.
ImageU8 photo(int height, int width) {
  ImageU8 picture(height, width, 3);
  auto& values = picture.values();
  std::vector<std::uint32_t> words(values.size());
  streams::fill_words(stream_of(4), 0, words);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<std::uint8_t>((i * (1 + i % 3) / 7 + words[i] % 23) & 255U);
  }
  image::fill_disc(picture, {width * 0.4, height * 0.6}, height * 0.3, {250, 20, 90});
  image::fill_polygon(picture, {{5, 3}, {width - 9.5, height * 0.3}, {width * 0.5, height - 4.25}},
                      {10, 200, 77});
  image::draw_text(picture, height / 2, 4, "SAME BITS 0123", 2, {255, 255, 0});
  return picture;
}

ImageF32 as_floats(const ImageU8& picture) {
  const float mean[3] = {0.485F, 0.456F, 0.406F};
  const float std[3] = {0.229F, 0.224F, 0.225F};
  return image::normalize(picture, mean, std);
}

void print_resizes(const ImageU8& picture) {
  std::vector<Image> bilinear;
  std::vector<Image> nearest;
  std::vector<Image> floats;
  for (const image::Size size : {image::Size{224, 224}, {31, 57}, {400, 17}, {1, 1}}) {
    for (const image::Box& box : {image::Box{0, 0, 333, 250}, {7, 11, 61, 180}, {100, 100, 3, 2}}) {
      bilinear.emplace_back(image::resize(picture, box, size, image::Interpolation::kBilinear));
      nearest.emplace_back(image::resize(picture, box, size, image::Interpolation::kNearest));
      floats.emplace_back(
          image::resize(as_floats(picture), box, size, image::Interpolation::kBilinear));
    }
  }
  print("resize bilinear u8", bilinear);
  print("resize nearest u8", nearest);
  print("resize bilinear f32", floats);
}

std::vector<image::WarpMap> maps(image::Size size) {
  std::vector<image::WarpMap> all;
  for (const double degrees : {-171.5, 3.25, 90.0}) {
    all.push_back(image::rotation_map(size, degrees, std::nullopt, false).map);
    all.push_back(image::affine_map(size, {degrees, {7, -5}, 0.8, {4, 9}}, std::nullopt));
  }
  all.push_back(image::affine_map(size, {0, {3, 2}, 1.25, {}}, std::nullopt));
  all.push_back(image::perspective_map(size, {{{20, 9}, {230, 31}, {199, 301}, {3, 320}}}).value());
  return all;
}

void print_warps(const ImageU8& picture) {
  const image::Size size = {picture.height(), picture.width()};
  std::vector<Image> bilinear;
  std::vector<Image> nearest;
  std::vector<Image> fused;
  for (const image::WarpMap& map : maps(size)) {
    const image::Size to = {301, 222};
    for (const Image& in : {Image(picture), Image(as_floats(picture))}) {
      bilinear.push_back(image::warp(in, map, to, image::Interpolation::kBilinear, {9, 8, 7}));
      nearest.push_back(image::warp(in, map, to, image::Interpolation::kNearest, {9, 8, 7}));
      for (const image::Size end : {to, {120, 97}, {31, 20}}) {
        const image::WarpMap scale{.c = {222.0 / end.width, 0, 0, 0, 301.0 / end.height, 0, 0, 0}};
        const auto both = image::FusedWarp::of(size, {{map, to, {9, 8, 7}}, {scale, end, {}}});
        fused.push_back(both.value().make(in, image::Interpolation::kBilinear));
      }
    }
  }
  print("warp bilinear", bilinear);
  print("warp nearest", nearest);
  print("warps fused", fused);
}

// The picture after `change` by each of some factors.
template <typename Change>
void print_changes(std::string_view name, const ImageU8& picture, const Change& change) {
  std::vector<Image> changed;
  for (const float factor : {0.0F, 0.31F, 0.6F, 0.999F, 1.0F, 1.0371F, 1.4F, 2.75F}) {
    ImageU8 copy = picture;
    change(copy, factor);
    changed.emplace_back(std::move(copy));
  }
  print(name, changed);
}

void print_colors(const ImageU8& picture) {
  print_changes("brightness", picture, image::adjust_brightness);
  print_changes("contrast", picture, image::adjust_contrast);
  print_changes("saturation", picture, image::adjust_saturation);
  print_changes("hue", picture, [](ImageU8& copy, float factor) {
    image::adjust_hue(copy, image::hue_shift((static_cast<double>(factor) - 1) / 4));
  });
  print_changes("grayscale", picture, [](ImageU8& copy, float) { image::to_grayscale(copy); });
  print("normalize", {Image(as_floats(picture))});
}

void print_filters(const ImageU8& picture) {
  print_changes("gaussian_blur", picture, [](ImageU8& copy, float factor) {
    image::gaussian_blur(copy, {5, 9}, 0.1 + static_cast<double>(factor), 1.5);
  });
  std::vector<float> normals(picture.values().size());
  streams::fill_normal(stream_of(5), 0, normals);
  print_changes("noise", picture, [&](ImageU8& copy, float factor) {
    image::add_noise(copy.values(), normals, 0.01F, 0.2F * factor);
  });
  ImageF32 floats = as_floats(picture);
  image::add_noise(floats.values(), normals, 0.01F, 0.2F, true);
  print("noise f32", {Image(std::move(floats))});
  print("pad", {image::pad(picture, {3, 5, 7, 11}, image::PaddingMode::kReflect, {0, 0, 0})});
}

void print_levels(const ImageU8& picture) {
  print_changes("posterize", picture, [](ImageU8& copy, float factor) {
    image::posterize(copy, static_cast<int>(3 * factor));
  });
  print_changes("solarize", picture,
                [](ImageU8& copy, float factor) { image::solarize(copy, 93.0 * double{factor}); });
  print_changes("autocontrast", picture, [](ImageU8& copy, float factor) {
    image::adjust_contrast(copy, factor / 2);
    image::autocontrast(copy);
  });
  print_changes("equalize", picture, [](ImageU8& copy, float factor) {
    image::adjust_brightness(copy, factor);
    image::equalize(copy);
  });
  print_changes("sharpness", picture, image::adjust_sharpness);
  Image permuted = picture;
  image::permute_channels(permuted, std::array{2, 0, 1});
  print("permute_channels", {std::move(permuted)});
  ImageF32 sum = image::weighted(picture, 0.3F);
  image::add_weighted(sum, picture, 0.69F);
  print("weighted sum", {Image(image::cut_to_bytes(sum))});
}

}  // namespace
}  // namespace epochmill

// usage: same_bits [--instruction-sets | INSTRUCTION_SET]
// Without an argument on the best instruction set of this CPU; with one of those that it lists, on
// that.
int main(int argc, char** argv) {
  using namespace epochmill;
  const std::string_view wanted = argc > 1 ? argv[1] : "";
#ifndef HWY_COMPILE_ONLY_STATIC
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    if (wanted == "--instruction-sets") fmt::print("{}\n", hwy::TargetName(target));
    if (wanted == hwy::TargetName(target)) hwy::SetSupportedTargetsForTest(target);
  }
#endif
  if (wanted == "--instruction-sets") return 0;
  const image::ImageU8 picture = photo(333, 250);
  print_math();
  print_draws();
  print_fields();
  print_permutations();
  print_resizes(picture);
  print_warps(picture);
  print_colors(picture);
  print_filters(picture);
  print_levels(picture);
}
