// What is done to pixels, each beside the plain loops: a crop of 270 x 270 to 224 x 224 pixels, and
// changes of a picture of 224 x 224.
#include <benchmark/benchmark.h>
#include <hwy/targets.h>

#include <array>

#include "image/color.hpp"
#include "image/filter.hpp"
#include "image/layout.hpp"
#include "image/resample.hpp"
#include "photo.hpp"
#include "streams/bulk.hpp"

namespace epochmill::image {
namespace {

enum Vectors : std::int64_t { kPlain, kBest };

template <typename Work>
void measure(benchmark::State& state, const Work& work) {
  const auto sets = hwy::SupportedAndGeneratedTargets();
  hwy::SetSupportedTargetsForTest(state.range(0) == kPlain ? sets.back() : 0);
  for (auto _ : state) {
    work();
    benchmark::ClobberMemory();
  }
  hwy::SetSupportedTargetsForTest(0);
  state.SetLabel(state.range(0) == kPlain ? "plain" : "best");
}

void crop_and_resize(benchmark::State& state) {
  const ImageU8 in = photo(375, 500);
  std::array<Box, 8> boxes;  // so that branches are not learnt by heart
  for (int i = 0; i < 8; ++i) {
    boxes[static_cast<std::size_t>(i)] = {i * 10, i * 20, 235 + 10 * i, 305 - 10 * i};
  }
  std::size_t next = 0;
  measure(state, [&] {
    const ImageU8 out = resize(in, boxes[next++ % 8], {224, 224}, Interpolation::kBilinear);
    benchmark::DoNotOptimize(out.values().data());
  });
}

void mirror(benchmark::State& state) {
  const Image in = photo(224, 224);
  measure(state, [&] {
    const Image out = flip_horizontal(in);
    benchmark::DoNotOptimize(pixel_bytes(out).data());
  });
}

void color_jitter(benchmark::State& state) {
  using Kind = ColorChange::Kind;
  ImageU8 picture = photo(224, 224);
  const std::array<ColorChange, 4> changes = {{
      {.kind = Kind::kBrightness, .factor = 1.1F, .shift = 0},
      {.kind = Kind::kSaturation, .factor = 0.9F, .shift = 0},
      {.kind = Kind::kContrast, .factor = 1.2F, .shift = 0},
      {.kind = Kind::kHue, .factor = 1, .shift = 9},
  }};
  measure(state, [&] { adjust_colors(picture, changes); });
}

void noise_u8(benchmark::State& state) {
  ImageU8 picture = photo(224, 224);
  std::vector<float> normals(picture.values().size());
  const streams::Stream stream(1, {.sample = 8, .op = 2});
  measure(state, [&] {
    streams::fill_normal(stream, 0, normals);
    add_noise(picture.values(), normals, 0.0F, 0.1F);
  });
}

void noise_f32(benchmark::State& state) {
  ImageF32 picture(224, 224, 3);
  std::vector<float> normals(picture.values().size());
  const streams::Stream stream(1, {.sample = 9, .op = 2});
  measure(state, [&] {
    streams::fill_normal(stream, 0, normals);
    add_noise(picture.values(), normals, 0.0F, 0.1F, true);
  });
}

BENCHMARK(crop_and_resize)->Arg(kBest)->Arg(kPlain)->Unit(benchmark::kMicrosecond);
BENCHMARK(mirror)->Arg(kBest)->Arg(kPlain)->Unit(benchmark::kMicrosecond);
BENCHMARK(color_jitter)->Arg(kBest)->Arg(kPlain)->Unit(benchmark::kMicrosecond);
BENCHMARK(noise_u8)->Arg(kBest)->Arg(kPlain)->Unit(benchmark::kMicrosecond);
BENCHMARK(noise_f32)->Arg(kBest)->Arg(kPlain)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace epochmill::image
