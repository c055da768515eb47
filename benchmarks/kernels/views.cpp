// All crops of five_crop and ten_crop, 224 of 256 x 256 pixels, and a picture of 224 x 224 made f32
// and 8-bit again.
#include <benchmark/benchmark.h>

#include "image/pixel_type.hpp"
#include "ops/chain.hpp"
#include "photo.hpp"
#include "plan/vocabulary.hpp"

namespace epochmill::image {
namespace {

void crops(benchmark::State& state, const char* op) {
  recipe::Recipe recipe;
  const std::string text = std::string("[[augment]]\nop = \"") + op + "\"\nsize = 224\n";
  recipe.augments = recipe::parse_augments(text, "recipe.toml", plan::vocabulary());
  const ops::Chain chain(recipe, {});
  const ops::Sample source{.image = photo(256, 256)};
  const std::vector<float> draws(1);
  ops::Sample made;
  for (auto _ : state) {
    chain.apply_views({}, draws, source, made, [](std::uint32_t, const ops::Sample& view) {
      benchmark::DoNotOptimize(pixel_bytes(view.image).data());
      benchmark::ClobberMemory();
    });
  }
}

void five_crop(benchmark::State& state) { crops(state, "five_crop"); }
void ten_crop(benchmark::State& state) { crops(state, "ten_crop"); }

void u8_to_f32(benchmark::State& state) {
  const ImageU8 in = photo(224, 224);
  for (auto _ : state) {
    const ImageF32 out = to_f32(in, PixelScale::kFullRange);
    benchmark::DoNotOptimize(out.values().data());
    benchmark::ClobberMemory();
  }
}

void f32_to_u8(benchmark::State& state) {
  const ImageF32 in = to_f32(photo(224, 224), PixelScale::kFullRange);
  for (auto _ : state) {
    const ImageU8 out = to_u8(in, PixelScale::kFullRange);
    benchmark::DoNotOptimize(out.values().data());
    benchmark::ClobberMemory();
  }
}

BENCHMARK(five_crop)->Unit(benchmark::kMicrosecond);
BENCHMARK(ten_crop)->Unit(benchmark::kMicrosecond);
BENCHMARK(u8_to_f32)->Unit(benchmark::kMicrosecond);
BENCHMARK(f32_to_u8)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace epochmill::image
